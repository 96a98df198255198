"""Rank programs: for every collective, shardings, meshes and control by rank a right plan and plans next to it that are
wrong. An entry is a logical program, the right body, and the replacements in the plan's text that make it wrong."""
from case import Case

MESH = 'sdy.mesh @mesh = <["a"=2, "b"=4]>'
# Groups of devices, by axis; device = 4 a + b.
A = "[[0, 4], [1, 5], [2, 6], [3, 7]]"
B = "[[0, 1, 2, 3], [4, 5, 6, 7]]"
AB = "[[0, 1, 2, 3, 4, 5, 6, 7]]"
BA = "[[0, 4, 1, 5, 2, 6, 3, 7]]"
STRIDED = "[[0, 2], [1, 3], [4, 6], [5, 7]]"
NOBODY = "[[0], [1], [2], [3], [4], [5], [6], [7]]"
ROTATED = "[[1, 2, 3, 0], [5, 6, 7, 4]]"
REVERSED = "[[3, 2, 1, 0], [7, 6, 5, 4]]"
HALVES = "[[0, 1], [2, 3], [4, 5], [6, 7]]"
CROSSED = "[[0, 5], [1, 4], [2, 7], [3, 6]]"
MIXED = "[[0, 1, 2, 7], [4, 5, 6, 3]]"
ONE_TURNED = "[[0, 1, 2, 3], [5, 4, 6, 7]]"


def groups(ids):
    members = ids.split("]")[0].count(",") + 1
    return f"replica_groups = dense<{ids}> : tensor<{ids.count('[') - 1}x{members}xi64>"


HANDLE = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"


def region(op="add", kind="f32", body=None):
    body = body or f"%both = stablehlo.{op} %lhs, %rhs : tensor<{kind}>\n stablehlo.return %both : tensor<{kind}>"
    return f"({{\n^bb0(%lhs: tensor<{kind}>, %rhs: tensor<{kind}>):\n {body}\n}})"


def all_reduce(r, x, ids, kind, op="add", body=None):
    element = kind.split("x")[-1]
    return (f'{r} = "stablehlo.all_reduce"({x}) <{{{HANDLE}, {groups(ids)}, use_global_device_ids}}> '
            f"{region(op, element, body)} : (tensor<{kind}>) -> tensor<{kind}>")


def all_gather(r, x, ids, dim, source, target):
    return (f'{r} = "stablehlo.all_gather"({x}) <{{all_gather_dim = {dim} : i64, {HANDLE}, {groups(ids)}, '
            f"use_global_device_ids}}> : (tensor<{source}>) -> tensor<{target}>")


def reduce_scatter(r, x, ids, dim, source, target, op="add"):
    return (f'{r} = "stablehlo.reduce_scatter"({x}) <{{{HANDLE}, {groups(ids)}, scatter_dimension = {dim} : i64, '
            f"use_global_device_ids}}> {region(op)} : (tensor<{source}>) -> tensor<{target}>")


def all_to_all(r, x, ids, split, concat, count, source, target):
    return (f'{r} = "stablehlo.all_to_all"({x}) <{{{HANDLE}, concat_dimension = {concat} : i64, {groups(ids)}, '
            f"split_count = {count} : i64, split_dimension = {split} : i64}}> : (tensor<{source}>) -> tensor<{target}>")


def permute(r, x, pairs, kind):
    text = ", ".join(f"[{s}, {t}]" for s, t in pairs)
    return (f'{r} = "stablehlo.collective_permute"({x}) <{{{HANDLE}, source_target_pairs = dense<[{text}]> : '
            f"tensor<{len(pairs)}x2xi64>}}> : (tensor<{kind}>) -> tensor<{kind}>")


def broadcast(r, x, ids, kind):
    return (f'{r} = "stablehlo.collective_broadcast"({x}) <{{{HANDLE}, {groups(ids)}}}> : '
            f"(tensor<{kind}>) -> tensor<{kind}>")


def sharding(dims):
    return "<@mesh, [" + ", ".join("{" + ", ".join(f'"{a}"' for a in d.split()) + "}" for d in dims) + "]>"


def plan(arguments, results, body, mesh=MESH, manual='"a", "b"'):
    """arguments: (global, local, dims); results: (value, global, local, dims)."""
    signature = ", ".join(f"%g{i}: tensor<{g}>" for i, (g, _, _) in enumerate(arguments))
    inner = ", ".join(f"%x{i}: tensor<{l}>" for i, (_, l, _) in enumerate(arguments))
    outs = ", ".join(f"tensor<{g}>" for _, g, _, _ in results)
    names = ", ".join(f"%out#{i}" for i in range(len(results)))
    return (f"module {{\n{mesh}\nfunc.func @main({signature}) -> ({outs}) {{\n"
            f"%out:{len(results)} = sdy.manual_computation({', '.join(f'%g{i}' for i in range(len(arguments)))}) "
            f"in_shardings=[{', '.join(sharding(d) for _, _, d in arguments)}] "
            f"out_shardings=[{', '.join(sharding(d) for _, _, _, d in results)}] manual_axes={{{manual}}} ({inner}) {{\n"
            f"{body}\nsdy.return {', '.join(v for v, _, _, _ in results)} : {', '.join(f'tensor<{l}>' for _, _, l, _ in results)}\n"
            f"}} : ({', '.join(f'tensor<{g}>' for g, _, _ in arguments)}) -> ({outs})\n"
            f"return {names} : {outs}\n}}\n}}\n")


def logical(arguments, body, results):
    signature = ", ".join(f"%x{i}: tensor<{g}>" for i, g in enumerate(arguments))
    outs = ", ".join(f"tensor<{k}>" for _, k in results)
    return (f"func.func @main({signature}) -> ({outs}) {{\n{body}\nreturn {', '.join(v for v, _ in results)} : {outs}\n}}\n")


ENTRIES = []
# Right plans that the engine does not prove yet.
NOT_PROVED = set()
# Wrong plans that are not even programs.
REJECTED = {"collective_permute: " + key for key in ("crossed_rows", "repeated_target", "repeated_pair", "repeated_source")}


def entry(name, spec, right, **wrong):
    """Wrong plans: whole texts, or a list of (old, new) replacements."""
    ENTRIES.append((name, spec, right, wrong))


ZERO = "%zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
LOW = "%low = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"


def summed(kind, out, dims, r="%s", x="%x0", op="add", init="%zero"):
    return (f"{r} = stablehlo.reduce({x} init: {init}) applies stablehlo.{op} across dimensions = [{dims}] : "
            f"(tensor<{kind}>, tensor<f32>) -> tensor<{out}>")


# The sum of rows that lie on both axes.
spec = logical(["16x6xf32"], ZERO + summed("16x6xf32", "6xf32", "0"), [("%s", "6xf32")])


def row_sum(reduction, dims=("a b", ""), local="2x6xf32", tail="", result="%r"):
    return plan([("16x6xf32", local, dims)], [(result, "6xf32", "6xf32", [""])],
                ZERO + summed(local, "6xf32", "0") + "\n" + reduction + tail)


right = row_sum(all_reduce("%r", "%s", AB, "6xf32"))
entry("all_reduce", spec, right,
      over_a=row_sum(all_reduce("%r", "%s", A, "6xf32")),
      over_b=row_sum(all_reduce("%r", "%s", B, "6xf32")),
      over_nobody=row_sum(all_reduce("%r", "%s", NOBODY, "6xf32")),
      maximum=row_sum(all_reduce("%r", "%s", AB, "6xf32", "maximum")),
      minimum=row_sum(all_reduce("%r", "%s", AB, "6xf32", "minimum")),
      multiply=row_sum(all_reduce("%r", "%s", AB, "6xf32", "multiply")),
      first=row_sum(all_reduce("%r", "%s", AB, "6xf32", body="stablehlo.return %lhs : tensor<f32>")),
      doubled=row_sum(all_reduce("%r", "%s", AB, "6xf32", body="%s1 = stablehlo.add %lhs, %lhs : tensor<f32>\n stablehlo.return %s1 : tensor<f32>")),
      halves=row_sum(all_reduce("%r", "%s", HALVES, "6xf32")),
      crossed=row_sum(all_reduce("%r", "%s", CROSSED, "6xf32")),
      mixed=row_sum(all_reduce("%r", "%s", MIXED, "6xf32")),
      twice=row_sum(all_reduce("%u", "%s", AB, "6xf32") + "\n" + all_reduce("%r", "%u", B, "6xf32")),
      missing=row_sum("", result="%s"),
      replicated_rows=row_sum(all_reduce("%r", "%s", AB, "6xf32"), ("a", ""), "8x6xf32"),
      replicated_rows_b=row_sum(all_reduce("%r", "%s", AB, "6xf32"), ("b", ""), "4x6xf32"))
entry("all_reduce in two steps", spec, row_sum(all_reduce("%u", "%s", A, "6xf32") + "\n" + all_reduce("%r", "%u", B, "6xf32")),
      same_twice=row_sum(all_reduce("%u", "%s", B, "6xf32") + "\n" + all_reduce("%r", "%u", B, "6xf32")),
      first_crossed=row_sum(all_reduce("%u", "%s", CROSSED, "6xf32") + "\n" + all_reduce("%r", "%u", HALVES, "6xf32")))
entry("all_reduce in halves and quarters", spec,
      row_sum(all_reduce("%u", "%s", A, "6xf32") + "\n" + all_reduce("%r", "%u", ROTATED, "6xf32")))
entry("all_reduce in halves and strides", spec,
      row_sum(all_reduce("%t", "%s", HALVES, "6xf32") + "\n" + all_reduce("%u", "%t", STRIDED, "6xf32") + "\n" + all_reduce("%r", "%u", A, "6xf32")),
      halves_twice=row_sum(all_reduce("%t", "%s", HALVES, "6xf32") + "\n" + all_reduce("%u", "%t", HALVES, "6xf32") + "\n" + all_reduce("%r", "%u", A, "6xf32")),
      strides_only=row_sum(all_reduce("%u", "%s", STRIDED, "6xf32") + "\n" + all_reduce("%r", "%u", A, "6xf32")),
      b_twice=row_sum(all_reduce("%t", "%s", HALVES, "6xf32") + "\n" + all_reduce("%u", "%t", B, "6xf32") + "\n" + all_reduce("%r", "%u", A, "6xf32")))
entry("all_reduce over crossed groups", spec,
      row_sum(all_reduce("%t", "%s", CROSSED, "6xf32") + "\n" + all_reduce("%u", "%t", HALVES, "6xf32") + "\n" + all_reduce("%r", "%u", STRIDED, "6xf32")),
      strides_missing=row_sum(all_reduce("%t", "%s", CROSSED, "6xf32") + "\n" + all_reduce("%r", "%t", HALVES, "6xf32")),
      crossed_twice=row_sum(all_reduce("%t", "%s", CROSSED, "6xf32") + "\n" + all_reduce("%u", "%t", CROSSED, "6xf32") + "\n" + all_reduce("%r", "%u", STRIDED, "6xf32")))
entry("all_reduce of sharded rows over one axis", spec, row_sum(all_reduce("%r", "%s", B, "6xf32"), ("b", ""), "4x6xf32"),
      other_axis=row_sum(all_reduce("%r", "%s", A, "6xf32"), ("b", ""), "4x6xf32"),
      both=row_sum(all_reduce("%r", "%s", AB, "6xf32"), ("b", ""), "4x6xf32"),
      cut_elsewhere=row_sum(all_reduce("%r", "%s", B, "6xf32"), ("a b", "")),
      crossed=row_sum(all_reduce("%r", "%s", CROSSED, "6xf32"), ("b", ""), "4x6xf32"),
      mixed_columns=row_sum(all_reduce("%r", "%s", "[[0, 1, 2, 3, 4, 5, 6, 7]]", "6xf32"), ("b", ""), "4x6xf32",))
maximum = logical(["16x6xf32"], LOW + summed("16x6xf32", "6xf32", "0", op="maximum", init="%low"), [("%s", "6xf32")])


def row_max(reduction, init=LOW, op="maximum"):
    return plan([("16x6xf32", "2x6xf32", ("a b", ""))], [("%r", "6xf32", "6xf32", [""])],
                init + summed("2x6xf32", "6xf32", "0", op=op, init="%low") + "\n" + reduction)


entry("all_reduce of maxima", maximum, row_max(all_reduce("%r", "%s", AB, "6xf32", "maximum")),
      added=row_max(all_reduce("%r", "%s", AB, "6xf32")), over_b=row_max(all_reduce("%r", "%s", B, "6xf32", "maximum")),
      least=row_max(all_reduce("%r", "%s", AB, "6xf32", "minimum")),
      from_zero=row_max(all_reduce("%r", "%s", AB, "6xf32", "maximum"), LOW.replace("0xFF800000", "0.0")),
      local_sum=row_max(all_reduce("%r", "%s", AB, "6xf32", "maximum"), LOW.replace("0xFF800000", "0.0"), "add"))

# Gather: a tensor cut over b is wanted whole.
same = logical(["8x8xf32"], "%r = stablehlo.negate %x0 : tensor<8x8xf32>", [("%r", "8x8xf32")])


def gathered(ids, dim=0, dims=("b", ""), source="2x8xf32", target="8x8xf32", out=("", ""), local="8x8xf32"):
    return plan([("8x8xf32", source, dims)], [("%r", "8x8xf32", local, out)],
                f"%n = stablehlo.negate %x0 : tensor<{source}>\n" + all_gather("%r", "%n", ids, dim, source, target))


entry("all_gather", same, gathered(B), rotated=gathered(ROTATED), reversed=gathered(REVERSED), turned=gathered(ONE_TURNED),
      columns_as_rows=plan([("8x8xf32", "8x2xf32", ("", "b"))], [("%r", "8x8xf32", "8x8xf32", ("", ""))],
                           "%n = stablehlo.negate %x0 : tensor<8x2xf32>\n%t = stablehlo.reshape %n : (tensor<8x2xf32>) -> tensor<2x8xf32>\n"
                           + all_gather("%r", "%t", B, 0, "2x8xf32", "8x8xf32")))
def gathered_twice(first, second, middle="4x8xf32"):
    return plan([("8x8xf32", "2x8xf32", ("b", ""))], [("%r", "8x8xf32", "8x8xf32", ("", ""))],
                "%n = stablehlo.negate %x0 : tensor<2x8xf32>\n" + all_gather("%m", "%n", first, 0, "2x8xf32", middle)
                + "\n" + all_gather("%r", "%m", second, 0, middle, "8x8xf32"))


# Pieces are the same on both rows of the mesh, so a group may take some from the other row.
entry("all_gather of pieces of either row", same, gathered(MIXED), moved=gathered("[[0, 1, 7, 2], [4, 5, 3, 6]]"))
entry("all_gather in halves and strides", same, gathered_twice(HALVES, STRIDED), strides_first=gathered_twice(STRIDED, HALVES),
      halves_twice=gathered_twice(HALVES, HALVES))
entry("all_gather over two axes", same, gathered(AB, 0, ("a b", ""), "1x8xf32"), minor_first=gathered(BA, 0, ("a b", ""), "1x8xf32"),
      cut_minor_first=gathered(AB, 0, ("b a", ""), "1x8xf32"))
entry("all_gather over two axes, minor first", same, gathered(BA, 0, ("b a", ""), "1x8xf32"),
      major_first=gathered(AB, 0, ("b a", ""), "1x8xf32"), cut_major_first=gathered(BA, 0, ("a b", ""), "1x8xf32"))
entry("all_gather of columns", same, gathered(B, 1, ("", "b"), "8x2xf32"), rotated=gathered(ROTATED, 1, ("", "b"), "8x2xf32"),
      rows=gathered(B, 0, ("b", ""), "2x8xf32").replace("%r = \"stablehlo.all_gather\"(%n)", "%t = stablehlo.reverse %n, dims = [0] : tensor<2x8xf32>\n%r = \"stablehlo.all_gather\"(%t)"))

# Reduce-scatter: products summed over b, kept cut over b.
product = logical(["8x8xf32", "8x8xf32"], "%r = stablehlo.dot_general %x0, %x1, contracting_dims = [1] x [0] : "
                  "(tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>", [("%r", "8x8xf32")])


def scattered(ids, dim, out, local, dims0=("", "b"), dims1=("b", ""), contract="[1] x [0]", op="add", l0="8x2xf32", l1="2x8xf32"):
    return plan([("8x8xf32", l0, dims0), ("8x8xf32", l1, dims1)], [("%r", "8x8xf32", local, out)],
                f"%d = stablehlo.dot_general %x0, %x1, contracting_dims = {contract} : (tensor<{l0}>, tensor<{l1}>) -> tensor<8x8xf32>\n"
                + reduce_scatter("%r", "%d", ids, dim, "8x8xf32", local, op))


entry("reduce_scatter", product, scattered(B, 0, ("b", ""), "2x8xf32"), rotated=scattered(ROTATED, 0, ("b", ""), "2x8xf32"),
      reversed=scattered(REVERSED, 0, ("b", ""), "2x8xf32"), maximum=scattered(B, 0, ("b", ""), "2x8xf32", op="maximum"),
      columns=scattered(B, 1, ("", "b"), "8x2xf32", ("", "b"), ("b", "")).replace("dense<[[0, 1, 2, 3]", "dense<[[0, 1, 3, 2]"),
      replicated_operand=plan([("8x8xf32", "8x8xf32", ("", "")), ("8x8xf32", "8x8xf32", ("", ""))], [("%r", "8x8xf32", "2x8xf32", ("b", ""))],
                              "%d = stablehlo.dot_general %x0, %x1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\n"
                              + reduce_scatter("%r", "%d", B, 0, "8x8xf32", "2x8xf32")),
      other_operand=scattered(B, 0, ("b", ""), "2x8xf32").replace("(%x0: tensor<8x2xf32>, %x1: tensor<2x8xf32>)", "(%y: tensor<8x2xf32>, %x1: tensor<2x8xf32>)").replace(
          "%d = stablehlo", "%x0 = stablehlo.transpose %x1, dims = [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>\n%d = stablehlo"))
entry("reduce_scatter of columns", product, scattered(B, 1, ("", "b"), "8x2xf32"), rotated=scattered(ROTATED, 1, ("", "b"), "8x2xf32"),
      declared_over_a=scattered(A, 1, ("", "a"), "8x4xf32"),
      turned=scattered(ONE_TURNED, 1, ("", "b"), "8x2xf32"))
entry("product summed over b", product,
      plan([("8x8xf32", "8x2xf32", ("", "b")), ("8x8xf32", "2x8xf32", ("b", ""))], [("%r", "8x8xf32", "8x8xf32", ("", ""))],
           "%d = stablehlo.dot_general %x0, %x1, contracting_dims = [1] x [0] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>\n"
           + all_reduce("%r", "%d", B, "8x8xf32")),
      other_cut=plan([("8x8xf32", "8x4xf32", ("", "a")), ("8x8xf32", "4x8xf32", ("a", ""))], [("%r", "8x8xf32", "8x8xf32", ("", ""))],
                     "%d = stablehlo.dot_general %x0, %x1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>\n"
                     + all_reduce("%r", "%d", B, "8x8xf32")),
      rotated_operand=plan([("8x8xf32", "8x2xf32", ("", "b")), ("8x8xf32", "2x8xf32", ("b", ""))], [("%r", "8x8xf32", "8x8xf32", ("", ""))],
                           permute("%y", "%x1", [(i, i // 4 * 4 + (i + 1) % 4) for i in range(8)], "2x8xf32") + "\n"
                           "%d = stablehlo.dot_general %x0, %y, contracting_dims = [1] x [0] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>\n"
                           + all_reduce("%r", "%d", B, "8x8xf32")))

# All-to-all: rows cut become columns cut.


def turned(ids, split, concat, source="2x8xf32", target="8x2xf32", dims=("b", ""), out=("", "b"), count=4):
    return plan([("8x8xf32", source, dims)], [("%r", "8x8xf32", target, out)],
                f"%n = stablehlo.negate %x0 : tensor<{source}>\n" + all_to_all("%r", "%n", ids, split, concat, count, source, target))


entry("all_to_all", same, turned(B, 1, 0), rotated=turned(ROTATED, 1, 0), reversed=turned(REVERSED, 1, 0), turned=turned(ONE_TURNED, 1, 0),
      same_dim=plan([("8x8xf32", "8x8xf32", ("", ""))], [("%r", "8x8xf32", "8x8xf32", ("", ""))],
                    "%n = stablehlo.negate %x0 : tensor<8x8xf32>\n" + all_to_all("%r", "%n", B, 0, 0, 4, "8x8xf32", "8x8xf32")),
      wrong_result=turned(B, 1, 0, out=("", "b")).replace('out_shardings=[<@mesh, [{}, {"b"}]>]', 'out_shardings=[<@mesh, [{"b"}, {}]>]').replace(
          "-> tensor<8x2xf32>\nsdy.return %r : tensor<8x2xf32>", "-> tensor<8x2xf32>\n%q = stablehlo.reshape %r : (tensor<8x2xf32>) -> tensor<2x8xf32>\nsdy.return %q : tensor<2x8xf32>"))
entry("all_to_all back", same, turned(B, 0, 1, "8x2xf32", "2x8xf32", ("", "b"), ("b", "")), rotated=turned(ROTATED, 0, 1, "8x2xf32", "2x8xf32", ("", "b"), ("b", "")))

# Permutes.
shift = logical(["8x4xf32"], "%h = stablehlo.slice %x0 [6:8, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>\n"
                "%t = stablehlo.slice %x0 [0:6, 0:4] : (tensor<8x4xf32>) -> tensor<6x4xf32>\n"
                "%r = stablehlo.concatenate %h, %t, dim = 0 : (tensor<2x4xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>", [("%r", "8x4xf32")])


def shifted(pairs, out=("b", ""), dims=("b", "")):
    return plan([("8x4xf32", "2x4xf32", dims)], [("%r", "8x4xf32", "2x4xf32", out)], permute("%r", "%x0", pairs, "2x4xf32"))


RING = [(i, i // 4 * 4 + (i + 1) % 4) for i in range(8)]
entry("collective_permute", shift, shifted(RING), back=shifted([(t, s) for s, t in RING]), stay=shifted([(i, i) for i in range(8)]),
      one_missing=shifted(RING[:-1]), half_missing=shifted(RING[:4]), far=shifted([(i, i // 4 * 4 + (i + 2) % 4) for i in range(8)]),
      crossed_rows=shifted([(s, (t + 4) % 8) for s, t in RING[:4]] + RING[4:]),
      swapped=shifted([(0, 1), (1, 0), (2, 3), (3, 2), (4, 5), (5, 4), (6, 7), (7, 6)]),
      repeated_target=shifted(RING[:3] + [(3, 1)] + RING[4:]), repeated_pair=shifted(RING[:3] + [RING[0]] + RING[4:7] + [RING[4]]),
      repeated_source=shifted(RING[:3] + [(2, 0)] + RING[4:7] + [(6, 4)]))
entry("collective_permute across the rows", shift, shifted([(i, (i + 1) % 8) for i in range(8)]), twice=shifted([(i, (i + 2) % 8) for i in range(8)]))
open_shift = logical(["8x4xf32"], ZERO + "%t = stablehlo.slice %x0 [0:6, 0:4] : (tensor<8x4xf32>) -> tensor<6x4xf32>\n"
                     "%r = stablehlo.pad %t, %zero, low = [2, 0], high = [0, 0], interior = [0, 0] : (tensor<6x4xf32>, tensor<f32>) -> tensor<8x4xf32>", [("%r", "8x4xf32")])
OPEN = [(i, i + 1) for i in range(7) if i != 3]
entry("collective_permute without wrap", open_shift, shifted(OPEN), wrapped=shifted(RING), back=shifted([(t, s) for s, t in OPEN]),
      one_missing=shifted(OPEN[1:]), one_row=shifted(OPEN[:3]), across_all=shifted([(i, i + 1) for i in range(7)]))

# collective_broadcast: everybody takes the first member's piece.
first = logical(["8x4xf32"], "%r = stablehlo.slice %x0 [0:2, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>", [("%r", "2x4xf32")])


def from_first(ids):
    return plan([("8x4xf32", "2x4xf32", ("b", ""))], [("%r", "2x4xf32", "2x4xf32", ("", ""))], broadcast("%r", "%x0", ids, "2x4xf32"))


entry("collective_broadcast", first, from_first(B), rotated=from_first(ROTATED), last=from_first(REVERSED), turned=from_first(ONE_TURNED),
      nobody=from_first(NOBODY), over_a=from_first(A))

# Shardings of arguments and results.
entry("shardings", same, plan([("8x8xf32", "4x2xf32", ("a", "b"))], [("%r", "8x8xf32", "4x2xf32", ("a", "b"))], "%r = stablehlo.negate %x0 : tensor<4x2xf32>"),
      turned=plan([("8x8xf32", "4x2xf32", ("a", "b"))], [("%r", "8x8xf32", "4x2xf32", ("a", "b"))], "%t = stablehlo.reshape %x0 : (tensor<4x2xf32>) -> tensor<2x4xf32>\n%n = stablehlo.transpose %t, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>\n%r = stablehlo.negate %n : tensor<4x2xf32>"),
      in_rows=plan([("8x8xf32", "1x8xf32", ("a b", ""))], [("%r", "8x8xf32", "1x8xf32", ("b a", ""))], "%r = stablehlo.negate %x0 : tensor<1x8xf32>"),
      in_other_rows=plan([("8x8xf32", "1x8xf32", ("b a", ""))], [("%r", "8x8xf32", "1x8xf32", ("a b", ""))], "%r = stablehlo.negate %x0 : tensor<1x8xf32>"),
      transposed=plan([("8x8xf32", "4x2xf32", ("a", "b"))], [("%r", "8x8xf32", "2x4xf32", ("b", "a"))], "%t = stablehlo.transpose %x0, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>\n%r = stablehlo.negate %t : tensor<2x4xf32>"),
      square_out=plan([("8x8xf32", "2x8xf32", ("b", ""))], [("%r", "8x8xf32", "8x2xf32", ("", "b"))], "%t = stablehlo.transpose %x0, dims = [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>\n%r = stablehlo.negate %t : tensor<8x2xf32>"))
two = logical(["4xf32", "4xf32"], "%s = stablehlo.subtract %x0, %x1 : tensor<4xf32>\n%m = stablehlo.multiply %x0, %x0 : tensor<4xf32>", [("%s", "4xf32"), ("%m", "4xf32")])


def two_results(first="%s", second="%m", a="%x0", b="%x1", out=(["b"], ["b"])):
    return plan([("4xf32", "1xf32", ["b"]), ("4xf32", "1xf32", ["b"])], [(first, "4xf32", "1xf32", out[0]), (second, "4xf32", "1xf32", out[1])],
                f"%s = stablehlo.subtract {a}, {b} : tensor<1xf32>\n%m = stablehlo.multiply {a}, {a} : tensor<1xf32>")


entry("arguments and results", two, two_results(), results_swapped=two_results("%m", "%s"), arguments_swapped=two_results(a="%x1", b="%x0"),
      result_repeated=two_results("%s", "%s"), argument_repeated=two_results(b="%x0"))
entry("replicas", logical(["4xf32"], "%r = stablehlo.negate %x0 : tensor<4xf32>", [("%r", "4xf32")]),
      plan([("4xf32", "4xf32", [""])], [("%r", "4xf32", "4xf32", [""])], "%r = stablehlo.negate %x0 : tensor<4xf32>"),
      by_rank=plan([("4xf32", "4xf32", [""])], [("%r", "4xf32", "4xf32", [""])],
                   "%p = stablehlo.partition_id : tensor<ui32>\n%z = stablehlo.constant dense<0> : tensor<ui32>\n%c = stablehlo.compare EQ, %p, %z, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>\n"
                   "%n = stablehlo.negate %x0 : tensor<4xf32>\n%b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<4xi1>\n%r = stablehlo.select %b, %n, %x0 : tensor<4xi1>, tensor<4xf32>"),
      local_piece=plan([("4xf32", "1xf32", ["b"])], [("%r", "4xf32", "4xf32", [""])],
                       "%n = stablehlo.negate %x0 : tensor<1xf32>\n%r = stablehlo.broadcast_in_dim %n, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>"),
      half_gathered=plan([("4xf32", "2xf32", ["a"])], [("%r", "4xf32", "4xf32", [""])],
                         "%n = stablehlo.negate %x0 : tensor<2xf32>\n" + all_gather("%r", "%n", HALVES, 0, "2xf32", "4xf32")))
# A piece chosen by rank.
PIECE = ("%p = stablehlo.partition_id : tensor<ui32>\n%k = stablehlo.constant dense<{mod}> : tensor<ui32>\n%q = stablehlo.{op} %p, %k : tensor<ui32>\n"
         "%w = stablehlo.constant dense<{width}> : tensor<ui32>\n%o = stablehlo.multiply %q, %w : tensor<ui32>\n%i = stablehlo.convert %o : (tensor<ui32>) -> tensor<i32>\n"
         "%v = stablehlo.dynamic_slice %x0, %i, sizes = [{size}] : (tensor<8xf32>, tensor<i32>) -> tensor<{size}xf32>\n%r = stablehlo.negate %v : tensor<{size}xf32>")
whole = logical(["8xf32"], "%r = stablehlo.negate %x0 : tensor<8xf32>", [("%r", "8xf32")])


def chosen(mod=4, op="remainder", width=2, size=2, out="b", mesh=MESH):
    return plan([("8xf32", "8xf32", [""])], [("%r", "8xf32", f"{size}xf32", [out])], PIECE.format(mod=mod, op=op, width=width, size=size), mesh)


entry("piece by rank", whole, chosen(), by_other_digit=chosen(op="divide"), narrow=chosen(width=1), wide=chosen(width=4), two=chosen(mod=2), clamped=chosen(mod=8),
      declared_over_a=chosen(size=4, width=4, mod=2, out="a"))
entry("piece by the major rank", whole, chosen(4, "divide", 4, 4, "a"), remainder=chosen(2, "remainder", 4, 4, "a"), narrow=chosen(4, "divide", 2, 4, "a"), other_divisor=chosen(2, "divide", 4, 4, "a"))
# Meshes with an order of devices.
TURNED = 'sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[0, 2, 4, 6, 1, 3, 5, 7]>'
entry("device order", spec, row_sum(all_reduce("%r", "%s", AB, "6xf32")).replace(MESH, TURNED),
      groups_of_the_other_order=row_sum(all_reduce("%r", "%s", B, "6xf32"), ("b", ""), "4x6xf32").replace(MESH, TURNED))
entry("device order, one axis", spec, row_sum(all_reduce("%r", "%s", "[[0, 2, 4, 6], [1, 3, 5, 7]]", "6xf32"), ("b", ""), "4x6xf32").replace(MESH, TURNED),
      plain_order=row_sum(all_reduce("%r", "%s", "[[0, 2, 4, 6], [1, 3, 5, 7]]", "6xf32"), ("b", ""), "4x6xf32"))
entry("device order, gather", same, gathered("[[0, 2, 4, 6], [1, 3, 5, 7]]").replace(MESH, TURNED), by_number=gathered(B).replace(MESH, TURNED),
      rotated=gathered("[[2, 4, 6, 0], [3, 5, 7, 1]]").replace(MESH, TURNED))
entry("device order, piece by rank", whole, chosen(2, "divide").replace(MESH, TURNED), by_number=chosen().replace(MESH, TURNED))
# Channels and modes.
entry("modes", spec, row_sum(all_reduce("%r", "%s", AB, "6xf32")),
      without_channel=row_sum(all_reduce("%r", "%s", AB, "6xf32").replace(HANDLE + ", ", "").replace(", use_global_device_ids", "")),
      one_replica=row_sum(all_reduce("%r", "%s", "[[0]]", "6xf32").replace(HANDLE + ", ", "").replace(", use_global_device_ids", "")))
entry("all partitions of one replica", spec, row_sum(all_reduce("%r", "%s", "[[0]]", "6xf32").replace(", use_global_device_ids", "")))
# Control by rank, data sums with zeros on some ranks.
DOUBLE = logical(["4xf32"], "%r = stablehlo.add %x0, %x0 : tensor<4xf32>", [("%r", "4xf32")])
entry("all_reduce of replicas", DOUBLE, plan([("4xf32", "4xf32", [""])], [("%r", "4xf32", "4xf32", [""])], all_reduce("%r", "%x0", A, "4xf32")),
      over_b=plan([("4xf32", "4xf32", [""])], [("%r", "4xf32", "4xf32", [""])], all_reduce("%r", "%x0", B, "4xf32")),
      by_maximum=plan([("4xf32", "4xf32", [""])], [("%r", "4xf32", "4xf32", [""])], all_reduce("%r", "%x0", A, "4xf32", "maximum")))
BRANCH = ("%p = stablehlo.partition_id : tensor<ui32>\n%i = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>\n"
          '%v = "stablehlo.case"(%i) ({{\nstablehlo.return {0} : tensor<1xf32>\n}}, {{\nstablehlo.return {1} : tensor<1xf32>\n}}) : (tensor<i32>) -> tensor<1xf32>\n')
signs = logical(["8xf32"], "%c = stablehlo.constant dense<[1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0]> : tensor<8xf32>\n%r = stablehlo.multiply %c, %x0 : tensor<8xf32>", [("%r", "8xf32")])
spread = logical(["8xf32"], "%h = stablehlo.slice %x0 [0:1] : (tensor<8xf32>) -> tensor<1xf32>\n%t = stablehlo.slice %x0 [1:8] : (tensor<8xf32>) -> tensor<7xf32>\n%n = stablehlo.negate %t : tensor<7xf32>\n%r = stablehlo.concatenate %h, %n, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>", [("%r", "8xf32")])


def branched(a, b):
    return plan([("8xf32", "1xf32", ["a b"])], [("%v", "8xf32", "1xf32", ["a b"])], "%n = stablehlo.negate %x0 : tensor<1xf32>\n" + BRANCH.format(a, b))


entry("case by rank", spread, branched("%x0", "%n"), swapped=branched("%n", "%x0"), same=branched("%n", "%n"))
# Micro-batches: the mean over rows in two turns.
mean = logical(["16x6xf32"], ZERO + summed("16x6xf32", "6xf32", "0") + "\n%k = stablehlo.constant dense<16.0> : tensor<6xf32>\n%r = stablehlo.divide %s, %k : tensor<6xf32>", [("%r", "6xf32")])


def micro(first=(0, 1), second=(1, 2), divisor="16.0", ids=AB, reduce_both=True):
    return plan([("16x6xf32", "2x6xf32", ("a b", ""))], [("%r", "6xf32", "6xf32", [""])],
                ZERO + f"%y0 = stablehlo.slice %x0 [{first[0]}:{first[1]}, 0:6] : (tensor<2x6xf32>) -> tensor<1x6xf32>\n"
                f"%y1 = stablehlo.slice %x0 [{second[0]}:{second[1]}, 0:6] : (tensor<2x6xf32>) -> tensor<1x6xf32>\n"
                + summed("1x6xf32", "6xf32", "0", "%s0", "%y0") + "\n" + summed("1x6xf32", "6xf32", "0", "%s1", "%y1") + "\n"
                + ("%u = stablehlo.add %s0, %s1 : tensor<6xf32>\n" if reduce_both else "%u = stablehlo.add %s0, %s0 : tensor<6xf32>\n")
                + all_reduce("%w", "%u", ids, "6xf32") + f"\n%k = stablehlo.constant dense<{divisor}> : tensor<6xf32>\n%r = stablehlo.divide %w, %k : tensor<6xf32>")


entry("micro-batches", mean, micro(), first_twice=micro(second=(0, 1)), dropped=micro(reduce_both=False), divisor=micro(divisor="8.0"), over_b=micro(ids=B))
# Loops with a collective inside.
entry("partly manual", whole, None,
      automatic_axis_dropped=plan([("8xf32", "4xf32", ["a"])], [("%r", "8xf32", "4xf32", ["a"])], "%r = stablehlo.abs %x0 : tensor<4xf32>", manual='"a"'))
entry("partly manual, sharded over the automatic axis", whole,
      plan([("8xf32", "4xf32", ["a b"])], [("%r", "8xf32", "4xf32", ["a b"])], "%r = stablehlo.negate %x0 : tensor<4xf32>", manual='"a"'),
      turned=plan([("8xf32", "4xf32", ["a"])], [("%r", "8xf32", "4xf32", ["a"])], "%v = stablehlo.reverse %x0, dims = [0] : tensor<4xf32>\n%r = stablehlo.negate %v : tensor<4xf32>", manual='"a"'))
# Embedding rows cut over b, ids shared: rows that are not here must vanish before the sum.
table = logical(["8x4xf32", "6xi32"], '%i = stablehlo.reshape %x1 : (tensor<6xi32>) -> tensor<6x1xi32>\n%r = "stablehlo.gather"(%x0, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false} : (tensor<8x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>', [("%r", "6x4xf32")])


def lookup(upper="%w", low="LT", masked=True, width=2, ids=B, both=True):
    body = (f"%p = stablehlo.partition_id : tensor<ui32>\n%f = stablehlo.constant dense<4> : tensor<ui32>\n%m = stablehlo.remainder %p, %f : tensor<ui32>\n%u = stablehlo.constant dense<{width}> : tensor<ui32>\n%o = stablehlo.multiply %m, %u : tensor<ui32>\n"
            "%c = stablehlo.convert %o : (tensor<ui32>) -> tensor<i32>\n%s = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6xi32>\n%l = stablehlo.subtract %x1, %s : tensor<6xi32>\n"
            "%i = stablehlo.reshape %l : (tensor<6xi32>) -> tensor<6x1xi32>\n"
            '%g = "stablehlo.gather"(%x0, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false} : (tensor<2x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>\n'
            "%z = stablehlo.constant dense<0> : tensor<6xi32>\n%t = stablehlo.constant dense<2> : tensor<6xi32>\n"
            "%a = stablehlo.compare GE, %l, %z, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>\n"
            f"%b = stablehlo.compare {low}, %l, %t, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>\n"
            + ("%h = stablehlo.and %a, %b : tensor<6xi1>\n" if both else "%h = stablehlo.and %b, %b : tensor<6xi1>\n")
            + "%k = stablehlo.broadcast_in_dim %h, dims = [0] : (tensor<6xi1>) -> tensor<6x4xi1>\n%n = stablehlo.constant dense<0.0> : tensor<6x4xf32>\n"
            "%v = stablehlo.select %k, %g, %n : tensor<6x4xi1>, tensor<6x4xf32>\n" + all_reduce("%r", "%v" if masked else "%g", ids, "6x4xf32"))
    return plan([("8x4xf32", "2x4xf32", ("b", "")), ("6xi32", "6xi32", ("",))], [("%r", "6x4xf32", "6x4xf32", ("", ""))], body)


RANGED = "[[argument]]\nindex = 1\nrange = [0, 7]\n"
entry("embedding", (table, RANGED), lookup(), no_mask=lookup(masked=False), one_bound=lookup(both=False), closed_bound=lookup(low="LE"), wrong_offset=lookup(width=1), over_a=lookup(ids=A))
entry("embedding without a range", (table, ""), None, ids_may_be_outside=lookup())


def cases():
    for name, spec_, right_, wrong in ENTRIES:
        logical_, contract = spec_ if isinstance(spec_, tuple) else (spec_, "")
        if right_:
            yield Case(name, logical_, right_, "unproved" if name in NOT_PROVED else "equal", contract)
        for key, text in wrong.items():
            full = f"{name}: {key}"
            yield Case(full, logical_, text, "invalid" if full in REJECTED else "different", contract)
