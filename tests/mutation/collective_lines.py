"""Faults of one line in collectives and placements."""
import collections
import itertools
import math
import re


def groups_of_one(line, context, rng):
    """A collective that reaches nobody: the reduction is missing."""
    match = re.search(r'"stablehlo\.all_reduce".*replica_groups = dense<(\[\[.*?\]\])> : tensor<\d+x\d+xi64>', line)
    if not match:
        return None
    ids = re.findall(r"\d+", match[1])
    groups = ", ".join(f"[{i}]" for i in ids)
    return re.sub(r"replica_groups = dense<.*?> : tensor<\d+x\d+xi64>",
                  f"replica_groups = dense<[{groups}]> : tensor<{len(ids)}x1xi64>", line)


def reversed_pairs(line, context, rng):
    match = re.search(r"source_target_pairs = dense<(\[\[.*?\]\])>", line)
    if not match:
        return None
    pairs = re.findall(r"\[(\d+), (\d+)\]", match[1])
    text = "[" + ", ".join(f"[{b}, {a}]" for a, b in pairs) + "]"
    return line[:match.start(1)] + text + line[match.end(1):]


def reverse_groups(line, context, rng):
    """Members in another order: pieces change places in a gather or scatter; a sum does not care."""
    match = re.search(r'"stablehlo\.(all_gather|reduce_scatter|all_to_all|all_reduce)".*replica_groups = dense<(\[\[.*?\]\])>', line)
    if not match:
        return None
    groups = [re.findall(r"\d+", g)[::-1] for g in re.findall(r"\[([\d, ]+)\]", match[2])]
    text = "[" + ", ".join("[" + ", ".join(g) + "]" for g in groups) + "]"
    return line[:match.start(2)] + text + line[match.end(2):]


def axis_groups(sizes, axes):
    """Device lists of the groups over these axes (positions), most significant first."""
    groups = collections.defaultdict(list)
    for device in range(math.prod(sizes)):
        rest, coordinates = device, []
        for size in reversed(sizes):
            coordinates.insert(0, rest % size)
            rest //= size
        key = tuple(c for i, c in enumerate(coordinates) if i not in axes)
        groups[key].append((tuple(coordinates[i] for i in axes), device))
    return [[device for _, device in sorted(members)] for members in groups.values()]


def other_axes(line, context, rng):
    """The groups of other mesh axes."""
    match = re.search(r"replica_groups = dense<(\[\[.*?\]\])> : tensor<(\d+)x(\d+)xi64>", line)
    if not match or len(context.sizes) < 2:
        return None
    old = [[int(i) for i in re.findall(r"\d+", g)] for g in re.findall(r"\[([\d, ]+)\]", match[1])]
    choices = []
    for count in range(1, len(context.sizes) + 1):
        for axes in itertools.permutations(range(len(context.sizes)), count):
            groups = axis_groups(context.sizes, axes)
            same = "all_reduce" in line and sorted(map(sorted, groups)) == sorted(map(sorted, old))
            reduces = "all_reduce" in line or len(groups[0]) == len(old[0])
            if groups != old and not same and reduces:
                choices.append(groups)
    if not choices:
        return None
    groups = rng.choice(choices)
    return line[:match.start()] + f"replica_groups = dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>" + line[match.end():]


def rotate_groups(line, context, rng):
    """Every group begins with another member: pieces change places."""
    match = re.search(r'"stablehlo\.(?:all_gather|reduce_scatter|all_to_all)".*replica_groups = dense<(\[\[.*?\]\])>', line)
    if not match:
        return None
    groups = [re.findall(r"\d+", g) for g in re.findall(r"\[([\d, ]+)\]", match[1])]
    if rng.random() < 0.5:
        groups = [g[1:] + g[:1] for g in groups]
    else:
        groups[-1] = groups[-1][1:] + groups[-1][:1]
    return line[:match.start(1)] + "[" + ", ".join("[" + ", ".join(g) + "]" for g in groups) + "]" + line[match.end(1):]


def change_pairs(line, context, rng):
    """One pair less, or two targets exchanged."""
    match = re.search(r"source_target_pairs = dense<(\[\[.*?\]\])> : tensor<\d+x2xi64>", line)
    if not match:
        return None
    pairs = re.findall(r"\[(\d+), (\d+)\]", match[1])
    if len(pairs) < 2:
        return None
    if rng.random() < 0.5:
        pairs.pop(rng.randrange(len(pairs)))
    else:
        i, j = rng.sample(range(len(pairs)), 2)
        pairs[i], pairs[j] = (pairs[i][0], pairs[j][1]), (pairs[j][0], pairs[i][1])
    text = "[" + ", ".join(f"[{a}, {b}]" for a, b in pairs) + "]"
    return line[:match.start()] + f"source_target_pairs = dense<{text}> : tensor<{len(pairs)}x2xi64>" + line[match.end():]


def other_sharding(line, context, rng):
    """Axes of one argument or result of the manual computation: another axis of that size, or another order."""
    match = re.search(r"sdy\.manual_computation\(.*?\) in_shardings=(\[.*?\]) out_shardings=", line)
    if not match:
        return None
    names = re.findall(r'"(\w+)"', line)
    spots = [m for m in re.finditer(r'\{("\w+"(?:, "\w+")*)\}', line) if "manual_axes" not in line[max(0, m.start() - 14):m.start()]]
    rng.shuffle(spots)
    for spot in spots:
        axes = spot[1].split(", ")
        if len(axes) > 1:
            return line[:spot.start(1)] + ", ".join(axes[::-1]) + line[spot.end(1):]
        others = sorted({f'"{n}"' for n in names} - set(axes))
        if others:
            return line[:spot.start(1)] + rng.choice(others) + line[spot.end(1):]
    return None


def moved_sharding(line, context, rng):
    """A dim of an argument or result is cut instead of another of the same tensor."""
    if "sdy.manual_computation(" not in line:
        return None
    spots = [m for m in re.finditer(r"<@\w+, \[((?:\{[^{}]*\}(?:, )?)+)\]>", line) if m[1].count("{") > 1]
    rng.shuffle(spots)
    for spot in spots:
        dims = re.findall(r"\{[^{}]*\}", spot[1])
        i, j = rng.sample(range(len(dims)), 2)
        if dims[i] != dims[j]:
            dims[i], dims[j] = dims[j], dims[i]
            return line[:spot.start(1)] + ", ".join(dims) + line[spot.end(1):]
    return None


MUTATORS = {
    "groups_of_one": groups_of_one, "reversed_pairs": reversed_pairs, "reverse_groups": reverse_groups,
    "other_axes": other_axes, "rotate_groups": rotate_groups, "change_pairs": change_pairs,
    "other_sharding": other_sharding, "moved_sharding": moved_sharding,
}
