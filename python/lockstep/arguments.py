"""What a step's arguments and results are called and what they mean."""

import fnmatch
import inspect
import re
from dataclasses import dataclass
from typing import Any, Optional

ROLES = ("state", "batch", "key", "step")


class ExportError(ValueError):
    """The step or its arguments cannot be exported; the message says which one and why."""


@dataclass
class Argument:
    """One leaf of the arguments, in the order of the module's parameters."""

    name: str  # "params['layers'][0]['w']"
    group: int  # which positional argument it belongs to
    shape: tuple
    dtype: Any
    value: Optional[Any]  # the example array, None when only its shape was given
    is_key: bool = False
    donated: bool = False
    role: Optional[str] = None
    result: Optional[int] = None  # State: index of the result that updates it
    range: Optional[tuple] = None
    note: str = ""  # where a range that was not given comes from


def parameter_names(step, count):
    """Names of the positional parameters, as JAX itself spells them in locations."""
    try:
        parameters = list(inspect.signature(step).parameters.values())
    except (TypeError, ValueError):
        return [f"args[{i}]" for i in range(count)]
    names = []
    for parameter in parameters:
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            names.append(parameter.name)
        elif parameter.kind == parameter.VAR_POSITIONAL:
            names += [f"{parameter.name}[{i}]" for i in range(count - len(names))]
    return names[:count]


def lookup(patterns, name, group_name):
    """The entry of the first pattern that matches the whole name or the top-level argument; None without one."""
    for pattern, value in (patterns or {}).items():
        # Square brackets are part of names here, not character sets.
        escaped = pattern.replace("[", "[[]")
        if pattern in (name, group_name) or fnmatch.fnmatchcase(name, escaped):
            return value
    return None


def check_patterns(what, patterns, arguments, group_names):
    """A pattern that matches nothing is a typing error, not a wish."""
    for pattern in patterns or {}:
        if not any(lookup({pattern: True}, a.name, group_names[a.group]) for a in arguments):
            known = ", ".join(a.name for a in arguments[:8]) + (", ..." if len(arguments) > 8 else "")
            raise ExportError(f"{what}: no argument matches {pattern!r}; the arguments are {known}")


def assign_roles(arguments, roles, group_names):
    for argument in arguments:
        role = lookup(roles, argument.name, group_names[argument.group])
        if role is not None and role not in ROLES:
            raise ExportError(f"roles: {argument.name}: expected one of {', '.join(ROLES)}, found {role!r}")
        if role is None:
            if argument.donated:
                role = "state"
            elif argument.is_key:
                role = "key"
            elif argument.shape:
                role = "batch"
        argument.role = role


def assign_ranges(arguments, ranges, group_names, np):
    """Explicit ranges, else what the example shows for integers and 0/1 masks."""
    for argument in arguments:
        given = lookup(ranges, argument.name, group_names[argument.group])
        if given is not None:
            lo, hi = given
            if not lo <= hi:
                raise ExportError(f"ranges: {argument.name}: expected lo <= hi, found ({lo}, {hi})")
            argument.range = (lo, hi)
            continue
        if argument.value is None or argument.is_key or argument.dtype == bool:
            continue
        if np.issubdtype(argument.dtype, np.integer) and np.size(argument.value):
            lo, hi = int(np.min(argument.value)), int(np.max(argument.value))
            if not argument.shape:  # a counter moves on from where the example stands
                top = int(np.iinfo(argument.dtype).max)
                lo, hi = min(lo, 0), min(max(hi, 1000000), top)
            argument.range = (lo, hi)
            argument.note = "as in the example; widen it if other values occur" if argument.shape else "taken for a counter"
        elif argument.role == "batch" and np.size(argument.value) and _is_mask(argument.value, np):
            argument.range, argument.note = (0, 1), "as in the example, a mask"


def _is_mask(value, np):
    """Zeros and ones, both of them: an example filled with ones says nothing."""
    return set(np.unique(np.asarray(value).astype(np.float32)).tolist()) == {0.0, 1.0}


def match_results(arguments, group_trees, out_tree, jax):
    """Pairs every state argument with the result that updates it, subtree by subtree in order.

    Candidates are the whole output and its children; a child with the argument's own name comes first.
    """
    flatten = jax.tree_util.tree_flatten_with_path
    leaves = flatten(out_tree)[0]
    position = {path: i for i, (path, _) in enumerate(leaves)}
    candidates = _subtrees(out_tree, jax)
    taken = set()
    for group, (name, tree) in enumerate(group_trees):
        mine = [a for a in arguments if a.group == group]
        if not mine or any(a.role != "state" for a in mine):
            continue
        wanted = _signature(tree, jax)
        fitting = [(path, sub) for path, sub in candidates
                   if _signature(sub, jax) == wanted and not taken & _positions(path, sub, position, jax)]
        fitting.sort(key=lambda item: _last_key(item[0]) != name)  # stable: order decides among the rest
        if not fitting:
            continue
        path, sub = fitting[0]
        indices = [position[path + inner] for inner, _ in flatten(sub)[0]]
        taken.update(indices)
        for argument, index in zip(mine, indices):
            argument.result = index


def match_leaves(arguments, aliases, result_names):
    """For state that no subtree matched: the donation JAX found, where argument and result end in the same key.

    JAX pairs donated buffers by shape alone, so its pairing is no evidence without the names.
    """
    taken = {a.result for a in arguments if a.result is not None}
    for argument, alias in zip(arguments, aliases):
        if argument.role != "state" or argument.result is not None or alias is None or alias in taken:
            continue
        if _tail(argument.name) == _tail(result_names[alias]):
            argument.result = alias
            taken.add(alias)


def _tail(name):
    """The last key of "params['w']" or "state.opt.mu", with its punctuation."""
    return re.split(r"(?=[\[.][^\[.]*$)", name)[-1]


def _subtrees(tree, jax):
    found = [((), tree)]
    children = jax.tree_util.tree_flatten_with_path(tree, is_leaf=lambda x: x is not tree)[0]
    return found + [(path, child) for path, child in children if path]


def _signature(tree, jax):
    leaves, structure = jax.tree_util.tree_flatten(tree)
    return structure, tuple((tuple(leaf.shape), str(leaf.dtype)) for leaf in leaves)


def _positions(path, sub, position, jax):
    return {position[path + inner] for inner, _ in jax.tree_util.tree_flatten_with_path(sub)[0]}


def _last_key(path):
    key = path[-1] if path else None
    return getattr(key, "key", getattr(key, "name", None))
