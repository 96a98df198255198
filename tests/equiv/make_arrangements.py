"""Writes the pairs of arrangements: FOLDER/NAME/{logical,plan,FAULT}.mlir.gz, expected.json, contract.toml.

    python tests/equiv/make_arrangements.py FOLDER [NAME ...]      # needs jax

Every verdict is checked by running both sides with JAX on host devices.
"""
import gzip
import json
import pathlib
import sys

from arrangements_base import CASES, Mesh, jax, np, tree
import arrangements_models  # noqa: F401  registers its cases


def write(folder, name, text):
    (folder / f"{name}.mlir.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def difference(a, b):
    return max(float(np.max(np.abs(x - y)) / (np.max(np.abs(x)) + 1e-30)) for x, y in zip(tree.tree_leaves(a), tree.tree_leaves(b)))
def names(args, step):
    import inspect
    ns = list(inspect.signature(step).parameters)
    return [f"{ns[path[0].idx]}" + "".join(f"['{k.key}']" for k in path[1:]) for path, _ in tree.tree_flatten_with_path(args)[0]]
def make(name, out):
    logical, plan, args, mesh, specs, faults, ranges, outspec = CASES[name]
    args = args()
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    jl = jax.jit(logical, keep_unused=True)
    want = jl(*args)
    write(folder, "logical", jl.lower(*args).as_text())
    expected = {}
    size = int(np.prod(list(mesh.values())))
    m = Mesh(np.array(jax.devices()[:size]).reshape(*mesh.values()), tuple(mesh))
    for fault in [None, *faults]:
        pj = jax.jit(jax.shard_map(plan(fault), mesh=m, in_specs=specs, out_specs=outspec, check_vma=False), keep_unused=True)
        err = difference(want, pj(*args))
        verdict = "proved" if fault is None else "refuted"
        if not (err < 2e-5) == (verdict == "proved"):
            raise SystemExit(f"{name} {fault}: measured difference {err}, expected {verdict}")
        write(folder, fault or "plan", pj.lower(*args).as_text())
        expected[fault or "plan"] = {"verdict": verdict, "difference": float(f"{err:.2e}")}
    lines = ["# What a proof may assume about the arguments."]
    ns = names(args, logical)
    for key, (lo, hi) in ranges.items():
        lines += ["", "[[argument]]", f"index = {ns.index(key)}", f"range = [{lo}, {hi}]"]
    (folder / "contract.toml").write_text("\n".join(lines) + "\n")
    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")
# The cases that are kept as tests; the others can be made by name.
# Not proved yet, and therefore not kept: buckets, ring_zigzag, ring_attention_max.
KEPT = ["accum_strided", "accum_rows_scan", "ring_scan", "hierarchical", "case_by_rank", "uneven", "ulysses", "vocab_padded", "experts", "pipe4x8_unroll", "pipe2x4_scan_dp", "time_chunks"]

if __name__ == "__main__":
    for chosen in sys.argv[2:] or KEPT:
        make(chosen, pathlib.Path(sys.argv[1]))
