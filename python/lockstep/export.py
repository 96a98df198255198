"""export(): a jitted training step, or a shard_map plan of one, becomes a module, a contract and initial state."""

import os
from dataclasses import dataclass
from typing import Optional

from . import contract as contract_file
from . import module as module_text
from . import safetensors
from .arguments import (Argument, ExportError, assign_ranges, assign_roles, check_patterns, lookup, match_leaves,
                        match_results, parameter_names)


@dataclass
class Exported:
    """What was written."""

    path: str
    contract: Optional[str]
    init: Optional[str]
    arguments: list  # of Argument, in the order of the module's parameters


def export(step, *args, path, contract=None, init=None, ranges=None, roles=None, donate_argnums=None,
           level="reordered", locations=True, source_root=None):
    """Writes `step`, traced with the shapes and types of `args`, to `path`. See python/README.md for the keywords.

    `step` is a jitted function, or a plain one (then `donate_argnums` names its state). Raises ExportError when an
    argument is not an array, a pattern matches nothing, or `init` is asked for without concrete values.
    """
    jax, np = _import_jax()
    if not hasattr(step, "lower"):
        if not callable(step):
            raise ExportError(f"expected a function or a jitted function, found {type(step).__name__}")
        donated = () if donate_argnums is None else donate_argnums
        step = jax.jit(step, donate_argnums=donated, keep_unused=True)
    elif donate_argnums is not None:
        raise ExportError("donate_argnums: the step is jitted already; donate in its jax.jit call")

    names = parameter_names(step, len(args))
    _check_leaves(args, names, jax, np)
    lowered = step.lower(*args)
    module = lowered.compiler_ir("stablehlo")
    arguments = _arguments(args, names, lowered, jax, np)
    arguments = _kept(arguments, lowered, module)

    check_patterns("roles", roles, arguments, names)
    check_patterns("ranges", ranges, arguments, names)
    assign_roles(arguments, roles, names)
    assign_ranges(arguments, ranges, names, np)
    match_results(arguments, list(zip(names, args)), lowered.out_info, jax)
    match_leaves(arguments, module_text.aliasing(module), module_text.result_names(module))
    _check_state(arguments, roles, names)

    module_text.annotate(module, arguments)
    module_text.write(path, module_text.text_of(module, locations, source_root or os.getcwd()))
    if contract:
        contract_file.write(contract, arguments, level)
    if init:
        safetensors.write(init, _initial_values(arguments, jax, np))
    return Exported(str(path), contract, init, arguments)


def _import_jax():
    try:
        import jax
        import numpy
    except ImportError as error:
        raise ExportError(f"exporting needs JAX in this Python environment: {error}") from error
    return jax, numpy


def _check_leaves(args, names, jax, np):
    for name, tree in zip(names, args):
        for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]:
            if not (hasattr(leaf, "shape") and hasattr(leaf, "dtype")) and not isinstance(leaf, (bool, int, float, complex)):
                raise ExportError(f"{name}{jax.tree_util.keystr(path)}: expected an array or a number, found "
                                  f"{type(leaf).__name__}; bind it with functools.partial before jitting")


def _arguments(args, names, lowered, jax, np):
    infos = jax.tree_util.tree_leaves(lowered.args_info, is_leaf=lambda x: hasattr(x, "donated"))
    arguments = []
    for group, (name, tree) in enumerate(zip(names, args)):
        for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]:
            info = infos[len(arguments)]
            is_key = jax.dtypes.issubdtype(info.dtype, jax.dtypes.prng_key)
            value = None
            if not isinstance(leaf, jax.ShapeDtypeStruct):
                value = np.asarray(jax.random.key_data(leaf) if is_key else leaf)
            dtype = np.dtype(np.uint32) if is_key else np.dtype(info.dtype)
            if value is not None and not is_key:
                value = value.astype(dtype)  # Python numbers become what the module takes
            arguments.append(Argument(name + jax.tree_util.keystr(path), group, tuple(info.shape), dtype, value,
                                      is_key=is_key, donated=info.donated))
    return arguments


def _kept(arguments, lowered, module):
    """Without keep_unused, JAX drops parameters that nothing reads; drop the same ones."""
    count = len(module_text.main_function(module).regions[0].blocks[0].arguments)
    if count == len(arguments):
        return arguments
    compile_args = getattr(getattr(lowered, "_lowering", None), "compile_args", {})
    kept = compile_args.get("kept_var_idx")
    if kept is None or len(kept) != count:
        raise ExportError(f"the module has {count} parameters for {len(arguments)} arguments; "
                          "jit the step with keep_unused=True")
    return [argument for i, argument in enumerate(arguments) if i in kept]


def _check_state(arguments, roles, names):
    """A donated argument without an updated value was only lent its memory; one declared as state must have it."""
    for argument in arguments:
        if argument.role != "state" or argument.result is not None:
            continue
        if lookup(roles, argument.name, names[argument.group]) == "state":
            raise ExportError(f"{argument.name} has the role state, but no result has the structure, shapes and types of "
                              f"argument {names[argument.group]!r}")
        argument.role = "batch" if argument.shape else None


def _initial_values(arguments, jax, np):
    """State, keys and counters by name. Zeros (a fresh optimizer) are left out: whatever is absent starts at zero."""
    values = {}
    for argument in arguments:
        if argument.role not in ("state", "key", "step"):
            continue
        if argument.value is None:
            raise ExportError(f"init: {argument.name} is only a shape; pass a concrete array to write its initial value")
        if argument.role == "key" or np.any(argument.value):
            values[argument.name] = argument.value
    return values
