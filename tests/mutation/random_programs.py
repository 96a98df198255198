"""Random tensor programs, their plans and faulty plans; proofs are compared with execution.

    random_programs.py JUDGE [--count N] [--seed S] [--state FILE] [--keep FOLDER] [--first N]

Program number n is a random graph. Its plan is the graph after random rewritings that keep its meaning, cut over a
random mesh with random ways to move and sum; every second one is then mutated. A plan must not be proved when execution
tells it from the program (WRONG), and nearly all right ones must be. Each number is made from the seed alone, so a run
can be repeated, and goes on where its state file ends. Prints a table by rewriting and a JSON summary.
"""
import argparse
import collections
import json
import pathlib
import random
import sys
import tempfile
import time

from emitter import Emitter, Val, type_of
from mutate import DIFFERENT, Judge
from mutators import MUTATORS, mutants
from nodes import Generator, single
from program import Program
from rewrites import rewritten
from shards import Distributed, Placed, Ranks, cut, piece, sharding_of

MESHES = [{"a": 2}, {"a": 3}, {"a": 4}, {"a": 2, "b": 2}, {"a": 2, "b": 4}, {"a": 4, "b": 2}, {"a": 3, "b": 2}]


def logical_text(arguments, results):
    e, memo = Emitter(), {}

    def of(node):
        if id(node) not in memo:
            memo[id(node)] = Val(f"%arg{node.attr[0]}", node.shape, node.kind) if node.op == "argument" else single(e, node, [of(x) for x in node.inputs])
        return memo[id(node)]
    values = [of(r) for r in results]
    signature = ", ".join(f"%arg{i}: {type_of(a.shape, a.kind)}" for i, a in enumerate(arguments))
    types = ", ".join(v.type for v in values)
    return (f"module {{\n  func.func public @main({signature}) -> ({types}) {{\n" + "\n".join(e.lines) +
            f"\n    return {', '.join(v.name for v in values)} : {types}\n  }}\n}}\n")


def plan_text(arguments, results, mesh, rng, kinds):
    ranks = Ranks(mesh, rng, kinds)
    placed, locals_ = {}, []
    for i, a in enumerate(arguments):
        axes = cut(a.shape, mesh, rng)
        value = Val(f"%arg{i + len(arguments)}", piece(a.shape, axes, mesh), a.kind)
        placed[id(a)] = Placed(value, axes)
        locals_.append((value, axes))
    body = Distributed(ranks, placed)
    outs = []
    for r in results:
        v = ranks.resolve(body.of(r))
        if rng.random() < 0.4:
            v = ranks.place(v, cut(r.shape, mesh, rng))
        outs.append(v)
    count = len(results)
    signature = ", ".join(f"%arg{i}: {type_of(a.shape, a.kind)}" for i, a in enumerate(arguments))
    whole = ", ".join(type_of(r.shape) for r in results)
    inner = ", ".join(f"{v.name}: {v.type}" for v, _ in locals_)
    names = ", ".join(f"%arg{i}" for i in range(len(arguments)))
    axes = ", ".join(f'"{a}"={n}' for a, n in mesh.items())
    manual = ", ".join(f'"{a}"' for a in mesh)
    result = f"%0:{count}" if count > 1 else "%0"
    used = ", ".join(f"%0#{i}" for i in range(count)) if count > 1 else "%0"
    return (f"module {{\n  sdy.mesh @mesh = <[{axes}]>\n  func.func public @main({signature}) -> ({whole}) {{\n"
            f"    {result} = sdy.manual_computation({names}) in_shardings=[{', '.join(sharding_of(x) for _, x in locals_)}] "
            f"out_shardings=[{', '.join(sharding_of(v.axes) for v in outs)}] manual_axes={{{manual}}} ({inner}) {{\n"
            + "\n".join(ranks.e.lines) + f"\n      sdy.return {', '.join(v.val.name for v in outs)} : {', '.join(v.val.type for v in outs)}\n"
            f"    }} : ({', '.join(type_of(a.shape, a.kind) for a in arguments)}) -> ({whole})\n    return {used} : {whole}\n  }}\n}}\n")


def make(number, seed):
    """Texts of program number n and its plan, what was done, the mutator (or nothing), and the contract."""
    rng = random.Random(f"{seed}:{number}")
    generator = Generator(rng)
    arguments, results = generator.program()
    mesh = dict(rng.choice(MESHES))
    kinds = set()
    plan = plan_text(arguments, rewritten(results, rng, rng.choice([0.0, 0.15, 0.3]), kinds), mesh, rng, kinds)
    fault = None
    if number % 2:
        fault, _, _, _, plan = next(iter(mutants(Program(plan), 1, rng, [m for m in MUTATORS if m != "donation"])))
    contract = f"[[argument]]\nindex = 6\nrange = [0, {generator.table - 1}]\n"
    return logical_text(arguments, results), plan, kinds, fault, contract


def judged(judge, number, seed, folder):
    texts = make(number, seed)
    paths = [pathlib.Path(folder) / name for name in ("logical.mlir", "plan.mlir", "contract.toml")]
    for path, text in zip(paths, (texts[0], texts[1], texts[4])):
        path.write_text(text)
    word, error, result, verdict, place = judge.of("\t".join(map(str, paths)))
    return {"number": number, "kinds": sorted(texts[2]), "fault": texts[3], "judged": word, "error": error, "verdict": verdict, "open": place}


def columns_of(entry):
    word, verdict, right = entry["judged"], entry["verdict"], entry["fault"] is None
    if verdict.startswith("exit") or (right and (word in DIFFERENT or verdict in ("rejected", "refuted"))):
        return ["WRONG"]  # the generator or the tool is wrong
    if word in DIFFERENT or word == "small":
        return ["differs", "WRONG" if verdict == "proved" else "refuted" if verdict == "refuted" else "missed"]
    if right:
        return ["right", "proved" if verdict == "proved" else "not proved"]
    return ["invalid" if word == "invalid" or verdict == "rejected" else "equal after all"] + (["WRONG"] if verdict == "refuted" and word == "equal" else [])


def table(entries):
    rows, total = collections.defaultdict(collections.Counter), collections.Counter()
    for entry in entries:
        columns = columns_of(entry)
        total.update(columns)
        if entry["fault"] is None:
            for kind in entry["kinds"] or ["nothing"]:
                rows[kind].update(columns)
    print(f"{'rewriting':28}{'plans':>8}{'proved':>8}{'not':>8}")
    for kind in sorted(rows):
        print(f"{kind:28}{rows[kind]['right']:8}{rows[kind]['proved']:8}{rows[kind]['not proved']:8}")
    share = total["proved"] / total["right"] if total["right"] else 1.0
    print(f"right plans: {total['right']}, proved {total['proved']} ({100 * share:.2f} %); faulty: {total['differs']} differ, "
          f"{total['refuted']} refuted, {total['missed']} open; {total['equal after all']} are equal after all, {total['invalid']} invalid; {total['WRONG']} wrong")
    print(json.dumps({"all": dict(total), "proved_share": share, "rewritings": {k: dict(rows[k]) for k in sorted(rows)}}))
    return total, share


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("judge", help="the program mutation-judge")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", help="JSON lines of what was judged; a run goes on where it stopped")
    parser.add_argument("--keep", help="folder for the pairs that were judged wrongly or are not proved")
    parser.add_argument("--least", type=float, default=0.98)
    options = parser.parse_args()
    known = {}
    if options.state and pathlib.Path(options.state).exists():
        known = {entry["number"]: entry for entry in map(json.loads, open(options.state))}
    state = open(options.state, "a") if options.state else None
    judge = Judge(options.judge, "--pairs", "--trials=3", "--verify-seconds=10")
    start = time.time()
    with tempfile.TemporaryDirectory() as folder:
        try:
            for number in range(options.first, options.first + options.count):
                if number in known:
                    continue
                entry = known[number] = judged(judge, number, options.seed, folder)
                columns = columns_of(entry)
                if "WRONG" in columns or "not proved" in columns:
                    print(f"{columns[-1]}: number {number}, fault {entry['fault']}: {entry['judged']} {entry['error']:.2g}, {entry['verdict']}: {entry['open'][:200]}", flush=True)
                    if options.keep:
                        target = pathlib.Path(options.keep)
                        target.mkdir(parents=True, exist_ok=True)
                        for name in ("logical.mlir", "plan.mlir", "contract.toml"):
                            (target / f"{options.seed}.{number}.{name}").write_text((pathlib.Path(folder) / name).read_text())
                if state:
                    state.write(json.dumps(entry) + "\n")
                    state.flush()
                if number % 500 == 499:
                    print(f"{number + 1} programs, {time.time() - start:.0f} s", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
    total, share = table(known.values())
    sys.exit(1 if total["WRONG"] or share < options.least or not known else 0)


if __name__ == "__main__":
    main()
