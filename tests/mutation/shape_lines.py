"""Faults of one line in slices, dims, contractions and indices."""
import itertools
import re


def shift_slice(line, context, rng):
    match = re.search(r"stablehlo\.slice %\w+(?:#\d+)? \[(.*?)\]", line)
    if not match:
        return None
    parts = match[1].split(", ")
    choices = [i for i, p in enumerate(parts) if int(p.split(":")[0]) > 0]
    if not choices:
        return None
    i = rng.choice(choices)
    lo, hi, *rest = parts[i].split(":")
    parts[i] = ":".join([str(int(lo) - 1), str(int(hi) - 1), *rest])
    return line[:match.start(1)] + ", ".join(parts) + line[match.end(1):]


def move_padding(line, context, rng):
    match = re.search(r"low = \[(.*?)\], high = \[(.*?)\]", line)
    if not match or "stablehlo.pad" not in line or match[1] == match[2]:
        return None
    return line[:match.start()] + f"low = [{match[2]}], high = [{match[1]}]" + line[match.end():]


def permute_equal_dims(line, context, rng):
    """Two dims of equal extent change places in a transpose or broadcast."""
    match = re.search(r"stablehlo\.(transpose|broadcast_in_dim) .*dims = \[(.*?)\].* -> tensor<((?:\d+x)+)", line)
    if not match:
        return None
    dims, extents = match[2].split(", "), match[3].split("x")[:-1]
    if match[1] == "transpose":
        extents = [extents[i] for i in range(len(dims))]
    else:
        extents = [extents[int(d)] for d in dims] if dims != [""] else []
    pairs = [(i, j) for i in range(len(dims)) for j in range(i) if extents[i] == extents[j]]
    if not pairs:
        return None
    i, j = rng.choice(pairs)
    dims[i], dims[j] = dims[j], dims[i]
    return line[:match.start(2)] + ", ".join(dims) + line[match.end(2):]


def contracting(line, context, rng):
    """Another dim of the same extent is contracted."""
    match = re.search(r"contracting_dims = \[(\d+)\] x \[(\d+)\].*: \(tensor<((?:\d+x)+)\w+>, tensor<((?:\d+x)+)\w+>\) -> tensor<((?:\d+x)+)", line)
    if not match or "batching_dims" in line:
        return None
    shapes = [[int(d) for d in match[g].split("x")[:-1]] for g in (3, 4)]
    chosen = [int(match[1]), int(match[2])]
    want = [int(d) for d in match[5].split("x")[:-1]]
    options = []
    for i, j in itertools.product(range(len(shapes[0])), range(len(shapes[1]))):
        result = shapes[0][:i] + shapes[0][i + 1:] + shapes[1][:j] + shapes[1][j + 1:]
        if [i, j] != chosen and shapes[0][i] == shapes[1][j] and result == want:
            options.append((i, j))
    if not options:
        return None
    i, j = rng.choice(options)
    return line[:match.start(1)] + f"{i}] x [{j}" + line[match.end(2):]


def iota_dim(line, context, rng):
    match = re.search(r"stablehlo\.iota dim = (\d+) : tensor<((?:\d+x)+)", line)
    if not match or match[2].count("x") < 2:
        return None
    other = rng.choice([d for d in range(match[2].count("x")) if d != int(match[1])])
    return line[:match.start(1)] + str(other) + line[match.end(1):]


def reduce_dims(line, context, rng):
    match = re.search(r"stablehlo\.reduce\(.*across dimensions = \[(\d+)\] : \(tensor<((?:\d+x)+)", line)
    if not match:
        return None
    extents = match[2].split("x")[:-1]
    others = [d for d in range(len(extents)) if d != int(match[1]) and
              extents[:d] + extents[d + 1:] == extents[:int(match[1])] + extents[int(match[1]) + 1:]]
    return line[:match.start(1)] + str(rng.choice(others)) + line[match.end(1):] if others else None


def gather_dims(line, context, rng):
    """Index attributes of gather and scatter."""
    match = re.search(r"(start_index_map|collapsed_slice_dims|offset_dims|inserted_window_dims|scatter_dims_to_operand_dims|update_window_dims) = \[(\d+)\]", line)
    if not match:
        return None
    new = str(1 - int(match[2])) if int(match[2]) < 2 else "0"
    return line[:match.start(2)] + new + line[match.end(2):]


def start_index(line, context, rng):
    """A dynamic slice or update at another start."""
    match = re.search(r"stablehlo\.dynamic_(?:update_)?slice .*?((?:, %\w+(?:#\d+)?)+)(?:, sizes| :)", line)
    if not match:
        return None
    uses = [u for u in re.finditer(r"%\w+(?:#\d+)?", match[1]) if context.get(u[0], "").endswith(("<i32>", "<ui32>", "<i64>"))]
    rng.shuffle(uses)
    for use in uses:
        others = [n for n, kind in context.items() if kind == context[use[0]] and n != use[0]]
        if others:
            at = match.start(1) + use.start()
            return line[:at] + rng.choice(others) + line[at + len(use[0]):]
    return None


def slice_stride(line, context, rng):
    """Rows of a slice: every other one, or the first ones."""
    match = re.search(r"stablehlo\.slice %\w+(?:#\d+)? \[(.*?)\] : \(tensor<((?:\d+x)+)", line)
    if not match:
        return None
    parts, extents = match[1].split(", "), [int(d) for d in match[2].split("x")[:-1]]
    for i in rng.sample(range(len(parts)), len(parts)):
        lo, hi, *stride = (int(p) for p in parts[i].split(":"))
        count = -(-(hi - lo) // (stride[0] if stride else 1))
        if stride and stride[0] > 1:
            parts[i] = f"{lo}:{lo + count}"
        elif count > 1 and lo + 2 * count - 1 <= extents[i]:
            parts[i] = f"{lo}:{lo + 2 * count - 1}:2"
        elif lo > 0:
            parts[i] = f"0:{count}"
        else:
            continue
        return line[:match.start(1)] + ", ".join(parts) + line[match.end(1):]
    return None


MUTATORS = {
    "shift_slice": shift_slice, "move_padding": move_padding, "permute_equal_dims": permute_equal_dims,
    "contracting": contracting, "iota_dim": iota_dim, "reduce_dims": reduce_dims, "gather_dims": gather_dims,
    "start_index": start_index, "slice_stride": slice_stride,
}
