"""Writes StableHLO text operator by operator: values with shapes, for one device or for a rank."""
import dataclasses
import math


@dataclasses.dataclass(frozen=True)
class Val:
    name: str
    shape: tuple
    kind: str = "f32"

    @property
    def type(self):
        return type_of(self.shape, self.kind)


def type_of(shape, kind="f32"):
    return "tensor<" + "".join(f"{d}x" for d in shape) + kind + ">"


class Emitter:
    def __init__(self, indent="    "):
        self.lines, self.number, self.indent = [], 0, indent

    def put(self, text, shape, kind="f32"):
        self.number += 1
        name = f"%v{self.number}"
        self.lines.append(f"{self.indent}{name} = {text}")
        return Val(name, tuple(shape), kind)

    def const(self, value, shape=(), kind="f32"):
        text = f"{value:e}" if kind == "f32" else str(value).lower()
        return self.put(f"stablehlo.constant dense<{text}> : {type_of(shape, kind)}", shape, kind)

    def iota(self, shape, dim, kind="i32"):
        return self.put(f"stablehlo.iota dim = {dim} : {type_of(shape, kind)}", shape, kind)

    def unary(self, op, x):
        return self.put(f"stablehlo.{op} {x.name} : {x.type}", x.shape, x.kind)

    def binary(self, op, x, y):
        assert x.shape == y.shape and x.kind == y.kind, (op, x, y)
        return self.put(f"stablehlo.{op} {x.name}, {y.name} : {x.type}", x.shape, x.kind)

    def compare(self, direction, x, y):
        how = {"f32": "FLOAT", "i32": "SIGNED", "ui32": "UNSIGNED"}[x.kind]
        return self.put(f"stablehlo.compare {direction}, {x.name}, {y.name}, {how} : ({x.type}, {y.type}) -> {type_of(x.shape, 'i1')}", x.shape, "i1")

    def select(self, p, x, y):
        return self.put(f"stablehlo.select {p.name}, {x.name}, {y.name} : {p.type}, {x.type}", x.shape, x.kind)

    def convert(self, x, kind):
        return self.put(f"stablehlo.convert {x.name} : ({x.type}) -> {type_of(x.shape, kind)}", x.shape, kind)

    def broadcast(self, x, shape, dims):
        return self.put(f"stablehlo.broadcast_in_dim {x.name}, dims = {list(dims)} : ({x.type}) -> {type_of(shape, x.kind)}", shape, x.kind)

    def splat(self, value, shape):
        return self.broadcast(self.const(value), shape, [])

    def transpose(self, x, order):
        shape = tuple(x.shape[i] for i in order)
        return self.put(f"stablehlo.transpose {x.name}, dims = {list(order)} : ({x.type}) -> {type_of(shape, x.kind)}", shape, x.kind)

    def reshape(self, x, shape):
        return self.put(f"stablehlo.reshape {x.name} : ({x.type}) -> {type_of(shape, x.kind)}", shape, x.kind)

    def slice(self, x, dim, lo, hi):
        bounds = ", ".join(f"{lo}:{hi}" if i == dim else f"0:{d}" for i, d in enumerate(x.shape))
        shape = tuple(hi - lo if i == dim else d for i, d in enumerate(x.shape))
        return self.put(f"stablehlo.slice {x.name} [{bounds}] : ({x.type}) -> {type_of(shape, x.kind)}", shape, x.kind)

    def pad(self, x, dim, low, high, value=0.0):
        v = self.const(value)
        row = lambda n: "[" + ", ".join(str(n) if i == dim else "0" for i in range(len(x.shape))) + "]"
        shape = tuple(d + low + high if i == dim else d for i, d in enumerate(x.shape))
        return self.put(f"stablehlo.pad {x.name}, {v.name}, low = {row(low)}, high = {row(high)}, interior = {row(0)} : "
                        f"({x.type}, tensor<f32>) -> {type_of(shape)}", shape)

    def concat(self, xs, dim):
        shape = tuple(sum(x.shape[i] for x in xs) if i == dim else d for i, d in enumerate(xs[0].shape))
        return self.put(f"stablehlo.concatenate {', '.join(x.name for x in xs)}, dim = {dim} : "
                        f"({', '.join(x.type for x in xs)}) -> {type_of(shape, xs[0].kind)}", shape, xs[0].kind)

    def reduce(self, x, dims, op="add"):
        init = self.const(0.0) if op == "add" else self.put("stablehlo.constant dense<0xFF800000> : tensor<f32>", ())
        shape = tuple(d for i, d in enumerate(x.shape) if i not in dims)
        return self.put(f"stablehlo.reduce({x.name} init: {init.name}) applies stablehlo.{op} across dimensions = {list(dims)} : "
                        f"({x.type}, tensor<f32>) -> {type_of(shape)}", shape)

    def dot(self, x, y, contract, batch=((), ())):
        free = [[i for i in range(len(v.shape)) if i not in contract[k] and i not in batch[k]] for k, v in enumerate((x, y))]
        shape = tuple([x.shape[i] for i in batch[0]] + [x.shape[i] for i in free[0]] + [y.shape[i] for i in free[1]])
        head = f"batching_dims = {list(batch[0])} x {list(batch[1])}, " if batch[0] else ""
        return self.put(f"stablehlo.dot_general {x.name}, {y.name}, {head}contracting_dims = {list(contract[0])} x {list(contract[1])} : "
                        f"({x.type}, {y.type}) -> {type_of(shape)}", shape)

    def rows(self, table, ids):
        """table[ids]."""
        at = self.reshape(ids, ids.shape + (1,))
        shape = ids.shape + table.shape[1:]
        return self.put(f'"stablehlo.gather"({table.name}, {at.name}) <{{dimension_numbers = #stablehlo.gather<offset_dims = '
                        f'{list(range(len(ids.shape), len(shape)))}, collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = {len(ids.shape)}>, '
                        f'indices_are_sorted = false, slice_sizes = array<i64: {", ".join(map(str, (1,) + table.shape[1:]))}>}}> : '
                        f"({table.type}, {at.type}) -> {type_of(shape)}", shape)

    def scatter_rows(self, base, ids, updates):
        at = self.reshape(ids, ids.shape + (1,))
        return self.put(f'"stablehlo.scatter"({base.name}, {at.name}, {updates.name}) <{{indices_are_sorted = false, scatter_dimension_numbers = '
                        f"#stablehlo.scatter<update_window_dims = {list(range(1, len(updates.shape)))}, inserted_window_dims = [0], "
                        f"scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}}> ({{\n"
                        f"{self.indent}^bb0(%p: tensor<f32>, %q: tensor<f32>):\n{self.indent}  %s = stablehlo.add %p, %q : tensor<f32>\n"
                        f"{self.indent}  stablehlo.return %s : tensor<f32>\n{self.indent}}}) : ({base.type}, {at.type}, {updates.type}) -> {base.type}", base.shape)

    def dynamic_slice(self, x, dim, start, size):
        zero = self.const(0, (), "i32")
        starts = [start.name if i == dim else zero.name for i in range(len(x.shape))]
        shape = tuple(size if i == dim else d for i, d in enumerate(x.shape))
        return self.put(f"stablehlo.dynamic_slice {x.name}, {', '.join(starts)}, sizes = {list(shape)} : "
                        f"({', '.join([x.type] + ['tensor<i32>'] * len(x.shape))}) -> {type_of(shape, x.kind)}", shape, x.kind)

    def dynamic_update(self, base, x, dim, start):
        zero = self.const(0, (), "i32")
        starts = [start.name if i == dim else zero.name for i in range(len(x.shape))]
        return self.put(f"stablehlo.dynamic_update_slice {base.name}, {x.name}, {', '.join(starts)} : "
                        f"({', '.join([base.type, x.type] + ['tensor<i32>'] * len(x.shape))}) -> {base.type}", base.shape, base.kind)

    def loop(self, trips, start, body):
        """start, then body(emitter, counter, value) so many times."""
        zero, self.number = self.const(0, (), "i32"), self.number + 1
        name, i, x = f"%v{self.number}", f"%i{self.number}", f"%x{self.number}"
        self.lines += [f"{self.indent}{name}:2 = stablehlo.while({i} = {zero.name}, {x} = {start.name}) : tensor<i32>, {start.type}",
                       f"{self.indent}cond {{"]
        outer, self.indent = self.indent, self.indent + "  "
        limit = self.const(trips, (), "i32")
        test = self.compare("LT", Val(i, (), "i32"), limit)
        self.lines += [f"{self.indent}stablehlo.return {test.name} : tensor<i1>", f"{outer}}} do {{"]
        new = body(self, Val(i, (), "i32"), Val(x, start.shape, start.kind))
        step = self.binary("add", Val(i, (), "i32"), self.const(1, (), "i32"))
        self.lines += [f"{self.indent}stablehlo.return {step.name}, {new.name} : tensor<i32>, {start.type}", f"{outer}}}"]
        self.indent = outer
        return Val(f"{name}#1", start.shape, start.kind)

    # Collectives. A group is a list of devices; handles as JAX writes them.
    def _groups(self, groups):
        return (f"channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>",
                f"replica_groups = dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>")

    def _reducer(self, op):
        return (f"({{\n{self.indent}^bb0(%p: tensor<f32>, %q: tensor<f32>):\n{self.indent}  %s = stablehlo.{op} %p, %q : tensor<f32>\n"
                f"{self.indent}  stablehlo.return %s : tensor<f32>\n{self.indent}}})")

    def all_reduce(self, x, groups, op="add"):
        handle, ids = self._groups(groups)
        return self.put(f'"stablehlo.all_reduce"({x.name}) <{{{handle}, {ids}, use_global_device_ids}}> {self._reducer(op)} : ({x.type}) -> {x.type}', x.shape)

    def reduce_scatter(self, x, groups, dim):
        handle, ids = self._groups(groups)
        shape = tuple(d // len(groups[0]) if i == dim else d for i, d in enumerate(x.shape))
        return self.put(f'"stablehlo.reduce_scatter"({x.name}) <{{{handle}, {ids}, scatter_dimension = {dim} : i64, use_global_device_ids}}> '
                        f"{self._reducer('add')} : ({x.type}) -> {type_of(shape)}", shape)

    def all_gather(self, x, groups, dim):
        handle, ids = self._groups(groups)
        shape = tuple(d * len(groups[0]) if i == dim else d for i, d in enumerate(x.shape))
        return self.put(f'"stablehlo.all_gather"({x.name}) <{{all_gather_dim = {dim} : i64, {handle}, {ids}, use_global_device_ids}}> : '
                        f"({x.type}) -> {type_of(shape, x.kind)}", shape, x.kind)

    def all_to_all(self, x, groups, split, concat):
        handle, ids = self._groups(groups)
        n = len(groups[0])
        shape = tuple(d // n if i == split else d * n if i == concat else d for i, d in enumerate(x.shape))
        return self.put(f'"stablehlo.all_to_all"({x.name}) <{{{handle}, concat_dimension = {concat} : i64, {ids}, split_count = {n} : i64, '
                        f"split_dimension = {split} : i64}}> : ({x.type}) -> {type_of(shape, x.kind)}", shape, x.kind)

    def permute(self, x, pairs):
        return self.put(f'"stablehlo.collective_permute"({x.name}) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, '
                        f"source_target_pairs = dense<{[list(p) for p in pairs]}> : tensor<{len(pairs)}x2xi64>}}> : ({x.type}) -> {x.type}", x.shape, x.kind)


def elements(shape):
    return math.prod(shape)
