"""A training step of any size: a residual stack h = h + tanh(h A) C, its mean squared output, hand-derived gradients and
plain descent; and the data-parallel plan of it, with a loop over micro-batches.

stack.py logical|plan [--layers L] [--scale K] [--ranks R] [--micro M] prints a module. Every extent is a multiple of K.
"""
import argparse


class Text:
    """Appends operators; a value is a pair of its name and its shape."""

    def __init__(self):
        self.lines, self.count = [], 0

    def new(self):
        self.count += 1
        return f"%v{self.count}"

    def put(self, shape, text):
        name = self.new()
        self.lines.append(f"{name} = {text}")
        return name, shape

    def constant(self, value, shape=(), kind="f32"):
        return self.put(shape, f"stablehlo.constant dense<{value}> : {tensor(shape, kind)}")

    def two(self, op, a, b):
        return self.put(a[1], f"stablehlo.{op} {a[0]}, {b[0]} : {tensor(a[1])}")

    def one(self, op, a):
        return self.put(a[1], f"stablehlo.{op} {a[0]} : {tensor(a[1])}")

    def dot(self, a, b, i, j):
        shape = tuple(n for k, n in enumerate(a[1]) if k != i) + tuple(n for k, n in enumerate(b[1]) if k != j)
        return self.put(shape, f"stablehlo.dot_general {a[0]}, {b[0]}, contracting_dims = [{i}] x [{j}] : "
                               f"({tensor(a[1])}, {tensor(b[1])}) -> {tensor(shape)}")

    def scaled(self, a, number):
        return self.two("multiply", a, self.constant(f"{number:.9e}", a[1]))

    def total(self, a):
        zero = self.constant("0.0")
        return self.put((), f"stablehlo.reduce({a[0]} init: {zero[0]}) applies stablehlo.add across dimensions = "
                            f"{list(range(len(a[1])))} : ({tensor(a[1])}, tensor<f32>) -> tensor<f32>")


def tensor(shape, kind="f32"):
    return "tensor<" + "".join(f"{n}x" for n in shape) + kind + ">"


def gradients(t, weights, rows, norm):
    """Loss and gradients on some rows; norm: how many elements the mean over all rows has."""
    h, kept = rows, []
    for a, c in weights:
        u = t.one("tanh", t.dot(h, a, 1, 0))
        kept.append((h, u))
        h = t.two("add", h, t.dot(u, c, 1, 0))
    loss = t.scaled(t.total(t.two("multiply", h, h)), 1 / norm)
    g, out = t.scaled(h, 2 / norm), []
    for (a, c), (before, u) in reversed(list(zip(weights, kept))):
        dc = t.dot(u, g, 0, 0)
        slope = t.two("subtract", t.constant("1.0", u[1]), t.two("multiply", u, u))
        du = t.two("multiply", t.dot(g, c, 1, 1), slope)
        out = [t.dot(before, du, 0, 0), dc] + out
        g = t.two("add", g, t.dot(du, a, 1, 1))
    return [loss] + out


def descend(t, weights, sums):
    flat = [w for pair in weights for w in pair]
    return [t.two("subtract", w, t.scaled(g, 0.125)) for w, g in zip(flat, sums)]


def step(t, weights, rows, norm, ranks, micro):
    """One rank's step; micro-batches are the iterations of a loop, the sum over ranks comes after it."""
    if micro > 1:
        shapes = [()] + [w[1] for pair in weights for w in pair]
        start = [t.constant("0", (), "i32")] + [t.constant("0.0", shape) for shape in shapes]
        names = [t.new() for _ in start]
        types = ", ".join(["tensor<i32>"] + [tensor(shape) for shape in shapes])
        result = t.new()
        t.lines.append(f"{result}:{len(start)} = stablehlo.while(" +
                       ", ".join(f"{n} = {s[0]}" for n, s in zip(names, start)) + f") : {types} cond {{")
        end = t.constant(str(micro), (), "i32")
        test = t.put((), f"stablehlo.compare LT, {names[0]}, {end[0]}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>")
        t.lines.append(f"stablehlo.return {test[0]} : tensor<i1> }} do {{")
        size, width = rows[1][0] // micro, rows[1][1]
        first = t.put((), f"stablehlo.multiply {names[0]}, {t.constant(str(size), (), 'i32')[0]} : tensor<i32>")
        piece = t.put((size, width), f"stablehlo.dynamic_slice {rows[0]}, {first[0]}, {t.constant('0', (), 'i32')[0]}, sizes = "
                                     f"[{size}, {width}] : ({tensor(rows[1])}, tensor<i32>, tensor<i32>) -> {tensor((size, width))}")
        parts = gradients(t, weights, piece, norm)
        sums = [t.two("add", (n, p[1]), p) for n, p in zip(names[1:], parts)]
        after = t.put((), f"stablehlo.add {names[0]}, {t.constant('1', (), 'i32')[0]} : tensor<i32>")
        t.lines.append("stablehlo.return " + ", ".join([after[0]] + [x[0] for x in sums]) + f" : {types} }}")
        values = [(f"{result}#{k + 1}", shape) for k, shape in enumerate(shapes)]
    else:
        values = gradients(t, weights, rows, norm)
    if ranks > 1:
        group = str([list(range(ranks))])
        values = [t.put(shape, f'"stablehlo.all_reduce"({name}) <{{channel_handle = #stablehlo.channel_handle<handle = 1, '
                               f"type = 1>, replica_groups = dense<{group}> : tensor<1x{ranks}xi64>, use_global_device_ids}}> ({{ "
                               f"^bb0(%l: tensor<f32>, %r: tensor<f32>): %s = stablehlo.add %l, %r : tensor<f32> "
                               f"stablehlo.return %s : tensor<f32> }}) : ({tensor(shape)}) -> {tensor(shape)}")
                  for name, shape in values]
    return [values[0]] + descend(t, weights, values[1:])


def module(kind, layers, scale, ranks, micro):
    width, inner, batch = 3 * scale, 5 * scale, 512 * 64 * scale
    shapes = [s for _ in range(layers) for s in ((width, inner), (inner, width))] + [(batch, width)]
    results = [()] + shapes[:-1]
    t = Text()

    def body(prefix, rows, ranks, micro):
        values = [(f"%{prefix}{i}", s) for i, s in enumerate(shapes[:-1])]
        x = (f"%{prefix}{len(values)}", (rows, width))
        return step(t, list(zip(values[::2], values[1::2])), x, batch * width, ranks, micro)

    arguments = ", ".join(f"%a{i}: {tensor(s)}" for i, s in enumerate(shapes))
    types = ", ".join(tensor(s) for s in results)
    if kind == "logical":
        out = body("a", batch, 1, 1)
        inside = t.lines
        values = ", ".join(x[0] for x in out)
        mesh = ""
    else:
        out = body("b", batch // ranks, ranks, micro)
        local = shapes[:-1] + [(batch // ranks, width)]
        whole = [f"<@mesh, [{', '.join(['{}'] * len(s))}]>" for s in shapes]
        head = (f"%out:{len(results)} = sdy.manual_computation(" + ", ".join(f"%a{i}" for i in range(len(shapes))) +
                ") in_shardings=[" + ", ".join(whole[:-1] + ['<@mesh, [{"dp"}, {}]>']) + "] out_shardings=[" +
                ", ".join(["<@mesh, []>"] + whole[:-1]) + '] manual_axes={"dp"} (' +
                ", ".join(f"%b{i}: {tensor(s)}" for i, s in enumerate(local)) + ") {")
        tail = [f"sdy.return " + ", ".join(x[0] for x in out) + f" : {types}",
                "} : (" + ", ".join(tensor(s) for s in shapes) + f") -> ({types})"]
        inside = [head] + t.lines + tail
        values = ", ".join(f"%out#{k}" for k in range(len(results)))
        mesh = f'sdy.mesh @mesh = <["dp"={ranks}]>\n'
    return "\n".join(["module {", mesh + f"func.func public @main({arguments}) -> ({types}) {{", *inside,
                      f"return {values} : {types}", "}", "}"]) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["logical", "plan"])
    for option, default in (("layers", 4), ("scale", 1), ("ranks", 8), ("micro", 1)):
        parser.add_argument("--" + option, type=int, default=default)
    o = parser.parse_args()
    print(module(o.kind, o.layers, o.scale, o.ranks, o.micro), end="")
