"""The text of a plan, as far as mutators need it: lines, what is visible where, operators of several lines, the mesh."""
import gzip
import re

NAMES = re.compile(r"(%\w+): (tensor<[^>]*>)")
RESULT = re.compile(r"^\s*(%\w+)(?::(\d+))? = ")


def read(path):
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt") as file:
        return file.read()


def mesh_of(text):
    """Axis sizes of the plan's mesh, major first; nothing when it has an order of devices."""
    match = re.search(r"sdy\.mesh @\w+ = <\[([^\]]*)\](, device_ids)?", text)
    return [int(size) for size in re.findall(r"=(\d+)", match[1])] if match and not match[2] else []


class Context(dict):
    """Names visible at a line with their types; `text` has the line that defines each, `sizes` the mesh."""
    text, sizes = None, None


class Program:
    """`bodies` are the first and last lines of what may be mutated: the devices' program and the helper functions."""

    def __init__(self, text):
        self.text, self.lines = text, text.split("\n")
        self.sizes = mesh_of(text)
        self.closes = self._closes()
        start = next((i for i, l in enumerate(self.lines) if "sdy.manual_computation" in l), None)
        main = next(i for i, l in enumerate(self.lines) if "func.func" in l and "@main" in l)
        start = main if start is None else start
        self.main, self.start, self.end = main, start, self._end_of(start)
        self.bodies = [(start, self.end)] + [(i, self._end_of(i)) for i, l in enumerate(self.lines) if "func.func private" in l]
        self.definitions = [d for body in self.bodies for d in self._definitions(*body)]

    def _end_of(self, start):
        return next(i for i, l in enumerate(self.lines) if i > start and re.match(r"\s*(sdy\.return|return) ", l))

    def body_of(self, at):
        return next((b for b in self.bodies if b[0] <= at <= b[1]), (at, at))

    def _definitions(self, start, end):
        """(first line where visible, last such line, name, type, defining line)."""
        found, stack = [], [end]
        for i in range(start, end + 1):
            line = self.lines[i]
            while len(stack) > 1 and i > stack[-1]:
                stack.pop()
            until, inner = stack[-1], self.closes.get(i)
            if "sdy.manual_computation" in line or line.lstrip().startswith("^bb") or "func.func" in line:
                header = line[line.rindex("manual_axes"):] if "manual_axes" in line else line.split("->")[0]
                found += [(i + 1, inner or until, name, kind, "") for name, kind in NAMES.findall(header)]
            elif "stablehlo.while(" in line:
                found += self._of_while(i, line, until)
            else:
                found += self._of_line(i, line, until)
            if inner:
                stack.append(min(inner, end))
        return found

    def _of_while(self, i, line, until):
        names = re.findall(r"(%\w+) = ", line[line.index("while("):])
        kinds = re.findall(r"tensor<[^>]*>", line)
        do = self.closes.get(i + 1, i) + 1
        last = self.closes.get(do, do)
        result = RESULT.match(line)
        results = [f"{result[1]}#{k}" if result[2] else result[1] for k in range(len(kinds))]
        return [(i + 1, last, n, k, "") for n, k in zip(names, kinds)] + [(last + 1, until, n, k, "") for n, k in zip(results, kinds)]

    def _of_line(self, i, line, until):
        result = RESULT.match(line)
        if not result:
            return []
        last = self.last_of(i)
        text = self.lines[last]
        kinds = re.findall(r"tensor<[^>]*>", text[text.rindex("->"):] if "->" in text else text[text.rindex(" : "):] if " : " in text else "")
        if result[2]:
            return [(last + 1, until, f"{result[1]}#{k}", kind, line) for k, kind in enumerate(kinds)] if len(kinds) == int(result[2]) else []
        return [(last + 1, until, result[1], kinds[-1], line)] if kinds else []

    def _closes(self):
        """Of every line that opens a region the last line in it."""
        closes, open_lines = {}, []
        for i, line in enumerate(self.lines):
            line = line.strip()
            if line.startswith("}") and open_lines:
                closes[open_lines.pop()] = i - 1
            if line.endswith("{"):
                open_lines.append(i)
        return closes

    def last_of(self, at):
        """Last line of the operator that begins here."""
        if not self.lines[at].rstrip().endswith("({"):
            return at
        indent = len(self.lines[at]) - len(self.lines[at].lstrip())
        return next(i for i in range(at + 1, len(self.lines))
                    if self.lines[i].lstrip().startswith("}") and len(self.lines[i]) - len(self.lines[i].lstrip()) == indent
                    and not self.lines[i].rstrip().endswith("({"))

    def context(self, at):
        context = Context()
        context.text, context.sizes = {}, self.sizes
        for first, last, name, kind, line in self.definitions:
            if first <= at <= last:
                context[name] = kind
                context.text[name] = line
        return context

    def replaced(self, first, last, new):
        return "\n".join(self.lines[:first] + list(new) + self.lines[last + 1:])
