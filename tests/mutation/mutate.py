"""Mutates plans and checks that no mutant is proved that the interpreter sees to differ.

    mutate.py LOCKSTEP LOGICAL PLAN [--contract FILE] [--count N] [--seed S]

Every mutant is one small textual change of one operator of the plan. It is verified as a user would; where the verdict
is `proved`, both programs are executed (`verify --no-prove`) and must agree. Prints a table and exits with 1 when a
mutant that differs was proved. A mutant that is proved and agrees is an equal plan (x + y for y + x): no fault.
"""
import argparse
import collections
import gzip
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ASSIGN = re.compile(r"^\s*(%[\w]+)(?::\d+)? = (.*)$")
TYPED = re.compile(r"^\s*(%\w+) = .*(?:->|:) (tensor<[^>]*>)$")
SCALAR = re.compile(r"dense<(-?\d[^>\[\]x]*)> : (tensor<(?:\d+x)*(f32|f64|bf16|i32)>)")


def swap(*pairs):
    """A mutator that renames one operator into another of the same form."""
    def apply(line, context, rng):
        found = [(a, b) for a, b in pairs if f"stablehlo.{a} %" in line]
        if not found:
            return None
        a, b = rng.choice(found)
        return line.replace(f"stablehlo.{a} %", f"stablehlo.{b} %")
    return apply


def scale_constant(line, context, rng):
    match = SCALAR.search(line)
    if not match:
        return None
    value = float(match[1])
    new = value * 2 if value else 1.0
    text = f"{new:e}" if match[3] != "i32" else str(int(new))
    return line[:match.start(1)] + text + line[match.end(1):]


def off_by_one_constant(line, context, rng):
    match = SCALAR.search(line)
    if not match or match[3] != "i32":
        return None
    return line[:match.start(1)] + str(int(match[1]) + 1) + line[match.end(1):]


def swap_operands(line, context, rng):
    match = re.search(r"stablehlo\.(subtract|divide|power|remainder|shift_left) (%\w+), (%\w+) :", line)
    if not match or match[2] == match[3]:
        return None
    return line[:match.start(2)] + f"{match[3]}, {match[2]}" + line[match.end(3):]


def other_operand(line, context, rng):
    """Another earlier value of the same type: stale value, wrong leaf, swapped shards."""
    match = ASSIGN.match(line)
    if not match:
        return None
    used = [m for m in re.finditer(r"%\w+(?:#\d+)?", line[match.start(2):]) if m[0] in context]
    rng.shuffle(used)
    for use in used:
        others = [name for name, kind in context.items() if kind == context[use[0]] and name != use[0]]
        if others:
            start = match.start(2) + use.start()
            return line[:start] + rng.choice(others) + line[start + len(use[0]):]
    return None


def groups_of_one(line, context, rng):
    """A collective that reaches nobody: the reduction is missing."""
    match = re.search(r'"stablehlo\.all_reduce".*replica_groups = dense<(\[\[.*?\]\])> : tensor<\d+x\d+xi64>', line)
    if not match:
        return None
    ids = re.findall(r"\d+", match[1])
    groups = ", ".join(f"[{i}]" for i in ids)
    return re.sub(r"replica_groups = dense<.*?> : tensor<\d+x\d+xi64>",
                  f"replica_groups = dense<[{groups}]> : tensor<{len(ids)}x1xi64>", line)


def reversed_pairs(line, context, rng):
    match = re.search(r"source_target_pairs = dense<(\[\[.*?\]\])>", line)
    if not match:
        return None
    pairs = re.findall(r"\[(\d+), (\d+)\]", match[1])
    text = "[" + ", ".join(f"[{b}, {a}]" for a, b in pairs) + "]"
    return line[:match.start(1)] + text + line[match.end(1):]


def reverse_groups(line, context, rng):
    """Members in another order: pieces change places in a gather or scatter; a sum does not care."""
    match = re.search(r'"stablehlo\.(all_gather|reduce_scatter|all_to_all|all_reduce)".*replica_groups = dense<(\[\[.*?\]\])>', line)
    if not match:
        return None
    groups = [re.findall(r"\d+", g)[::-1] for g in re.findall(r"\[([\d, ]+)\]", match[2])]
    text = "[" + ", ".join("[" + ", ".join(g) + "]" for g in groups) + "]"
    return line[:match.start(2)] + text + line[match.end(2):]


def shift_slice(line, context, rng):
    match = re.search(r"stablehlo\.slice %\w+(?:#\d+)? \[(.*?)\]", line)
    if not match:
        return None
    parts = match[1].split(", ")
    choices = [i for i, p in enumerate(parts) if int(p.split(":")[0]) > 0]
    if not choices:
        return None
    i = rng.choice(choices)
    lo, hi, *rest = parts[i].split(":")
    parts[i] = ":".join([str(int(lo) - 1), str(int(hi) - 1), *rest])
    return line[:match.start(1)] + ", ".join(parts) + line[match.end(1):]


def move_padding(line, context, rng):
    match = re.search(r"low = \[(.*?)\], high = \[(.*?)\]", line)
    if not match or "stablehlo.pad" not in line or match[1] == match[2]:
        return None
    return line[:match.start()] + f"low = [{match[2]}], high = [{match[1]}]" + line[match.end():]


def other_direction(line, context, rng):
    match = re.search(r"stablehlo\.compare (\w\w),", line)
    if not match:
        return None
    other = rng.choice([d for d in ("EQ", "NE", "LT", "LE", "GT", "GE") if d != match[1]])
    return line[:match.start(1)] + other + line[match.end(1):]


def swap_cases(line, context, rng):
    match = re.search(r"stablehlo\.select (%\w+(?:#\d+)?), (%\w+(?:#\d+)?), (%\w+(?:#\d+)?) :", line)
    if not match or match[2] == match[3]:
        return None
    return line[:match.start(2)] + f"{match[3]}, {match[2]}" + line[match.end(3):]


def other_reduction(line, context, rng):
    match = re.search(r"applies stablehlo\.(add|maximum|minimum) across", line)
    if not match:
        return None
    return line[:match.start(1)] + {"add": "maximum", "maximum": "add", "minimum": "maximum"}[match[1]] + line[match.end(1):]


def permute_equal_dims(line, context, rng):
    """Two dims of equal extent change places in a transpose or broadcast."""
    match = re.search(r"stablehlo\.(transpose|broadcast_in_dim) .*dims = \[(.*?)\].* -> tensor<((?:\d+x)+)", line)
    if not match:
        return None
    dims, extents = match[2].split(", "), match[3].split("x")[:-1]
    if match[1] == "transpose":
        extents = [extents[i] for i in range(len(dims))]
    else:
        extents = [extents[int(d)] for d in dims] if dims != [""] else []
    pairs = [(i, j) for i in range(len(dims)) for j in range(i) if extents[i] == extents[j]]
    if not pairs:
        return None
    i, j = rng.choice(pairs)
    dims[i], dims[j] = dims[j], dims[i]
    return line[:match.start(2)] + ", ".join(dims) + line[match.end(2):]


def drop_unary(line, context, rng):
    match = re.search(r"stablehlo\.(negate|exponential|log|sqrt|rsqrt|tanh|sine|cosine) ", line)
    if not match:
        return None
    other = {"negate": "abs", "sine": "cosine", "cosine": "sine", "sqrt": "rsqrt", "rsqrt": "sqrt"}.get(match[1], "negate")
    return line[:match.start(1)] + other + line[match.end(1):]


MUTATORS = {
    "operator": swap(("add", "subtract"), ("subtract", "add"), ("multiply", "add"), ("divide", "multiply"),
                     ("maximum", "minimum"), ("minimum", "maximum"), ("and", "or"), ("or", "and"), ("xor", "or")),
    "scale_constant": scale_constant, "off_by_one_constant": off_by_one_constant, "swap_operands": swap_operands,
    "other_operand": other_operand, "groups_of_one": groups_of_one, "reversed_pairs": reversed_pairs,
    "reverse_groups": reverse_groups, "shift_slice": shift_slice, "move_padding": move_padding,
    "other_direction": other_direction, "swap_cases": swap_cases, "other_reduction": other_reduction,
    "permute_equal_dims": permute_equal_dims, "unary": drop_unary,
}


def read(path):
    data = pathlib.Path(path).read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()


def region(lines):
    """The lines that every rank runs, with the types of the values defined before each."""
    start = next((i for i, l in enumerate(lines) if "sdy.manual_computation" in l), None)
    if start is None:
        start = next(i for i, l in enumerate(lines) if "func.func" in l and "@main" in l)
    end = next(i for i, l in enumerate(lines) if i > start and re.match(r"\s*(sdy\.return|return) ", l))
    return start, end


def mutants(text, count, rng):
    lines = text.split("\n")
    start, end = region(lines)
    names = sorted(MUTATORS)
    seen = set()
    for attempt in range(count * 60):
        if len(seen) == count:
            return
        kind = names[attempt % len(names)]
        at = rng.randrange(start + 1, end)
        context = {}
        for earlier in lines[start + 1:at]:
            match = TYPED.match(earlier)
            if match and len(earlier) - len(earlier.lstrip()) == len(lines[start + 1]) - len(lines[start + 1].lstrip()):
                context[match[1]] = match[2]
        new = MUTATORS[kind](lines[at], context, rng)
        if new is None or new == lines[at] or (at, new) in seen:
            continue
        seen.add((at, new))
        yield kind, at + 1, lines[at].strip(), new.strip(), "\n".join(lines[:at] + [new] + lines[at + 1:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("logical")
    parser.add_argument("plan")
    parser.add_argument("--contract")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    table, wrong = collections.defaultdict(collections.Counter), []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "mutant.mlir"
        for kind, number, old, new, text in mutants(read(options.plan), options.count, random.Random(options.seed)):
            path.write_text(text)
            command = [options.tool, "verify", options.logical, str(path), "--no-counterexample", "--progress", "none",
                       "--time-limit", "30"] + (["--contract", options.contract] if options.contract else [])
            done = subprocess.run(command, capture_output=True, text=True)
            verdict = {0: "proved", 1: "refuted", 2: "rejected", 3: "undecided"}.get(done.returncode, "crashed")
            if verdict == "proved":
                executed = subprocess.run(command + ["--no-prove"], capture_output=True, text=True)
                verdict = "proved, differs" if executed.returncode == 1 else "proved, equal"
            table[kind][verdict] += 1
            if verdict in ("proved, differs", "crashed"):
                wrong.append((verdict, kind, number, old, new))
                print(f"{verdict}: line {number}\n  - {old}\n  + {new}", flush=True)
            elif options.verbose and verdict != "refuted":
                print(f"{verdict}: {kind} line {number}\n  - {old[:160]}\n  + {new[:160]}", flush=True)
    columns = ["refuted", "rejected", "undecided", "proved, equal", "proved, differs", "crashed"]
    print(f"{'mutator':22}" + "".join(f"{c:>17}" for c in columns))
    for kind in sorted(table):
        print(f"{kind:22}" + "".join(f"{table[kind][c]:17}" for c in columns))
    total = sum((c for c in table.values()), collections.Counter())
    print(f"{'all':22}" + "".join(f"{total[c]:17}" for c in columns))
    sys.exit(1 if wrong else 0)


main()
