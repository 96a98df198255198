"""Mutates every right plan of the corpus and judges each mutant twice: by the verifier, and by executing it.

    mutate.py JUDGE [--count N] [--filter TEXT] [--seed S] [--state FILE] [--keep FOLDER]

A mutant must not be proved when execution tells it from the logical step (WRONG), and should be refuted then. What was
judged is appended to the state file, so a run that was interrupted goes on where it stopped; the same seed gives the
same mutants. Prints a table per mutator and a JSON summary; exits with 1 when a mutant was WRONG, the tool crashed, or
less than --least of those that differ were refuted.
"""
import argparse
import collections
import gzip
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from mutators import MUTATORS, mutants
from program import Program, read

TESTS = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = ["made", "invalid", "differs", "refuted", "missed", "proved, equal", "unknown, equal", "refuted, equal", "small", "WRONG"]
DIFFERENT = ("differs", "replicas", "fails")


def pairs():
    """Name, logical step, plan and contract of every right plan."""
    corpus = TESTS / "corpus"
    for name, entry in sorted(json.load(gzip.open(corpus / "manifest.json.gz")).items()):
        if name.split("/")[0] in ("plans", "tricky_correct", "shardy_local") and entry.get("expected") == "equal":
            contract = entry.get("contract")
            yield name, corpus / (entry["logical"] + ".gz"), corpus / (name + ".gz"), corpus / contract if contract else None
    for folder in sorted(p.parent for p in (TESTS / "equiv").glob("*/expected.json")):
        contract = folder / "contract.toml"
        yield f"equiv/{folder.name}", folder / "logical.mlir.gz", folder / "plan.mlir.gz", contract if contract.exists() else None


class Judge:
    """One process for all mutants of a plan: the logical step is read and executed once."""

    def __init__(self, *arguments):
        self.command = [str(a) for a in arguments]
        self.process = None

    def of(self, line):
        """Word, error, result, verdict and where it is open; the verdict is `exit N` when the process died."""
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if answer:
            word, error, result, verdict, place = answer.rstrip("\n").split("\t")
            return word, float(error), int(result), verdict, place
        code, text = self.process.wait(), self.process.stderr.read()[-300:]
        self.process = None
        if code == 2:
            raise RuntimeError(text)
        return "crash", 0.0, 0, f"exit {code}", text

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


def columns_of(entry):
    """The columns a judged mutant counts in."""
    word, verdict = entry["judged"], entry["verdict"]
    if verdict.startswith("exit"):
        return ["made", "WRONG"]
    if word == "invalid" or verdict == "rejected":
        return ["made", "invalid"] + (["WRONG"] if verdict in ("proved", "refuted") else [])
    if word in DIFFERENT:
        return ["made", "differs", {"refuted": "refuted", "proved": "WRONG"}.get(verdict, "missed")]
    if word == "small":
        return ["made", "small"] + (["WRONG"] if verdict == "proved" else [])
    return ["made", {"proved": "proved, equal", "refuted": "refuted, equal"}.get(verdict, "unknown, equal")]


def table(entries):
    counts = collections.defaultdict(collections.Counter)
    for entry in entries:
        counts[entry["mutator"]].update(columns_of(entry))
    total = sum(counts.values(), collections.Counter())
    print(f"{'mutator':28}" + "".join(f"{c:>16}" for c in COLUMNS))
    for kind in sorted(counts) + ["all"]:
        row = total if kind == "all" else counts[kind]
        print(f"{kind:28}" + "".join(f"{row[c]:16}" for c in COLUMNS))
    share = total["refuted"] / total["differs"] if total["differs"] else 1.0
    print(f"of {total['differs']} mutants that differ {100 * share:.2f} % were refuted; {len(counts)} mutators; {total['WRONG']} wrong")
    print(json.dumps({"mutators": {k: dict(counts[k]) for k in sorted(counts)}, "all": dict(total), "refuted_share": share}))
    return total, share


def judge_plan(options, name, logical, plan, contract, known, state):
    program = Program(read(plan))
    heavy = any(word in name for word in ("gpt", "llama"))
    count = max(1, round(options.count * (options.heavy if heavy else 1)))
    rng = random.Random(f"{options.seed}:{name}")
    todo = [(n, m) for n, m in enumerate(mutants(program, count, rng, options.only.split(",") if options.only else MUTATORS))
            if (name, n) not in known]
    if not todo:
        return
    start = time.time()
    if options.keep:
        pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
    judge = Judge(options.judge, logical, plan, f"--trials={3 if heavy else 4}", "--seconds=20",
                  *([f"--contract={contract}"] if contract else []), *([] if heavy else ["--refute-all"]))
    with tempfile.TemporaryDirectory() as folder:
        for number, (kind, at, old, new, text) in todo:
            path = pathlib.Path(folder) / "mutant.mlir"
            path.write_text(text)
            word, error, result, verdict, _ = judge.of(path)
            entry = {"plan": name, "number": number, "mutator": kind, "line": at, "judged": word, "error": error,
                     "result": result, "verdict": verdict}
            columns = columns_of(entry)
            if not {"invalid", "refuted", "proved, equal", "unknown, equal"} & set(columns) or "WRONG" in columns:
                entry["old"], entry["new"] = "\n".join(old)[:600], "\n".join(new)[:600]
                print(f"{columns[-1]}: {name} {number} {kind} line {at} ({word} {error:.2g} in {result}, {verdict})\n  - "
                      + "\n  - ".join(old)[:400] + "\n  + " + "\n  + ".join(new)[:400], flush=True)
                if options.keep:
                    (pathlib.Path(options.keep) / f"{name.replace('/', '.')}.{number}.mlir").write_text(text)
            known[name, number] = entry
            if state:
                state.write(json.dumps(entry) + "\n")
                state.flush()
    judge.close()
    print(f"{name}: {len(todo)} mutants in {time.time() - start:.0f} s", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("judge", help="the program mutation-judge")
    parser.add_argument("--count", type=int, default=100, help="mutants of a small plan")
    parser.add_argument("--heavy", type=float, default=0.15, help="share of that for plans that take long to execute")
    parser.add_argument("--filter", default="")
    parser.add_argument("--skip", default="no plan")
    parser.add_argument("--only", help="mutators, by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", help="JSON lines of what was judged; a run goes on where it stopped")
    parser.add_argument("--keep", help="folder for the mutants that were judged wrongly")
    parser.add_argument("--least", type=float, default=0.99)
    options = parser.parse_args()
    known = {}
    if options.state and pathlib.Path(options.state).exists():
        for line in open(options.state):
            entry = json.loads(line)
            known[entry["plan"], entry["number"]] = entry
    state = open(options.state, "a") if options.state else None
    try:
        for name, logical, plan, contract in pairs():
            if any(f in name for f in options.filter.split(",")) and not any(f in name for f in options.skip.split(",")):
                judge_plan(options, name, logical, plan, contract, known, state)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    total, share = table(known.values())
    sys.exit(1 if total["WRONG"] or share < options.least or not total["made"] else 0)


if __name__ == "__main__":
    main()
