"""Edits of the lowered module: names, roles, pairing of state; source paths made relative."""

import gzip
import os
import re


def annotate(module, arguments):
    """Sets lockstep.name, lockstep.role and tf.aliasing_output on the parameters of @main."""
    from jaxlib.mlir import ir

    main = main_function(module)
    old = list(main.attributes["arg_attrs"]) if "arg_attrs" in main.attributes else [None] * len(arguments)
    with module.context:
        i32 = ir.IntegerType.get_signless(32)
        attributes = []
        for argument, previous in zip(arguments, old):
            entries = {item.name: item.attr for item in previous} if previous is not None else {}
            entries.pop("tf.aliasing_output", None)
            entries.pop("jax.buffer_donor", None)  # donated, but paired with no result
            entries["lockstep.name"] = ir.StringAttr.get(argument.name)
            if argument.role:
                entries["lockstep.role"] = ir.StringAttr.get(argument.role)
            if argument.result is not None:
                entries["tf.aliasing_output"] = ir.IntegerAttr.get(i32, argument.result)
            attributes.append(ir.DictAttr.get(entries))
        main.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)


def aliasing(module):
    """The result that JAX aliased with each parameter, or None."""
    main = main_function(module)
    count = len(main.regions[0].blocks[0].arguments)
    entries = main.attributes["arg_attrs"] if "arg_attrs" in main.attributes else [{}] * count
    return [entry["tf.aliasing_output"].value if "tf.aliasing_output" in entry else None for entry in entries]


def result_names(module):
    main = main_function(module)
    entries = main.attributes["res_attrs"] if "res_attrs" in main.attributes else []
    return [entry["jax.result_info"].value if "jax.result_info" in entry else "" for entry in entries]


def main_function(module):
    for operation in module.body.operations:
        if "sym_name" in operation.attributes and operation.attributes["sym_name"].value == "main":
            return operation
    raise AssertionError("a lowered module always has @main")


def text_of(module, locations, source_root):
    text = module.operation.get_asm(enable_debug_info=locations)
    return _relative_paths(text, source_root) if locations else text


def _relative_paths(text, root):
    """Shortens absolute paths in locations: below `root` to relative ones, installed packages to their import path."""
    root = os.path.join(os.path.abspath(root), "")

    def shorten(match):
        path = match.group(1)
        if path.startswith(root):
            path = path[len(root):]
        else:
            path = re.sub(r"^.*/(?:site|dist)-packages/", "", path)
        return f'loc("{path}":{match.group(2)}'

    return re.sub(r'loc\("(/[^"]*)":(\d)', shorten, text)


def write(path, text):
    temporary = f"{path}.tmp.{os.getpid()}"
    if str(path).endswith(".gz"):
        with open(temporary, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
            file.write(text.encode())
    else:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
    os.replace(temporary, path)
