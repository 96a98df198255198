"""Mutates plans and checks that no mutant is proved that the interpreter sees to differ.

    mutate.py LOCKSTEP LOGICAL PLAN [--contract FILE] [--count N] [--seed S]

Every mutant is one small textual change of one operator or sharding of the plan. Where it is still proved, both programs are executed (`verify --no-prove`) and must agree. Prints a table and exits with 1 when a
mutant that differs was proved. A mutant that is proved and agrees is an equal plan (x + y for y + x): no fault.
"""
import argparse
import collections
import concurrent.futures
import gzip
import itertools
import math
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


def mesh_of(text):
    """Axis sizes of the plan's mesh, major first; nothing when it has an order of devices."""
    match = re.search(r"sdy\.mesh @\w+ = <\[([^\]]*)\](, device_ids)?", text)
    return [int(size) for size in re.findall(r"=(\d+)", match[1])] if match and not match[2] else []


def axis_groups(sizes, axes):
    """Device lists of the groups over these axes (positions), most significant first."""
    groups = collections.defaultdict(list)
    for device in range(math.prod(sizes)):
        rest, coordinates = device, []
        for size in reversed(sizes):
            coordinates.insert(0, rest % size)
            rest //= size
        key = tuple(c for i, c in enumerate(coordinates) if i not in axes)
        groups[key].append((tuple(coordinates[i] for i in axes), device))
    return [[device for _, device in sorted(members)] for members in groups.values()]


def other_axes(line, context, rng):
    """The groups of other mesh axes."""
    match = re.search(r"replica_groups = dense<(\[\[.*?\]\])> : tensor<(\d+)x(\d+)xi64>", line)
    if not match or len(context.sizes) < 2:
        return None
    old = [[int(i) for i in re.findall(r"\d+", g)] for g in re.findall(r"\[([\d, ]+)\]", match[1])]
    choices = []
    for count in range(1, len(context.sizes) + 1):
        for axes in itertools.permutations(range(len(context.sizes)), count):
            groups = axis_groups(context.sizes, axes)
            same = "all_reduce" in line and sorted(map(sorted, groups)) == sorted(map(sorted, old))
            reduces = "all_reduce" in line or len(groups[0]) == len(old[0])
            if groups != old and not same and reduces:
                choices.append(groups)
    if not choices:
        return None
    groups = rng.choice(choices)
    return line[:match.start()] + f"replica_groups = dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>" + line[match.end():]


def rotate_groups(line, context, rng):
    """Every group begins with another member: pieces change places."""
    match = re.search(r'"stablehlo\.(?:all_gather|reduce_scatter|all_to_all)".*replica_groups = dense<(\[\[.*?\]\])>', line)
    if not match:
        return None
    groups = [re.findall(r"\d+", g) for g in re.findall(r"\[([\d, ]+)\]", match[1])]
    if rng.random() < 0.5:
        groups = [g[1:] + g[:1] for g in groups]
    else:
        groups[-1] = groups[-1][1:] + groups[-1][:1]
    return line[:match.start(1)] + "[" + ", ".join("[" + ", ".join(g) + "]" for g in groups) + "]" + line[match.end(1):]


def change_pairs(line, context, rng):
    """One pair less, or two targets exchanged."""
    match = re.search(r"source_target_pairs = dense<(\[\[.*?\]\])> : tensor<\d+x2xi64>", line)
    if not match:
        return None
    pairs = re.findall(r"\[(\d+), (\d+)\]", match[1])
    if len(pairs) < 2:
        return None
    if rng.random() < 0.5:
        pairs.pop(rng.randrange(len(pairs)))
    else:
        i, j = rng.sample(range(len(pairs)), 2)
        pairs[i], pairs[j] = (pairs[i][0], pairs[j][1]), (pairs[j][0], pairs[i][1])
    text = "[" + ", ".join(f"[{a}, {b}]" for a, b in pairs) + "]"
    return line[:match.start()] + f"source_target_pairs = dense<{text}> : tensor<{len(pairs)}x2xi64>" + line[match.end():]


def contracting(line, context, rng):
    """Another dim of the same extent is contracted."""
    match = re.search(r"contracting_dims = \[(\d+)\] x \[(\d+)\].*: \(tensor<((?:\d+x)+)\w+>, tensor<((?:\d+x)+)\w+>\) -> tensor<((?:\d+x)+)", line)
    if not match or "batching_dims" in line:
        return None
    shapes = [[int(d) for d in match[g].split("x")[:-1]] for g in (3, 4)]
    chosen = [int(match[1]), int(match[2])]
    want = [int(d) for d in match[5].split("x")[:-1]]
    options = []
    for i, j in itertools.product(range(len(shapes[0])), range(len(shapes[1]))):
        result = shapes[0][:i] + shapes[0][i + 1:] + shapes[1][:j] + shapes[1][j + 1:]
        if [i, j] != chosen and shapes[0][i] == shapes[1][j] and result == want:
            options.append((i, j))
    if not options:
        return None
    i, j = rng.choice(options)
    return line[:match.start(1)] + f"{i}] x [{j}" + line[match.end(2):]


def iota_dim(line, context, rng):
    match = re.search(r"stablehlo\.iota dim = (\d+) : tensor<((?:\d+x)+)", line)
    if not match or match[2].count("x") < 2:
        return None
    other = rng.choice([d for d in range(match[2].count("x")) if d != int(match[1])])
    return line[:match.start(1)] + str(other) + line[match.end(1):]


def reduce_init(line, context, rng):
    """Another initial value, where one is defined before."""
    match = re.search(r"stablehlo\.reduce\(%\w+ init: (%\w+)\)", line)
    if not match or match[1] not in context:
        return None
    others = [n for n, kind in context.items() if kind == context[match[1]] and n != match[1] and "constant" in context.text[n]
              and context.text[n].split("dense")[1] != context.text.get(match[1], "dense").split("dense")[1]]
    return line[:match.start(1)] + rng.choice(others) + line[match.end(1):] if others else None


def reduce_dims(line, context, rng):
    match = re.search(r"stablehlo\.reduce\(.*across dimensions = \[(\d+)\] : \(tensor<((?:\d+x)+)", line)
    if not match:
        return None
    extents = match[2].split("x")[:-1]
    others = [d for d in range(len(extents)) if d != int(match[1]) and
              extents[:d] + extents[d + 1:] == extents[:int(match[1])] + extents[int(match[1]) + 1:]]
    return line[:match.start(1)] + str(rng.choice(others)) + line[match.end(1):] if others else None


def convert_through(line, context, rng):
    """A conversion with another meaning: through an integer, through one bit."""
    match = re.match(r"(\s*)(%\w+) = stablehlo\.convert (%\w+(?:#\d+)?) : \(tensor<((?:\d+x)*)(\w+)>\) -> tensor<((?:\d+x)*)(\w+)>$", line)
    if not match:
        match = re.match(r"(\s*)(%\w+) = stablehlo\.(?:add|multiply|divide|negate) (%\w+(?:#\d+)?)(?:, %\w+)? : tensor<((?:\d+x)*)(f32)>()()$", line)
        if not match:
            return None
        shape, x, y = match[4], f"%first_{match[2][1:]}", f"%second_{match[2][1:]}"
        return f"{line.replace(match[2] + ' =', x + ' =', 1)}\n{match[1]}{y} = stablehlo.convert {x} : (tensor<{shape}f32>) -> tensor<{shape}i32>\n{match[1]}{match[2]} = stablehlo.convert {y} : (tensor<{shape}i32>) -> tensor<{shape}f32>"
    x = f"%first_{match[2][1:]}"
    via = rng.choice([t for t in ("i8", "i1", "ui8") if t not in (match[5], match[7])])
    return (f"{match[1]}{x} = stablehlo.convert {match[3]} : (tensor<{match[4]}{match[5]}>) -> tensor<{match[4]}{via}>\n"
            f"{match[1]}{match[2]} = stablehlo.convert {x} : (tensor<{match[4]}{via}>) -> tensor<{match[6]}{match[7]}>")


def swap_results(line, context, rng):
    """Two results of one type change places."""
    match = re.match(r"(\s*(?:sdy\.)?return )(.*) : (.*)$", line)
    if not match:
        return None
    values, kinds = match[2].split(", "), match[3].split(", ")
    pairs = [(i, j) for i in range(len(values)) for j in range(i) if kinds[i] == kinds[j] and values[i] != values[j]]
    if not pairs:
        return None
    i, j = rng.choice(pairs)
    values[i], values[j] = values[j], values[i]
    return f"{match[1]}{', '.join(values)} : {match[3]}"


def stale_result(line, context, rng):
    """A result is another value of its type: stale, not reduced, or not updated."""
    match = re.match(r"(\s*(?:sdy\.)?return )(.*) : (.*)$", line)
    if not match:
        return None
    values, kinds = match[2].split(", "), match[3].split(", ")
    i = rng.randrange(len(values))
    others = [n for n, kind in context.items() if kind == kinds[i] and n != values[i]]
    if not others:
        return None
    values[i] = rng.choice(others)
    return f"{match[1]}{', '.join(values)} : {match[3]}"


def other_sharding(line, context, rng):
    """Axes of one argument or result of the manual computation: another axis of that size, or another order."""
    match = re.search(r"sdy\.manual_computation\(.*?\) in_shardings=(\[.*?\]) out_shardings=", line)
    if not match:
        return None
    names = re.findall(r'"(\w+)"', line)
    spots = [m for m in re.finditer(r'\{("\w+"(?:, "\w+")*)\}', line) if "manual_axes" not in line[max(0, m.start() - 14):m.start()]]
    rng.shuffle(spots)
    for spot in spots:
        axes = spot[1].split(", ")
        if len(axes) > 1:
            return line[:spot.start(1)] + ", ".join(axes[::-1]) + line[spot.end(1):]
        others = sorted({f'"{n}"' for n in names} - set(axes))
        if others:
            return line[:spot.start(1)] + rng.choice(others) + line[spot.end(1):]
    return None


def moved_sharding(line, context, rng):
    """A dim of an argument or result is cut instead of another of the same tensor."""
    if "sdy.manual_computation(" not in line:
        return None
    spots = [m for m in re.finditer(r"<@\w+, \[((?:\{[^{}]*\}(?:, )?)+)\]>", line) if m[1].count("{") > 1]
    rng.shuffle(spots)
    for spot in spots:
        dims = re.findall(r"\{[^{}]*\}", spot[1])
        i, j = rng.sample(range(len(dims)), 2)
        if dims[i] != dims[j]:
            dims[i], dims[j] = dims[j], dims[i]
            return line[:spot.start(1)] + ", ".join(dims) + line[spot.end(1):]
    return None


def gather_dims(line, context, rng):
    """Index attributes of gather and scatter."""
    match = re.search(r"(start_index_map|collapsed_slice_dims|offset_dims|inserted_window_dims|scatter_dims_to_operand_dims|update_window_dims) = \[(\d+)\]", line)
    if not match:
        return None
    new = str(1 - int(match[2])) if int(match[2]) < 2 else "0"
    return line[:match.start(2)] + new + line[match.end(2):]


def move_epsilon(line, context, rng):
    """A small constant becomes larger or vanishes."""
    match = re.search(r"dense<(\d\.\d+E-\d+|\d\.\d+e-\d+)>", line)
    if not match:
        return None
    return line[:match.start(1)] + rng.choice(["0.000000e+00", f"{float(match[1]) * 10:e}", f"{float(match[1]) / 10:e}"]) + line[match.end(1):]


def drop_update(line, context, rng):
    """The second summand is missing: a micro-batch, a decay, a momentum."""
    match = re.match(r"(\s*%\w+ = )stablehlo\.(add|subtract) (%\w+(?:#\d+)?), (%\w+(?:#\d+)?) : (tensor<[^>]*>)$", line)
    if not match:
        return None
    kept = match[3] if match[2] == "subtract" or rng.random() < 0.5 else match[4]
    return f"{match[1]}stablehlo.optimization_barrier {kept} : {match[5]}"


def start_index(line, context, rng):
    """A dynamic slice or update at another start."""
    match = re.search(r"stablehlo\.dynamic_(?:update_)?slice .*?((?:, %\w+(?:#\d+)?)+)(?:, sizes| :)", line)
    if not match:
        return None
    uses = [u for u in re.finditer(r"%\w+(?:#\d+)?", match[1]) if context.get(u[0], "").endswith(("<i32>", "<ui32>", "<i64>"))]
    rng.shuffle(uses)
    for use in uses:
        others = [n for n, kind in context.items() if kind == context[use[0]] and n != use[0]]
        if others:
            at = match.start(1) + use.start()
            return line[:at] + rng.choice(others) + line[at + len(use[0]):]
    return None


def slice_stride(line, context, rng):
    """Rows of a slice: every other one, or the first ones."""
    match = re.search(r"stablehlo\.slice %\w+(?:#\d+)? \[(.*?)\] : \(tensor<((?:\d+x)+)", line)
    if not match:
        return None
    parts, extents = match[1].split(", "), [int(d) for d in match[2].split("x")[:-1]]
    for i in rng.sample(range(len(parts)), len(parts)):
        lo, hi, *stride = (int(p) for p in parts[i].split(":"))
        count = -(-(hi - lo) // (stride[0] if stride else 1))
        if stride and stride[0] > 1:
            parts[i] = f"{lo}:{lo + count}"
        elif count > 1 and lo + 2 * count - 1 <= extents[i]:
            parts[i] = f"{lo}:{lo + 2 * count - 1}:2"
        elif lo > 0:
            parts[i] = f"0:{count}"
        else:
            continue
        return line[:match.start(1)] + ", ".join(parts) + line[match.end(1):]
    return None


MUTATORS = {
    "operator": swap(("add", "subtract"), ("subtract", "add"), ("multiply", "add"), ("divide", "multiply"),
                     ("maximum", "minimum"), ("minimum", "maximum"), ("and", "or"), ("or", "and"), ("xor", "or")),
    "scale_constant": scale_constant, "off_by_one_constant": off_by_one_constant, "swap_operands": swap_operands,
    "other_operand": other_operand, "groups_of_one": groups_of_one, "reversed_pairs": reversed_pairs,
    "reverse_groups": reverse_groups, "shift_slice": shift_slice, "move_padding": move_padding,
    "other_direction": other_direction, "swap_cases": swap_cases, "other_reduction": other_reduction,
    "permute_equal_dims": permute_equal_dims, "unary": drop_unary, "other_axes": other_axes,
    "rotate_groups": rotate_groups, "change_pairs": change_pairs, "contracting": contracting, "iota_dim": iota_dim,
    "reduce_init": reduce_init, "reduce_dims": reduce_dims, "convert_through": convert_through,
    "swap_results": swap_results, "stale_result": stale_result, "other_sharding": other_sharding,
    "moved_sharding": moved_sharding, "gather_dims": gather_dims, "move_epsilon": move_epsilon,
    "drop_update": drop_update, "start_index": start_index, "slice_stride": slice_stride,
}
# Mutators that look for what is rare in a program look at these lines only.
RARE = {"swap_results": "return ", "stale_result": "return ", "other_sharding": "manual_computation", "moved_sharding": "manual_computation"}


class Context(dict):
    """Types of the values defined before a line, with the text that defines them and the sizes of the mesh axes."""
    text = {}
    sizes = ()


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


def mutants(text, count, rng, kinds):
    """Round robin over the mutators; of every one only lines where it finds something."""
    lines = text.split("\n")
    start, end = region(lines)
    indent = len(lines[start + 1]) - len(lines[start + 1].lstrip())
    sizes = mesh_of(text)
    seen, idle = set(), 0
    live = list(kinds)
    for attempt in range(count * 60):
        if len(seen) == count or not live:
            return
        kind = live[attempt % len(live)]
        places = [i for i in range(start, end + 1) if RARE.get(kind, "") in lines[i]]
        for at in rng.sample(places, min(len(places), 80)):
            context = Context()
            context.text, context.sizes = {}, sizes
            if "%" in lines[at]:
                for earlier in lines[start + 1:at]:
                    match = TYPED.match(earlier)
                    if match and len(earlier) - len(earlier.lstrip()) == indent:
                        context[match[1]] = match[2]
                        context.text[match[1]] = earlier
            new = MUTATORS[kind](lines[at], context, rng)
            if new is not None and new != lines[at] and (at, new) not in seen:
                break
        else:
            live.remove(kind)
            continue
        seen.add((at, new))
        yield kind, at + 1, lines[at].strip(), new.strip(), "\n".join(lines[:at] + [new] + lines[at + 1:])


def verdict_of(command):
    done = subprocess.run(command + ["--no-refute"], capture_output=True, text=True)
    verdict = {0: "proved", 1: "not proved", 2: "rejected", 3: "not proved"}.get(done.returncode, "crashed")
    if verdict != "proved":
        return verdict
    executed = subprocess.run(command + ["--no-prove"], capture_output=True, text=True)
    return "proved, differs" if executed.returncode == 1 else "proved, equal"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("logical")
    parser.add_argument("plan")
    parser.add_argument("--contract")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="mutators, by commas")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="show mutants that are proved and equal, too")
    options = parser.parse_args()
    kinds = sorted(options.only.split(",") if options.only else MUTATORS)
    table, wrong = collections.defaultdict(collections.Counter), []
    columns = ["not proved", "rejected", "proved, equal", "proved, differs", "crashed"]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        command = [options.tool, "verify", options.logical, None, "--no-counterexample", "--progress", "none",
                   "--time-limit", "30"] + (["--contract", options.contract] if options.contract else [])
        base = command[:3] + [options.plan] + command[4:]
        if subprocess.run(base + ["--no-refute"], capture_output=True).returncode != 0:
            print(f"{options.plan} itself is not proved")
            sys.exit(1)
        jobs = []
        for number, (kind, at, old, new, text) in enumerate(
                mutants(read(options.plan), options.count, random.Random(options.seed), kinds)):
            path = pathlib.Path(folder) / f"mutant{number}.mlir"
            path.write_text(text)
            jobs.append((kind, at, old, new, pool.submit(verdict_of, command[:3] + [str(path)] + command[4:])))
        for kind, at, old, new, job in jobs:
            verdict = job.result()
            table[kind][verdict] += 1
            if verdict in ("proved, differs", "crashed"):
                wrong.append(at)
            if verdict in ("proved, differs", "crashed") or (options.verbose and verdict == "proved, equal"):
                print(f"{verdict}: {kind} line {at}\n  - {old[:300]}\n  + {new[:300]}", flush=True)
    print(f"{'mutator':22}" + "".join(f"{c:>17}" for c in columns))
    total = sum((c for c in table.values()), collections.Counter())
    for kind in [*sorted(table), "all"]:
        counts = total if kind == "all" else table[kind]
        print(f"{kind:22}" + "".join(f"{counts[c]:17}" for c in columns))
    sys.exit(1 if wrong or not jobs else 0)


main()
