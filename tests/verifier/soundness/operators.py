"""Operators whose every operand and attribute must be able to change the verdict.

An entry is (name, template, operand types, result type, other templates). `{0}`, `{1}`, .. in the template are the
operands. From an entry follow: the operator against itself (equal), once per operand the operator with another value
in that place (not equal), and every other template against the first one (not equal). A template may hold several
lines; `{r}` is its result. A type that starts with `i` or `u` may carry a range `@lo:hi` that both programs may assume.
"""

ADD = "applies stablehlo.add across"
F4, F8, F44 = "4xf32", "8xf32", "4x4xf32"


def unary(name):
    return f"{{r}} = stablehlo.{name} {{0}} : tensor<4xf32>"


def binary(name, kind="4xf32"):
    return f"{{r}} = stablehlo.{name} {{0}}, {{1}} : tensor<{kind}>"


def compare(direction, kind="FLOAT", element="f32"):
    return (f"{{r}} = stablehlo.compare {direction}, {{0}}, {{1}}, {kind} : "
            f"(tensor<4x{element}>, tensor<4x{element}>) -> tensor<4xi1>")


def convert(source, *via):
    out, value = [], "{0}"
    for number, target in enumerate(via):
        result = "{r}" if number + 1 == len(via) else f"%via{number}"
        out.append(f"{result} = stablehlo.convert {value} : (tensor<4x{source}>) -> tensor<4x{target}>")
        source, value = target, result
    return "\n".join(out)


def reduce(op, init, dims="1", kind="f32"):
    return (f"%init = stablehlo.constant dense<{init}> : tensor<{kind}>\n"
            f"{{r}} = stablehlo.reduce({{0}} init: %init) applies stablehlo.{op} across dimensions = [{dims}] : "
            f"(tensor<4x4x{kind}>, tensor<{kind}>) -> tensor<4x{kind}>")


def reducer(lines, arguments="%a: tensor<f32>, %b: tensor<f32>"):
    return ("%init = stablehlo.constant dense<0.0> : tensor<f32>\n"
            "{r} = stablehlo.reduce({0} init: %init) across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> "
            f"tensor<4xf32>\n reducer(%a: tensor<f32>, %b: tensor<f32>) {{{{ {lines} }}}}")


def dot(lhs, rhs, batch=""):
    return (f"{{r}} = stablehlo.dot_general {{0}}, {{1}}, {batch}contracting_dims = [{lhs}] x [{rhs}] : "
            "(tensor<4x4x4xf32>, tensor<4x4x4xf32>) -> tensor<" + ("4x4x4xf32>" if batch else "4x4x4x4xf32>"))


def window(dims="3", strides="1", padding="[[1, 1]]", base="1", dilation="1", init="0.0", op="add", size=8):
    return (f"%init = stablehlo.constant dense<{init}> : tensor<f32>\n"
            '{r} = "stablehlo.reduce_window"({0}, %init) ({{{{\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n'
            f"  %s = stablehlo.{op} %a, %b : tensor<f32>\n  stablehlo.return %s : tensor<f32>\n"
            f"}}}}) {{{{window_dimensions = array<i64: {dims}>, window_strides = array<i64: {strides}>, "
            f"base_dilations = array<i64: {base}>, window_dilations = array<i64: {dilation}>, "
            f"padding = dense<{padding}> : tensor<1x2xi64>}}}} : (tensor<8xf32>, tensor<f32>) -> tensor<{size}xf32>"
            ).replace("{{{{", "{{").replace("}}}}", "}}")


def gather(offset="1", collapsed="0", start="0", vector="1", sizes="1, 4"):
    return ('{r} = "stablehlo.gather"({0}, {1}) {{dimension_numbers = #stablehlo.gather<'
            f"offset_dims = [{offset}], collapsed_slice_dims = [{collapsed}], start_index_map = [{start}], "
            f"index_vector_dim = {vector}>, slice_sizes = array<i64: {sizes}>, indices_are_sorted = false}}}} : "
            "(tensor<4x4xf32>, tensor<4x1xi32>) -> tensor<4x4xf32>")


def scatter(body="%s = stablehlo.add %a, %b : tensor<f32>\n  stablehlo.return %s : tensor<f32>", window="1",
            inserted="0", start="0", indices="4x1", updates="4x4"):
    return ('{r} = "stablehlo.scatter"({0}, {1}, {2}) ({{\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  '
            f"{body}\n" "}}) {{scatter_dimension_numbers = #stablehlo.scatter<"
            f"update_window_dims = [{window}], inserted_window_dims = [{inserted}], "
            f"scatter_dims_to_operand_dims = [{start}], index_vector_dim = 1>}}}} : "
            f"(tensor<4x4xf32>, tensor<{indices}xi32>, tensor<{updates}xf32>) -> tensor<4x4xf32>")


def sort(dim=1, direction="LT", which="%a, %b", stable="false"):
    return ('%res:2 = "stablehlo.sort"({0}, {1}) ({{\n^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):\n'
            f"  %s = stablehlo.compare {direction}, {which}, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            f"  stablehlo.return %s : tensor<i1>\n}}}}) {{{{dimension = {dim} : i64, is_stable = {stable}}}}} : "
            "(tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)\n"
            "{r} = stablehlo.add %res#1, %res#1 : tensor<4x4xf32>")


def convolution(numbers="[b, 0, f]x[0, i, o]->[b, 0, f]", stride=1, pad="[1, 1]", lhs=1, rhs=1, reverse="false",
                groups=1, size=8, kernel="3x4x4"):
    return (f"{{r}} = stablehlo.convolution({{0}}, {{1}}) dim_numbers = {numbers}, window = {{{{stride = [{stride}], "
            f"pad = [{pad}], lhs_dilate = [{lhs}], rhs_dilate = [{rhs}], reverse = [{reverse}]}}}} "
            f"{{{{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}}}} : "
            f"(tensor<4x8x4xf32>, tensor<{kernel}xf32>) -> tensor<4x{size}x4xf32>")


def constant(text, kind="4xf32"):
    return f"{{r}} = stablehlo.constant dense<{text}> : tensor<{kind}>"


def integer(op, element="i32"):
    return f"{{r}} = stablehlo.{op} {{0}}, {{1}} : tensor<4x{element}>"


def loop(limit=3, start=0, step=1, op="add"):
    return (f"%start = stablehlo.constant dense<{start}> : tensor<i32>\n"
            f"%limit = stablehlo.constant dense<{limit}> : tensor<i32>\n"
            f"%step = stablehlo.constant dense<{step}> : tensor<i32>\n"
            "%res:2 = stablehlo.while(%i = %start, %x = {0}) : tensor<i32>, tensor<4xf32>\n cond {{\n"
            "  %c = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "  stablehlo.return %c : tensor<i1>\n }} do {{\n"
            f"  %y = stablehlo.{op} %x, {{1}} : tensor<4xf32>\n"
            "  %j = stablehlo.add %i, %step : tensor<i32>\n"
            "  stablehlo.return %j, %y : tensor<i32>, tensor<4xf32>\n }}\n"
            "{r} = stablehlo.add %res#1, %res#1 : tensor<4xf32>")


def case(order=(1, 2, 3)):
    regions = ", ".join("{{\n  stablehlo.return {%d} : tensor<4xf32>\n}}" % i for i in order)
    return f'{{r}} = "stablehlo.case"({{0}}) ({regions}) : (tensor<i32>) -> tensor<4xf32>'


def if_(order=(1, 2)):
    regions = ", ".join("{{\n  stablehlo.return {%d} : tensor<4xf32>\n}}" % i for i in order)
    return f'{{r}} = "stablehlo.if"({{0}}) ({regions}) : (tensor<i1>) -> tensor<4xf32>'


def top_k(result, element="f32"):
    value = f"%res#{result}"
    convert_ = (f"{{r}} = stablehlo.convert {value} : (tensor<4x2x{'i32' if result else element}>) -> tensor<4x2xf32>")
    return (f"%res:2 = chlo.top_k({{0}}, k = 2) : tensor<4x4x{element}> -> (tensor<4x2x{element}>, tensor<4x2xi32>)\n"
            + convert_)


FLOAT_UNARY = ["abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one",
               "logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan",
               "tanh"]

OPERATORS = []


def add(name, template, operands, result, *others):
    OPERATORS.append((name, template, operands, result, others))


for number, op in enumerate(FLOAT_UNARY):
    others = [unary(other) for other in FLOAT_UNARY if other != op]
    add(op, unary(op), [F4], F4, *others[number % 3::3])
for op, others in [("add", ["subtract", "multiply"]), ("subtract", ["add", "divide"]), ("multiply", ["divide", "add"]),
                   ("divide", ["multiply", "remainder"]), ("power", ["multiply", "atan2"]),
                   ("remainder", ["divide", "power"]), ("atan2", ["divide", "remainder"]),
                   ("maximum", ["minimum", "add"]), ("minimum", ["maximum", "multiply"])]:
    add(op, binary(op), [F4, F4], F4, *[binary(other) for other in others])
for op in ["subtract", "divide", "power", "remainder", "atan2"]:
    add(op + " swapped", binary(op), [F4, F4], F4, binary(op).replace("{0}, {1}", "{1}, {0}"))
for op in ["EQ", "NE", "LT", "LE", "GT", "GE"]:
    others = [d for d in ["EQ", "NE", "LT", "LE", "GT", "GE"] if d != op]
    add("compare " + op, compare(op), [F4, F4], "4xi1", *[compare(d) for d in others])
    add("compare integers " + op, compare(op, "SIGNED", "i32"), ["4xi32", "4xi32"], "4xi1",
        *[compare(d, "SIGNED", "i32") for d in others])
add("compare swapped", compare("LT"), [F4, F4], "4xi1", compare("LT").replace("{0}, {1}", "{1}, {0}"))
add("compare unsigned", compare("LT", "UNSIGNED", "ui32"), ["4xui32", "4xui32"], "4xi1",
    compare("GE", "UNSIGNED", "ui32"))
add("compare total order", compare("LT", "TOTALORDER"), [F4, F4], "4xi1", compare("LT"))
add("select", "{r} = stablehlo.select {0}, {1}, {2} : tensor<4xi1>, tensor<4xf32>", ["4xi1", F4, F4], F4,
    "{r} = stablehlo.select {0}, {2}, {1} : tensor<4xi1>, tensor<4xf32>")
add("clamp", "{r} = stablehlo.clamp {0}, {1}, {2} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
    [F4, F4, F4], F4,
    "{r} = stablehlo.clamp {2}, {1}, {0} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
    "{r} = stablehlo.clamp {0}, {2}, {1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>")
add("clamp integers", "{r} = stablehlo.clamp {0}, {1}, {2} : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>",
    ["i32", "4xi32", "i32"], "4xi32")
for op, others in [("and", ["or", "xor"]), ("or", ["and", "xor"]), ("xor", ["or", "and"])]:
    add(op + " booleans", integer(op, "i1"), ["4xi1", "4xi1"], "4xi1", *[integer(o, "i1") for o in others])
    add(op + " integers", integer(op), ["4xi32", "4xi32"], "4xi32", *[integer(o) for o in others])
for op, others in [("add", ["subtract"]), ("subtract", ["add"]), ("multiply", ["add"]), ("divide", ["remainder"]),
                   ("remainder", ["divide"]), ("shift_left", ["shift_right_logical"]), ("maximum", ["minimum"]),
                   ("shift_right_logical", ["shift_right_arithmetic"]), ("minimum", ["maximum"]), ("power", ["multiply"])]:
    add(op + " integers", integer(op), ["4xi32", "4xi32"], "4xi32", *[integer(o) for o in others])
for op in ["subtract", "divide", "remainder", "shift_left", "shift_right_logical", "power"]:
    add(op + " integers swapped", integer(op), ["4xi32", "4xi32"], "4xi32", integer(op).replace("{0}, {1}", "{1}, {0}"))
for op in ["abs", "negate", "not", "popcnt", "count_leading_zeros", "sign"]:
    others = [o for o in ["abs", "negate", "not", "popcnt", "count_leading_zeros", "sign"] if o != op]
    add(op + " integers", f"{{r}} = stablehlo.{op} {{0}} : tensor<4xi32>", ["4xi32"], "4xi32",
        *[f"{{r}} = stablehlo.{o} {{0}} : tensor<4xi32>" for o in others])
add("convert to integer and back", convert("f32", "i32", "f32"), [F4], F4, convert("f32", "i8", "f32"),
    convert("f32", "ui32", "f32"), convert("f32", "i1", "f32"), "{r} = stablehlo.floor {0} : tensor<4xf32>",
    "{r} = stablehlo.abs {0} : tensor<4xf32>", "{r} = stablehlo.round_nearest_even {0} : tensor<4xf32>")
add("convert narrows", convert("i32", "i8", "f32"), ["4xi32"], F4, convert("i32", "f32"), convert("i32", "ui8", "f32"),
    convert("i32", "i16", "f32"), convert("i32", "i1", "f32"))
add("convert to unsigned", convert("i32", "ui32", "f32"), ["4xi32"], F4, convert("i32", "f32"))
add("convert to signed", convert("ui32", "i32", "f32"), ["4xui32"], F4, convert("ui32", "f32"))
add("bitcast_convert", "{r} = stablehlo.bitcast_convert {0} : (tensor<4xi32>) -> tensor<4xf32>", ["4xi32"], F4,
    convert("i32", "f32"))
add("is_finite", "{r} = stablehlo.is_finite {0} : (tensor<4xf32>) -> tensor<4xi1>", [F4], "4xi1",
    "{r} = stablehlo.constant dense<true> : tensor<4xi1>")
add("constant", constant("[0.0, 1.0, 2.0, 3.0]"), [], F4, constant("[0.0, 1.0, 2.0, 3.5]"), constant("1.0"),
    constant("[1.0, 0.0, 2.0, 3.0]"))
add("constant integers", constant("[0, 1, 2, 3]", "4xi32"), [], "4xi32", constant("[0, 1, 2, 4]", "4xi32"),
    constant("[3, 2, 1, 0]", "4xi32"), constant("[0, 2, 4, 6]", "4xi32"))
add("constant small", constant("1.0e-6"), [], F4, constant("1.0e-5"), constant("1.0e-7"), constant("0.0"))
add("constant mask", constant("-1.0e30"), [], F4, constant("-1.0e29"), constant("0xFF800000"))
add("iota", "{r} = stablehlo.iota dim = 0 : tensor<4x4xf32>", [], F44, "{r} = stablehlo.iota dim = 1 : tensor<4x4xf32>")
add("broadcast_in_dim", "{r} = stablehlo.broadcast_in_dim {0}, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>", [F4],
    F44, "{r} = stablehlo.broadcast_in_dim {0}, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>")
add("broadcast_in_dim permuted",
    "{r} = stablehlo.broadcast_in_dim {0}, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4xf32>", [F44], F44,
    "{r} = stablehlo.broadcast_in_dim {0}, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>")
add("transpose", "{r} = stablehlo.transpose {0}, dims = [1, 2, 0] : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>",
    ["4x4x4xf32"], "4x4x4xf32",
    "{r} = stablehlo.transpose {0}, dims = [2, 0, 1] : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>",
    "{r} = stablehlo.transpose {0}, dims = [0, 1, 2] : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>")
add("reverse", "{r} = stablehlo.reverse {0}, dims = [0] : tensor<4x4xf32>", [F44], F44,
    "{r} = stablehlo.reverse {0}, dims = [1] : tensor<4x4xf32>",
    "{r} = stablehlo.reverse {0}, dims = [0, 1] : tensor<4x4xf32>")
add("reshape", "{r} = stablehlo.reshape {0} : (tensor<2x6xf32>) -> tensor<3x4xf32>", ["2x6xf32"], "3x4xf32",
    "%t = stablehlo.transpose {0}, dims = [1, 0] : (tensor<2x6xf32>) -> tensor<6x2xf32>\n"
    "{r} = stablehlo.reshape %t : (tensor<6x2xf32>) -> tensor<3x4xf32>")
add("slice", "{r} = stablehlo.slice {0} [2:6:2] : (tensor<8xf32>) -> tensor<2xf32>", [F8], "2xf32",
    "{r} = stablehlo.slice {0} [3:6:2] : (tensor<8xf32>) -> tensor<2xf32>",
    "{r} = stablehlo.slice {0} [2:6:3] : (tensor<8xf32>) -> tensor<2xf32>",
    "{r} = stablehlo.slice {0} [2:4] : (tensor<8xf32>) -> tensor<2xf32>")
add("concatenate", "{r} = stablehlo.concatenate {0}, {1}, dim = 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>",
    [F44, F44], "8x4xf32",
    "{r} = stablehlo.concatenate {1}, {0}, dim = 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>",
    "%c = stablehlo.concatenate {0}, {1}, dim = 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>\n"
    "{r} = stablehlo.reshape %c : (tensor<4x8xf32>) -> tensor<8x4xf32>")


def pad(low, high, interior):
    return (f"{{r}} = stablehlo.pad {{0}}, {{1}}, low = [{low}], high = [{high}], interior = [{interior}] : "
            "(tensor<4xf32>, tensor<f32>) -> tensor<8xf32>")


add("pad", pad(2, 2, 0), [F4, "f32"], F8, pad(1, 3, 0), pad(3, 1, 0), pad(0, 1, 1), pad(1, 0, 1), pad(-1, 5, 0),
    pad(4, 0, 0))
add("pad inside", pad(0, 1, 1), [F4, "f32"], F8, pad(1, 0, 1), pad(-1, -1, 2).replace("high = [-1]", "high = [-1]"))
add("dynamic_slice", "{r} = stablehlo.dynamic_slice {0}, {1}, sizes = [4] : (tensor<8xf32>, tensor<i32>) -> tensor<4xf32>",
    [F8, "i32"], F4, "{r} = stablehlo.slice {0} [0:4] : (tensor<8xf32>) -> tensor<4xf32>")
add("dynamic_slice two dims",
    "{r} = stablehlo.dynamic_slice {0}, {1}, {2}, sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>",
    [F44, "i32", "i32"], "2x2xf32",
    "{r} = stablehlo.dynamic_slice {0}, {2}, {1}, sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>")
add("dynamic_slice clamps",
    "%k = stablehlo.constant dense<7> : tensor<i32>\n"
    "{r} = stablehlo.dynamic_slice {0}, %k, sizes = [4] : (tensor<8xf32>, tensor<i32>) -> tensor<4xf32>", [F8], F4,
    "{r} = stablehlo.slice {0} [3:7] : (tensor<8xf32>) -> tensor<4xf32>")
add("dynamic_update_slice",
    "{r} = stablehlo.dynamic_update_slice {0}, {1}, {2} : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>",
    [F8, F4, "i32"], F8,
    "%z = stablehlo.constant dense<0> : tensor<i32>\n"
    "{r} = stablehlo.dynamic_update_slice {0}, {1}, %z : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>")
add("gather", gather(), [F44, "4x1xi32"], F44, gather(offset="0", collapsed="1", start="1", sizes="4, 1"),
    gather(offset="0"), gather(collapsed="1", sizes="4, 1", start="1"), gather(collapsed="1", sizes="4, 1", start="0"))
add("gather ranged", gather(), [F44, "4x1xi32@0:3"], F44, gather(offset="0"))
add("gather of part", gather(sizes="1, 2").replace("-> tensor<4x4xf32>", "-> tensor<4x2xf32>"), [F44, "4x1xi32"],
    "4x2xf32", gather(collapsed="1", sizes="2, 1", start="0").replace("-> tensor<4x4xf32>", "-> tensor<4x2xf32>"))
add("scatter", scatter(), [F44, "4x1xi32", F44], F44,
    scatter(window="0", inserted="1", start="1"), scatter(window="0"), scatter(inserted="1", start="1"),
    scatter("%s = stablehlo.maximum %a, %b : tensor<f32>\n  stablehlo.return %s : tensor<f32>"),
    scatter("stablehlo.return %b : tensor<f32>"), scatter("stablehlo.return %a : tensor<f32>"),
    scatter("%s = stablehlo.subtract %a, %b : tensor<f32>\n  stablehlo.return %s : tensor<f32>"),
    scatter("%s = stablehlo.add %b, %b : tensor<f32>\n  stablehlo.return %s : tensor<f32>"))
add("scatter replaces", scatter("stablehlo.return %b : tensor<f32>", indices="1x1", updates="1x4"),
    [F44, "1x1xi32", "1x4xf32"], F44, scatter(indices="1x1", updates="1x4"),
    scatter("stablehlo.return %a : tensor<f32>", indices="1x1", updates="1x4"))
add("dot_general", dot("1", "0"), ["4x4x4xf32", "4x4x4xf32"], "4x4x4x4xf32", dot("0", "0"), dot("1", "1"), dot("2", "0"),
    dot("1", "2"), dot("1", "0").replace("{0}, {1}", "{1}, {0}"))
add("dot_general batched", dot("1", "1", "batching_dims = [0] x [0], "), ["4x4x4xf32", "4x4x4xf32"], "4x4x4xf32",
    dot("2", "1", "batching_dims = [0] x [0], "), dot("1", "2", "batching_dims = [0] x [0], "),
    dot("1", "0", "batching_dims = [0] x [1], "), dot("0", "1", "batching_dims = [1] x [0], "),
    dot("1, 2", "1, 2", "batching_dims = [0] x [0], ").replace("{r} =", "%d =").replace("-> tensor<4x4x4xf32>", "-> tensor<4xf32>")
    + "\n{r} = stablehlo.broadcast_in_dim %d, dims = [0] : (tensor<4xf32>) -> tensor<4x4x4xf32>")
add("dot_general over two dims", dot("1, 2", "1, 2", "batching_dims = [0] x [0], ").replace("-> tensor<4x4x4xf32>", "-> tensor<4xf32>"),
    ["4x4x4xf32", "4x4x4xf32"], F4,
    dot("1, 2", "2, 1", "batching_dims = [0] x [0], ").replace("-> tensor<4x4x4xf32>", "-> tensor<4xf32>"),
    dot("0, 2", "0, 2", "batching_dims = [1] x [1], ").replace("-> tensor<4x4x4xf32>", "-> tensor<4xf32>"))
add("reduce add", reduce("add", "0.0"), [F44], F4, reduce("add", "0.0", "0"), reduce("add", "1.0"),
    reduce("maximum", "0xFF800000"), reduce("minimum", "0x7F800000"), reduce("multiply", "1.0"))
add("reduce maximum", reduce("maximum", "0xFF800000"), [F44], F4, reduce("maximum", "0xFF800000", "0"),
    reduce("maximum", "0.0"), reduce("minimum", "0x7F800000"), reduce("maximum", "1.0"))
add("reduce minimum", reduce("minimum", "0x7F800000"), [F44], F4, reduce("minimum", "0.0"), reduce("add", "0.0"),
    reduce("minimum", "0x7F800000", "0"))
add("reduce multiply", reduce("multiply", "1.0"), [F44], F4, reduce("multiply", "2.0"), reduce("multiply", "1.0", "0"),
    reduce("add", "1.0"))
add("reduce integers", reduce("add", "0", kind="i32"), ["4x4xi32"], "4xi32", reduce("add", "1", kind="i32"),
    reduce("maximum", "0", kind="i32"), reduce("and", "-1", kind="i32"), reduce("or", "0", kind="i32"))
add("reduce booleans", reduce("or", "false", kind="i1"), ["4x4xi1"], "4xi1", reduce("and", "true", kind="i1"),
    reduce("or", "true", kind="i1"), reduce("xor", "false", kind="i1"), reduce("and", "false", kind="i1"))
add("reduce by several operators",
    reducer("%s = stablehlo.add %a, %b : tensor<f32> stablehlo.return %s : tensor<f32>"), [F44], F4,
    reducer("%s = stablehlo.add %a, %a : tensor<f32> stablehlo.return %s : tensor<f32>"),
    reducer("%s = stablehlo.add %b, %b : tensor<f32> stablehlo.return %s : tensor<f32>"),
    reducer("%s = stablehlo.add %a, %b : tensor<f32> stablehlo.return %a : tensor<f32>"),
    reducer("%s = stablehlo.add %a, %b : tensor<f32> stablehlo.return %b : tensor<f32>"),
    reducer("%s = stablehlo.subtract %a, %b : tensor<f32> stablehlo.return %s : tensor<f32>"),
    reducer("%s = stablehlo.add %a, %b : tensor<f32> %t = stablehlo.add %s, %b : tensor<f32> stablehlo.return %t : tensor<f32>"),
    reducer("%s = stablehlo.add %a, %b : tensor<f32> %t = stablehlo.negate %s : tensor<f32> stablehlo.return %t : tensor<f32>"),
    reducer("%t = stablehlo.abs %b : tensor<f32> %s = stablehlo.add %a, %t : tensor<f32> stablehlo.return %s : tensor<f32>"))
add("reduce by subtraction", reducer("%s = stablehlo.subtract %a, %b : tensor<f32> stablehlo.return %s : tensor<f32>"),
    [F44], F4, reducer("%s = stablehlo.subtract %b, %a : tensor<f32> stablehlo.return %s : tensor<f32>"))
add("reduce by a product", reducer("%s = stablehlo.multiply %a, %b : tensor<f32> %t = stablehlo.add %s, %b : tensor<f32> stablehlo.return %t : tensor<f32>"),
    [F44], F4,
    reducer("%s = stablehlo.multiply %a, %b : tensor<f32> %t = stablehlo.add %s, %a : tensor<f32> stablehlo.return %t : tensor<f32>"))
add("reduce_window", window(), [F8], F8, window("1", padding="[[0, 0]]"), window(padding="[[0, 2]]"),
    window(padding="[[2, 0]]"), window(dilation="2", padding="[[2, 2]]"), window("5", padding="[[2, 2]]"),
    window(init="1.0"), window(op="maximum"))
add("reduce_window strided", window("2", "2", "[[0, 0]]", size=4), [F8], "4xf32", window("2", "2", "[[1, -1]]", size=4),
    window("2", "2", "[[0, 0]]", dilation="1", size=4, op="multiply"), window("1", "2", "[[0, 0]]", size=4),
    window("3", "2", "[[1, 0]]", size=4))
add("reduce_window dilated", window("3", "1", "[[0, 0]]", base="2", size=13), [F8], "13xf32",
    window("3", "1", "[[1, -1]]", base="2", size=13), window("3", "1", "[[2, -2]]", base="2", size=13))
add("sort", sort(), [F44, F44], F44, sort(0), sort(1, "GT"), sort(1, "LT", "%b, %a"), sort(1, "LT", "%c, %d"),
    sort(1, "LE"))
add("top_k values", top_k(0), [F44], "4x2xf32", top_k(1))
add("top_k places", top_k(1), [F44], "4x2xf32", top_k(0))
add("convolution", convolution(), ["4x8x4xf32", "3x4x4xf32"], "4x8x4xf32",
    convolution("[b, 0, f]x[0, o, i]->[b, 0, f]"), convolution(pad="[0, 2]"), convolution(pad="[2, 0]"),
    convolution(reverse="true"), convolution(rhs=2, pad="[2, 2]"))
add("convolution of square tensors", convolution(pad="[1, 1]"), ["4x8x4xf32", "3x4x4xf32"], "4x8x4xf32",
    convolution("[f, 0, b]x[0, i, o]->[b, 0, f]"), convolution("[b, 0, f]x[0, i, o]->[f, 0, b]"))
add("convolution strided", convolution(stride=2, size=4, pad="[1, 0]"), ["4x8x4xf32", "3x4x4xf32"], "4x4x4xf32",
    convolution(stride=2, size=4, pad="[0, 1]"), convolution(stride=2, size=4, pad="[1, 0]", reverse="true"))
add("convolution dilated", convolution(lhs=2, pad="[1, 1]", size=15), ["4x8x4xf32", "3x4x4xf32"], "4x15x4xf32",
    convolution(lhs=2, pad="[2, 0]", size=15), convolution(lhs=2, pad="[0, 2]", size=15))
add("convolution grouped", convolution(groups=2, kernel="3x2x4"), ["4x8x4xf32", "3x2x4xf32"], "4x8x4xf32",
    convolution(groups=2, kernel="3x2x4", reverse="true"))
add("while", loop(), [F4, F4], F4, loop(4), loop(3, 1), loop(3, 0, 2), loop(op="multiply"), loop(op="subtract"))
add("case", case(), ["i32", F4, F4, F4], F4, case((2, 1, 3)), case((1, 3, 2)), case((3, 2, 1)))
add("if", if_(), ["i1", F4, F4], F4, if_((2, 1)))
add("optimization_barrier", "%res:2 = stablehlo.optimization_barrier {0}, {1} : tensor<4xf32>, tensor<4xf32>\n"
    "{r} = stablehlo.subtract %res#0, %res#1 : tensor<4xf32>", [F4, F4], F4,
    "%res:2 = stablehlo.optimization_barrier {1}, {0} : tensor<4xf32>, tensor<4xf32>\n"
    "{r} = stablehlo.subtract %res#0, %res#1 : tensor<4xf32>")
for op, others in [("erf", ["erfc"]), ("erfc", ["erf"]), ("lgamma", ["digamma"]), ("square", ["erf"]),
                   ("sinh", ["cosh"]), ("asin", ["acos"]), ("atan", ["atanh"]), ("erf_inv", ["erf"])]:
    add("chlo." + op, f"{{r}} = chlo.{op} {{0}} : tensor<4xf32> -> tensor<4xf32>", [F4], F4,
        *[f"{{r}} = chlo.{o} {{0}} : tensor<4xf32> -> tensor<4xf32>" for o in others])
