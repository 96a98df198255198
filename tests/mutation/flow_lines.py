"""Faults of one line in the flow of values: stale, exchanged, of another step."""
import re

ASSIGN = re.compile(r"^\s*(%\w+)(?::\d+)? = (.*)$")


def other_operand(line, context, rng):
    """Another earlier value of the same type: stale value, wrong leaf, swapped shards."""
    match = ASSIGN.match(line)
    if not match:
        return None
    used = [m for m in re.finditer(r"%\w+(?:#\d+)?", line[match.start(2):]) if m[0] in context]
    rng.shuffle(used)
    for use in used:
        others = [name for name, kind in context.items() if kind == context[use[0]] and name != use[0]]
        if others:
            start = match.start(2) + use.start()
            return line[:start] + rng.choice(others) + line[start + len(use[0]):]
    return None


def swap_results(line, context, rng):
    """Two results of one type change places."""
    match = re.match(r"(\s*(?:sdy\.)?return )(.*) : (.*)$", line)
    if not match:
        return None
    values, kinds = match[2].split(", "), match[3].split(", ")
    pairs = [(i, j) for i in range(len(values)) for j in range(i) if kinds[i] == kinds[j] and values[i] != values[j]]
    if not pairs:
        return None
    i, j = rng.choice(pairs)
    values[i], values[j] = values[j], values[i]
    return f"{match[1]}{', '.join(values)} : {match[3]}"


def stale_result(line, context, rng):
    """A result is another value of its type: stale, not reduced, or not updated."""
    match = re.match(r"(\s*(?:sdy\.)?return )(.*) : (.*)$", line)
    if not match:
        return None
    values, kinds = match[2].split(", "), match[3].split(", ")
    i = rng.randrange(len(values))
    others = [n for n, kind in context.items() if kind == kinds[i] and n != values[i]]
    if not others:
        return None
    values[i] = rng.choice(others)
    return f"{match[1]}{', '.join(values)} : {match[3]}"


MUTATORS = {
    "other_operand": other_operand, "swap_results": swap_results, "stale_result": stale_result,
}
