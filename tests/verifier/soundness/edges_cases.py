"""Pairs at the edges of types and domains: negative zero, infinities that are compared, indices that leave a tensor,
ties, loops that do not turn, empty tensors, unsigned ranks, shardings that leave a remainder."""
from case import Case
from collectives_cases import A, B, MESH, all_reduce, plan
from pairs_cases import F4, INF, MINUS_INF, NAN, const, convert, op

PAIRS = []


def pair(name, arguments, result, logical, other, expected="different", contract="", hidden=False):
    PAIRS.append((name, arguments, result, logical, other, expected, contract, hidden))


def tensor(kind):
    return f"tensor<{kind}>"


def compare(direction, x, y, kind=F4, how="FLOAT", r="%r"):
    shape = kind.rsplit("x", 1)[0] + "x" if "x" in kind else ""
    return f"{r} = stablehlo.compare {direction}, {x}, {y}, {how} : ({tensor(kind)}, {tensor(kind)}) -> tensor<{shape}i1>\n"


def select(p, x, y, kind=F4, r="%r"):
    shape = kind.rsplit("x", 1)[0] + "x" if "x" in kind else ""
    return f"{r} = stablehlo.select {p}, {x}, {y} : tensor<{shape}i1>, {tensor(kind)}\n"


def ranged(index, lo, hi):
    return f"[[argument]]\nindex = {index}\nrange = [{lo}, {hi}]\n"


# Zero has a sign.
pair("angle of negative zero", [F4], F4, const("%z", "0.0") + op("atan2", "%z", "%a0"), const("%z", "-0.0") + op("atan2", "%z", "%a0"))
pair("bits of negative zero", [], "4xi32", const("%z", "0.0") + "%r = stablehlo.bitcast_convert %z : (tensor<4xf32>) -> tensor<4xi32>\n",
     const("%z", "-0.0") + "%r = stablehlo.bitcast_convert %z : (tensor<4xf32>) -> tensor<4xi32>\n")
pair("quotient by negative zero", [F4], F4, const("%z", "0.0") + op("divide", "%a0", "%z"), const("%z", "-0.0") + op("divide", "%a0", "%z"), hidden=True)
pair("sign lost in a product with zero", [F4], F4, const("%z", "0.0") + const("%m", "-1.0") + op("atan2", "%z", "%m"),
     const("%z", "0.0") + const("%m", "-1.0") + op("multiply", "%z", "%m", r="%y") + op("atan2", "%y", "%m"))
# Infinities and NaN are compared as numbers are not.
for label, value in (("infinity", INF), ("minus infinity", MINUS_INF)):
    for direction in ("GT", "LT"):
        pair(f"{label} and its double, {direction}", [], "4xi1", const("%r", "false", "4xi1"), const("%i", value) + op("add", "%i", "%i", r="%d") + compare(direction, "%i", "%d"), "unproved")
    for direction in ("EQ", "GE"):
        pair(f"{label} and its double, {direction}", [], "4xi1", const("%r", "false", "4xi1"), const("%i", value) + op("add", "%i", "%i", r="%d") + compare(direction, "%i", "%d"))
    pair(f"{label} and a larger number", [F4], "4xi1", const("%i", value) + compare("EQ", "%i", "%i"), const("%i", value) + op("add", "%i", "%a0", r="%d") + compare("NE", "%i", "%d"))
    pair(f"{label} less itself is compared", [F4], "4xi1", const("%i", value) + op("subtract", "%i", "%i", r="%d") + const("%z", "0.0") + compare("EQ", "%d", "%z"), const("%r", "true", "4xi1"))
    pair(f"{label} halved", [], "4xi1", const("%i", value) + const("%h", "0.5") + op("multiply", "%i", "%h", r="%d") + compare("EQ", "%i", "%d"), const("%r", "false", "4xi1"))
    pair(f"{label} times a value is compared", [F4], "4xi1", const("%i", value) + op("multiply", "%i", "%a0", r="%d") + compare("GT", "%d", "%a0"), compare("GT", "%a0", "%a0"))
pair("not a number is not less", [F4], "4xi1", const("%n", NAN) + compare("LT", "%a0", "%n"), const("%n", NAN) + compare("GE", "%a0", "%n", r="%g") + op("not", "%g", kind="4xi1"))
pair("not a number is not equal to itself", [F4], "4xi1", const("%n", NAN) + compare("EQ", "%n", "%n"), const("%r", "true", "4xi1"))
pair("not a number is unequal", [F4], "4xi1", const("%n", NAN) + compare("NE", "%a0", "%n"), const("%r", "false", "4xi1"))
pair("maximum with not a number", [F4], F4, op("abs", "%a0"), const("%n", NAN) + op("abs", "%a0", r="%q") + op("maximum", "%q", "%n"))
pair("minimum with not a number", [F4], F4, op("abs", "%a0"), const("%n", NAN) + op("abs", "%a0", r="%q") + op("minimum", "%q", "%n"))
pair("infinity is not finite", [], "4xi1", const("%i", INF) + "%r = stablehlo.is_finite %i : (tensor<4xf32>) -> tensor<4xi1>\n", const("%r", "true", "4xi1"))
pair("logarithm of zero", [], F4, const("%z", "0.0") + op("log", "%z", r="%l") + op("exponential", "%l"), const("%r", "1.0"))
pair("exponential of an infinity", [], F4, const("%r", "0.0"), const("%i", INF) + op("exponential", "%i"))
pair("logistic of infinities", [], F4, const("%i", INF) + op("logistic", "%i"), const("%i", MINUS_INF) + op("logistic", "%i"))
pair("hyperbolic tangent of infinities", [], F4, const("%i", INF) + op("tanh", "%i"), const("%i", MINUS_INF) + op("tanh", "%i"))
pair("quotient by an infinity", [F4], F4, op("abs", "%a0"), const("%i", INF) + op("divide", "%a0", "%i", r="%q") + op("subtract", "%a0", "%q"))
pair("power of zero", [F4], F4, const("%z", "0.0") + op("power", "%a0", "%z"), const("%r", "0.0"))
pair("zero to a power", [F4], F4, const("%z", "0.0") + op("power", "%z", "%a0"), const("%r", "1.0"))
pair("root times root of a number that may be negative", [F4], F4, op("abs", "%a0"), op("sqrt", "%a0", r="%q") + op("multiply", "%q", "%q"))
pair("fourth root of a square", [F4], F4, op("multiply", "%a0", "%a0", r="%q") + const("%h", "0.25") + op("power", "%q", "%h"), op("sqrt", "%a0"))
pair("cube root of a cube by power", [F4], F4, op("multiply", "%a0", "%a0", r="%q") + const("%h", "0.5") + op("power", "%q", "%h"), const("%h", "3.0") + op("power", "%a0", "%h", r="%c") + op("cbrt", "%c"))
pair("clamp with crossed bounds", [F4], F4, const("%l", "2.0") + const("%h", "1.0") + f"%r = stablehlo.clamp %l, %a0, %h : ({tensor(F4)}, {tensor(F4)}, {tensor(F4)}) -> {tensor(F4)}\n",
     const("%l", "2.0") + const("%h", "1.0") + op("minimum", "%a0", "%h", r="%q") + op("maximum", "%q", "%l"))
pair("rounding of halves", [F4], F4, const("%h", "2.5") + op("round_nearest_even", "%h"), const("%h", "2.5") + op("round_nearest_afz", "%h"), hidden=True)
# Starts of slices are clamped.
S8, I = "8xf32", "i32"


def dynamic_slice(i="%a1", size=4, r="%r"):
    return f"{r} = stablehlo.dynamic_slice %a0, {i}, sizes = [{size}] : (tensor<8xf32>, tensor<i32>) -> tensor<{size}xf32>\n"


ROLL = ("%k = stablehlo.iota dim = 0 : tensor<4xi32>\n%b = stablehlo.broadcast_in_dim %a1, dims = [] : (tensor<i32>) -> tensor<4xi32>\n%j = stablehlo.add %b, %k : tensor<4xi32>\n%i = stablehlo.reshape %j : (tensor<4xi32>) -> tensor<4x1xi32>\n"
        '%r = "stablehlo.gather"(%a0, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false} : (tensor<8xf32>, tensor<4x1xi32>) -> tensor<4xf32>\n')
pair("a slice begins where it fits, elements are clamped one by one", [S8, I], F4, dynamic_slice(), ROLL, contract=ranged(1, 0, 7))
pair("a slice in range is its elements", [S8, I], F4, dynamic_slice(), ROLL, "equal", ranged(1, 0, 4))
pair("a slice below the tensor", [S8, I], F4, dynamic_slice(), ROLL, contract=ranged(1, -3, 0))
UPDATE = "%r = stablehlo.dynamic_update_slice %a0, %a2, %a1 : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>\n"
SCATTER = ("%k = stablehlo.iota dim = 0 : tensor<4xi32>\n%b = stablehlo.broadcast_in_dim %a1, dims = [] : (tensor<i32>) -> tensor<4xi32>\n%j = stablehlo.add %b, %k : tensor<4xi32>\n%i = stablehlo.reshape %j : (tensor<4xi32>) -> tensor<4x1xi32>\n"
           '%r = "stablehlo.scatter"(%a0, %i, %a2) ({{\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  stablehlo.return {value} : tensor<f32>\n}}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}} : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32>\n')
pair("an update begins where it fits, a scatter drops", [S8, I, F4], S8, UPDATE, SCATTER.format(value="%q"), contract=ranged(1, 0, 7))
pair("a scatter that keeps the old value", [S8, I, F4], S8, UPDATE, SCATTER.format(value="%p"), contract=ranged(1, 0, 4))
GATHER3 = ('%r = "stablehlo.gather"(%a0, %a1) {{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3>, indices_are_sorted = {sorted}}} : (tensor<8xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>\n')
CLAMP_ROWS = ("%lo = stablehlo.constant dense<0> : tensor<2x1xi32>\n%hi = stablehlo.constant dense<{hi}> : tensor<2x1xi32>\n%c = stablehlo.clamp %lo, %a1, %hi : (tensor<2x1xi32>, tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>\n")
pair("a gathered window begins where it fits", [S8, "2x1xi32"], "2x3xf32", GATHER3.format(sorted="false"), CLAMP_ROWS.format(hi=4) + GATHER3.format(sorted="false").replace("%a1)", "%c)"), contract=ranged(1, 0, 7))
pair("negative ids count from the start, not from the end", [S8, "4x1xi32"], F4,
     '%r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false} : (tensor<8xf32>, tensor<4x1xi32>) -> tensor<4xf32>\n',
     const("%z", "0", "4x1xi32") + const("%n", "8", "4x1xi32") + op("add", "%a1", "%n", kind="4x1xi32", r="%w") + compare("LT", "%a1", "%z", "4x1xi32", "SIGNED", "%c") + select("%c", "%w", "%a1", "4x1xi32", "%j") +
     '%r = "stablehlo.gather"(%a0, %j) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false} : (tensor<8xf32>, tensor<4x1xi32>) -> tensor<4xf32>\n', contract=ranged(1, -8, 7))


def scattered(value, ids="%a1", updates="%a2"):
    return (f'%r = "stablehlo.scatter"(%a0, {ids}, {updates}) ({{\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n{value}}}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}} : '
            "(tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32>\n")


SUM = "  %s = stablehlo.add %p, %q : tensor<f32>\n  stablehlo.return %s : tensor<f32>\n"
LAST = "  stablehlo.return %q : tensor<f32>\n"
REVERSED = "%ri = stablehlo.reverse %a1, dims = [0] : tensor<4x1xi32>\n%ru = stablehlo.reverse %a2, dims = [0] : tensor<4xf32>\n"
pair("the last of two updates of one row wins", [S8, "4x1xi32", F4], S8, scattered(LAST), REVERSED + scattered(LAST, "%ri", "%ru"), contract=ranged(1, 0, 7), hidden=True)
pair("updates of one row are summed in any order", [S8, "4x1xi32", F4], S8, scattered(SUM), REVERSED + scattered(SUM, "%ri", "%ru"), "unproved", contract=ranged(1, 0, 7))
pair("updates of one row are summed, not replaced", [S8, "4x1xi32", F4], S8, scattered(SUM), scattered(LAST), contract=ranged(1, 0, 7))
pair("a scatter drops what is outside", [S8, "4x1xi32", F4], S8, scattered(SUM), const("%lo", "0", "4x1xi32") + const("%hi", "7", "4x1xi32") + "%c = stablehlo.clamp %lo, %a1, %hi : (tensor<4x1xi32>, tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi32>\n" + scattered(SUM, "%c"), contract=ranged(1, 0, 12))


# Ties.
def argmax(direction, tie, kind="i32"):
    number, how = ("dense<-1000>", "SIGNED") if kind == "i32" else ("dense<-1.0e3>", "FLOAT")
    return (f"%i = stablehlo.iota dim = 0 : tensor<4xi32>\n%l = stablehlo.constant {number} : tensor<{kind}>\n%z = stablehlo.constant dense<0> : tensor<i32>\n"
            f"%v:2 = stablehlo.reduce(%a0 init: %l), (%i init: %z) across dimensions = [0] : (tensor<4x{kind}>, tensor<4xi32>, tensor<{kind}>, tensor<i32>) -> (tensor<{kind}>, tensor<i32>)\n"
            f" reducer(%a: tensor<{kind}>, %b: tensor<{kind}>) (%c: tensor<i32>, %d: tensor<i32>) {{\n"
            f"  %g = stablehlo.compare {direction}, %a, %b, {how} : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>\n  %e = stablehlo.compare EQ, %a, %b, {how} : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>\n"
            f"  %t = stablehlo.compare {tie}, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  %f = stablehlo.and %e, %t : tensor<i1>\n  %h = stablehlo.or %g, %f : tensor<i1>\n"
            f"  %x = stablehlo.select %g, %a, %b : tensor<i1>, tensor<{kind}>\n  %y = stablehlo.select %h, %c, %d : tensor<i1>, tensor<i32>\n  stablehlo.return %x, %y : tensor<{kind}>, tensor<i32>\n }}\n"
            "%r = stablehlo.add %v#1, %z : tensor<i32>\n")


for kind in ("i32", "f32"):
    pair(f"first and last of equal maxima, {kind}", [f"4x{kind}"], "i32", argmax("GT", "LT", kind), argmax("GT", "GT", kind), contract=ranged(0, 0, 1) if kind == "i32" else "", hidden=kind == "f32")
    pair(f"place of the largest and of the smallest, {kind}", [f"4x{kind}"], "i32", argmax("GT", "LT", kind), argmax("LT", "LT", kind))


def sorted_pair(direction, stable="true"):
    return ('%v:2 = "stablehlo.sort"(%a0, %a1) ({\n^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):\n'
            f"  %s = stablehlo.compare {direction}, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %s : tensor<i1>\n}}) {{dimension = 0 : i64, is_stable = {stable}}} : "
            "(tensor<4xi32>, tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>)\n%r = stablehlo.negate %v#1 : tensor<4xf32>\n")


pair("order of equal keys", ["4xi32", F4], F4, sorted_pair("LT"), "%x0 = stablehlo.reverse %a0, dims = [0] : tensor<4xi32>\n%x1 = stablehlo.reverse %a1, dims = [0] : tensor<4xf32>\n" + sorted_pair("LT").replace("(%a0, %a1)", "(%x0, %x1)"), contract=ranged(0, 0, 1))
pair("sorted down and sorted up", ["4xi32", F4], F4, sorted_pair("LT"), sorted_pair("GT"), contract=ranged(0, 0, 9))


# Loops that turn no time, or another number of times.
def loop(start, limit, direction="LT", step="add", by="1", kind="i32", how="SIGNED", setup=""):
    limit_text = f"%limit = stablehlo.constant dense<{limit}> : tensor<{kind}>\n" if limit is not None else ""
    limit_name = "%limit" if limit is not None else "%a1"
    return (f"{setup}%start = stablehlo.constant dense<{start}> : tensor<{kind}>\n{limit_text}%by = stablehlo.constant dense<{by}> : tensor<{kind}>\n"
            f"%res:2 = stablehlo.while(%i = %start, %x = %a0) : tensor<{kind}>, tensor<4xf32>\n cond {{\n"
            f"  %c = stablehlo.compare {direction}, %i, {limit_name}, {how} : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>\n  stablehlo.return %c : tensor<i1>\n }} do {{\n"
            f"  %y = stablehlo.add %x, %x : tensor<4xf32>\n  %j = stablehlo.{step} %i, %by : tensor<{kind}>\n  stablehlo.return %j, %y : tensor<{kind}>, tensor<4xf32>\n }}\n%r = stablehlo.negate %res#1 : tensor<4xf32>\n")


def times(k):
    return const("%k", f"-{k}.0") + op("multiply", "%k", "%a0")


pair("a loop that does not turn", [F4], F4, times(1), loop(3, 3), "equal")
pair("a loop that does not turn, taken once", [F4], F4, times(2), loop(3, 3))
pair("a loop past its limit", [F4], F4, times(2), loop(5, 3))
pair("a loop with a step of two", [F4], F4, times(4), loop(0, 4, by="2"), "equal")
pair("a loop with a step that overshoots", [F4], F4, times(4), loop(0, 3, by="2"), "equal")
pair("a loop with a step that overshoots, cut", [F4], F4, times(2), loop(0, 3, by="2"))
pair("a loop with a closed limit", [F4], F4, times(8), loop(0, 3, "LE"))
pair("a loop downwards", [F4], F4, times(8), loop(3, 0, "GT", "subtract"), "equal")
pair("a loop downwards, one less", [F4], F4, times(4), loop(3, 0, "GT", "subtract"))
pair("a loop until unequal", [F4], F4, times(8), loop(0, 3, "NE"), "equal")
pair("a loop whose counter is unsigned", [F4], F4, times(1), loop(3, 0, "GE", "subtract", kind="ui32", how="UNSIGNED"), hidden=True)
pair("a loop up to an argument", [F4, "i32"], F4, loop(0, None), times(4), contract=ranged(1, 0, 3))
pair("a loop up to an argument against another limit", [F4, "i32"], F4, loop(0, None), loop(1, None), contract=ranged(1, 1, 3))
SWAP = ("%s = stablehlo.constant dense<0> : tensor<i32>\n%l = stablehlo.constant dense<3> : tensor<i32>\n%o = stablehlo.constant dense<1> : tensor<i32>\n"
        "%res:3 = stablehlo.while(%i = %s, %x = %a0, %y = %a1) : tensor<i32>, tensor<4xf32>, tensor<4xf32>\n cond {{\n  %c = stablehlo.compare LT, %i, %l, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %c : tensor<i1>\n }} do {{\n"
        "  %j = stablehlo.add %i, %o : tensor<i32>\n  stablehlo.return %j, {first}, {second} : tensor<i32>, tensor<4xf32>, tensor<4xf32>\n }}\n%r = stablehlo.negate %res#1 : tensor<4xf32>\n")
pair("values that change places in a loop", [F4, F4], F4, op("negate", "%a1"), SWAP.format(first="%y", second="%x"), "equal")
pair("values that change places in a loop, one lost", [F4, F4], F4, op("negate", "%a0"), SWAP.format(first="%y", second="%y"))
# A case outside its branches takes the last.
CASE = '%r = "stablehlo.case"(%a0) ({{\nstablehlo.return {0} : tensor<4xf32>\n}}, {{\nstablehlo.return {1} : tensor<4xf32>\n}}, {{\nstablehlo.return {2} : tensor<4xf32>\n}}) : (tensor<i32>) -> tensor<4xf32>\n'
pair("a case outside its branches is the last", ["i32", F4, F4, F4], F4, CASE.format("%a1", "%a2", "%a3"), "%lo = stablehlo.constant dense<0> : tensor<i32>\n%hi = stablehlo.constant dense<2> : tensor<i32>\n%k = stablehlo.clamp %lo, %a0, %hi : tensor<i32>\n" + CASE.format("%a1", "%a2", "%a3").replace("(%a0)", "(%k)"), contract=ranged(0, -2, 4))
# Empty tensors: a reduction is its initial value.
EMPTY = "%e = stablehlo.slice %a0 [2:2] : (tensor<4xf32>) -> tensor<0xf32>\n%z = stablehlo.constant dense<{init}> : tensor<f32>\n%r = stablehlo.reduce(%e init: %z) applies stablehlo.{op} across dimensions = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<f32>\n"
pair("sum of nothing", [F4], "f32", const("%r", "0.0", "f32"), EMPTY.format(init="0.0", op="add"), "unproved")
pair("sum of nothing from one", [F4], "f32", const("%r", "0.0", "f32"), EMPTY.format(init="1.0", op="add"))
pair("maximum of nothing", [F4], "f32", const("%r", "0.0", "f32"), EMPTY.format(init="-7.0", op="maximum"))
pair("contraction of nothing", [F4], "f32", const("%r", "1.0", "f32"), "%e = stablehlo.slice %a0 [2:2] : (tensor<4xf32>) -> tensor<0xf32>\n%r = stablehlo.dot_general %e, %e, contracting_dims = [0] x [0] : (tensor<0xf32>, tensor<0xf32>) -> tensor<f32>\n")
# Reductions of booleans.
ANY = "%z = stablehlo.constant dense<{init}> : tensor<i1>\n%r = stablehlo.reduce(%a0 init: %z) applies stablehlo.{op} across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>\n"
pair("any and all", ["4xi1"], "i1", ANY.format(init="false", op="or"), ANY.format(init="true", op="and"))
pair("any by or and by addition", ["4xi1"], "i1", ANY.format(init="false", op="or"), ANY.format(init="false", op="add"), "equal")
pair("any and parity", ["4xi1"], "i1", ANY.format(init="false", op="or"), ANY.format(init="false", op="xor"))
pair("all and product from false", ["4xi1"], "i1", ANY.format(init="true", op="and"), ANY.format(init="false", op="and"), hidden=True)
# Random bits depend on the shape that is asked for; generators without a state are not functions.
BITS = '%s, %v = stablehlo.rng_bit_generator %a0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<{n}xui32>)\n'
pair("random bits of another shape", ["2xui64"], "4xui32", BITS.format(n=4) + "%z = stablehlo.constant dense<0> : tensor<4xui32>\n%r = stablehlo.or %v, %z : tensor<4xui32>\n", BITS.format(n=8) + "%w = stablehlo.slice %v [4:8] : (tensor<8xui32>) -> tensor<4xui32>\n%z = stablehlo.constant dense<0> : tensor<4xui32>\n%r = stablehlo.or %w, %z : tensor<4xui32>\n", hidden=True)
RNG = "%l = stablehlo.constant dense<0.0> : tensor<f32>\n%h = stablehlo.constant dense<1.0> : tensor<f32>\n%n = stablehlo.constant dense<4> : tensor<1xi64>\n%r = stablehlo.rng %l, %h, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>\n"
pair("two draws of a generator without a state", [], F4, RNG, RNG, "unproved")
# Unsigned and small integers.
pair("an unsigned difference wraps before a remainder", ["4xui32"], "4xui32", const("%o", "1", "4xui32") + const("%t", "3", "4xui32") + const("%u", "2", "4xui32") + op("add", "%a0", "%u", kind="4xui32", r="%s") + op("remainder", "%s", "%t", kind="4xui32"),
     const("%o", "1", "4xui32") + const("%t", "3", "4xui32") + op("subtract", "%a0", "%o", kind="4xui32", r="%s") + op("remainder", "%s", "%t", kind="4xui32"), contract=ranged(0, 0, 2))
pair("a signed difference has a negative remainder", ["4xi32"], "4xi32", const("%t", "3", "4xi32") + const("%u", "2", "4xi32") + op("add", "%a0", "%u", kind="4xi32", r="%s") + op("remainder", "%s", "%t", kind="4xi32"),
     const("%o", "1", "4xi32") + const("%t", "3", "4xi32") + op("subtract", "%a0", "%o", kind="4xi32", r="%s") + op("remainder", "%s", "%t", kind="4xi32"), contract=ranged(0, 0, 2))
pair("quotient of a negative number", ["4xi32"], "4xi32", const("%t", "2", "4xi32") + op("divide", "%a0", "%t", kind="4xi32"), const("%o", "1", "4xi32") + op("shift_right_arithmetic", "%a0", "%o", kind="4xi32"), contract=ranged(0, -5, 5))
pair("shift beyond the width", ["4xui32"], "4xui32", const("%t", "32", "4xui32") + op("shift_left", "%a0", "%t", kind="4xui32"), const("%t", "0", "4xui32") + op("shift_left", "%a0", "%t", kind="4xui32"))
pair("sum of 64-bit numbers wraps", ["4xi64"], "4xi1", const("%t", "9223372036854775807", "4xi64") + op("add", "%a0", "%t", kind="4xi64", r="%s") + const("%z", "0", "4xi64") + compare("GE", "%s", "%z", "4xi64", "SIGNED"), const("%r", "true", "4xi1"), contract=ranged(0, 0, 3))
pair("product of 64-bit numbers wraps", [], "4xi1", const("%t", "4611686018427387904", "4xi64") + "%i = stablehlo.iota dim = 0 : tensor<4xi64>\n" + op("multiply", "%i", "%t", kind="4xi64", r="%s") + const("%z", "0", "4xi64") + compare("GE", "%s", "%z", "4xi64", "SIGNED"), const("%r", "true", "4xi1"))
pair("least integer has no negation", [], "4xi1", const("%t", "-2147483648", "4xi32") + op("negate", "%t", kind="4xi32", r="%s") + const("%z", "0", "4xi32") + compare("GT", "%s", "%z", "4xi32", "SIGNED"), const("%r", "true", "4xi1"))
pair("least integer has no absolute value", [], "4xi1", const("%t", "-2147483648", "4xi32") + op("abs", "%t", kind="4xi32", r="%s") + const("%z", "0", "4xi32") + compare("GE", "%s", "%z", "4xi32", "SIGNED"), const("%r", "true", "4xi1"))
pair("unsigned comparison of a negative number", ["4xi32"], "4xi1", convert("%u", "%a0", "i32", "ui32") + const("%k", "5", "4xui32") + compare("LT", "%u", "%k", "4xui32", "UNSIGNED"), const("%k", "5", "4xi32") + compare("LT", "%a0", "%k", "4xi32", "SIGNED"), contract=ranged(0, -3, 9))
pair("contraction of small integers wraps", ["4xi8", "4xi8"], "f32", "%d = stablehlo.dot_general %a0, %a1, contracting_dims = [0] x [0] : (tensor<4xi8>, tensor<4xi8>) -> tensor<i8>\n%r = stablehlo.convert %d : (tensor<i8>) -> tensor<f32>\n",
     "%d = stablehlo.dot_general %a0, %a1, contracting_dims = [0] x [0] : (tensor<4xi8>, tensor<4xi8>) -> tensor<i32>\n%r = stablehlo.convert %d : (tensor<i32>) -> tensor<f32>\n", contract=ranged(0, 50, 100) + ranged(1, 50, 100))
pair("negative padding cuts", [F4], F4, const("%z", "0.0", "f32") + "%r = stablehlo.pad %a0, %z, low = [-1], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>\n",
     const("%z", "0.0", "f32") + "%r = stablehlo.pad %a0, %z, low = [1], high = [-1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>\n")
pair("padding with a value", [F4], "f32", const("%z", "1.0", "f32") + const("%o", "0.0", "f32") + "%p = stablehlo.pad %a0, %z, low = [0], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>\n%r = stablehlo.reduce(%p init: %o) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>\n",
     const("%o", "0.0", "f32") + "%r = stablehlo.reduce(%a0 init: %o) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n")
pair("maximum of zero padding", [F4], "f32", const("%z", "0.0", "f32") + const("%o", MINUS_INF, "f32") + "%p = stablehlo.pad %a0, %z, low = [0], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>\n%r = stablehlo.reduce(%p init: %o) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>\n",
     const("%o", MINUS_INF, "f32") + "%r = stablehlo.reduce(%a0 init: %o) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n", hidden=True)
RANKED = []


def ranked(name, logical, text, expected="different", contract="", hidden=False):
    RANKED.append(Case(name, logical, text, expected, contract, hidden))


def whole(body, arguments="%x0: tensor<8xf32>", result="f32"):
    return f"func.func @main({arguments}) -> tensor<{result}> {{\n{body}return %r : tensor<{result}>\n}}\n"


ZERO = "%z = stablehlo.constant dense<{init}> : tensor<f32>\n"
FOLD = ZERO + "%r = stablehlo.reduce(%x0 init: %z) applies stablehlo.{op} across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>\n"
PART = ZERO + "%s = stablehlo.reduce(%x0 init: %z) applies stablehlo.{op} across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>\n"


def folded(init, op):
    return plan([("8xf32", "2xf32", ["b"])], [("%r", "f32", "f32", [])], PART.format(init=init, op=op) + all_reduce("%r", "%s", B, "f32", op))


ranked("an initial value counts once a rank", whole(FOLD.format(init="1.0", op="add")), folded("1.0", "add"))
ranked("an initial value of a maximum counts as often as you like", whole(FOLD.format(init="0.5", op="maximum")), folded("0.5", "maximum"), "unproved")
ranked("a maximum from zero", whole(FOLD.format(init=MINUS_INF, op="maximum")), folded("0.0", "maximum"), hidden=True)
ranked("a product over ranks from two", whole(FOLD.format(init="2.0", op="multiply")), folded("2.0", "multiply"))
OWN = ("%p = stablehlo.partition_id : tensor<ui32>\n%f = stablehlo.constant dense<{size}> : tensor<ui32>\n%q = stablehlo.remainder %p, %f : tensor<ui32>\n%o = stablehlo.constant dense<1> : tensor<ui32>\n")
THREE = 'sdy.mesh @mesh = <["a"=3]>'


def three(body, argument=("6xf32", "6xf32", [""]), out=("%r", "6xf32", "2xf32", ["a"])):
    return plan([argument], [out], body, mesh=THREE, manual='"a"')


PICK = ("%w = stablehlo.constant dense<2> : {t}\n%k = stablehlo.multiply %j, %w : {t}\n%v = stablehlo.dynamic_slice %x0, %k, sizes = [2] : (tensor<6xf32>, {t}) -> tensor<2xf32>\n%r = stablehlo.negate %v : tensor<2xf32>")
turned = whole("%h = stablehlo.slice %x0 [4:6] : (tensor<6xf32>) -> tensor<2xf32>\n%t = stablehlo.slice %x0 [0:4] : (tensor<6xf32>) -> tensor<4xf32>\n%c = stablehlo.concatenate %h, %t, dim = 0 : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>\n%r = stablehlo.negate %c : tensor<6xf32>\n", "%x0: tensor<6xf32>", "6xf32")
NEXT = "%p = stablehlo.partition_id : tensor<ui32>\n%o = stablehlo.constant dense<{by}> : tensor<ui32>\n%m = stablehlo.{op} %p, %o : tensor<ui32>\n%n = stablehlo.constant dense<3> : tensor<ui32>\n%j = stablehlo.remainder %m, %n : tensor<ui32>\n"
ranked("the rank before, by two steps forward", turned, three(NEXT.format(by=2, op="add") + PICK.format(t="tensor<ui32>")), "equal")
ranked("the rank before, by an unsigned difference", turned, three(NEXT.format(by=1, op="subtract") + PICK.format(t="tensor<ui32>")))
SIGNED = NEXT.format(by=1, op="subtract").replace("tensor<ui32>\n%o", "tensor<ui32>\n%pi = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>\n%o").replace("%p, %o : tensor<ui32>", "%pi, %o : tensor<i32>")
SIGNED = SIGNED.replace("dense<1> : tensor<ui32>", "dense<1> : tensor<i32>").replace("dense<3> : tensor<ui32>", "dense<3> : tensor<i32>").replace("%m, %n : tensor<ui32>", "%m, %n : tensor<i32>")
ranked("the rank before, by a signed remainder", turned, three(SIGNED + PICK.format(t="tensor<i32>")))
ranked("a piece that begins too late is clamped", turned, three("%p = stablehlo.partition_id : tensor<ui32>\n%o = stablehlo.constant dense<2> : tensor<ui32>\n%j = stablehlo.add %p, %o : tensor<ui32>\n" + PICK.format(t="tensor<ui32>")))
OWN_BITS = ('%s, %v = stablehlo.rng_bit_generator %x0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<{n}xui32>)\n%z = stablehlo.constant dense<0> : tensor<{n}xui32>\n%r = stablehlo.or %v, %z : tensor<{n}xui32>\n')
ranked("random bits drawn by every rank with one key", whole(OWN_BITS.format(n=8), "%x0: tensor<2xui64>", "8xui32"), plan([("2xui64", "2xui64", [""])], [("%r", "8xui32", "2xui32", ["b"])], OWN_BITS.format(n=2)))


def cases():
    for name, arguments, result, logical, other, expected, contract, hidden in PAIRS:
        signature = ", ".join(f"%a{i}: tensor<{kind}>" for i, kind in enumerate(arguments))
        texts = [f"func.func @main({signature}) -> tensor<{result}> {{\n{body}return %r : tensor<{result}>\n}}\n" for body in (logical, other)]
        yield Case(name, *texts, expected, contract, hidden)
    yield from RANKED
