"""A training step by hand: embedding, residual blocks, a head that may be tied to the embedding, momentum.

Everything is written as StableHLO text by `Text`, a list of lines that knows the shapes of its values, so that the logical
step and the programs of a plan are made by the same few functions.
"""

from dataclasses import dataclass, field


def type_of(shape, element="f32"):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + element + ">"


@dataclass
class Text:
    """Lines of one block; values are names, `shapes` knows their shapes."""

    prefix: str = "v"
    lines: list = field(default_factory=list)
    shapes: dict = field(default_factory=dict)

    def new(self, shape):
        name = f"%{self.prefix}{len(self.shapes)}"
        self.shapes[name] = tuple(shape)
        return name

    def argument(self, name, shape):
        self.shapes[name] = tuple(shape)
        return name

    def type(self, value):
        return type_of(self.shapes[value])

    def emit(self, shape, text):
        name = self.new(shape)
        self.lines.append(f"{name} = {text}")
        return name

    def constant(self, value, shape=()):
        return self.emit(shape, f"stablehlo.constant dense<{value}> : {type_of(shape)}")

    def op(self, name, *values):
        shape = self.shapes[values[0]]
        return self.emit(shape, f"stablehlo.{name} {', '.join(values)} : {type_of(shape)}")

    def dot(self, a, b, ca, cb):
        sa, sb = self.shapes[a], self.shapes[b]
        shape = (sa[1 - ca], sb[1 - cb])
        return self.emit(shape, f"stablehlo.dot_general {a}, {b}, contracting_dims = [{ca}] x [{cb}] : "
                                f"({type_of(sa)}, {type_of(sb)}) -> {type_of(shape)}")

    def spread(self, scalar, shape):
        return self.emit(shape, f"stablehlo.broadcast_in_dim {scalar}, dims = [] : (tensor<f32>) -> {type_of(shape)}")

    def scaled(self, value, factor):
        return self.op("multiply", value, self.constant(factor, self.shapes[value]))

    def relu(self, value):
        return self.op("maximum", value, self.constant("0.0", self.shapes[value]))

    def where_positive(self, test, value):
        shape = self.shapes[value]
        zero = self.constant("0.0", shape)
        mask = f"%{self.prefix}m{len(self.lines)}"
        self.lines.append(f"{mask} = stablehlo.compare GT, {test}, {zero} : ({type_of(shape)}, {type_of(shape)}) -> "
                          f"{type_of(shape, 'i1')}")
        return self.emit(shape, f"stablehlo.select {mask}, {value}, {zero} : {type_of(shape, 'i1')}, {type_of(shape)}")

    def total(self, value):
        """Sum of all elements."""
        zero = self.constant("0.0")
        shape = self.shapes[value]
        dims = ", ".join(str(d) for d in range(len(shape)))
        return self.emit((), f"stablehlo.reduce({value} init: {zero}) applies stablehlo.add across dimensions = [{dims}] : "
                             f"({type_of(shape)}, tensor<f32>) -> tensor<f32>")

    def index(self, value):
        name = f"%{self.prefix}i{len(self.lines)}"
        self.lines.append(f"{name} = stablehlo.constant dense<{value}> : tensor<i32>")
        return name

    def rows(self, value, number, count):
        """Rows [number * count, + count); number is the name of a tensor<i32>."""
        shape = self.shapes[value]
        start = f"%{self.prefix}s{len(self.lines)}"
        size, zero = self.index(count), self.index(0)
        self.lines.append(f"{start} = stablehlo.multiply {number}, {size} : tensor<i32>")
        out = (count,) + shape[1:]
        starts = ", ".join([start] + [zero] * (len(shape) - 1))
        types = ", ".join([type_of(shape)] + ["tensor<i32>"] * len(shape))
        return self.emit(out, f"stablehlo.dynamic_slice {value}, {starts}, sizes = [{', '.join(map(str, out))}] : "
                              f"({types}) -> {type_of(out)}")

    def collective(self, name, value, groups, shape=None, channel=1, extra="", reduces=True):
        shape = self.shapes[value] if shape is None else shape
        region = ""
        if reduces:
            region = ("({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  %sum = stablehlo.add %p, %q : tensor<f32>\n"
                      "  stablehlo.return %sum : tensor<f32>\n})")
        return self.emit(shape, f'"stablehlo.{name}"({value}) <{{channel_handle = #stablehlo.channel_handle<handle = '
                                f"{channel}, type = 1>, replica_groups = {groups}, {extra}use_global_device_ids}}> {region} : "
                                f"({self.type(value)}) -> {type_of(shape)}")


@dataclass
class Model:
    width: int = 6
    hidden: int = 10
    blocks: int = 2
    tied: bool = False
    clip: bool = False
    batch: int = 24
    features: int = 14  # of a row of x

    def parameters(self):
        """Name and shape, in the order of the arguments."""
        out = [("embed", (self.features, self.width))]
        for b in range(self.blocks):
            out += [(f"a{b}", (self.width, self.hidden)), (f"b{b}", (self.hidden, self.width))]
        if not self.tied:
            out.append(("head", (self.features, self.width)))
        return out

    @property
    def scale(self):
        return 2.0 / (self.batch * self.features)


def block_forward(t, h, a, b):
    pre = t.dot(h, a, 1, 0)
    return t.op("add", h, t.dot(t.relu(pre), b, 1, 0)), pre


def block_backward(t, h, pre, a, b, d):
    """Cotangent of h, gradients of a and b."""
    grad_b = t.dot(t.relu(pre), d, 0, 0)
    dpre = t.where_positive(pre, t.dot(d, b, 1, 1))
    return t.op("add", d, t.dot(dpre, a, 1, 1)), t.dot(h, dpre, 0, 0), grad_b


def block_backward_input(t, pre, a, b, d):
    """Cotangent of h, and of the pre-activation."""
    dpre = t.where_positive(pre, t.dot(d, b, 1, 1))
    return t.op("add", d, t.dot(dpre, a, 1, 1)), dpre


def block_backward_weights(t, h, pre, d, dpre):
    """Gradients of a and b."""
    return t.dot(h, dpre, 0, 0), t.dot(t.relu(pre), d, 0, 0)


def loss_of(t, model, h, head, target):
    """Sum of squares of this part of the batch, cotangent of h, gradient of the head."""
    error = t.op("subtract", t.dot(h, head, 1, 1), target)
    d = t.scaled(error, repr(model.scale))
    loss = t.scaled(t.total(t.op("multiply", error, error)), repr(model.scale / 2))
    return loss, t.dot(d, head, 1, 0), t.dot(d, h, 0, 0)


def momentum(t, w, m, g):
    m2 = t.op("add", t.scaled(m, "0.75"), g)
    return t.op("subtract", w, t.scaled(m2, "0.125")), m2


def clip_factor(t, squares):
    return t.op("rsqrt", t.op("maximum", squares, t.constant("0.01")))


def logical(model):
    t = Text()
    names = [name for name, _ in model.parameters()]
    p = {name: t.argument(f"%{name}", shape) for name, shape in model.parameters()}
    m = {name: t.argument(f"%m_{name}", shape) for name, shape in model.parameters()}
    x = t.argument("%x", (model.batch, model.features))
    y = t.argument("%y", (model.batch, model.features))
    h = t.dot(x, p["embed"], 1, 0)
    stash = []
    for b in range(model.blocks):
        out, pre = block_forward(t, h, p[f"a{b}"], p[f"b{b}"])
        stash.append((h, pre))
        h = out
    head = "embed" if model.tied else "head"
    loss, d, grad_head = loss_of(t, model, h, p[head], y)
    grads = {}
    for b in reversed(range(model.blocks)):
        d, grads[f"a{b}"], grads[f"b{b}"] = block_backward(t, *stash[b], p[f"a{b}"], p[f"b{b}"], d)
    grads["embed"] = t.dot(x, d, 0, 0)
    if model.tied:
        grads["embed"] = t.op("add", grads["embed"], grad_head)
    else:
        grads["head"] = grad_head
    if model.clip:
        squares = [t.total(t.op("multiply", grads[n], grads[n])) for n in names]
        total = squares[0]
        for other in squares[1:]:
            total = t.op("add", total, other)
        factor = clip_factor(t, total)
        for n in names:
            grads[n] = t.op("multiply", grads[n], t.spread(factor, t.shapes[grads[n]]))
    results = []
    updated = {n: momentum(t, p[n], m[n], grads[n]) for n in names}
    results = [updated[n][0] for n in names] + [updated[n][1] for n in names] + [loss]
    types = ", ".join(t.type(r) for r in results)
    body = "\n".join(t.lines)
    return (f"func.func public @main({signature(model)}) -> ({result_types(model)}) {{\n{body}\n"
            f"return {', '.join(results)} : {types}\n}}\n")


def signature(model):
    """Arguments of @main, with the result that carries the updated state."""
    out, number = [], 0
    for prefix, root in (("", "p"), ("m_", "m")):
        for name, shape in model.parameters():
            out.append(f"%{prefix}{name}: {type_of(shape)} {{tf.aliasing_output = {number} : i32, "
                       f"lockstep.name = \"{root}['{name}']\"}}")
            number += 1
    rows = type_of((model.batch, model.features))
    return ", ".join(out + [f'%x: {rows} {{lockstep.name = "batch[\'x\']"}}', f'%y: {rows} {{lockstep.name = "batch[\'y\']"}}'])


def result_types(model):
    out = []
    for root in range(2):
        for name, shape in model.parameters():
            out.append(f"{type_of(shape)} {{jax.result_info = \"result[{root}]['{name}']\"}}")
    return ", ".join(out + ['tensor<f32> {jax.result_info = "result[2]"}'])
