"""Random small steps with right and faulty plans: random_steps.py LOCKSTEP [--count N] [--seed S].

A step is a chain of layers on rows: products with weights, biases, element functions, sums and means. Its plan cuts the
rows over one mesh axis, and pairs of products over another (columns, then rows, then a sum). A right plan must be
executed as equal and, as these forms are modelled, be proved; a faulty one has one fault of the kinds that plans have,
and when it is proved execution must not tell it from the step.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import random
import subprocess
import sys
import tempfile

ROWS, WIDTH, DP, TP = 8, 4, 2, 2
FUNCTIONS = ["tanh", "exponential", "logistic", "negate", "sine", "abs"]
FAULTS = ["gradient not summed", "summed over the other axis", "product not summed", "summed twice", "wrong divisor",
          "arguments swapped", "function", "bias added on every rank", "operands swapped", "maximum for sum",
          "mean of local rows", "loss not summed"]


def groups(axis):
    pairs = "[[0, 2], [1, 3]]" if axis == "dp" else "[[0, 1], [2, 3]]"
    return f"replica_groups = dense<{pairs}> : tensor<2x2xi64>"


class Emitter:
    def __init__(self):
        self.lines, self.number = [], 0

    def value(self, text):
        self.number += 1
        self.lines.append(f"%v{self.number} = {text}")
        return f"%v{self.number}"

    def constant(self, value, shape=""):
        return self.value(f"stablehlo.constant dense<{value}> : tensor<{shape}f32>")

    def reduce(self, x, shape, dims, op="add", init="0.0"):
        zero = self.constant(init)
        kept = [e for i, e in enumerate(shape) if i not in dims]
        return self.value(f"stablehlo.reduce({x} init: {zero}) applies stablehlo.{op} across dimensions = {list(dims)} : "
                          f"(tensor<{dims_of(shape)}f32>, tensor<f32>) -> tensor<{dims_of(kept)}f32>"), kept

    def dot(self, x, y, xs, ys, i, j):
        out = xs[:i] + xs[i + 1:] + ys[:j] + ys[j + 1:]
        return self.value(f"stablehlo.dot_general {x}, {y}, contracting_dims = [{i}] x [{j}] : (tensor<{dims_of(xs)}f32>, "
                          f"tensor<{dims_of(ys)}f32>) -> tensor<{dims_of(out)}f32>"), out

    def binary(self, op, x, y, shape):
        return self.value(f"stablehlo.{op} {x}, {y} : tensor<{dims_of(shape)}f32>")

    def all_reduce(self, x, shape, axis, op="add"):
        kind = f"tensor<{dims_of(shape)}f32>"
        return self.value(f'"stablehlo.all_reduce"({x}) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, '
                          f"{groups(axis)}, use_global_device_ids}}> ({{\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
                          f"%b = stablehlo.{op} %p, %q : tensor<f32>\nstablehlo.return %b : tensor<f32>\n}}) : ({kind}) -> {kind}")


def dims_of(shape):
    return "".join(f"{e}x" for e in shape)


def arguments_of(layers):
    out = [("x", [ROWS, WIDTH], ["dp", ""]), ("t", [ROWS, WIDTH], ["dp", ""])]
    for i, layer in enumerate(layers):
        out.append((f"w{i}", [WIDTH, WIDTH], ["", "tp"]))
        out.append((f"u{i}", [WIDTH, WIDTH], ["tp", ""]))
        out.append((f"c{i}", [WIDTH], [""]))
    return out


def body(layers, parallel, fault):
    """The step, or what one rank does; the texts of the results with their shapes and cut dims."""
    e, rows, inner = Emitter(), ROWS // (DP if parallel else 1), WIDTH // (TP if parallel else 1)
    at = fault[1] if fault else -1
    kind = fault[0] if fault else None
    h = "%x"
    seen = []
    for i, layer in enumerate(layers):
        here = at == i
        a, shape = e.dot(h, f"%w{i}", [rows, WIDTH], [WIDTH, inner], 1, 0)
        function = layer["function"]
        if here and kind == "function":
            function = next(f for f in FUNCTIONS if f != function)
        a = e.value(f"stablehlo.{function} {a} : tensor<{dims_of(shape)}f32>")
        seen.append((h, a, shape))
        b, shape = e.dot(a, f"%u{i}", shape, [inner, WIDTH], 1, 0)
        bias = e.value(f"stablehlo.broadcast_in_dim %c{i}, dims = [1] : (tensor<{WIDTH}xf32>) -> tensor<{rows}x{WIDTH}xf32>")
        if here and kind == "bias added on every rank":
            b, bias = e.binary("add", b, bias, shape), None
        if parallel and not (here and kind == "product not summed"):
            axis = "dp" if here and kind == "summed over the other axis" else "tp"
            b = e.all_reduce(b, shape, axis, "maximum" if here and kind == "maximum for sum" else "add")
            if here and kind == "summed twice":
                b = e.all_reduce(b, shape, axis)
        if bias:
            b = e.binary("add", b, bias, shape)
        if layer["residual"]:
            b = e.binary("subtract", *((b, h) if here and kind == "operands swapped" else (h, b)), shape)
        h = b
    d = e.binary("subtract", h, "%t", [rows, WIDTH])
    q = e.binary("multiply", d, d, [rows, WIDTH])
    loss, _ = e.reduce(q, [rows, WIDTH], [0, 1])
    last = at == len(layers) - 1
    if parallel and not (last and kind == "loss not summed"):
        loss = e.all_reduce(loss, [], "dp")
    divisor = ROWS * WIDTH * (2 if last and kind == "wrong divisor" else 1) // (DP if last and kind == "mean of local rows" else 1)
    loss = e.binary("divide", loss, e.constant(f"{divisor}.0"), [])
    before, a, shape = seen[-1]
    g, gshape = e.dot(a, d, [rows, inner], [rows, WIDTH], 0, 0)  # of u
    if parallel and not (last and kind == "gradient not summed"):
        g = e.all_reduce(g, gshape, "dp")
    k = e.constant("0.125", dims_of(gshape))
    new = e.binary("subtract", f"%u{len(layers) - 1}", e.binary("multiply", k, g, gshape), gshape)
    return "\n".join(e.lines), [(loss, [], []), (new, [WIDTH, WIDTH], ["tp", ""])]


def local(shape, cut):
    size = {"": 1, "dp": DP, "tp": TP}
    return [e // size[c] for e, c in zip(shape, cut)]


def sharding(cut):
    return "<@mesh, [" + ", ".join("{" + (f'"{c}"' if c else "") + "}" for c in cut) + "]>"


def programs(layers, fault):
    arguments = arguments_of(layers)
    kinds = ["tensor<%sf32>" % dims_of(s) for _, s, _ in arguments]
    text, results = body(layers, False, None)
    outs = ", ".join(["tensor<f32>", f"tensor<{WIDTH}x{WIDTH}xf32>"])
    names = ", ".join(v for v, _, _ in results)
    logical = f"func.func @main({', '.join(f'%{n}: {k}' for (n, _, _), k in zip(arguments, kinds))}) -> ({outs}) {{\n{text}\nreturn {names} : {outs}\n}}\n"
    text, results = body(layers, True, fault)
    cuts = [list(c) for _, _, c in arguments]
    if fault and fault[0] == "arguments swapped":
        arguments[0], arguments[1] = arguments[1], arguments[0]
    inner = ", ".join(f"%{n}: tensor<{dims_of(local(s, c))}f32>" for (n, s, _), c in zip(arguments, cuts))
    locals_ = ", ".join(f"tensor<{dims_of(local(s, c))}f32>" for _, s, c in results)
    plan = ('module {\nsdy.mesh @mesh = <["dp"=2, "tp"=2]>\n'
            f"func.func @main({', '.join(f'%g{i}: {k}' for i, k in enumerate(kinds))}) -> ({outs}) {{\n"
            f"%o:2 = sdy.manual_computation({', '.join(f'%g{i}' for i in range(len(kinds)))}) in_shardings=[{', '.join(map(sharding, cuts))}] "
            f"out_shardings=[{', '.join(sharding(c) for _, _, c in results)}] manual_axes={{\"dp\", \"tp\"}} ({inner}) {{\n{text}\n"
            f"sdy.return {', '.join(v for v, _, _ in results)} : {locals_}\n}} : ({', '.join(kinds)}) -> ({outs})\nreturn %o#0, %o#1 : {outs}\n}}\n}}\n")
    return logical, plan


def check(tool, folder, number, layers, fault):
    paths = [pathlib.Path(folder) / f"{number}.{name}.mlir" for name in ("logical", "plan")]
    for path, text in zip(paths, programs(layers, fault)):
        path.write_text(text)
    command = [tool, "verify", *map(str, paths), "--no-counterexample", "--progress", "none", "--time-limit", "20"]
    proof = subprocess.run(command + ["--no-refute"], capture_output=True, text=True)
    if proof.returncode not in (0, 1, 3):
        return f"rejected: {(proof.stderr or proof.stdout)[:300]}"
    if proof.returncode == 0 and fault:
        run = subprocess.run(command + ["--no-prove"], capture_output=True, text=True)
        return "proved, differs" if run.returncode == 1 else "proved, equal"
    return "proved" if proof.returncode == 0 else "not proved"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    counts, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = []
        for number in range(options.count):
            layers = [{"function": rng.choice(FUNCTIONS), "residual": rng.random() < 0.6} for _ in range(rng.randint(1, 3))]
            fault = None
            if number % 3:
                fault = (rng.choice(FAULTS), rng.randrange(len(layers)))
                if fault[0] in ("gradient not summed", "wrong divisor", "mean of local rows", "loss not summed"):
                    fault = (fault[0], len(layers) - 1)
                if fault[0] == "operands swapped":
                    layers[fault[1]]["residual"] = True
            jobs.append((number, fault, pool.submit(check, options.tool, folder, number, layers, fault)))
        for number, fault, job in jobs:
            verdict = job.result()
            counts[fault[0] if fault else "right", verdict.split(":")[0]] += 1
            if verdict.startswith("rejected") or verdict == "proved, differs" or (not fault and verdict != "proved"):
                wrong += 1
                print(f"step {number}, {fault or 'right'}: {verdict}", flush=True)
    for (fault, verdict), count in sorted(counts.items()):
        print(f"{fault:28} {verdict:16} {count:5}")
    sys.exit(1 if wrong else 0)


main()
