"""Verifies every pair of the corpus and prints the verdicts: sweep.py LOCKSTEP [--kinds a,b] [--filter TEXT] [--timeout S].

Exits with 1 when a faulty plan is proved, or a correct one refuted or rejected; what is unknown, or a faulty
plan rejected for its signature, is listed and not judged.
"""
import argparse
import collections
import gzip
import json
import pathlib
import subprocess
import sys
import time

corpus = pathlib.Path(__file__).parent
parser = argparse.ArgumentParser()
parser.add_argument("tool")
parser.add_argument("--kinds", default="plans,tricky_correct,buggy,shardy_local,xla_spmd")
parser.add_argument("--filter", default="")
parser.add_argument("--timeout", type=float, default=60)
parser.add_argument("--check-trace", action="store_true", help="evaluate every step of the proofs, too; a wrong one is exit 4")
options = parser.parse_args()

CODES = {0: "proved", 1: "refuted", 2: "rejected", 3: "unknown"}
WRONG = {("proved", "different"), ("refuted", "equal"), ("rejected", "equal")}
table, wrong = collections.defaultdict(collections.Counter), []
for name, entry in sorted(json.load(gzip.open(corpus / "manifest.json.gz")).items()):
    kind = name.split("/")[0]
    if kind not in options.kinds.split(",") or options.filter not in name or "expected" not in entry:
        continue
    if kind == "xla_spmd" and ".spmd." not in name:
        continue
    command = [options.tool, "verify", str(corpus / (entry["logical"] + ".gz").replace(".gz.gz", ".gz")),
               str(corpus / (name + ".gz").replace(".gz.gz", ".gz")), "--format", "json", "--progress", "none",
               "--time-limit", str(options.timeout), "--no-counterexample"]
    if options.check_trace:
        command += ["--check-trace", "--no-refute"]
    if entry.get("contract"):
        command += ["--contract", str(corpus / entry["contract"])]
    start = time.time()
    done = subprocess.run(command, capture_output=True, text=True)
    verdict = CODES.get(done.returncode, f"exit {done.returncode}")
    if verdict == "unknown":
        verdict = json.loads(done.stdout)["verdict"]
    expected = entry["expected"]
    table[kind, expected][verdict] += 1
    if (verdict, expected) in WRONG or verdict.startswith("exit"):
        wrong.append(name)
    print(f"{verdict:12} {expected:10} {time.time() - start:7.2f} s  {name}", flush=True)
    if options.check_trace and done.returncode in (0, 3):
        trace = json.loads(done.stdout).get("trace", {})
        print("    steps", trace.get("steps"), "exact", trace.get("exact"), "numeric", trace.get("numeric"), "undecided", trace.get("undecided"),
              trace.get("undecided_by_rule"), flush=True)
    if verdict == "rejected" or verdict.startswith("exit"):
        print("   ", done.stderr.strip()[:400])
print()
for (kind, expected), counts in sorted(table.items()):
    print(f"{kind:16} {expected:10} " + "  ".join(f"{v} {n}" for v, n in sorted(counts.items())))
print("wrong:", ", ".join(wrong) or "none")
sys.exit(1 if wrong else 0)
