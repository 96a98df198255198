"""Checks SMT-LIB scripts that say "; expect: unsat": check_scripts.py PATH... [--solver NAME] [--limit SECONDS].

A directory stands for the .smt2 files in it. Exits with 1 when an answer is `sat` or an error, and when nothing was
checked. `unknown` and time limits are counted, not judged: nothing here depends on the speed of a solver.
Exits with 77 (skipped) when the solver is not installed.
"""
import argparse
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("paths", nargs="+", type=pathlib.Path)
parser.add_argument("--solver", default="cvc5")
parser.add_argument("--limit", type=int, default=10)
options = parser.parse_args()
if not shutil.which(options.solver):
    print(options.solver, "is not installed")
    sys.exit(77)
LIMIT = {"cvc5": f"--tlimit={options.limit * 1000}", "z3": f"-T:{options.limit}"}[options.solver]


def ask(path):
    if "; expect: unsat" not in path.read_text():
        return path, "does not say what it expects"
    try:
        done = subprocess.run([options.solver, LIMIT, str(path)], capture_output=True, text=True, timeout=options.limit + 20)
    except subprocess.TimeoutExpired:
        return path, "timeout"
    answer = done.stdout.strip().splitlines()
    text = (done.stdout + done.stderr).strip()
    return path, answer[0] if answer and "error" not in text else "timeout" if "timeout" in text or "interrupted" in text else text[:200]


scripts = sorted(f for p in options.paths for f in (p.rglob("*.smt2") if p.is_dir() else [p]))
answers = {"unsat": 0, "unknown": 0, "timeout": 0}
wrong = []
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for path, answer in pool.map(ask, scripts):
        if answer in answers:
            answers[answer] += 1
        else:
            wrong.append(f"{path}: {answer}")
print(options.solver, *(f"{k} {v}" for k, v in answers.items()), f"wrong {len(wrong)}")
print("\n".join(wrong[:20]))
sys.exit(1 if wrong or answers["unsat"] == 0 else 0)
