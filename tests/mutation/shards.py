"""Writes a graph as a rank's program: values are cut over mesh axes or are addends that are still to be summed.

Every way to move or sum is chosen at random; the names of what was chosen are collected in `kinds`.
"""
import dataclasses
import math

from emitter import Emitter, Val, type_of
from nodes import UNARY, Node, single

LINEAR = {"negate", "scale", "sum", "broadcast", "transpose", "reshape", "slice", "pad", "causal"}


@dataclasses.dataclass(frozen=True)
class Placed:
    val: Val
    axes: tuple      # per dim the axes that cut it, major first
    partial: frozenset = frozenset()

    @property
    def used(self):
        return {a for dim in self.axes for a in dim}


class Ranks:
    """A mesh, and an emitter for the program that each of its devices runs."""

    def __init__(self, mesh, rng, kinds):
        self.mesh, self.rng, self.kinds = mesh, rng, kinds  # mesh: {name: size}, major first
        self.e = Emitter("      ")
        self.names = list(mesh)

    def coordinates(self, device):
        out = {}
        for name in reversed(self.names):
            out[name] = device % self.mesh[name]
            device //= self.mesh[name]
        return out

    def groups(self, axes):
        """Devices that differ in these axes only, the first axis major."""
        found = {}
        for device in range(math.prod(self.mesh.values())):
            c = self.coordinates(device)
            key = tuple(c[n] for n in self.names if n not in axes)
            found.setdefault(key, []).append((tuple(c[a] for a in axes), device))
        return [[d for _, d in sorted(members)] for _, members in sorted(found.items())]

    def ring(self, axis, step):
        size = self.mesh[axis]
        where = {tuple(self.coordinates(d).values()): d for d in range(math.prod(self.mesh.values()))}
        pairs = []
        for d in range(math.prod(self.mesh.values())):
            c = self.coordinates(d)
            c[axis] = (c[axis] + step) % size
            pairs.append((d, where[tuple(c.values())]))
        return pairs

    def index(self, axis):
        """The rank's coordinate as an i32."""
        e = self.e
        stride = math.prod(self.mesh[n] for n in self.names[self.names.index(axis) + 1:])
        p = e.put("stablehlo.partition_id : tensor<ui32>", (), "ui32")
        if stride > 1:
            p = e.binary("divide", p, e.const(stride, (), "ui32"))
        if self.names[0] != axis:
            p = e.binary("remainder", p, e.const(self.mesh[axis], (), "ui32"))
        return e.convert(p, "i32")

    def times(self, i, k):
        return self.e.binary("multiply", i, self.e.const(k, (), "i32"))

    # Moving.
    def resolve(self, v, leave=()):
        """Sums what is still to be summed, but for the axes in `leave`; may leave the sum cut."""
        for axis in self.rng.sample(sorted(v.partial), len(v.partial)):
            if axis not in leave:
                v = self.sum_over(v, axis)
        return v

    def sum_over(self, v, axis):
        e, size, rest = self.e, self.mesh[axis], v.partial - {axis}
        dims = [i for i, d in enumerate(v.val.shape) if d % size == 0]
        way = self.rng.choice(["all_reduce"] * 3 + ["gather and add", "ring"] + (["reduce_scatter", "scatter and gather"] if dims else []))
        if axis in v.used:
            way = "all_reduce"
        self.kinds.add("sum: " + way)
        if way == "all_reduce":
            return Placed(e.all_reduce(v.val, self.groups([axis])), v.axes, rest)
        if way == "gather and add":
            one = e.reshape(v.val, (1,) + v.val.shape)
            return Placed(e.reduce(e.all_gather(one, self.groups([axis]), 0), [0]), v.axes, rest)
        if way == "ring":
            total, moving = v.val, v.val
            for _ in range(size - 1):
                moving = e.permute(moving, self.ring(axis, 1))
                total = e.binary("add", total, moving)
            return Placed(total, v.axes, rest)
        dim = self.rng.choice(dims)
        piece = Placed(e.reduce_scatter(v.val, self.groups([axis]), dim), self.with_axis(v.axes, dim, axis), rest)
        return piece if way == "reduce_scatter" else self.unshard(piece, dim)

    @staticmethod
    def with_axis(axes, dim, axis):
        return tuple(a + (axis,) if i == dim else a for i, a in enumerate(axes))

    def shard(self, v, dim, axis):
        """Cuts a dim: only the rank's own part is kept."""
        e, size = self.e, self.mesh[axis]
        if axis in v.partial:
            self.kinds.add("cut: reduce_scatter")
            return Placed(e.reduce_scatter(v.val, self.groups([axis]), dim), self.with_axis(v.axes, dim, axis), v.partial - {axis})
        self.kinds.add("cut: own part")
        part = v.val.shape[dim] // size
        return Placed(e.dynamic_slice(v.val, dim, self.times(self.index(axis), part), part), self.with_axis(v.axes, dim, axis), v.partial)

    def unshard(self, v, dim):
        """Joins the parts of the innermost axis of a dim."""
        e, axis = self.e, v.axes[dim][-1]
        size, part = self.mesh[axis], v.val.shape[dim]
        axes = tuple(a[:-1] if i == dim else a for i, a in enumerate(v.axes))
        way = self.rng.choice(["all_gather"] * 3 + (["update and sum", "ring"] if v.val.kind == "f32" else []))
        self.kinds.add("join: " + way)
        if way == "all_gather":
            return Placed(e.all_gather(v.val, self.groups([axis]), dim), axes, v.partial)
        whole = tuple(d * size if i == dim else d for i, d in enumerate(v.val.shape))
        i = self.index(axis)
        if way == "update and sum":
            mine = e.dynamic_update(e.splat(0.0, whole), v.val, dim, self.times(i, part))
            return Placed(e.all_reduce(mine, self.groups([axis])), axes, v.partial)
        out, moving = e.splat(0.0, whole), v.val
        for step in range(size):
            source = e.binary("remainder", e.binary("add", i, e.const(size - step, (), "i32")), e.const(size, (), "i32"))
            out = e.dynamic_update(out, moving, dim, self.times(source, part))
            if step + 1 < size:
                moving = e.permute(moving, self.ring(axis, 1))
        return Placed(out, axes, v.partial)

    def move(self, v, source, target):
        """The innermost axis of one dim cuts another dim."""
        axis = v.axes[source][-1]
        self.kinds.add("move: all_to_all")
        axes = self.with_axis(tuple(a[:-1] if i == source else a for i, a in enumerate(v.axes)), target, axis)
        return Placed(self.e.all_to_all(v.val, self.groups([axis]), target, source), axes, v.partial)

    def place(self, v, axes):
        """The value with its dims cut as said."""
        for dim in range(len(axes)):
            common = 0
            while common < min(len(v.axes[dim]), len(axes[dim])) and v.axes[dim][common] == axes[dim][common]:
                common += 1
            while len(v.axes[dim]) > common:
                axis = v.axes[dim][-1]
                targets = [t for t in range(len(axes)) if axes[t][:len(v.axes[t]) + 1] == v.axes[t] + (axis,) and t != dim
                           and v.val.shape[t] % self.mesh[axis] == 0]
                v = self.move(v, dim, targets[0]) if targets and self.rng.random() < 0.8 else self.unshard(v, dim)
        for dim in range(len(axes)):
            while v.axes[dim] != axes[dim]:
                v = self.shard(v, dim, axes[dim][len(v.axes[dim])])
        return v

    def whole(self, v, dims):
        for dim in dims:
            while v.axes[dim]:
                v = self.unshard(v, dim)
        return v


class Distributed:
    """Nodes on ranks."""

    def __init__(self, ranks, arguments):
        self.r, self.e, self.rng = ranks, ranks.e, ranks.rng
        self.memo = dict(arguments)  # id of a node -> Placed

    def of(self, node):
        if id(node) not in self.memo:
            made = self.constant(node) if node.op == "constant" else self.node(node, [self.of(x) for x in node.inputs])
            if made.partial and self.rng.random() < 0.4:
                made = self.r.resolve(made)
            self.memo[id(node)] = made
        return self.memo[id(node)]

    def constant(self, node):
        return Placed(self.e.splat(node.attr[0], node.shape), ((),) * len(node.shape))

    def node(self, node, ins):
        r, op = self.r, node.op
        if op not in LINEAR and not (op in ("add", "subtract") and ins[0].partial == ins[1].partial) and op not in ("dot", "dot_loop", "scatter", "rows", "concat", "sum_loop"):
            ins = [r.resolve(x) for x in ins]
        special = getattr(self, "on_" + op, None)
        if special:
            return special(node, ins)
        return self.elementwise(node, ins)

    def local(self, node, vals, shape):
        return single(self.e, Node(node.op, [], shape, node.kind, node.attr), vals)

    def elementwise(self, node, ins):
        axes = self.rng.choice(ins).axes
        ins = [self.r.place(x, axes) for x in ins]
        return Placed(self.local(node, [x.val for x in ins], ins[0].val.shape), axes, ins[0].partial)

    def on_causal(self, node, ins):
        x = self.r.whole(ins[0], [0, 1]) if self.rng.random() < 0.5 else ins[0]
        if not x.used:
            return Placed(self.local(node, [x.val], x.val.shape), x.axes, x.partial)
        self.r.kinds.add("mask at the rank's place")
        e, ends = self.e, []
        for dim in (0, 1):
            at = e.iota(x.val.shape, dim)
            part = x.val.shape[dim]
            for axis in reversed(x.axes[dim]):
                start = self.r.times(self.r.index(axis), part)
                at = e.binary("add", at, e.broadcast(start, at.shape, []))
                part *= self.r.mesh[axis]
            ends.append(at)
        return Placed(e.select(e.compare("GE", *ends), x.val, e.splat(0.0, x.val.shape)), x.axes, x.partial)

    def on_sum(self, node, ins):
        x = ins[0]
        cut = frozenset(a for d in node.attr for a in x.axes[d])
        return Placed(self.e.reduce(x.val, node.attr), tuple(a for i, a in enumerate(x.axes) if i not in node.attr), x.partial | cut)

    def on_sum_loop(self, node, ins):
        dims, dim, trips = node.attr
        if ins[0].val.shape[dim] % trips:
            ins = [self.r.whole(ins[0], [dim])]
        x = ins[0]
        cut = frozenset(a for d in dims for a in x.axes[d])
        return Placed(self.local(node, [x.val], ()), tuple(a for i, a in enumerate(x.axes) if i not in dims), x.partial | cut)

    def on_max_over(self, node, ins):
        x = ins[0]
        cut = [a for d in node.attr for a in x.axes[d]]
        val = self.e.reduce(x.val, node.attr, "maximum")
        if cut:
            self.r.kinds.add("maximum over ranks")
            val = self.e.all_reduce(val, self.r.groups(cut), "maximum")
        return Placed(val, tuple(a for i, a in enumerate(x.axes) if i not in node.attr))

    def on_broadcast(self, node, ins):
        x = ins[0]
        axes, shape = [()] * len(node.shape), list(node.shape)
        for i, d in enumerate(node.attr):
            axes[d], shape[d] = x.axes[i], x.val.shape[i]
        return Placed(self.e.broadcast(x.val, shape, node.attr), tuple(axes), x.partial)

    def on_transpose(self, node, ins):
        return Placed(self.e.transpose(ins[0].val, node.attr), tuple(ins[0].axes[i] for i in node.attr), ins[0].partial)

    def on_reshape(self, node, ins):
        old, new = node.inputs[0].shape, node.shape
        keep = len(old) and len(new) and ins[0].axes[0] and not any(ins[0].axes[1:])
        count = math.prod(self.r.mesh[a] for a in ins[0].axes[0]) if keep else 1
        if keep and new[0] % count == 0 and math.prod(old[1:]) * (old[0] // count) == math.prod(new) // count:
            return Placed(self.e.reshape(ins[0].val, (new[0] // count,) + new[1:]), (ins[0].axes[0],) + ((),) * (len(new) - 1), ins[0].partial)
        x = self.r.whole(ins[0], range(len(old)))
        return Placed(self.e.reshape(x.val, new), ((),) * len(new), x.partial)

    def on_slice(self, node, ins):
        x = self.r.whole(ins[0], [node.attr[0]])
        return Placed(self.e.slice(x.val, *node.attr), x.axes, x.partial)

    def on_pad(self, node, ins):
        x = self.r.whole(ins[0], [node.attr[0]])
        return Placed(self.e.pad(x.val, *node.attr), x.axes, x.partial)

    def on_concat(self, node, ins):
        if any(x.partial != ins[0].partial for x in ins):
            ins = [self.r.resolve(x) for x in ins]
        ins = [self.r.whole(x, [node.attr[0]]) for x in ins]
        ins = [self.r.place(x, ins[0].axes) for x in ins]
        return Placed(self.e.concat([x.val for x in ins], node.attr[0]), ins[0].axes, ins[0].partial)

    def on_dot(self, node, ins):
        r, (x, y), (i, j) = self.r, ins, node.attr[:2]
        if x.partial and y.partial:
            y = r.resolve(y)
        if x.axes[i] != y.axes[j]:
            if self.rng.random() < 0.5:
                x = r.place(x, tuple(y.axes[j] if k == i else tuple(b for b in a if b not in y.axes[j]) for k, a in enumerate(x.axes)))
            else:
                y = r.place(y, tuple(x.axes[i] if k == j else tuple(b for b in a if b not in x.axes[i]) for k, a in enumerate(y.axes)))
        taken = {a for k, dim in enumerate(x.axes) for a in dim}
        clash = [k for k, dim in enumerate(y.axes) if k != j and set(dim) & taken]
        y = r.whole(y, clash)
        # An axis over which one operand is to be summed must not cut the other.
        for v, w in ((x, y), (y, x)):
            if v.partial & w.used:
                resolved = r.resolve(v)
                resolved = r.place(resolved, v.axes)
                x, y = (resolved, y) if v is x else (x, resolved)
        if node.op == "dot_loop" and x.val.shape[i] % node.attr[2]:
            x, y = r.whole(x, [i]), r.whole(y, [j])
        val = self.local(node, [x.val, y.val], ())
        axes = tuple(a for k, a in enumerate(x.axes) if k != i) + tuple(a for k, a in enumerate(y.axes) if k != j)
        return Placed(val, axes, x.partial | y.partial | frozenset(x.axes[i]))

    on_dot_loop = on_dot

    def on_rows(self, node, ins):
        r, e = self.r, self.e
        table, ids = r.resolve(ins[0]), ins[1]
        clash = set(ids.axes[0]) & table.used
        if clash:
            ids = r.whole(ids, [0])
        if not table.axes[0]:
            return Placed(e.rows(table.val, ids.val), ids.axes + table.axes[1:])
        r.kinds.add("rows of a cut table")
        part = table.val.shape[0]
        start, width = None, part
        for axis in reversed(table.axes[0]):
            s = r.times(r.index(axis), width)
            start = s if start is None else e.binary("add", start, s)
            width *= r.mesh[axis]
        at = e.binary("subtract", ids.val, e.broadcast(start, ids.val.shape, []))
        low, high = e.broadcast(e.const(0, (), "i32"), at.shape, []), e.broadcast(e.const(part, (), "i32"), at.shape, [])
        inside = e.binary("and", e.compare("GE", at, low), e.compare("LT", at, high))
        found = e.rows(table.val, at)
        mask = e.broadcast(inside, found.shape, [0])
        return Placed(e.select(mask, found, e.splat(0.0, found.shape)), ids.axes + table.axes[1:], frozenset(table.axes[0]))

    def on_scatter(self, node, ins):
        r, (ids, u) = self.r, ins
        u = r.resolve(u)
        if any(set(ids.axes[0]) & set(a) for a in u.axes[1:]):
            u = r.whole(u, range(1, len(u.axes)))
        if self.rng.random() < 0.5:
            u = r.place(u, (ids.axes[0],) + u.axes[1:])
        else:
            ids = r.place(ids, (u.axes[0],))
        return Placed(self.local(node, [ids.val, u.val], ()), ((),) + u.axes[1:], frozenset(u.axes[0]))

    def on_one_hot(self, node, ins):
        return Placed(self.local(node, [ins[0].val], ()), ins[0].axes + ((),))


def cut(shape, mesh, rng):
    """Axes per dim, chosen at random among those that divide it."""
    axes = [()] * len(shape)
    left = list(shape)
    for axis in rng.sample(list(mesh), len(mesh)):
        dims = [i for i, d in enumerate(left) if d % mesh[axis] == 0]
        if dims and rng.random() < 0.7:
            dim = rng.choice(dims)
            axes[dim] += (axis,)
            left[dim] //= mesh[axis]
    return tuple(axes)


def sharding_of(axes):
    return "<@mesh, [" + ", ".join("{" + ", ".join(f'"{a}"' for a in dim) + "}" for dim in axes) + "]>"


def piece(shape, axes, mesh):
    return tuple(d // math.prod([mesh[a] for a in dim]) for d, dim in zip(shape, axes))
