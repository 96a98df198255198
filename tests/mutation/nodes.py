"""Random tensor programs as graphs, and what one device computes for each node."""
import dataclasses

from emitter import Emitter


@dataclasses.dataclass(eq=False)
class Node:
    op: str
    inputs: list
    shape: tuple
    kind: str = "f32"
    attr: tuple = ()


UNARY = ["negate", "tanh", "logistic", "sine", "abs", "exponential"]
CONSTANTS = [0.5, 3.0, -2.0, 0.25, 1.5]


def scale(x, c):
    return Node("scale", [x], x.shape, attr=(c,))


def unary(op, x):
    return Node(op, [x], x.shape)


def binary(op, x, y):
    return Node(op, [x, y], x.shape)


def reduce(x, dims, op="add"):
    return Node("sum" if op == "add" else "max_over", [x], tuple(d for i, d in enumerate(x.shape) if i not in dims), attr=tuple(dims))


def broadcast(x, shape, dims):
    return Node("broadcast", [x], tuple(shape), attr=tuple(dims))


def transpose(x, order):
    return Node("transpose", [x], tuple(x.shape[i] for i in order), attr=tuple(order))


def reshape(x, shape):
    return Node("reshape", [x], tuple(shape))


def slice_of(x, dim, lo, hi):
    return Node("slice", [x], tuple(hi - lo if i == dim else d for i, d in enumerate(x.shape)), attr=(dim, lo, hi))


def pad(x, dim, low, high):
    return Node("pad", [x], tuple(d + low + high if i == dim else d for i, d in enumerate(x.shape)), attr=(dim, low, high))


def concat(xs, dim):
    return Node("concat", xs, tuple(sum(x.shape[i] for x in xs) if i == dim else d for i, d in enumerate(xs[0].shape)), attr=(dim,))


def dot(x, y, i, j):
    """Contracts dim i of x with dim j of y."""
    return Node("dot", [x, y], tuple(d for k, d in enumerate(x.shape) if k != i) + tuple(d for k, d in enumerate(y.shape) if k != j), attr=(i, j))


def accumulated(e, ins, trips, dims, part):
    """The sum over pieces of dims of the inputs, one piece a turn."""
    sizes = [x.shape[d] // trips for x, d in zip(ins, dims)]

    def pieces(e, i):
        return [e.dynamic_slice(x, d, e.binary("multiply", i, e.const(size, (), "i32")), size) for x, d, size in zip(ins, dims, sizes)]

    probe = Emitter()
    shape = part(probe, [probe.put("", tuple(s if k == d else n for k, n in enumerate(x.shape))) for x, d, s in zip(ins, dims, sizes)]).shape
    return e.loop(trips, e.splat(0.0, shape), lambda e, i, total: e.binary("add", total, part(e, pieces(e, i))))


def single(e: Emitter, node, ins):
    """What one device computes. Shapes are those of the inputs, so pieces may be computed by the same text."""
    op, attr = node.op, node.attr
    if op == "scale":
        return e.binary("multiply", ins[0], e.splat(attr[0], ins[0].shape))
    if op == "shift":
        return e.binary("add", ins[0], e.splat(attr[0], ins[0].shape))
    if op in UNARY or op in ("sqrt", "rsqrt", "log"):
        return e.unary(op, ins[0])
    if op == "square":
        return e.put(f"chlo.square {ins[0].name} : {ins[0].type} -> {ins[0].type}", ins[0].shape) if attr else e.binary("multiply", ins[0], ins[0])
    if op in ("add", "subtract", "multiply", "divide", "maximum", "minimum"):
        return e.binary(op, *ins)
    if op == "choose":  # where x > y then a else b
        return e.select(e.compare("GT", ins[0], ins[1]), ins[2], ins[3])
    if op == "choose_ge":
        return e.select(e.compare("GE", ins[0], ins[1]), ins[2], ins[3])
    if op == "sum":
        return e.reduce(ins[0], attr)
    if op == "sum_loop":
        return accumulated(e, ins, attr[2], (attr[1],), lambda e, xs: e.reduce(xs[0], attr[0]))
    if op == "dot_loop":
        return accumulated(e, ins, attr[2], attr[:2], lambda e, xs: e.dot(*xs, ((attr[0],), (attr[1],))))
    if op == "constant":
        return e.splat(attr[0], node.shape)
    if op == "max_over":
        return e.reduce(ins[0], attr, "maximum")
    if op == "broadcast":
        return e.broadcast(ins[0], node.shape, attr)
    if op == "transpose":
        return e.transpose(ins[0], attr)
    if op == "reshape":
        return e.reshape(ins[0], node.shape)
    if op == "slice":
        return e.slice(ins[0], *attr)
    if op == "pad":
        return e.pad(ins[0], *attr)
    if op == "concat":
        return e.concat(ins, attr[0])
    if op == "dot":
        return e.dot(ins[0], ins[1], ((attr[0],), (attr[1],)))
    if op == "rows":
        return e.rows(*ins)
    if op == "scatter":
        return e.scatter_rows(e.splat(0.0, (attr[0],) + ins[1].shape[1:]), *ins)
    if op == "one_hot":
        at = e.broadcast(ins[0], ins[0].shape + (attr[0],), range(len(ins[0].shape)))
        return e.convert(e.compare("EQ", at, e.iota(at.shape, len(at.shape) - 1)), "f32")
    if op == "causal":  # rows see columns up to their own
        rows, columns = e.iota(ins[0].shape, len(ins[0].shape) - 2), e.iota(ins[0].shape, len(ins[0].shape) - 1)
        return e.select(e.compare("GE", rows, columns), ins[0], e.splat(0.0, ins[0].shape))
    raise ValueError(op)


class Generator:
    """Random programs on rows of a batch: products with weights, functions, reductions, masks, tables."""

    def __init__(self, rng):
        self.rng = rng
        self.rows, self.width = rng.choice([8, 12, 16]), rng.choice([4, 6, 8])
        self.inner, self.table = rng.choice([4, 8, 12]), rng.choice([6, 8, 12])
        n, d, f = self.rows, self.width, self.inner
        self.arguments = [Node("argument", [], (n, d), attr=(0,)), Node("argument", [], (n, d), attr=(1,)), Node("argument", [], (d, f), attr=(2,)),
                          Node("argument", [], (f, d), attr=(3,)), Node("argument", [], (d,), attr=(4,)),
                          Node("argument", [], (self.table, d), attr=(5,)), Node("argument", [], (n,), "i32", attr=(6,))]
        self.values = [a for a in self.arguments if a.kind == "f32"]

    def pick(self, test=lambda v: True):
        found = [v for v in self.values if test(v)]
        weights = [1 + i for i in range(len(found))]  # later values are likelier
        return self.rng.choices(found, weights)[0] if found else None

    def mate(self, x):
        return self.pick(lambda v: v.shape == x.shape)

    def step(self):
        rng = self.rng
        x = self.pick()
        kind = rng.choice(["unary", "binary", "dot", "sum", "norm", "softmax", "rows", "scatter", "choose", "layout", "pieces", "loss", "scale", "causal", "dot", "binary"])
        if kind == "unary":
            op = rng.choice(UNARY + ["square"])
            return unary(op, unary("tanh", x) if op == "exponential" else x)
        if kind == "scale":
            return scale(x, rng.choice(CONSTANTS))
        if kind == "binary":
            op = rng.choice(["add", "subtract", "multiply", "maximum", "minimum", "divide"])
            y = self.mate(x)
            if op == "divide":
                y = Node("shift", [Node("square", [y], y.shape)], y.shape, attr=(1.0,))
            return binary(op, x, y)
        if kind == "dot" and len(x.shape) == 2:
            i = rng.randrange(2)
            y = self.pick(lambda v: len(v.shape) == 2 and x.shape[i] in v.shape)
            return dot(x, y, i, rng.choice([j for j in range(2) if y.shape[j] == x.shape[i]])) if y else None
        if kind == "sum" and x.shape:
            dims = [i for i in range(len(x.shape)) if rng.random() < 0.6] or [0]
            return reduce(x, dims, "maximum" if rng.random() < 0.2 else "add")
        if kind == "loss" and x.shape:
            s = reduce(Node("square", [x], x.shape), range(len(x.shape)))
            return scale(s, 1.0 / 8)
        if kind == "norm" and len(x.shape) == 2:
            s = reduce(Node("square", [x], x.shape), [1])
            r = unary("rsqrt", Node("shift", [scale(s, 0.25)], s.shape, attr=(0.125,)))
            return binary("multiply", x, broadcast(r, x.shape, [0]))
        if kind == "softmax" and len(x.shape) == 2:
            return self.softmax(x)
        if kind == "rows":
            return Node("rows", [self.arguments[5], self.arguments[6]], (self.rows, self.width))
        if kind == "scatter":
            u = self.pick(lambda v: len(v.shape) == 2 and v.shape[0] == self.rows)
            return Node("scatter", [self.arguments[6], u], (self.table, u.shape[1]), attr=(self.table,)) if u else None
        if kind == "choose":
            a, b, c = self.mate(x), self.mate(x), self.mate(x)
            return Node("choose", [x, a, b, c], x.shape)
        if kind == "causal" and len(x.shape) == 2:
            return Node("causal", [x], x.shape)
        if kind == "layout" and len(x.shape) == 2:
            return transpose(x, (1, 0)) if rng.random() < 0.6 else reshape(x, (x.shape[0] * x.shape[1],))
        if kind == "pieces" and len(x.shape) == 2:
            dim = rng.randrange(2)
            cut = rng.randrange(1, x.shape[dim])
            return concat([slice_of(x, dim, cut, x.shape[dim]), slice_of(x, dim, 0, cut)], dim) if rng.random() < 0.5 else slice_of(x, dim, 0, cut)
        return None

    def softmax(self, x):
        m = reduce(x, [1], "maximum")
        e = unary("exponential", binary("subtract", x, broadcast(m, x.shape, [0])))
        return binary("divide", e, broadcast(reduce(e, [1]), x.shape, [0]))

    def program(self):
        """Arguments and one to three results."""
        for _ in range(self.rng.randint(3, 8)):
            node = self.step()
            if node is not None and all(d > 0 for d in node.shape):
                self.values.append(node)
        made = [v for v in self.values if v.op != "argument"] or [scale(self.values[0], 2.0)]
        results = [made[-1]] + self.rng.sample(made[:-1], min(len(made) - 1, self.rng.randint(0, 2)))
        return self.arguments, results
