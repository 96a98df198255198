"""Rewritings of a graph that keep its meaning: what compilers, kernels and hand-written plans do to a step."""
from nodes import Node, binary, broadcast, concat, dot, pad, reduce, reshape, scale, slice_of, transpose, unary


def commute(n, rng):
    return binary(n.op, n.inputs[1], n.inputs[0]) if n.op in ("add", "multiply", "maximum", "minimum") else None


def associate(n, rng):
    if n.op not in ("add", "multiply") or n.inputs[0].op != n.op:
        return None
    a, b = n.inputs[0].inputs
    return binary(n.op, a, binary(n.op, b, n.inputs[1]))


def subtract_as_sum(n, rng):
    return binary("add", n.inputs[0], unary("negate", n.inputs[1])) if n.op == "subtract" else None


def divide_as_product(n, rng):
    if n.op != "divide" or n.inputs[1].op not in ("shift", "broadcast"):
        return None
    one = Node("constant", [], n.shape, attr=(1.0,))
    return binary("multiply", n.inputs[0], binary("divide", one, n.inputs[1]))


def scale_over_sum(n, rng):
    if n.op != "scale" or n.inputs[0].op not in ("add", "subtract"):
        return None
    return binary(n.inputs[0].op, *(scale(x, n.attr[0]) for x in n.inputs[0].inputs))


def scale_out(n, rng):
    """sum(c x) = c sum(x), (c x) y = c (x y)."""
    if n.op not in ("sum", "dot", "transpose", "broadcast", "reshape") or n.inputs[0].op != "scale":
        return None
    inner = n.inputs[0]
    return scale(Node(n.op, [inner.inputs[0], *n.inputs[1:]], n.shape, attr=n.attr), inner.attr[0])


def scale_in_two(n, rng):
    return scale(scale(n.inputs[0], n.attr[0] * 2), 0.5) if n.op == "scale" else None


def reduced_in_two(n, rng, *kind):
    """The reduction n of both sides of a random cut; None when there is nothing to cut."""
    dim = rng.choice(n.attr)
    size = n.inputs[0].shape[dim]
    if size < 2:
        return None
    cut = rng.randrange(1, size)
    return [reduce(slice_of(n.inputs[0], dim, lo, hi), n.attr, *kind) for lo, hi in ((0, cut), (cut, size))]


def sum_in_pieces(n, rng):
    pieces = reduced_in_two(n, rng) if n.op == "sum" else None
    if not pieces:
        return None
    rng.shuffle(pieces)
    return binary("add", *pieces)


def sum_in_steps(n, rng):
    if n.op != "sum" or len(n.attr) < 2:
        return None
    first = n.attr[-1]
    return reduce(reduce(n.inputs[0], [first]), [d for d in n.attr if d != first])


def sum_by_blocks(n, rng):
    if n.op != "sum" or n.attr != (0,) or n.inputs[0].shape[0] % 2:
        return None
    x = n.inputs[0]
    return reduce(reduce(reshape(x, (2, x.shape[0] // 2) + x.shape[1:]), [1]), [0])


def sum_of_sums(n, rng):
    if n.op != "sum" or n.inputs[0].op not in ("add", "subtract"):
        return None
    return binary(n.inputs[0].op, *(reduce(x, n.attr) for x in n.inputs[0].inputs))


def sum_padded(n, rng):
    if n.op != "sum":
        return None
    dim = rng.choice(n.attr)
    return reduce(pad(n.inputs[0], dim, 0, rng.randint(1, 3)), n.attr)


def sum_by_ones(n, rng):
    if n.op != "sum" or len(n.attr) != 1 or len(n.inputs[0].shape) != 2:
        return None
    d = n.attr[0]
    ones = Node("constant", [], (n.inputs[0].shape[d],), attr=(1.0,))
    return dot(n.inputs[0], ones, d, 0)


def dot_in_pieces(n, rng):
    if n.op != "dot":
        return None
    (x, y), (i, j) = n.inputs, n.attr
    size = x.shape[i]
    if size < 2:
        return None
    cut = rng.randrange(1, size)
    return binary("add", *(dot(slice_of(x, i, lo, hi), slice_of(y, j, lo, hi), i, j) for lo, hi in ((0, cut), (cut, size))))


def dot_by_rows(n, rng):
    if n.op != "dot" or len(n.inputs[0].shape) != 2:
        return None
    (x, y), (i, j) = n.inputs, n.attr
    free = 1 - i
    if x.shape[free] < 2:
        return None
    cut = rng.randrange(1, x.shape[free])
    return concat([dot(slice_of(x, free, lo, hi), y, i, j) for lo, hi in ((0, cut), (cut, x.shape[free]))], 0)


def dot_transposed(n, rng):
    if n.op != "dot" or any(len(x.shape) != 2 for x in n.inputs):
        return None
    (x, y), (i, j) = n.inputs, n.attr
    return transpose(dot(y, x, j, i), (1, 0))


def dot_as_products(n, rng):
    if n.op != "dot" or any(len(x.shape) != 2 for x in n.inputs):
        return None
    (x, y), (i, j) = n.inputs, n.attr
    shape = (x.shape[1 - i], x.shape[i], y.shape[1 - j])
    a = broadcast(x, shape, [0, 1] if i == 1 else [1, 0])
    b = broadcast(y, shape, [1, 2] if j == 0 else [2, 1])
    return reduce(binary("multiply", a, b), [1])


def dot_of_sum(n, rng):
    if n.op != "dot" or n.inputs[0].op not in ("add", "subtract"):
        return None
    inner = n.inputs[0]
    return binary(inner.op, *(dot(x, n.inputs[1], *n.attr) for x in inner.inputs))


def dot_padded(n, rng):
    if n.op != "dot":
        return None
    (x, y), (i, j) = n.inputs, n.attr
    more = rng.randint(1, 3)
    return dot(pad(x, i, 0, more), pad(y, j, 0, more), i, j)


def products_associate(n, rng):
    """(x w) v = x (w v)."""
    if n.op != "dot" or n.inputs[0].op != "dot" or any(len(v.shape) != 2 for v in [*n.inputs, *n.inputs[0].inputs]):
        return None
    inner, v = n.inputs
    (x, w), (i, j), (k, l) = inner.inputs, inner.attr, n.attr
    if k != 1:
        return None
    return dot(x, dot(w, v, 1 - j, l), i, 0)


def cut_and_joined(n, rng):
    if not n.shape or n.kind != "f32" or n.op == "constant":
        return None
    dim = rng.randrange(len(n.shape))
    if n.shape[dim] < 2:
        return None
    cut = rng.randrange(1, n.shape[dim])
    return concat([slice_of(n, dim, 0, cut), slice_of(n, dim, cut, n.shape[dim])], dim)


def padded_and_cut(n, rng):
    if not n.shape or n.kind != "f32" or n.op == "constant":
        return None
    dim, low = rng.randrange(len(n.shape)), rng.randint(0, 2)
    return slice_of(pad(n, dim, low, 2), dim, low, low + n.shape[dim])


def twice_transposed(n, rng):
    return transpose(transpose(n, (1, 0)), (1, 0)) if len(n.shape) == 2 and n.kind == "f32" and n.op != "constant" else None


def flattened(n, rng):
    return reshape(reshape(n, (n.shape[0] * n.shape[1],)), n.shape) if len(n.shape) == 2 and n.kind == "f32" and n.op != "constant" else None


def function_of_pieces(n, rng):
    """f(x) row block by row block."""
    if n.op not in ("tanh", "negate", "sine", "logistic", "abs", "exponential", "square", "scale") or not n.shape or n.shape[0] < 2:
        return None
    cut = rng.randrange(1, n.shape[0])
    x = n.inputs[0]
    return concat([Node(n.op, [slice_of(x, 0, lo, hi)], (hi - lo,) + n.shape[1:], attr=n.attr) for lo, hi in ((0, cut), (cut, n.shape[0]))], 0)


def exponential_of_sum(n, rng):
    if n.op != "exponential" or n.inputs[0].op not in ("add", "subtract"):
        return None
    a, b = n.inputs[0].inputs
    return binary("multiply" if n.inputs[0].op == "add" else "divide", unary("exponential", a), unary("exponential", b))


def logistic_written_out(n, rng):
    if n.op != "logistic":
        return None
    e = unary("exponential", unary("negate", n.inputs[0]))
    one = Node("constant", [], n.shape, attr=(1.0,))
    return binary("divide", one, Node("shift", [e], n.shape, attr=(1.0,)))


def square_written_out(n, rng):
    return Node("square", n.inputs, n.shape, attr=() if n.attr else ("chlo",)) if n.op == "square" else None


def root_written_out(n, rng):
    if n.op != "rsqrt":
        return None
    one = Node("constant", [], n.shape, attr=(1.0,))
    return binary("divide", one, unary("sqrt", n.inputs[0]))


def cases_exchanged(n, rng):
    """Where x > y then a else b, as where y >= x then b else a."""
    return Node("choose_ge", [n.inputs[1], n.inputs[0], n.inputs[3], n.inputs[2]], n.shape) if n.op == "choose" else None


def minimum_of_negations(n, rng):
    if n.op not in ("maximum", "minimum"):
        return None
    return unary("negate", binary("minimum" if n.op == "maximum" else "maximum", *(unary("negate", x) for x in n.inputs)))


def maximum_in_pieces(n, rng):
    pieces = reduced_in_two(n, rng, "maximum") if n.op == "max_over" else None
    return binary("maximum", *pieces) if pieces else None


def rows_by_one_hot(n, rng):
    if n.op != "rows":
        return None
    hot = Node("one_hot", [n.inputs[1]], n.inputs[1].shape + (n.inputs[0].shape[0],), attr=(n.inputs[0].shape[0],))
    return dot(hot, n.inputs[0], 1, 0)


def scatter_by_one_hot(n, rng):
    if n.op != "scatter":
        return None
    ids, u = n.inputs
    hot = Node("one_hot", [ids], ids.shape + (n.attr[0],), attr=(n.attr[0],))
    return dot(hot, u, 0, 0)


def scatter_in_pieces(n, rng):
    if n.op != "scatter" or n.inputs[1].shape[0] < 2:
        return None
    ids, u = n.inputs
    cut = rng.randrange(1, u.shape[0])
    pieces = []
    for lo, hi in ((0, cut), (cut, u.shape[0])):
        part = Node("slice", [ids], (hi - lo,), "i32", attr=(0, lo, hi))
        pieces.append(Node("scatter", [part, slice_of(u, 0, lo, hi)], n.shape, attr=n.attr))
    return binary("add", *pieces)


def sum_in_loop(n, rng):
    if n.op != "sum" or not n.inputs[0].shape:
        return None
    dim = rng.choice(n.attr)
    trips = rng.choice([k for k in (2, 3, 4) if n.inputs[0].shape[dim] % k == 0] or [0])
    return Node("sum_loop", n.inputs, n.shape, attr=(n.attr, dim, trips)) if trips else None


def dot_in_loop(n, rng):
    if n.op != "dot":
        return None
    trips = rng.choice([k for k in (2, 3, 4) if n.inputs[0].shape[n.attr[0]] % k == 0] or [0])
    return Node("dot_loop", n.inputs, n.shape, attr=(*n.attr, trips)) if trips else None


REWRITES = {f.__name__: f for f in (
    commute, associate, subtract_as_sum, divide_as_product, scale_over_sum, scale_out, scale_in_two, sum_in_pieces, sum_in_steps,
    sum_by_blocks, sum_of_sums, sum_padded, sum_by_ones, dot_in_pieces, dot_by_rows, dot_transposed, dot_as_products, dot_of_sum,
    dot_padded, products_associate, cut_and_joined, padded_and_cut, twice_transposed, flattened, function_of_pieces,
    exponential_of_sum, logistic_written_out, square_written_out, root_written_out, cases_exchanged, minimum_of_negations,
    maximum_in_pieces, rows_by_one_hot, scatter_by_one_hot, scatter_in_pieces, sum_in_loop, dot_in_loop)}
# Tried less often than others: they apply to everything.
COMMON = {"cut_and_joined", "padded_and_cut", "twice_transposed", "flattened", "commute"}


def rewritten(results, rng, probability, kinds):
    """A graph of equal meaning; the names of what was done are added to kinds."""
    memo = {}

    def build(n):
        if id(n) in memo:
            return memo[id(n)]
        new = n if not n.inputs else Node(n.op, [build(x) for x in n.inputs], n.shape, n.kind, n.attr)
        if n.kind == "f32" and rng.random() < probability:
            names = list(REWRITES)
            rng.shuffle(names)
            for name in names:
                if name in COMMON and rng.random() < 0.8:
                    continue
                other = REWRITES[name](new, rng)
                if other is not None:
                    assert other.shape == new.shape, (name, new.op, new.shape, other.shape)
                    kinds.add(name)
                    new = other
                    break
        memo[id(n)] = new
        return new

    return [build(r) for r in results]
