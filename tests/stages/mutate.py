"""Mutants of correct plans of stages: what is still proved must agree when both programs are executed.

    mutate.py LOCKSTEP FOLDER [--count N] [--seed S]

A mutant changes one line: another earlier value of the same type, another micro-batch, another message, another group.
"""

import argparse
import collections
import random
import re
import subprocess
import sys
from pathlib import Path

from make_plans import cases, write

NAME = re.compile(r"%[\w#]+")


def split_types(text):
    """'tensor<2xf32>, tensor<i32>' -> a list."""
    return re.findall(r"tensor<[^>]*>", text)


def results_of(line):
    """Values that a line defines, with their types."""
    match = re.match(r"\s*((?:%[\w]+(?:, )?)+) = (.*)$", line)
    if not match:
        return {}
    names = match[1].split(", ")
    tail = match[2].rsplit("->", 1)[-1] if "->" in match[2] else match[2].rsplit(":", 1)[-1]
    types = split_types(tail)
    return dict(zip(names, types)) if len(types) == len(names) else {}


def scopes(lines):
    """(first, last, arguments) of every function body and every program."""
    out, start = [], None
    for at, line in enumerate(lines):
        if line.startswith(("func.func private", "stage(")):
            start = at
        elif line == "}" and start is not None and not lines[at + 1].startswith(("plan", "%")):
            if lines[at - 1].startswith(("return", "plan.return")):
                arguments = dict(re.findall(r"(%\w+): (tensor<[^>]*>)", lines[start]))
                out.append((start + 1, at - 1, arguments))
                start = None
    return out


def other_value(line, known, rng):
    body = line.split(" = ", 1)[-1]
    uses = [m for m in NAME.finditer(body) if m[0] in known]
    rng.shuffle(uses)
    for use in uses:
        others = sorted(n for n, kind in known.items() if kind == known[use[0]] and n != use[0])
        if others:
            at = len(line) - len(body) + use.start()
            return line[:at] + rng.choice(others) + line[at + len(use[0]):]
    return None


def other_number(line, known, rng):
    match = re.search(r"micro_batch (\d+)", line)
    return line[:match.start(1)] + rng.choice([n for n in "01234" if n != match[1]]) + line[match.end(1):] if match else None


def other_group(line, known, rng):
    if "replica_groups = #" in line:
        return re.sub(r"replica_groups = #.*?>\]>", "replica_groups = dense<[[0], [1], [2], [3]]> : tensor<4x1xi64>", line)
    return None


def other_operator(line, known, rng):
    match = re.search(r"stablehlo\.(add|subtract|multiply) %", line)
    if not match:
        return None
    new = rng.choice([n for n in ("add", "subtract", "multiply") if n != match[1]])
    return line[:match.start(1)] + new + line[match.end(1):]


def swapped_results(line, known, rng):
    match = re.match(r"((?:plan\.)?return )(.*) : (.*)$", line)
    if not match:
        return None
    values, kinds = match[2].split(", "), split_types(match[3])
    pairs = [(i, j) for i in range(len(values)) for j in range(i) if kinds[i] == kinds[j] and values[i] != values[j]]
    if not pairs:
        return None
    i, j = rng.choice(pairs)
    values[i], values[j] = values[j], values[i]
    return f"{match[1]}{', '.join(values)} : {match[3]}"


MUTATORS = [other_value, other_value, other_number, other_group, other_operator, swapped_results]


def mutants(text, count, rng):
    lines = text.split("\n")
    found, seen = 0, set()
    places = scopes(lines)
    for _ in range(count * 200):
        if found == count:
            return
        first, last, arguments = rng.choice(places)
        at = rng.randint(first, last)
        known = dict(arguments)
        for line in lines[first:at]:
            known.update(results_of(line))
        mutator = rng.choice(MUTATORS)
        new = mutator(lines[at], known, rng)
        if new is None or new == lines[at] or (at, new) in seen:
            continue
        seen.add((at, new))
        found += 1
        yield mutator.__name__, at + 1, lines[at], new, "\n".join(lines[:at] + [new] + lines[at + 1:])


def verdict_of(command):
    code = subprocess.run(command + ["--no-refute"], capture_output=True).returncode
    if code != 0:
        return {1: "not proved", 2: "rejected", 3: "not proved"}.get(code, "crashed")
    executed = subprocess.run(command + ["--no-prove"], capture_output=True).returncode
    return "proved, differs" if executed == 1 else "proved, equal"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=12, help="mutants per case")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    folder = Path(options.folder).absolute()
    good = [name for name, (_, verdict) in cases().items() if verdict == "proved"]
    write(folder, good)
    table, wrong = collections.Counter(), 0
    for name in good:
        plan = folder / f"{name}.plan.mlir"
        for kind, at, old, new, text in mutants(plan.read_text(), options.count, random.Random(f"{options.seed} {name}")):
            path = folder / f"{name}.mutant.mlir"
            path.write_text(text)
            verdict = verdict_of([options.tool, "verify", str(folder / f"{name}.logical.mlir"), str(path),
                                  "--no-counterexample", "--progress", "none"])
            table[kind, verdict] += 1
            bad = verdict in ("proved, differs", "crashed")
            wrong += bad
            if bad or (options.verbose and verdict == "proved, equal"):
                print(f"{verdict}: {name} line {at}, {kind}\n  - {old[:300]}\n  + {new[:300]}")
                path.rename(folder / f"{name}.{at}.{kind}.mlir")
    for (kind, verdict), count in sorted(table.items()):
        print(f"{kind:16}{verdict:18}{count}")
    return 1 if wrong or not table else 0


if __name__ == "__main__":
    sys.exit(main())
