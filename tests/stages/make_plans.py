"""Writes the logical step and the plan of stages of every case to a folder: `make_plans.py FOLDER`.

A case is a model, a plan (stages, dp, micro-batches, schedule, ZeRO) and at most one fault. `cases()` gives the verdict
that `lockstep verify` must reach.
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from model import (Model, Text, block_backward, block_backward_input, block_backward_weights, block_forward, clip_factor, logical, loss_of, momentum, result_types,
                   signature, type_of)


@dataclass
class Plan:
    model: Model
    stages: int = 2
    dp: int = 2
    micro: int = 4
    schedule: str = "1f1b"  # gpipe | 1f1b | 1f1b-blocking | zb (weight gradients apart, later)
    zero: int = 0
    joint: bool = False  # tied gradients: one sum over stages and dp instead of two
    fault: str = ""
    order: tuple = ()  # blocks by stage, other than in order


DP = '#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "dp">]>'


class Writer:
    def __init__(self, plan):
        self.plan, self.model = plan, plan.model
        self.names = [name for name, _ in self.model.parameters()]
        self.shapes = dict(self.model.parameters())
        self.last = plan.stages - 1
        self.rows = self.model.batch // plan.dp // plan.micro
        order = plan.order or tuple(range(self.model.blocks))
        per = self.model.blocks // plan.stages
        self.blocks = [order[s * per:(s + 1) * per] for s in range(plan.stages)]
        self.functions = {}

    # Placement -----------------------------------------------------------------------------------------------------

    def home(self, name):
        if name == "embed":
            return [0, self.last] if self.model.tied else [0]
        if name == "head":
            return [self.last]
        return [s for s in range(self.plan.stages) if int(name[1:]) in self.blocks[s]]

    def used(self, stage):
        return [name for name in self.names if stage in self.home(name)]

    def trained(self, stage):
        """Parameters with a gradient of their own there."""
        return self.used(stage)

    def placement(self, stages, cut, order):
        dims = ", ".join(['{"dp"}' if cut and d == 0 else "{}" for d in range(order)])
        return f"<{stages}, <@mesh, [{dims}]>>"

    def state_cut(self, name):
        return self.plan.zero == 1 and self.shapes[name][0] % self.plan.dp == 0

    def placements(self):
        ins = [self.placement(self.home(n), False, 2) for n in self.names]
        ins += [self.placement(self.home(n), self.state_cut(n), 2) for n in self.names]
        outs = list(ins)
        ins += [self.placement([0], True, 2), self.placement([self.last], True, 2)]
        outs.append(self.placement([self.last], False, 0))
        return ins, outs

    def local_state(self, name):
        shape = self.shapes[name]
        return (shape[0] // self.plan.dp,) + shape[1:] if self.state_cut(name) else shape

    # Functions -----------------------------------------------------------------------------------------------------

    def function(self, name, arguments, body, results):
        args = ", ".join(f"{a}: {type_of(s) if s != 'i32' else 'tensor<i32>'}" for a, s in arguments)
        types = ", ".join(body.type(r) for r in results)
        self.functions[name] = (f"func.func private @{name}({args}) -> ({types}) {{\n" + "\n".join(body.lines) +
                                f"\nreturn {', '.join(results)} : {types}\n}}\n")
        return [body.shapes[r] for r in results]

    def block_parameters(self, stage):
        return [f"{k}{b}" for b in self.blocks[stage] for k in "ab"]

    def start(self, arguments):
        t = Text()
        for name, shape in arguments:
            if shape != "i32":
                t.argument(name, shape)
        return t

    def forward_function(self, stage):
        """m, input, embed on stage 0, a and b of its blocks -> output, stash."""
        m = self.model
        data = (m.batch // self.plan.dp, m.features) if stage == 0 else (self.rows, m.width)
        arguments = [("%m", "i32"), ("%in", data)]
        if stage == 0:
            arguments.append(("%embed", self.shapes["embed"]))
        count = len(self.blocks[stage])
        for i in range(count):
            arguments += [(f"%a{i}", (m.width, m.hidden)), (f"%b{i}", (m.hidden, m.width))]
        t = self.start(arguments)
        h = "%in"
        if stage == 0:
            h = t.dot(t.rows("%in", "%m", self.rows), "%embed", 1, 0)
        stash = []
        for i in range(count):
            out, pre = block_forward(t, h, f"%a{i}", f"%b{i}")
            stash += [h, pre]
            h = out
        name = "forward_first" if stage == 0 else "forward"
        return name, self.function(name, arguments, t, [h] + stash)

    def loss_function(self):
        """m, h, head, y, loss and head's gradient so far -> cotangent of h, both with this micro-batch."""
        m = self.model
        arguments = [("%m", "i32"), ("%h", (self.rows, m.width)), ("%head", (m.features, m.width)),
                     ("%y", (m.batch // self.plan.dp, m.features)), ("%loss", ()), ("%acc", (m.features, m.width))]
        t = self.start(arguments)
        loss, d, grad = loss_of(t, m, "%h", "%head", t.rows("%y", "%m", self.rows))
        return "loss", self.function("loss", arguments, t, [d, t.op("add", "%loss", loss), t.op("add", "%acc", grad)])

    def backward_function(self, stage):
        """m, cotangent, stash, parameters, accumulators -> cotangent of the input, accumulators."""
        m = self.model
        arguments = [("%m", "i32"), ("%d", (self.rows, m.width))]
        count = len(self.blocks[stage])
        for i in range(count):
            arguments += [(f"%h{i}", (self.rows, m.width)), (f"%pre{i}", (self.rows, m.hidden))]
        for i in range(count):
            arguments += [(f"%a{i}", (m.width, m.hidden)), (f"%b{i}", (m.hidden, m.width))]
        for i in range(count):
            arguments += [(f"%ga{i}", (m.width, m.hidden)), (f"%gb{i}", (m.hidden, m.width))]
        if stage == 0:
            arguments += [("%x", (m.batch // self.plan.dp, m.features)), ("%gembed", self.shapes["embed"])]
        t = self.start(arguments)
        d, grads = "%d", {}
        for i in reversed(range(count)):
            d, ga, gb = block_backward(t, f"%h{i}", f"%pre{i}", f"%a{i}", f"%b{i}", d)
            grads[i] = [t.op("add", f"%ga{i}", ga), t.op("add", f"%gb{i}", gb)]
        results = [g for i in range(count) for g in grads[i]]
        if stage == 0:
            embed = t.dot(t.rows("%x", "%m", self.rows), d, 0, 0)
            results.append(t.op("add", "%gembed", embed))
        name = "backward_first" if stage == 0 else "backward"
        return name, self.function(name, arguments, t, ([] if stage == 0 else [d]) + results)

    def input_function(self, stage):
        """m, cotangent, pre-activations, parameters -> cotangent of the input, per block its cotangent and that of pre."""
        m, count = self.model, len(self.blocks[stage])
        arguments = [("%m", "i32"), ("%d", (self.rows, m.width))]
        arguments += [(f"%pre{i}", (self.rows, m.hidden)) for i in range(count)]
        for i in range(count):
            arguments += [(f"%a{i}", (m.width, m.hidden)), (f"%b{i}", (m.hidden, m.width))]
        t = self.start(arguments)
        d, kept = "%d", {}
        for i in reversed(range(count)):
            into, dpre = block_backward_input(t, f"%pre{i}", f"%a{i}", f"%b{i}", d)
            kept[i], d = [d, dpre], into
        return "input", self.function("input", arguments, t, [d] + [v for i in range(count) for v in kept[i]])

    def weight_function(self, stage):
        """m, cotangent of the input, stash, what the input part kept, accumulators -> accumulators."""
        m, count = self.model, len(self.blocks[stage])
        arguments = [("%m", "i32"), ("%din", (self.rows, m.width))]
        for i in range(count):
            arguments += [(f"%h{i}", (self.rows, m.width)), (f"%pre{i}", (self.rows, m.hidden))]
        for i in range(count):
            arguments += [(f"%d{i}", (self.rows, m.width)), (f"%dpre{i}", (self.rows, m.hidden))]
        for i in range(count):
            arguments += [(f"%ga{i}", (m.width, m.hidden)), (f"%gb{i}", (m.hidden, m.width))]
        if stage == 0:
            arguments += [("%x", (m.batch // self.plan.dp, m.features)), ("%gembed", self.shapes["embed"])]
        t = self.start(arguments)
        results = []
        for i in range(count):
            ga, gb = block_backward_weights(t, f"%h{i}", f"%pre{i}", f"%d{i}", f"%dpre{i}")
            results += [t.op("add", f"%ga{i}", ga), t.op("add", f"%gb{i}", gb)]
        if stage == 0:
            results.append(t.op("add", "%gembed", t.dot(t.rows("%x", "%m", self.rows), "%din", 0, 0)))
        name = "weights_first" if stage == 0 else "weights"
        return name, self.function(name, arguments, t, results)

    # Programs ------------------------------------------------------------------------------------------------------

    def events(self, stage):
        """('F'|'B', micro-batch) in program order, with how many of them come before the steady state."""
        M = self.plan.micro
        if self.plan.schedule == "gpipe":
            return [("F", i) for i in range(M)] + [("B", i) for i in range(M)], None
        warm = min(self.plan.stages - stage - 1, M)
        out = [("F", i) for i in range(warm)]
        for i in range(M - warm):
            out += [("F", warm + i), ("B", i)]
        return out + [("B", i) for i in range(M - warm, M)], warm

    def program(self, stage):
        return Program(self, stage).write()

    def bounds(self):
        """Micro-batches that a stage may hold at one time; a group sends one and receives the next."""
        S, M = self.plan.stages, self.plan.micro
        if self.plan.schedule == "zb":
            return ""
        bounds = [M if self.plan.schedule == "gpipe" else min(S - s + 1, M) for s in range(S)]
        return f"{{in_flight = array<i64: {', '.join(map(str, bounds))}>}}"

    def text(self):
        ins, outs = self.placements()
        programs = "".join(self.program(s) for s in range(self.plan.stages))
        arguments = ", ".join([f"%{n}" for n in self.names] + [f"%m_{n}" for n in self.names] + ["%x", "%y"])
        model = self.model
        types = [type_of(s) for _, s in model.parameters()] * 2
        rows = type_of((model.batch, model.features))
        in_types, out_types = ", ".join(types + [rows, rows]), ", ".join(types + ["tensor<f32>"])
        count = len(types) + 1
        returned = ", ".join(f"%0#{i}" for i in range(count))
        return (f'sdy.mesh @mesh = <["pp"={self.plan.stages}, "dp"={self.plan.dp}]>\n' + "".join(self.functions.values()) +
                f"func.func public @main({signature(model)}) -> ({result_types(model)}) {{\n"
                f'%0:{count} = plan.step({arguments}) mesh=@mesh stage_axis="pp"\n'
                f"in_placements=[{', '.join(ins)}]\nout_placements=[{', '.join(outs)}]\n{programs}"
                f"{self.bounds()} : ({in_types}) -> ({out_types})\nreturn {returned} : {out_types}\n}}\n")


class Program:
    """The program of one stage."""

    def __init__(self, writer, stage):
        self.w, self.stage, self.plan, self.model = writer, stage, writer.plan, writer.model
        self.t = Text(f"s{stage}_")
        self.fault = self.plan.fault
        self.value, self.state = {}, {}
        used = writer.used(stage)
        self.arguments = []
        for n in used:
            self.value[n] = self.argument(n, writer.shapes[n])
        for n in used:
            self.state[n] = self.argument("m_" + n, writer.local_state(n))
        rows = (self.model.batch // self.plan.dp, self.model.features)
        if stage == 0:
            self.x = self.argument("x", rows)
        if stage == writer.last:
            self.y = self.argument("y", rows)
        self.acts, self.grads, self.stash, self.cotangent = {}, {}, {}, {}
        self.waiting = []
        self.acc = {n: self.t.constant("0.0", writer.shapes[n]) for n in writer.block_parameters(stage)}
        if stage == 0:
            self.acc["embed"] = self.t.constant("0.0", writer.shapes["embed"])
        if stage == writer.last:
            self.acc["head"] = self.t.constant("0.0", (self.model.features, self.model.width))
            self.loss = self.t.constant("0.0")

    def argument(self, name, shape):
        value = self.t.argument(f"%{self.t.prefix}{name}", shape)
        self.arguments.append(f"{value}: {type_of(shape)}")
        return value

    def call(self, function, micro, operands, shapes):
        names = [self.t.new(s) for s in shapes]
        types = ", ".join(self.t.type(o) for o in operands)
        self.t.lines.append(f"{', '.join(names)} = plan.call @{function} micro_batch {micro} ({', '.join(operands)}) : "
                            f"({types}) -> ({', '.join(type_of(s) for s in shapes)})")
        return names

    # Messages: ("send", value, peer, micro, tag) or ("recv", table, peer, micro, tag).

    def post(self, messages):
        messages = [m for m in messages if m]
        if not messages:
            return
        if self.fault == "missing receive" and self.stage == 0 and messages == [self.receive_grad(self.plan.micro - 1)]:
            self.grads[self.plan.micro - 1] = self.grads[self.plan.micro - 2]
            return
        if len(messages) == 1 or self.plan.schedule == "1f1b-blocking":
            for message in messages:
                self.line(message, self.t.lines)
            return
        inner, received = [], []
        for message in messages:
            result = self.line(message, inner)
            if result:
                received.append((message, result))
        out = [self.t.new(self.t.shapes[v]) for _, v in received]
        types = ", ".join(self.t.type(v) for _, v in received)
        head = f"{', '.join(out)} = " if out else ""
        end = f"plan.yield {', '.join(v for _, v in received)} : {types}" if out else "plan.yield"
        self.t.lines += [head + "plan.group {"] + inner + [end, "}" + (f" : {types}" if out else "")]
        for (message, _), name in zip(received, out):
            message[1][message[3]] = name

    def line(self, message, lines):
        kind, what, peer, micro, tag = message
        if kind == "send":
            lines.append(f'plan.send {what} to {peer} micro_batch {micro} tag "{tag}" : {self.t.type(what)}')
            return None
        name = self.t.new((self.w.rows, self.model.width))
        lines.append(f'{name} = plan.recv from {peer} micro_batch {micro} tag "{tag}" : {self.t.type(name)}')
        what[micro] = name
        return name

    def receive_act(self, m):
        return ("recv", self.acts, self.stage - 1, m, "act") if self.stage > 0 else None

    def send_act(self, m):
        return ("send", self.stash[m][0], self.stage + 1, m, "act") if self.stage < self.w.last else None

    def receive_grad(self, m):
        return ("recv", self.grads, self.stage + 1, m, "grad") if self.stage < self.w.last else None

    def send_grad(self, m):
        return ("send", self.cotangent[m], self.stage - 1, m, "grad") if self.stage > 0 else None

    # Work

    def forward(self, m):
        name, shapes = self.w.forward_function(self.stage)
        weights = [self.value[n] for n in self.w.block_parameters(self.stage)]
        operands = [self.x, self.value["embed"]] if self.stage == 0 else [self.acts[m]]
        self.stash[m] = self.call(name, m, operands + weights, shapes)

    def backward(self, m):
        w, last = self.w, self.stage == self.w.last
        stash = self.stash[m - 1 if self.fault == "stale activation" and m > 0 else m]
        d = self.grads.get(m)
        skip = self.fault == "missing micro-batch" and m == self.plan.micro - 1
        if last:
            name, shapes = w.loss_function()
            head = self.value["embed" if self.model.tied else "head"]
            number = (m + 1) % self.plan.micro if self.fault == "swapped micro-batch" else m
            d, loss, acc = self.call(name, number, [stash[0], head, self.y, self.loss, self.acc["head"]], shapes)
            if not skip:
                self.loss, self.acc["head"] = loss, acc
        if self.plan.schedule == "zb":
            names = w.block_parameters(self.stage)
            name, shapes = w.input_function(self.stage)
            self.cotangent[m], *kept = self.call(name, m, [d] + stash[2::2] + [self.value[n] for n in names], shapes)
            self.waiting.append((m, stash[1:], kept))
            if len(self.waiting) > w.last - self.stage:
                self.weights()
            return
        name, shapes = w.backward_function(self.stage)
        names = w.block_parameters(self.stage)
        operands = [d] + stash[1:] + [self.value[n] for n in names] + [self.acc[n] for n in names]
        if self.stage == 0:
            operands += [self.x, self.acc["embed"]]
        results = self.call(name, m, operands, shapes)
        if self.stage > 0:
            self.cotangent[m] = results.pop(0)
        if not skip:
            self.acc.update(zip(names + (["embed"] if self.stage == 0 else []), results))

    def weights(self):
        """Gradients of the oldest micro-batch that still waits for them."""
        m, stash, kept = self.waiting.pop(0)
        name, shapes = self.w.weight_function(self.stage)
        names = self.w.block_parameters(self.stage)
        operands = [self.cotangent[m]] + stash + kept + [self.acc[n] for n in names]
        if self.stage == 0:
            operands += [self.x, self.acc["embed"]]
        self.acc.update(zip(names + (["embed"] if self.stage == 0 else []), self.call(name, m, operands, shapes)))

    def pipeline(self):
        events, warm = self.w.events(self.stage)
        if warm is None or self.plan.schedule == "gpipe":
            for kind, m in events:
                self.post([self.receive_act(m) if kind == "F" else self.receive_grad(m)])
                (self.forward if kind == "F" else self.backward)(m)
                self.post([self.send_act(m) if kind == "F" else self.send_grad(m)])
            return
        M = self.plan.micro
        for m in range(warm):
            self.post([self.receive_act(m)])
            self.forward(m)
            self.post([self.send_act(m)])
        if M > warm:
            self.post([self.receive_act(warm)])
        for i in range(M - warm):
            self.forward(warm + i)
            self.post([self.send_act(warm + i), self.receive_grad(i)])
            self.backward(i)
            more = i + 1 < M - warm
            self.post([self.send_grad(i), self.receive_act(warm + i + 1) if more else None])
        for i in range(M - warm, M):
            self.post([self.receive_grad(i)])
            self.backward(i)
            self.post([self.send_grad(i)])

    # After all micro-batches

    def across(self, stages):
        dp = self.plan.dp
        if self.plan.joint and stages == [0, self.w.last]:
            groups = [[s * dp + d for s in stages for d in range(dp)]]
        else:
            groups = [[s * dp + d for s in stages] for d in range(dp)]
        return f"dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>"

    def gradients(self):
        w, t, zero = self.w, self.t, self.plan.zero
        out = {}
        for n in w.used(self.stage):
            tied = n == "embed" and self.model.tied
            own = "head" if tied and self.stage > 0 else n
            g = self.acc[own]
            if not (tied and self.plan.joint) and not (self.fault == "not reduced" and n == "a0"):
                g = t.collective("all_reduce", g, DP) if not (zero and w.state_cut(n)) else g
            if tied and self.fault != "tied not summed":
                g = t.collective("all_reduce", g, self.across([0, w.last]), channel=7)
            if zero and w.state_cut(n):
                g = t.collective("reduce_scatter", g, DP, w.local_state(n), extra="scatter_dimension = 0 : i64, ")
            out[n] = g
        return out

    def clip(self, grads):
        t, w = self.t, self.w
        squares = t.constant("0.0")
        for n, g in grads.items():
            if n == "embed" and self.stage > 0:
                continue  # counted where it is first
            s = t.total(t.op("multiply", g, g))
            if self.plan.zero and w.state_cut(n):
                s = t.collective("all_reduce", s, DP)
            squares = t.op("add", squares, s)
        if not (self.fault == "norm of one stage"):
            squares = t.collective("all_reduce", squares, self.across(list(range(self.plan.stages))), channel=9)
        factor = clip_factor(t, squares)
        return {n: t.op("multiply", g, t.spread(factor, t.shapes[g])) for n, g in grads.items()}

    def update(self, n, g):
        t, w = self.t, self.w
        if not (self.plan.zero and w.state_cut(n)):
            return momentum(t, self.value[n], self.state[n], g)
        own = w.local_state(n)
        number = f"%{t.prefix}id{len(t.lines)}"
        size, rank = f"%{t.prefix}n{len(t.lines)}", f"%{t.prefix}r{len(t.lines)}"
        t.lines += [f"{number} = stablehlo.partition_id : tensor<ui32>",
                    f"{number}c = stablehlo.convert {number} : (tensor<ui32>) -> tensor<i32>",
                    f"{size} = stablehlo.constant dense<{self.plan.dp}> : tensor<i32>",
                    f"{rank} = stablehlo.remainder {number}c, {size} : tensor<i32>"]
        shard = t.rows(self.value[n], rank, own[0])
        w2, m2 = momentum(t, shard, self.state[n], g)
        whole = t.collective("all_gather", w2, DP, w.shapes[n], extra="all_gather_dim = 0 : i64, ", reduces=False)
        return whole, m2

    def write(self):
        self.pipeline()
        while self.waiting:
            self.weights()
        grads = self.gradients()
        if self.model.clip:
            grads = self.clip(grads)
        updated = {n: self.update(n, g) for n, g in grads.items()}
        used = self.w.used(self.stage)
        results = [updated[n][0] for n in used] + [updated[n][1] for n in used]
        if self.stage == self.w.last:
            results.append(self.t.collective("all_reduce", self.loss, DP))
        types = ", ".join(self.t.type(r) for r in results)
        body = "\n".join(self.t.lines)
        return f"stage({', '.join(self.arguments)}) {{\n{body}\nplan.return {', '.join(results)} : {types}\n}}\n"


def cases():
    """Name -> (plan, verdict)."""
    plain, tied = Model(), Model(tied=True)
    clip = Model(clip=True)
    deep, deep_tied = Model(blocks=4), Model(blocks=4, tied=True, clip=True)
    out = {
        "gpipe": (Plan(plain, schedule="gpipe"), "proved"),
        "1f1b": (Plan(plain), "proved"),
        "single_rank_stages": (Plan(plain, dp=1), "proved"),
        "tied": (Plan(tied), "proved"),
        "tied_joint": (Plan(tied, joint=True), "proved"),
        "clip": (Plan(clip), "proved"),
        "zb": (Plan(plain, schedule="zb"), "proved"),
        "four_zb": (Plan(deep, stages=4, schedule="zb"), "proved"),
        "zero1": (Plan(clip, zero=1), "proved"),
        "four_gpipe": (Plan(deep, stages=4, schedule="gpipe"), "proved"),
        "four_1f1b": (Plan(deep, stages=4), "proved"),
        "four_tied_zero1": (Plan(deep_tied, stages=4, zero=1), "proved"),
        "eight_micro": (Plan(Model(batch=48), micro=8), "proved"),
    }
    for fault, plan in {
        "missing micro-batch": Plan(plain), "swapped micro-batch": Plan(plain), "stale activation": Plan(plain),
        "tied not summed": Plan(tied), "not reduced": Plan(plain), "norm of one stage": Plan(clip),
        "missing receive": Plan(plain, schedule="gpipe"),
    }.items():
        plan.fault = fault
        out["faulty_" + fault.replace(" ", "_").replace("-", "_")] = (plan, "refuted")
    out["faulty_stage_order"] = (Plan(plain, order=(1, 0)), "refuted")
    out["faulty_blocking"] = (Plan(plain, schedule="1f1b-blocking"), "refuted")
    out["faulty_four_blocking"] = (Plan(deep, stages=4, schedule="1f1b-blocking"), "refuted")
    return out


def write(folder, names=None):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, (plan, verdict) in cases().items():
        if names and name not in names:
            continue
        (folder / f"{name}.logical.mlir").write_text(logical(plan.model))
        (folder / f"{name}.plan.mlir").write_text(Writer(plan).text())
        written.append((name, verdict))
    return written


if __name__ == "__main__":
    for name, verdict in write(sys.argv[1], sys.argv[2:]):
        print(name, verdict)
