"""Faults that take more than a changed word: operators dropped, doubled, inserted, or in another order.

A mutator gets the program, the line it may change and a random generator; it returns the last line that it replaces
and the new lines, or nothing.
"""
import math
import re

COLLECTIVE = re.compile(r'^(\s*)(%\w+) = "stablehlo\.(all_reduce|all_gather|reduce_scatter|all_to_all|collective_permute)"\((%\w+(?:#\d+)?)\)')
UNARY = re.compile(r"^(\s*)(%\w+) = stablehlo\.(\w+) (%\w+(?:#\d+)?) : (tensor<[^>]*>)$")
BINARY = re.compile(r"^(\s*)(%\w+) = stablehlo\.(\w+) (%\w+(?:#\d+)?), (%\w+(?:#\d+)?) : (tensor<[^>]*>)$")
ARITHMETIC = ("add", "subtract", "multiply", "divide", "maximum", "negate", "exponential", "tanh", "dot_general", "reduce(")


def dims_of(kind):
    return [int(d) for d in re.findall(r"(\d+)x", kind)]


def element_of(kind):
    return re.search(r"(\w+)>$", kind)[1].split("x")[-1]


def collective(program, at, *kinds):
    """Indent, result, operand, last line, operand type and result type of a collective of these kinds."""
    match = COLLECTIVE.match(program.lines[at])
    if not match or match[3] not in kinds:
        return None
    last = program.last_of(at)
    types = re.search(r": \((tensor<[^>]*>)\) -> (tensor<[^>]*>)\s*$", program.lines[last])
    return (match[1], match[2], match[4], last, types[1], types[2]) if types else None


def copy(indent, result, operand, kind):
    return f"{indent}{result} = stablehlo.optimization_barrier {operand} : {kind}"


def renamed(line, result, fresh):
    return line.replace(result + " =", fresh + " =", 1)


def drop_collective(program, at, rng):
    found = collective(program, at, "all_reduce", "collective_permute", "all_to_all")
    if not found or found[4] != found[5]:
        return None
    indent, result, operand, last, kind, _ = found
    return last, [copy(indent, result, operand, kind)]


def double_collective(program, at, rng):
    found = collective(program, at, "all_reduce", "collective_permute", "all_to_all")
    if not found or found[4] != found[5]:
        return None
    indent, result, operand, last, kind, _ = found
    lines = program.lines[at:last + 1]
    first = [renamed(lines[0], result, "%once"), *lines[1:]]
    return last, first + [lines[0].replace(f"({operand})", "(%once)", 1), *lines[1:]]


def own_piece_gathered(program, at, rng):
    """The gather is missing: every rank repeats its own piece."""
    found = collective(program, at, "all_gather")
    if not found:
        return None
    indent, result, operand, last, small, large = found
    dim = next((i for i, (a, b) in enumerate(zip(dims_of(small), dims_of(large))) if a != b), None)
    if dim is None:
        return None
    count = dims_of(large)[dim] // dims_of(small)[dim]
    return last, [f"{indent}{result} = stablehlo.concatenate {', '.join([operand] * count)}, dim = {dim} : "
                  f"({', '.join([small] * count)}) -> {large}"]


def own_slice(program, at, rng):
    """Reduce-scatter without its sum: a slice of the rank's own value, the first or the last."""
    found = collective(program, at, "reduce_scatter")
    if not found:
        return None
    indent, result, operand, last, large, small = found
    bounds = []
    for big, little in zip(dims_of(large), dims_of(small)):
        low = rng.choice([0, big - little])
        bounds.append(f"{low}:{low + little}")
    return last, [f"{indent}{result} = stablehlo.slice {operand} [{', '.join(bounds)}] : ({large}) -> {small}"]


def mean_for_sum(program, at, rng):
    found = collective(program, at, "all_reduce", "reduce_scatter")
    if not found or element_of(found[5]) not in ("f32", "f64", "bf16"):
        return None
    indent, result, operand, last, _, kind = found
    groups = re.search(r"tensor<\d+x(\d+)xi64>", program.lines[at])
    if not groups or int(groups[1]) < 2:
        return None
    lines = program.lines[at:last + 1]
    return last, [renamed(lines[0], result, "%whole"), *lines[1:],
                  f"{indent}%count = stablehlo.constant dense<{int(groups[1])}.0> : {kind}",
                  f"{indent}{result} = stablehlo.divide %whole, %count : {kind}"]


def gather_dim(program, at, rng):
    """Pieces put together, split or scattered along another dim of the same extents."""
    line = program.lines[at]
    match = re.search(r"(all_gather_dim|scatter_dimension|split_dimension|concat_dimension) = (\d+) : i64", line)
    found = collective(program, at, "all_gather", "reduce_scatter", "all_to_all")
    if not match or not found:
        return None
    before, after = dims_of(found[4]), dims_of(found[5])
    if "all_to_all" in line:
        split, concat = (re.search(rf"{w}_dimension = (\d+)", line) for w in ("split", "concat"))
        if before == after and split[1] != concat[1]:
            new = line.replace(split[0], f"split_dimension = {concat[1]}").replace(concat[0], f"concat_dimension = {split[1]}")
            return at, [new]
        return None
    return None if len(before) < 2 else (at, [line[:match.start(2)] + str(rng.choice(
        [d for d in range(len(before)) if d != int(match[2])])) + line[match.end(2):]])


def swap_collective_operands(program, at, rng):
    """Two collectives of one type have each other's operands: leaves of two buckets exchanged."""
    found = collective(program, at, "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute")
    if not found:
        return None
    context = program.context(at)
    others = []
    for i in range(*program.body_of(at)):
        other = COLLECTIVE.match(program.lines[i])
        if other and other[4] != found[2] and context.get(other[4]) == found[4]:
            others.append(other[4])
    if not others:
        return None
    return at, [program.lines[at].replace(f"({found[2]})", f"({rng.choice(others)})", 1)]


def function_before_collective(program, at, rng):
    """f(all_reduce(x)) becomes all_reduce(f(x))."""
    found = collective(program, at, "all_reduce")
    if not found:
        return None
    indent, result, operand, last, kind, _ = found
    functions = ("exponential", "tanh", "sqrt", "rsqrt", "log", "logistic", "abs", "sine", "cosine")
    users = [m for m in map(UNARY.match, program.lines[last + 1:program.body_of(at)[1]]) if m and m[4] == result and m[3] in functions]
    name = users[0][3] if users else rng.choice(["tanh", "abs"])
    lines = program.lines[at:last + 1]
    return last, [f"{indent}%early = stablehlo.{name} {operand} : {kind}", lines[0].replace(f"({operand})", "(%early)", 1), *lines[1:]]


def added_before_collective(program, at, rng):
    """x + b after the sum over ranks becomes part of what is summed: a bias on every rank."""
    found = collective(program, at, "all_reduce")
    if not found:
        return None
    indent, result, operand, last, kind, _ = found
    context = program.context(at)
    added = [m[5] if m[4] == result else m[4] for m in map(BINARY.match, program.lines[last + 1:program.body_of(at)[1]])
             if m and m[3] == "add" and result in (m[4], m[5])]
    added = [a for a in added if a in context] or [n for n, k in context.items() if k == kind and n != operand]
    if not added or element_of(kind) == "i1":
        return None
    lines = program.lines[at:last + 1]
    return last, [f"{indent}%sooner = stablehlo.add {operand}, {rng.choice(added)} : {kind}",
                  lines[0].replace(f"({operand})", "(%sooner)", 1), *lines[1:]]


def square_before_collective(program, at, rng):
    """The square of a sum over ranks becomes the sum of squares, and the other way about."""
    found = collective(program, at, "all_reduce")
    if not found or element_of(found[4]) not in ("f32", "f64", "bf16"):
        return None
    indent, result, operand, last, kind, _ = found
    lines = program.lines[at:last + 1]
    if rng.random() < 0.5:
        return last, [f"{indent}%square = stablehlo.multiply {operand}, {operand} : {kind}",
                      lines[0].replace(f"({operand})", "(%square)", 1), *lines[1:]]
    return last, [renamed(lines[0], result, "%root"), *lines[1:], f"{indent}{result} = stablehlo.multiply %root, %root : {kind}"]


def combiner(program, at, rng):
    """The operator in the region of a collective, reduction or scatter."""
    match = re.match(r"^(\s*)(%\w+) = stablehlo\.(add|maximum|minimum|or|and) (%\w+), (%\w+) : (tensor<(\w+)>)$", program.lines[at])
    if not match or not program.lines[at - 1].lstrip().startswith("^bb"):
        return None
    choices = ["multiply", "maximum", "minimum", "add"] if match[7] != "i1" else ["and", "or", "xor"]
    new = rng.choice([c for c in choices if c != match[3]] + ["first", "second"])
    if new in ("first", "second"):
        return at, [copy(match[1], match[2], match[4 if new == "first" else 5], match[6])]
    return at, [program.lines[at].replace(f"stablehlo.{match[3]}", f"stablehlo.{new}", 1)]


def trip_count(program, at, rng):
    """One iteration less or more; a loop that begins later."""
    if "stablehlo.while(" not in program.lines[at]:
        return None
    if rng.random() < 0.5:
        for i in range(at + 1, min(at + 8, program.body_of(at)[1])):
            match = re.search(r"dense<(\d+)> : tensor<i(32|64)>", program.lines[i])
            if match and int(match[1]) > 0:
                new = int(match[1]) + rng.choice([-1, -1, 1])
                return i, program.lines[at:i] + [program.lines[i][:match.start(1)] + str(new) + program.lines[i][match.end(1):]]
    context = program.context(at)
    for name in re.findall(r" = (%\w+)", program.lines[at][program.lines[at].index("while("):]):
        if context.get(name) == "tensor<i32>" and "dense<0>" in context.text[name]:
            indent = re.match(r"\s*", program.lines[at])[0]
            return at, [f"{indent}%later = stablehlo.constant dense<1> : tensor<i32>",
                        re.sub(rf" = {name}\b", " = %later", program.lines[at], count=1)]
    return None


def carried(program, at, rng):
    """A value that a loop carries is the old one, or another's."""
    match = re.match(r"^(\s*stablehlo\.return )(.*) : (.*)$", program.lines[at])
    if not match or "," not in match[2]:
        return None
    values, kinds = match[2].split(", "), match[3].split(", ")
    context = program.context(at)
    i = rng.randrange(len(values))
    others = [n for n, k in context.items() if k == kinds[i] and n != values[i] and (n.startswith("%iterArg") or n in values)]
    if not others:
        return None
    values[i] = rng.choice(others)
    return at, [f"{match[1]}{', '.join(values)} : {match[3]}"]


def loop_starts(program, at, rng):
    """Two values enter a loop in each other's place."""
    line = program.lines[at]
    if "stablehlo.while(" not in line:
        return None
    context = program.context(at)
    spots = list(re.finditer(r"(%\w+) = (%\w+(?:#\d+)?)", line[line.index("while("):]))
    pairs = [(a, b) for k, a in enumerate(spots) for b in spots[:k]
             if a[2] != b[2] and a[2] in context and context.get(a[2]) == context.get(b[2])]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    return at, [line.replace(f"{a[1]} = {a[2]}", "%%%", 1).replace(f"{b[1]} = {b[2]}", f"{b[1]} = {a[2]}", 1).replace("%%%", f"{a[1]} = {b[2]}", 1)]


MUTATORS = {
    "drop_collective": drop_collective, "double_collective": double_collective,
    "own_piece_gathered": own_piece_gathered, "own_slice": own_slice, "mean_for_sum": mean_for_sum,
    "gather_dim": gather_dim, "swap_collective_operands": swap_collective_operands,
    "function_before_collective": function_before_collective, "added_before_collective": added_before_collective,
    "square_before_collective": square_before_collective, "combiner": combiner, "trip_count": trip_count,
    "carried": carried, "loop_starts": loop_starts,
}
# What a line must hold for the mutator to look at it.
WORDS = {name: '"stablehlo.' for name in MUTATORS}
WORDS.update(combiner="stablehlo.", trip_count="stablehlo.while(", carried="stablehlo.return", loop_starts="stablehlo.while(")
