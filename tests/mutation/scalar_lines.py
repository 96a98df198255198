"""Faults of one line in operators, constants, conditions and conversions."""
import re

INTEGERS = ("i32", "ui32", "i64")
SCALAR = re.compile(r"dense<(-?\d[^>\[\]x]*)> : (tensor<(?:\d+x)*(f32|f64|bf16|i32|ui32|i64)>)")


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
    text = f"{new:e}" if match[3] not in INTEGERS else str(int(new))
    return line[:match.start(1)] + text + line[match.end(1):]


def off_by_one_constant(line, context, rng):
    match = SCALAR.search(line)
    if not match or match[3] not in INTEGERS:
        return None
    return line[:match.start(1)] + str(int(match[1]) + 1) + line[match.end(1):]


def swap_operands(line, context, rng):
    match = re.search(r"stablehlo\.(subtract|divide|power|remainder|shift_left) (%\w+), (%\w+) :", line)
    if not match or match[2] == match[3]:
        return None
    return line[:match.start(2)] + f"{match[3]}, {match[2]}" + line[match.end(3):]


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


def drop_unary(line, context, rng):
    match = re.search(r"stablehlo\.(negate|exponential|log|sqrt|rsqrt|tanh|sine|cosine) ", line)
    if not match:
        return None
    other = {"negate": "abs", "sine": "cosine", "cosine": "sine", "sqrt": "rsqrt", "rsqrt": "sqrt"}.get(match[1], "negate")
    return line[:match.start(1)] + other + line[match.end(1):]


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


def reduce_init(line, context, rng):
    """Another initial value, where one is defined before."""
    match = re.search(r"stablehlo\.reduce\(%\w+ init: (%\w+)\)", line)
    if not match or match[1] not in context:
        return None
    others = [n for n, kind in context.items() if kind == context[match[1]] and n != match[1] and "constant" in context.text[n]
              and context.text[n].split("dense")[1] != context.text.get(match[1], "dense").split("dense")[1]]
    return line[:match.start(1)] + rng.choice(others) + line[match.end(1):] if others else None


MUTATORS = {
    "operator": swap(("add", "subtract"), ("subtract", "add"), ("multiply", "add"), ("divide", "multiply"),
                     ("maximum", "minimum"), ("minimum", "maximum"), ("and", "or"), ("or", "and"), ("xor", "or")),
    "scale_constant": scale_constant, "off_by_one_constant": off_by_one_constant, "swap_operands": swap_operands,
    "other_direction": other_direction, "swap_cases": swap_cases, "other_reduction": other_reduction,
    "unary": drop_unary, "convert_through": convert_through, "move_epsilon": move_epsilon, "drop_update": drop_update,
    "reduce_init": reduce_init,
}
