"""Pairs at the borders of single rules: signs under roots, infinities, wrap-around, initial values, small formats.

An entry is (name, argument types, result type, logical body, body of the plan, expected); the result is `%r`."""
from case import Case

F4 = "4xf32"
PAIRS = []


def pair(name, arguments, result, logical, plan, expected="different", contract="", hidden=False, known_hole=False):
    PAIRS.append((name, arguments, result, logical, plan, expected, contract, hidden, known_hole))


def op(name, *operands, kind=F4, r="%r"):
    return f"{r} = stablehlo.{name} {', '.join(operands)} : tensor<{kind}>\n"


def const(r, value, kind=F4):
    return f"{r} = stablehlo.constant dense<{value}> : tensor<{kind}>\n"


def convert(r, x, source, target):
    return f"{r} = stablehlo.convert {x} : (tensor<4x{source}>) -> tensor<4x{target}>\n"


NAN, INF, MINUS_INF = "0x7FC00000", "0x7F800000", "0xFF800000"

# Powers and roots.
SQUARE = op("multiply", "%a0", "%a0", r="%q")
pair("root of a square is not the value", [F4], F4, SQUARE + op("sqrt", "%q"), op("abs", "%a0", r="%u") + op("add", "%a0", "%a0", r="%v") + op("subtract", "%v", "%a0"))
pair("root of a square is the absolute value", [F4], F4, SQUARE + op("sqrt", "%q"), op("abs", "%a0"), "equal")
pair("inverse root of a square", [F4], F4, SQUARE + op("rsqrt", "%q"), const("%o", "1.0") + op("divide", "%o", "%a0"))
pair("root of a fourth power", [F4], F4, SQUARE + op("multiply", "%q", "%q", r="%w") + op("sqrt", "%w"), op("multiply", "%a0", "%a0"), "equal")
pair("root of a product of squares", [F4, F4], F4, SQUARE + op("multiply", "%a1", "%a1", r="%p") + op("multiply", "%p", "%q", r="%w") + op("sqrt", "%w"),
     op("multiply", "%a0", "%a1"))
pair("root of a product", [F4, F4], F4, op("multiply", "%a0", "%a1", r="%q") + op("sqrt", "%q"), op("sqrt", "%a0", r="%u") + op("sqrt", "%a1", r="%v") + op("multiply", "%u", "%v"), hidden=True)
pair("power of a half of a square", [F4], F4, SQUARE + const("%h", "0.5") + op("power", "%q", "%h"), op("abs", "%a0", r="%u") + op("negate", "%u"))
pair("power of three halves of a square", [F4], F4, SQUARE + const("%h", "1.5") + op("power", "%q", "%h"), SQUARE + op("multiply", "%q", "%a0"), hidden=True)
pair("root of a negated square", [F4], F4, op("negate", "%a0", r="%n") + op("multiply", "%n", "%n", r="%q") + op("sqrt", "%q"), op("negate", "%a0"))
pair("absolute value of a product", [F4, F4], F4, op("multiply", "%a0", "%a1", r="%q") + op("abs", "%q"), op("multiply", "%a0", "%a1"))
pair("absolute value of a square", [F4], F4, SQUARE + op("abs", "%q"), SQUARE.replace("%q =", "%r ="), "equal")
pair("absolute value of a cube", [F4], F4, SQUARE + op("multiply", "%q", "%a0", r="%w") + op("abs", "%w"), SQUARE + op("multiply", "%q", "%a0"), hidden=True)
pair("sign of a square", [F4], F4, SQUARE + op("sign", "%q"), const("%r", "1.0"), hidden=True)
pair("sign of an exponential", [F4], F4, op("exponential", "%a0", r="%q") + op("sign", "%q"), const("%r", "1.0"), "equal")
pair("logarithm of a product", [F4, F4], F4, op("multiply", "%a0", "%a1", r="%q") + op("log", "%q"), op("log", "%a0", r="%u") + op("log", "%a1", r="%v") + op("add", "%u", "%v"), hidden=True)
pair("logarithm of a square", [F4], F4, SQUARE + op("log", "%q"), op("log", "%a0", r="%u") + op("add", "%u", "%u"), hidden=True)
pair("exponential of a sum", [F4, F4], F4, op("add", "%a0", "%a1", r="%q") + op("exponential", "%q"), op("exponential", "%a0", r="%u") + op("exponential", "%a1", r="%v") + op("add", "%u", "%v"))
pair("exponential of a sum, right", [F4, F4], F4, op("add", "%a0", "%a1", r="%q") + op("exponential", "%q"), op("exponential", "%a0", r="%u") + op("exponential", "%a1", r="%v") + op("multiply", "%u", "%v"), "equal")
pair("maximum with zero is not the value", [F4], F4, const("%z", "0.0") + op("maximum", "%a0", "%z"), op("abs", "%a0"))
pair("maximum of scaled values", [F4, F4], F4, op("maximum", "%a0", "%a1", r="%q") + op("negate", "%q"), op("negate", "%a0", r="%u") + op("negate", "%a1", r="%v") + op("maximum", "%u", "%v"))
pair("division by itself", [F4], F4, op("divide", "%a0", "%a0"), const("%r", "0.0"))
# Infinities and NaN: what a mask multiplies must be finite.
MASK = "%c = stablehlo.compare GT, %a0, %a1, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>\n"
SELECT = "{r} = stablehlo.select %c, {x}, {y} : tensor<4xi1>, tensor<4xf32>\n"
TO_FLOAT = "%m = stablehlo.convert %c : (tensor<4xi1>) -> tensor<4xf32>\n"
for label, value in (("minus infinity", MINUS_INF), ("infinity", INF), ("not a number", NAN)):
    pair(f"mask times {label}", [F4, F4], F4, MASK + const("%i", value) + const("%z", "0.0") + SELECT.format(r="%r", x="%i", y="%z"),
         MASK + TO_FLOAT + const("%i", value) + op("multiply", "%m", "%i"))
    pair(f"zero times {label}", [F4, F4], F4, const("%r", "0.0"), const("%z", "0.0") + const("%i", value) + op("multiply", "%z", "%i"))
    pair(f"{label} times zero", [F4, F4], F4, const("%r", "0.0"), const("%z", "0.0") + const("%i", value) + op("multiply", "%i", "%z"))
    pair(f"difference of {label}", [F4, F4], F4, const("%r", "0.0"), const("%i", value) + op("subtract", "%i", "%i"))
    pair(f"quotient of {label}", [F4, F4], F4, const("%r", "1.0"), const("%i", value) + op("divide", "%i", "%i"))
    pair(f"part of {label} taken off", [F4, F4], F4, const("%r", value), const("%i", value) + op("add", "%i", "%i", r="%u") + op("subtract", "%u", "%i"),
         "different" if label != "not a number" else "unproved")
    pair(f"{label} selected, then masked by a product", [F4, F4], F4,
         MASK + const("%z", "0.0") + SELECT.format(r="%r", x="%a0", y="%z"),
         MASK + TO_FLOAT + const("%i", value) + SELECT.format(r="%v", x="%a0", y="%i") + op("multiply", "%m", "%v"))
    pair(f"{label} selected, then masked by a selection", [F4, F4], F4,
         MASK + const("%z", "0.0") + SELECT.format(r="%r", x="%a0", y="%z"),
         MASK + const("%i", value) + const("%z", "0.0") + SELECT.format(r="%v", x="%a0", y="%i") + SELECT.format(r="%r", x="%v", y="%z"), "equal")
    pair(f"{label} in a contraction with zeros", [F4, F4], "f32",
         const("%r", "0.0", "f32"), const("%z", "0.0") + const("%i", value) + "%r = stablehlo.dot_general %z, %i, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>\n")
pair("maximum with minus infinity", [F4], F4, op("negate", "%a0"), const("%i", MINUS_INF) + op("negate", "%a0", r="%n") + op("maximum", "%n", "%i"), "equal")
pair("maximum with infinity", [F4], F4, op("negate", "%a0"), const("%i", INF) + op("negate", "%a0", r="%n") + op("maximum", "%n", "%i"))
pair("sum of a value and minus infinity", [F4], F4, op("exponential", "%a0"), const("%i", MINUS_INF) + op("add", "%a0", "%i", r="%n") + op("exponential", "%n"))
pair("value compared with itself", [F4], "4xi1", "%r = stablehlo.compare EQ, %a0, %a0, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>\n", const("%r", "true", "4xi1"), hidden=True)
pair("mask constant scaled down", [F4, F4], F4, MASK + const("%z", "0.0") + op("exponential", "%a0", r="%s") + SELECT.format(r="%r", x="%s", y="%z"),
     MASK + const("%z", "0.0") + const("%i", "-1.0e9") + const("%o", "1.0e-12") + op("multiply", "%o", "%i", r="%y") + SELECT.format(r="%u", x="%z", y="%y") + op("add", "%u", "%a0", r="%v") + op("exponential", "%v"))
pair("mask constant scaled a little", [F4, F4], F4, MASK + const("%z", "0.0") + op("exponential", "%a0", r="%s") + SELECT.format(r="%r", x="%s", y="%z"),
     MASK + const("%z", "0.0") + const("%i", "-1.0e9") + const("%o", "0.125") + op("multiply", "%o", "%i", r="%y") + SELECT.format(r="%u", x="%z", y="%y") + op("add", "%u", "%a0", r="%v") + op("exponential", "%v"), "equal")
for label, value in (("minus infinity", MINUS_INF), ("a large negative number", "-1.0e30")):
    I = const("%i", value)
    pair(f"exponential of {label} where a mask says so is not 0 elsewhere", [F4, "4xi1"], F4, I + "%s = stablehlo.select %a1, %a0, %i : tensor<4xi1>, tensor<4xf32>\n" + op("exponential", "%s"), const("%r", "0.0"))
    pair(f"exponential of {label} added where a mask says so", [F4, "4xi1"], F4, I + const("%z", "0.0") + "%s = stablehlo.select %a1, %z, %i : tensor<4xi1>, tensor<4xf32>\n" + op("add", "%s", "%a0", r="%t") + op("exponential", "%t"), const("%r", "0.0"))
    pair(f"exponential of {label} added where a mask says so, right", [F4, "4xi1"], F4, I + const("%z", "0.0") + "%s = stablehlo.select %a1, %z, %i : tensor<4xi1>, tensor<4xf32>\n" + op("add", "%s", "%a0", r="%t") + op("exponential", "%t"),
         const("%z", "0.0") + op("exponential", "%a0", r="%e") + "%r = stablehlo.select %a1, %e, %z : tensor<4xi1>, tensor<4xf32>\n", "equal")
    pair(f"exponential of {label} under two masks", [F4, "4xi1", "4xi1"], F4, I + "%s = stablehlo.select %a1, %a0, %i : tensor<4xi1>, tensor<4xf32>\n%t = stablehlo.select %a2, %s, %i : tensor<4xi1>, tensor<4xf32>\n" + op("exponential", "%t"), const("%r", "0.0"))
    pair(f"exponential of {label} where an id is padding", [F4, "4xi32"], F4, I + const("%k", "0", "4xi32") + "%c = stablehlo.compare EQ, %a1, %k, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n%s = stablehlo.select %c, %a0, %i : tensor<4xi1>, tensor<4xf32>\n" + op("exponential", "%s"), const("%r", "0.0"))
pair("mask of numbers times a large negative number", [F4, F4], F4, const("%o", "1.0") + const("%i", "-1.0e9") + op("subtract", "%o", "%a1", r="%n") + op("multiply", "%n", "%i", r="%m") + op("add", "%m", "%a0", r="%t") + op("exponential", "%t"), const("%r", "0.0"), hidden=True)
pair("large negative number and its multiple by a number", [F4, F4], F4, const("%i", "-1.0e9") + op("multiply", "%i", "%a1", r="%m") + op("subtract", "%i", "%m", r="%n") + op("add", "%n", "%a0", r="%t") + op("exponential", "%t"), const("%r", "0.0"), hidden=True)


def softmax(op_, init):
    """A softmax whose shift is a reduction: any finite shift cancels, an infinite one does not."""
    return ("%q = stablehlo.constant dense<0.0> : tensor<f32>\n" + const("%lo", init, "f32") +
            f"%x = stablehlo.reduce(%a0 init: %lo) applies stablehlo.{op_} across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n"
            "%b = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<4xf32>\n" + op("subtract", "%a0", "%b", r="%d") + op("exponential", "%d", r="%e") +
            "%t = stablehlo.reduce(%e init: %q) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n"
            "%u = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<4xf32>\n" + op("divide", "%e", "%u"))


pair("softmax with an infinite shift", [F4], F4, softmax("maximum", MINUS_INF), softmax("add", MINUS_INF))
pair("softmax shifted by infinity", [F4], F4, softmax("maximum", MINUS_INF), softmax("maximum", INF))
pair("softmax with another shift", [F4], F4, softmax("maximum", MINUS_INF), softmax("add", "0.0"), "equal")
pair("exponential shifted by a maximum of infinite sums", ["4x4xf32"], "4x4xf32",      "%lo = stablehlo.constant dense<0xFF800000> : tensor<f32>\n%m = stablehlo.reduce(%a0 init: %lo) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>\n"
     "%b = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<4x4xf32>\n%d = stablehlo.subtract %a0, %b : tensor<4x4xf32>\n%e = stablehlo.exponential %d : tensor<4x4xf32>\n%f = stablehlo.exponential %b : tensor<4x4xf32>\n%r = stablehlo.multiply %e, %f : tensor<4x4xf32>\n",
     "%lo = stablehlo.constant dense<0xFF800000> : tensor<f32>\n%s = stablehlo.reduce(%a0 init: %lo) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>\n"
     "%m = stablehlo.reduce(%s init: %lo) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n"
     "%b = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<4x4xf32>\n%d = stablehlo.subtract %a0, %b : tensor<4x4xf32>\n%e = stablehlo.exponential %d : tensor<4x4xf32>\n%f = stablehlo.exponential %b : tensor<4x4xf32>\n%r = stablehlo.multiply %e, %f : tensor<4x4xf32>\n")
# Integers wrap around.
for small, big, value in (("i8", "i32", 100), ("ui8", "i32", 200), ("i16", "i32", 30000)):
    for name in ("add", "multiply", "subtract"):
        one = const("%k", value if name != "subtract" else (-value if small[0] == "i" else value), f"4x{small}")
        wide = one.replace(f"4x{small}", f"4x{big}")
        pair(f"{name} of {small} wraps", [f"4x{small}"], F4, one + op(name, "%a0", "%k", kind=f"4x{small}", r="%s") + convert("%r", "%s", small, "f32"),
             convert("%w", "%a0", small, big) + wide + op(name, "%w", "%k", kind=f"4x{big}", r="%s") + convert("%r", "%s", big, "f32"), hidden=small == "i16")
pair("negate of i8 wraps", ["4xi8"], F4, op("negate", "%a0", kind="4xi8", r="%s") + convert("%r", "%s", "i8", "f32"),
     convert("%w", "%a0", "i8", "f32") + op("negate", "%w"), hidden=True)
pair("sum of i8 wraps", ["4xi8"], "f32", const("%z", "0", "i8") + "%s = stablehlo.reduce(%a0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<i8>\n%r = stablehlo.convert %s : (tensor<i8>) -> tensor<f32>\n",
     convert("%w", "%a0", "i8", "f32") + const("%z", "0.0", "f32") + "%r = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n")


def scatter(kind):
    return ('%v = "stablehlo.scatter"(%x, %a1, %u) ({\n^bb0(%p: tensor<KIND>, %q: tensor<KIND>):\n  %t = stablehlo.add %p, %q : tensor<KIND>\n  stablehlo.return %t : tensor<KIND>\n}) '
            "{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : "
            "(tensor<4xKIND>, tensor<4x1xi32>, tensor<4xKIND>) -> tensor<4xKIND>\n").replace("KIND", kind)


pair("scattered i8 wrap", ["4xi8", "4x1xi32", "4xi8"], F4, scatter("i8").replace("%x", "%a0").replace("%u", "%a2") + convert("%r", "%v", "i8", "f32"),
     convert("%x", "%a0", "i8", "f32") + convert("%u", "%a2", "i8", "f32") + scatter("f32").replace("%v", "%r"))
pair("window of i8 wraps", ["4xi8"], F4,
     const("%z", "0", "i8") + '%v = "stablehlo.reduce_window"(%a0, %z) ({\n^bb0(%p: tensor<i8>, %q: tensor<i8>):\n  %t = stablehlo.add %p, %q : tensor<i8>\n  stablehlo.return %t : tensor<i8>\n}) {window_dimensions = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xi8>, tensor<i8>) -> tensor<4xi8>\n' + convert("%r", "%v", "i8", "f32"),
     convert("%w", "%a0", "i8", "f32") + const("%z", "0.0", "f32") + '%r = "stablehlo.reduce_window"(%w, %z) ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  %t = stablehlo.add %p, %q : tensor<f32>\n  stablehlo.return %t : tensor<f32>\n}) {window_dimensions = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>\n')
pair("iota of i8 wraps", [], "300xf32", "%i = stablehlo.iota dim = 0 : tensor<300xi8>\n%r = stablehlo.convert %i : (tensor<300xi8>) -> tensor<300xf32>\n", "%r = stablehlo.iota dim = 0 : tensor<300xf32>\n")
pair("large unsigned constant", [], F4, const("%k", "18446744073709551615", "4xui64") + "%r = stablehlo.convert %k : (tensor<4xui64>) -> tensor<4xf32>\n", const("%r", "-1.0"))
pair("unsigned 32-bit constant", [], F4, const("%k", "4294967295", "4xui32") + convert("%r", "%k", "ui32", "f32"), const("%r", "-1.0"))
pair("unsigned difference is never negative", ["4xui32"], "4xi1", const("%k", "1", "4xui32") + op("subtract", "%a0", "%k", kind="4xui32", r="%s") + const("%z", "5", "4xui32") +
     "%r = stablehlo.compare LT, %s, %z, UNSIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>\n",
     const("%z", "6", "4xui32") + "%r = stablehlo.compare LT, %a0, %z, UNSIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>\n", contract="[[argument]]\nindex = 0\nrange = [0, 7]\n")
pair("division of negative integers truncates", ["4xi32"], "4xi32", const("%k", "2", "4xi32") + op("divide", "%a0", "%k", kind="4xi32"), const("%k", "1", "4xi32") + op("shift_right_arithmetic", "%a0", "%k", kind="4xi32"), hidden=True)
pair("remainder has the sign of the dividend", ["4xi32"], "4xi32", const("%k", "4", "4xi32") + op("remainder", "%a0", "%k", kind="4xi32"), const("%k", "3", "4xi32") + op("and", "%a0", "%k", kind="4xi32"), hidden=True)
pair("conversion truncates", [F4], F4, convert("%i", "%a0", "f32", "i32") + convert("%r", "%i", "i32", "f32"), op("floor", "%a0"))
pair("conversion of one half", [], "4xi32", const("%k", "-1.5") + convert("%r", "%k", "f32", "i32"), const("%r", "-2", "4xi32"))
pair("conversion to boolean", [F4], F4, convert("%i", "%a0", "f32", "i1") + convert("%r", "%i", "i1", "f32"), const("%z", "0.0") + "%c = stablehlo.compare GT, %a0, %z, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>\n" + convert("%r", "%c", "i1", "f32"))
# Values of top_k and sort keep their own range.
TOPK = "%v, %i = chlo.top_k(%a0, k = 2) : tensor<4x4xi32> -> (tensor<4x2xi32>, tensor<4x2xi32>)\n%k = stablehlo.constant dense<3> : tensor<4x2xi32>\n"
pair("values of top_k are not places", ["4x4xi32"], "4x2xi32", TOPK + op("minimum", "%v", "%k", kind="4x2xi32"), TOPK + "%z = stablehlo.constant dense<0> : tensor<4x2xi32>\n" + op("add", "%v", "%z", kind="4x2xi32"))
pair("places of top_k lie in the row", ["4x4xi32"], "4x2xi32", TOPK + op("minimum", "%i", "%k", kind="4x2xi32"), TOPK + "%z = stablehlo.constant dense<0> : tensor<4x2xi32>\n" + op("add", "%i", "%z", kind="4x2xi32"), "equal")
pair("smallest for largest", ["4x4xf32"], "4x2xf32", "%r, %i = mhlo.topk(%a0, k = 2, largest = true) : tensor<4x4xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)\n",
     "%r, %i = mhlo.topk(%a0, k = 2, largest = false) : tensor<4x4xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)\n")
pair("mhlo.topk for chlo.top_k", ["4x4xf32"], "4x2xf32", "%r, %i = mhlo.topk(%a0, k = 2, largest = true) : tensor<4x4xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)\n",
     "%r, %i = chlo.top_k(%a0, k = 2) : tensor<4x4xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)\n", "equal")


# A window pads with its initial value.
def window(init, x="%a0", size=4, low=1, high=1, dims=3, base=1):
    return (const("%z", init, "f32") + f'%v = "stablehlo.reduce_window"({x}, %z) (' "{\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  %t = stablehlo.add %p, %q : tensor<f32>\n  stablehlo.return %t : tensor<f32>\n}) "
            f"{{window_dimensions = array<i64: {dims}>, base_dilations = array<i64: {base}>, padding = dense<[[{low}, {high}]]> : tensor<1x2xi64>}} : (tensor<4xf32>, tensor<f32>) -> tensor<{size}xf32>\n")


pair("padding of a window is its initial value", [F4], F4, window("1.0") + const("%o", "0.0") + op("add", "%v", "%o"), window("0.0") + const("%o", "1.0") + op("add", "%v", "%o"))
pair("holes of a window are its initial value", [F4], "5xf32", window("1.0", size=5, low=0, high=0, base=2) + const("%o", "0.0", "5xf32") + op("add", "%v", "%o", kind="5xf32"),
     window("0.0", size=5, low=0, high=0, base=2) + const("%o", "1.0", "5xf32") + op("add", "%v", "%o", kind="5xf32"))
pair("a window without padding takes its initial value once", [F4], "2xf32", window("1.0", size=2, low=0, high=0) + const("%o", "0.0", "2xf32") + op("add", "%v", "%o", kind="2xf32"),
     window("0.0", size=2, low=0, high=0) + const("%o", "1.0", "2xf32") + op("add", "%v", "%o", kind="2xf32"), "equal")
# Literals.
pair("literals of an 8-bit format", [], F4, const("%k", "1.0", "4xf8E4M3FN") + convert("%r", "%k", "f8E4M3FN", "f32"), const("%k", "1.125", "4xf8E4M3FN") + convert("%r", "%k", "f8E4M3FN", "f32"), hidden=True)
pair("literals of f8E5M2", [], F4, const("%k", "1.0", "4xf8E5M2") + convert("%r", "%k", "f8E5M2", "f32"), const("%k", "1.25", "4xf8E5M2") + convert("%r", "%k", "f8E5M2", "f32"), hidden=True)
pair("literals of f8E4M3", [], F4, const("%k", "1.0", "4xf8E4M3") + convert("%r", "%k", "f8E4M3", "f32"), const("%k", "1.125", "4xf8E4M3") + convert("%r", "%k", "f8E4M3", "f32"), hidden=True)
pair("literals of bf16", [], F4, const("%k", "1.0", "4xbf16") + convert("%r", "%k", "bf16", "f32"), const("%k", "1.0078125", "4xbf16") + convert("%r", "%k", "bf16", "f32"), hidden=True)
pair("neighbouring literals", [], F4, const("%r", "1.0"), const("%r", "0x3F800001"), hidden=True)
pair("smallest literal", [], F4, const("%r", "0.0"), const("%r", "0x00000001"), hidden=True)
pair("places of an epsilon", [F4], F4, const("%e", "1.0e-3") + op("sqrt", "%a0", r="%q") + op("add", "%q", "%e"), const("%e", "1.0e-3") + op("add", "%a0", "%e", r="%q") + op("sqrt", "%q"))
# Sums count what they do not depend on.
BROAD = "%b = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>\n%z = stablehlo.constant dense<0.0> : tensor<f32>\n%s = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>\n"
pair("sum of a repeated value", [F4], F4, BROAD + const("%o", "0.0") + op("add", "%s", "%o"), const("%o", "2.0") + op("multiply", "%a0", "%o"))
pair("sum of a repeated value, right", [F4], F4, BROAD + const("%o", "0.0") + op("add", "%s", "%o"), const("%o", "3.0") + op("multiply", "%a0", "%o"), "equal")
# Overlapping pieces are counted twice.
def slices(*bounds):
    out, names = "%z = stablehlo.constant dense<0.0> : tensor<f32>\n", []
    for i, (lo, hi) in enumerate(bounds):
        out += f"%x{i} = stablehlo.slice %a0 [{lo}:{hi}] : (tensor<8xf32>) -> tensor<{hi - lo}xf32>\n%s{i} = stablehlo.reduce(%x{i} init: %z) applies stablehlo.add across dimensions = [0] : (tensor<{hi - lo}xf32>, tensor<f32>) -> tensor<f32>\n"
        names.append(f"%s{i}")
    total = names[0]
    for i, name in enumerate(names[1:]):
        out += f"%t{i} = stablehlo.add {total}, {name} : tensor<f32>\n"
        total = f"%t{i}"
    return out.replace(total + " =", "%r =")


pair("pieces of a sum", ["8xf32"], "f32", slices((0, 8)), slices((0, 3), (3, 8)), "equal")
pair("pieces of a sum in another order", ["8xf32"], "f32", slices((0, 8)), slices((5, 8), (0, 2), (2, 5)), "equal")
pair("pieces of a sum overlap", ["8xf32"], "f32", slices((0, 8)), slices((0, 4), (3, 8)))
pair("pieces of a sum leave a gap", ["8xf32"], "f32", slices((0, 8)), slices((0, 3), (4, 8)))
pair("piece of a sum repeated", ["8xf32"], "f32", slices((0, 8)), slices((0, 4), (4, 8), (4, 8)))
pair("piece of a sum doubled for another", ["8xf32"], "f32", slices((0, 8)), slices((0, 4), (0, 4)))
# A square of a sum is not the sum of squares, a product of sums not the sum of products.
ROWS = "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"


def total(x, r):
    return f"{r} = stablehlo.reduce({x} init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>\n"


pair("sum of squares", ["8xf32"], "f32", ROWS + op("multiply", "%a0", "%a0", kind="8xf32", r="%q") + total("%q", "%r"), ROWS + total("%a0", "%s") + op("multiply", "%s", "%s", kind="f32"))
pair("sum of products", ["8xf32", "8xf32"], "f32", ROWS + op("multiply", "%a0", "%a1", kind="8xf32", r="%q") + total("%q", "%r"), ROWS + total("%a0", "%s") + total("%a1", "%t") + op("multiply", "%s", "%t", kind="f32"))
pair("sum of roots", ["8xf32"], "f32", ROWS + op("sqrt", "%a0", kind="8xf32", r="%q") + total("%q", "%r"), ROWS + total("%a0", "%s") + op("sqrt", "%s", kind="f32"))
pair("sum of quotients", ["8xf32"], "f32", ROWS + const("%o", "1.0", "8xf32") + op("divide", "%o", "%a0", kind="8xf32", r="%q") + total("%q", "%r"), ROWS + const("%o", "1.0", "f32") + total("%a0", "%s") + op("divide", "%o", "%s", kind="f32"))
# Indices that leave the tensor.
GATHER = '"stablehlo.gather"(%a0, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false} : (tensor<8xf32>, tensor<4x1xi32>) -> tensor<4xf32>\n'
ZERO_OUT = ("%k = stablehlo.reshape %a1 : (tensor<4x1xi32>) -> tensor<4xi32>\n%lo = stablehlo.constant dense<0> : tensor<4xi32>\n%hi = stablehlo.constant dense<7> : tensor<4xi32>\n"
            "%g = stablehlo.compare GE, %k, %lo, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n%l = stablehlo.compare LE, %k, %hi, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n"
            "%c = stablehlo.and %g, %l : tensor<4xi1>\n%o = stablehlo.constant dense<0.0> : tensor<4xf32>\n")
LOOK = "%v = " + GATHER.replace("%i)", "%a1)") + ZERO_OUT + SELECT.format(r="%r", x="%v", y="%o")
PLAIN = "%r = " + GATHER.replace("%i)", "%a1)")
pair("gather clamps", ["8xf32", "4x1xi32"], F4, PLAIN, LOOK, hidden=True)
pair("gather clamps, ids in range", ["8xf32", "4x1xi32"], F4, PLAIN, LOOK, "equal", "[[argument]]\nindex = 1\nrange = [0, 7]\n")
pair("gather clamps, range too wide", ["8xf32", "4x1xi32"], F4, PLAIN, LOOK, contract="[[argument]]\nindex = 1\nrange = [0, 8]\n")
pair("gather clamps, range of another argument", ["8xf32", "4x1xi32", "4xi32"], F4, PLAIN, LOOK, contract="[[argument]]\nindex = 2\nrange = [0, 7]\n", hidden=True)
ROLLED = 'module {\nsdy.mesh @mesh = <["a"=2]>\n'


def cases():
    for name, arguments, result, logical, plan, expected, contract, hidden, known_hole in PAIRS:
        signature = ", ".join(f"%a{i}: tensor<{kind}>" for i, kind in enumerate(arguments))
        texts = [f"func.func @main({signature}) -> tensor<{result}> {{\n{body}return %r : tensor<{result}>\n}}\n" for body in (logical, plan)]
        yield Case(name, *texts, expected, contract, hidden, known_hole)
