"""Runs small pairs of programs through `lockstep verify` and compares the verdicts with what they must be.

    run_cases.py LOCKSTEP operators|collectives|pairs [--filter TEXT] [--execute] [--keep FOLDER]

`equal` pairs must be proved unless listed as not modelled; `different` pairs must never be proved. --execute runs the
pairs that are different instead: the interpreter must see the difference, so that no case tests nothing.
"""
import argparse
import concurrent.futures
import importlib
import pathlib
import re
import subprocess
import sys
import tempfile

PROVED, REFUTED, UNKNOWN = 0, 1, 3
VERDICTS = {0: "proved", 1: "refuted", 3: "unknown"}


def verify(tool, folder, name, logical, plan, contract, execute):
    stem = pathlib.Path(folder) / re.sub(r"[^\w:,]", "_", name)
    paths = [stem.with_suffix(s) for s in (".logical.mlir", ".plan.mlir")]
    paths[0].write_text(logical)
    paths[1].write_text(plan)
    command = [tool, "verify", *map(str, paths), "--progress", "none", "--no-counterexample", "--time-limit", "20",
               "--no-prove" if execute else "--no-refute"]
    if contract:
        stem.with_suffix(".toml").write_text(contract)
        command += ["--contract", str(stem.with_suffix(".toml"))]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, (done.stderr or done.stdout).strip()[-400:]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("table")
    parser.add_argument("--filter", default="")
    parser.add_argument("--execute", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    cases = [c for c in importlib.import_module(options.table + "_cases").cases() if options.filter in c.name]
    names = [c.name for c in cases]
    assert len(set(names)) == len(names), "two cases of one name"
    wrong, counts = [], {}
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = options.keep or temporary
        pathlib.Path(folder).mkdir(exist_ok=True)
        if options.execute:
            cases = [c for c in cases if c.expected == "different" and not c.hidden]
        jobs = [(c, pool.submit(verify, options.tool, folder, c.name, c.logical, c.plan, c.contract, options.execute))
                for c in cases]
        for case, job in jobs:
            code, text = job.result()
            verdict = VERDICTS.get(code, f"exit {code}")
            counts[case.expected, verdict] = counts.get((case.expected, verdict), 0) + 1
            if options.execute:
                good = code == REFUTED
            elif code not in VERDICTS:
                good = case.expected == "invalid" and code == 2
            else:
                good = (code == PROVED) == (case.expected == "equal")
            if case.known_hole and case.expected == "different" and not options.execute:
                good = code == PROVED  # remove the mark when it is repaired
            if not good:
                wrong.append(case.name)
                print(f"{case.name}: {verdict}, must be {case.expected}\n    {text}", flush=True)
    for (expected, verdict), count in sorted(counts.items()):
        print(f"{expected:10} {verdict:10} {count:5}")
    print(f"{len(wrong)} wrong of {len(cases)}")
    sys.exit(1 if wrong or not cases else 0)


if __name__ == "__main__":
    main()
