"""Writes the contract: what a proof may assume of the arguments."""

import json
import os


def write(path, arguments, level):
    lines = [
        "# What may be assumed about the arguments: part of the statement that is proved.",
        f"level = {json.dumps(level)}",
    ]
    for index, argument in enumerate(arguments):
        role = None if argument.role == "state" else argument.role  # the module itself pairs state with results
        if argument.range is None and role is None:
            continue
        lines += ["", "[[argument]]", f"index = {index}  # {argument.name}"]
        if role:
            lines.append(f'role = "{role}"')
        if argument.range:
            lo, hi = argument.range
            note = f"  # {argument.note}" if argument.note else ""
            lines.append(f"range = [{_number(lo)}, {_number(hi)}]{note}")
    temporary = f"{path}.tmp.{os.getpid()}"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    os.replace(temporary, path)


def _number(value):
    return str(int(value)) if float(value).is_integer() else repr(float(value))
