"""Writes pairs of modules whose results are forms of the same value, and pairs whose results are not.

    python3 tests/equiv/forms/make_forms.py [FAMILY ...]

Needs JAX 0.10. Every family gives FAMILY.logical and FAMILY.equal, FAMILY.original and FAMILY.different; the results
are named by form and number. All results of the second module must be proved, none of the fourth: each is measured
here first, on one device against the plan on two.
"""
import gzip
import importlib
import os
import pathlib
import sys

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=2"

import inspect  # noqa: E402

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import Mesh, PartitionSpec as P  # noqa: E402

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))


def scalar_arguments(rng):
    x, y = (rng.standard_normal((8, 6)).astype(np.float32) for _ in range(2))
    x[0, 0], y[0, 1], y[1] = 0, 0, x[1]  # where comparisons and signs change
    return {"x": x, "y": y}


def tensor_arguments(rng):
    shapes = {"x": (8, 6), "u": (8, 6), "w": (6, 5), "v": (5, 4), "a": (6, 2), "c": (2, 5), "g": (6,), "h": (6,), "b": (5,), "e": (3, 6, 5)}
    args = {k: (0.5 * rng.standard_normal(shape)).astype(np.float32) for k, shape in shapes.items()}
    return args | {"labels": rng.integers(0, 5, 8).astype(np.int32)}


def update_arguments(rng):
    args = {k: rng.standard_normal((8, 6)).astype(np.float32) for k in ("p", "m", "d", "v")}
    return args | {"v": np.abs(args["v"]), "t": np.int32(7)}


FAMILIES = {"update": ("update_forms", update_arguments), "scalar": ("scalar_forms", scalar_arguments), "tensor": ("tensor_forms", tensor_arguments)}


def results(forms, pick):
    """A function of all arguments with one result for each pair of a form and one that `pick` lists."""
    def call(f, args, total):
        if any(p.kind == p.VAR_KEYWORD for p in inspect.signature(f).parameters.values()):
            inner = inspect.signature(inspect.getclosurevars(f).nonlocals["f"]).parameters
            return f(total, **{k: args[k] for k in inner})
        given = args | {"total": total}
        return f(**{k: given[k] for k, p in inspect.signature(f).parameters.items() if p.default is p.empty})

    def logical(args):
        return {f"{name}.{i}": call(form[0], args, lambda v: v) for name, form in forms.items() for i, _ in enumerate(pick(form))}

    def plan(args):
        return {f"{name}.{i}": call(f, args, lambda v: lax.psum(v, "dp")) for name, form in forms.items() for i, f in enumerate(pick(form))}

    return logical, plan


def make(family, only=None, folder=HERE):
    module, arguments = FAMILIES[family]
    library = importlib.import_module(module)
    forms = {k: v for k, v in library.FORMS.items() if only is None or k in only}
    args = arguments(np.random.default_rng(3))
    specs = {k: getattr(library, "SPECS", {}).get(k, P("dp")) for k in args}
    mesh = Mesh(np.array(jax.devices()[:2]), ("dp",))
    for which, names in ((1, ("logical", "equal")), (2, ("original", "different"))):
        logical, plan = results(forms, lambda form: form[which])
        placed = jax.jit(jax.shard_map(plan, mesh=mesh, in_specs=(specs,), out_specs=getattr(library, "OUT", P("dp")), check_vma=False), keep_unused=True)
        single = jax.jit(logical, keep_unused=True)
        want, got = single(args), placed(args)
        for key in want:
            error = float(np.max(np.abs(want[key] - got[key])) / (np.max(np.abs(want[key])) + 0.1))
            if (error < 2e-5) != (which == 1):
                print(f"{family} {names[1]} {key}: measured difference {error}")
        for name, text in ((names[0], single.lower(args).as_text()), (names[1], placed.lower(args).as_text())):
            (folder / f"{family}.{name}.mlir.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    for family in sys.argv[1:] or FAMILIES:
        make(family)
