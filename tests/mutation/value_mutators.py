"""Faults in values: rows moved, signs, updates lost, conditions, order of pieces, arguments exchanged."""
import math
import re

from block_mutators import BINARY, UNARY, copy, dims_of, element_of, renamed

PLAIN = re.compile(r"^(\s*)(%\w+) = stablehlo\.(add|subtract|multiply|divide|maximum|tanh|exponential|negate|reshape|transpose|"
                   r"broadcast_in_dim|dot_general|convert|select|gather|slice|reduce\().*(tensor<[^>]*>)$")


def after(program, at, text):
    """The value of this line with something done to it; `text` gets indent, result, its plain name and its type."""
    match = PLAIN.match(program.lines[at])
    if not match:
        return None
    plain = f"%plain_{match[2][1:]}"
    new = text(match[1], match[2], plain, match[4])
    return (at, [renamed(program.lines[at], match[2], plain), *new]) if new else None


def reversed_rows(program, at, rng):
    def text(indent, result, plain, kind):
        dims = [i for i, d in enumerate(dims_of(kind)) if d > 1]
        return [f"{indent}{result} = stablehlo.reverse {plain}, dims = [{rng.choice(dims)}] : {kind}"] if dims else None
    return after(program, at, text)


def rotated_rows(program, at, rng):
    def text(indent, result, plain, kind):
        dims = dims_of(kind)
        choices = [i for i, d in enumerate(dims) if d > 1]
        if not choices:
            return None
        i, cut = rng.choice(choices), 1
        def piece(lo, hi):
            bounds = ", ".join(f"{lo}:{hi}" if k == i else f"0:{d}" for k, d in enumerate(dims))
            small = kind.replace("x".join(map(str, dims)), "x".join(str(hi - lo) if k == i else str(d) for k, d in enumerate(dims)), 1)
            return bounds, small
        (b0, k0), (b1, k1) = piece(0, cut), piece(cut, dims[i])
        return [f"{indent}%head_{result[1:]} = stablehlo.slice {plain} [{b0}] : ({kind}) -> {k0}",
                f"{indent}%tail_{result[1:]} = stablehlo.slice {plain} [{b1}] : ({kind}) -> {k1}",
                f"{indent}{result} = stablehlo.concatenate %tail_{result[1:]}, %head_{result[1:]}, dim = {i} : ({k1}, {k0}) -> {kind}"]
    return after(program, at, text)


def transposed(program, at, rng):
    def text(indent, result, plain, kind):
        dims = dims_of(kind)
        pairs = [(i, j) for i in range(len(dims)) for j in range(i) if dims[i] == dims[j] > 1]
        if not pairs:
            return None
        order = list(range(len(dims)))
        i, j = rng.choice(pairs)
        order[i], order[j] = j, i
        return [f"{indent}{result} = stablehlo.transpose {plain}, dims = {order} : ({kind}) -> {kind}"]
    return after(program, at, text)


def scaled_by_ranks(program, at, rng):
    """Divided or multiplied by the size of an axis: a mean too many."""
    def text(indent, result, plain, kind):
        if element_of(kind) not in ("f32", "bf16", "f64") or not program.sizes:
            return None
        size = rng.choice([s for s in program.sizes + [math.prod(program.sizes)] if s > 1] or [2])
        name = f"%ranks_{result[1:]}"
        return [f"{indent}{name} = stablehlo.constant dense<{size}.0> : {kind}",
                f"{indent}{result} = stablehlo.{rng.choice(['divide', 'multiply'])} {plain}, {name} : {kind}"]
    return after(program, at, text)


def sign(program, at, rng):
    def text(indent, result, plain, kind):
        return None if element_of(kind) in ("i1", "ui32", "ui8") else [f"{indent}{result} = stablehlo.{rng.choice(['negate', 'abs'])} {plain} : {kind}"]
    return after(program, at, text)


def rounded(program, at, rng):
    def text(indent, result, plain, kind):
        return [f"{indent}{result} = stablehlo.{rng.choice(['floor', 'ceil'])} {plain} : {kind}"] if element_of(kind) == "f32" else None
    return after(program, at, text)


def added_twice(program, at, rng):
    """An update, a micro-batch or a decay counts twice."""
    match = BINARY.match(program.lines[at])
    if not match or match[3] not in ("add", "subtract") or element_of(match[6]) == "i1":
        return None
    once = f"%once_{match[2][1:]}"
    return at, [renamed(program.lines[at], match[2], once), f"{match[1]}{match[2]} = stablehlo.{match[3]} {once}, {match[5]} : {match[6]}"]


def root_before_epsilon(program, at, rng):
    """sqrt(v + eps) for sqrt(v) + eps, and the other way about."""
    match = BINARY.match(program.lines[at])
    if not match or match[3] != "add":
        return None
    for i in range(program.body_of(at)[0], at):
        root = UNARY.match(program.lines[i])
        if root and root[3] == "sqrt" and root[2] in (match[4], match[5]):
            other = match[5] if root[2] == match[4] else match[4]
            name = f"%under_{match[2][1:]}"
            return at, [f"{match[1]}{name} = stablehlo.add {root[4]}, {other} : {match[6]}",
                        f"{match[1]}{match[2]} = stablehlo.sqrt {name} : {match[6]}"]
    for i in range(at + 1, program.body_of(at)[1]):
        root = UNARY.match(program.lines[i])
        if root and root[3] == "sqrt" and root[4] == match[2]:
            name = f"%root_{root[2][1:]}"
            return i, program.lines[at:i] + [f"{root[1]}{name} = stablehlo.sqrt {match[4]} : {root[5]}",
                                             f"{root[1]}{root[2]} = stablehlo.add {name}, {match[5]} : {root[5]}"]
    return None


def one_case(program, at, rng):
    """The condition is forgotten."""
    match = re.match(r"^(\s*)(%\w+) = stablehlo\.select (%\w+(?:#\d+)?), (%\w+(?:#\d+)?), (%\w+(?:#\d+)?) : tensor<[^>]*>, (tensor<[^>]*>)$", program.lines[at])
    return (at, [copy(match[1], match[2], match[rng.choice([4, 5])], match[6])]) if match else None


def update_lost(program, at, rng):
    """A dynamic update or scatter leaves its operand as it was."""
    match = re.match(r"^(\s*)(%\w+) = stablehlo\.dynamic_update_slice (%\w+(?:#\d+)?), .* -> (tensor<[^>]*>)$", program.lines[at])
    if match:
        return at, [copy(match[1], match[2], match[3], match[4])]
    match = re.match(r'^(\s*)(%\w+) = "stablehlo\.scatter"\((%\w+(?:#\d+)?), ', program.lines[at])
    if match:
        last = program.last_of(at)
        return last, [copy(match[1], match[2], match[3], re.findall(r"tensor<[^>]*>", program.lines[last])[-1])]
    return None


def concat_order(program, at, rng):
    match = re.match(r"^(\s*%\w+ = stablehlo\.concatenate )(.*), dim = (\d+) : \((.*)\) -> (.*)$", program.lines[at])
    if not match:
        return None
    values, kinds = match[2].split(", "), match[4].split(", ")
    if len(set(values)) < 2:
        return None
    i, j = rng.sample(range(len(values)), 2)
    values[i], values[j], kinds[i], kinds[j] = values[j], values[i], kinds[j], kinds[i]
    return at, [f"{match[1]}{', '.join(values)}, dim = {match[3]} : ({', '.join(kinds)}) -> {match[5]}"]


def pad_amount(program, at, rng):
    """One more before and one less behind, or the other way about."""
    match = re.search(r"low = \[(.*?)\], high = \[(.*?)\]", program.lines[at])
    if not match or "stablehlo.pad" not in program.lines[at]:
        return None
    low, high = ([int(x) for x in match[g].split(", ")] for g in (1, 2))
    i = rng.randrange(len(low))
    step = rng.choice([s for s in (1, -1)])
    low[i], high[i] = low[i] + step, high[i] - step
    return at, [program.lines[at][:match.start()] + f"low = {low}, high = {high}" + program.lines[at][match.end():]]


def rank(program, at, rng):
    """Every rank takes itself for the first, or for the next."""
    match = re.match(r"^(\s*)(%\w+) = stablehlo\.partition_id : (tensor<ui32>)$", program.lines[at])
    if not match:
        return None
    if rng.random() < 0.5:
        return at, [f"{match[1]}{match[2]} = stablehlo.constant dense<0> : {match[3]}"]
    last = math.prod(program.sizes) - 1 if program.sizes else 1
    return at, [renamed(program.lines[at], match[2], "%own"), f"{match[1]}%last = stablehlo.constant dense<{last}> : {match[3]}",
                f"{match[1]}{match[2]} = stablehlo.subtract %last, %own : {match[3]}"]


def quotient(program, at, rng):
    """Integer division for remainder and back: the wrong coordinate of a rank."""
    match = BINARY.match(program.lines[at])
    if not match or match[3] not in ("divide", "remainder") or element_of(match[6]) not in ("i32", "ui32", "i64"):
        return None
    return at, [program.lines[at].replace(f"stablehlo.{match[3]}", "stablehlo." + ("divide" if match[3] == "remainder" else "remainder"), 1)]


def shift(program, at, rng):
    match = BINARY.match(program.lines[at])
    if not match or match[3] not in ("shift_left", "shift_right_logical"):
        return None
    return at, [program.lines[at].replace(match[3], "shift_left" if match[3] != "shift_left" else "shift_right_logical", 1)]


def start_indices(program, at, rng):
    """Starts of two dims exchanged."""
    line = program.lines[at]
    match = re.search(r"stablehlo\.dynamic_(?:update_)?slice (.*?)(, sizes| :)", line)
    if not match:
        return None
    names = match[1].split(", ")
    first = 2 if "update" in line else 1
    pairs = [(i, j) for i in range(first, len(names)) for j in range(first, i) if names[i] != names[j]]
    if not pairs:
        return None
    i, j = rng.choice(pairs)
    names[i], names[j] = names[j], names[i]
    return at, [line[:match.start(1)] + ", ".join(names) + line[match.end(1):]]


def arguments(program, at, rng):
    """Two arguments of one type enter the devices in each other's place."""
    match = re.search(r"sdy\.manual_computation\((.*?)\)", program.lines[at])
    kinds = re.findall(r"tensor<[^>]*>", program.lines[program.end + 1].split("->")[0]) if match else []
    names = match[1].split(", ") if match else []
    pairs = [(i, j) for i in range(len(names)) for j in range(i) if len(kinds) == len(names) and kinds[i] == kinds[j]]
    if not pairs:
        return None
    i, j = rng.choice(pairs)
    names[i], names[j] = names[j], names[i]
    return at, [program.lines[at][:match.start(1)] + ", ".join(names) + program.lines[at][match.end(1):]]


def stale_parameter(program, at, rng):
    """A use of a value becomes a use of an argument of its type."""
    match = re.match(r"^\s*%\w+ = (.*)$", program.lines[at])
    context = program.context(at) if match else {}
    uses = [u for u in re.finditer(r"%\w+(?:#\d+)?", program.lines[at][match.start(1):])] if match else []
    rng.shuffle(uses)
    for use in uses:
        others = [n for n, k in context.items() if k == context.get(use[0]) and n.startswith("%arg") and n != use[0]]
        if others:
            start = match.start(1) + use.start()
            return at, [program.lines[at][:start] + rng.choice(others) + program.lines[at][start + len(use[0]):]]
    return None


def donation(program, at, rng):
    """An argument is said to be updated by another result of its type."""
    line = program.lines[at]
    inputs, outputs = line.rsplit("->", 1)
    results = re.findall(r"tensor<[^>]*>", outputs)
    spots = [m for m in re.finditer(r"%arg(\d+): (tensor<[^>]*>)(?: \{)?", inputs)]
    rng.shuffle(spots)
    for spot in spots:
        others = [k for k, kind in enumerate(results) if kind == spot[2] and k != int(spot[1])]
        if others:
            new = f"tf.aliasing_output = {rng.choice(others)} : i32"
            return at, [line[:spot.end()] + (new + ", " if spot[0].endswith("{") else f" {{{new}}}") + line[spot.end():]]
    return None


MUTATORS = {
    "reversed_rows": reversed_rows, "rotated_rows": rotated_rows, "transposed": transposed,
    "scaled_by_ranks": scaled_by_ranks, "sign": sign, "rounded": rounded, "added_twice": added_twice,
    "root_before_epsilon": root_before_epsilon, "one_case": one_case, "update_lost": update_lost,
    "concat_order": concat_order, "pad_amount": pad_amount, "rank": rank, "quotient": quotient, "shift": shift,
    "start_indices": start_indices, "arguments": arguments, "stale_parameter": stale_parameter, "donation": donation,
}
WORDS = {name: "stablehlo." for name in MUTATORS}
WORDS.update(arguments="manual_computation", donation="func.func public @main", rank="partition_id", pad_amount="stablehlo.pad",
             concat_order="concatenate", one_case="stablehlo.select", shift="stablehlo.shift", start_indices="stablehlo.dynamic_",
             update_lost="stablehlo.")
