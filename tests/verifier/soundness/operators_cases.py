"""The cases that follow from the table of operators."""
from case import Case
from operators import OPERATORS

# Programs that are the same text but whose operators have no meaning for the engine.
NOT_MODELLED = {"compare total order"}


def tensor(kind):
    return f"tensor<{kind.split('@')[0]}>"


def contract(kinds):
    out = ""
    for number, kind in enumerate(kinds):
        if "@" in kind:
            lo, hi = kind.split("@")[1].split(":")
            out += f"[[argument]]\nindex = {number}\nrange = [{lo}, {hi}]\n"
    return out


def module(template, kinds, result, places):
    text = template.replace("{r}", "%r")
    for number, place in enumerate(places):
        text = text.replace("{%d}" % number, f"%{place}")
    text = text.replace("{{", "{").replace("}}", "}")
    arguments = ", ".join(f"%a{i}: {tensor(kind)}" for i, kind in enumerate(kinds))
    return f"func.func @main({arguments}) -> tensor<{result}> {{\n{text}\nreturn %r : tensor<{result}>\n}}\n"


def cases():
    for name, template, kinds, result, others in OPERATORS:
        both = [*kinds, *kinds]  # a second value for every operand
        count = len(kinds)
        own = [f"a{i}" for i in range(count)]
        logical = module(template, both, result, own)
        rules = contract(both)
        yield Case(name + ": itself", logical, logical, "unproved" if name in NOT_MODELLED else "equal", rules)
        for i in range(count):
            places = list(own)
            places[i] = f"a{count + i}"
            yield Case(f"{name}: operand {i}", logical, module(template, both, result, places), "different", rules)
        for number, other in enumerate(others):
            yield Case(f"{name}: other {number}", logical, module(other, both, result, own), "different", rules)
