"""Times `lockstep verify`, whole command: bench.py LOCKSTEP [--repeat N] [--only large,growth,corpus] [--check].

Prints a table per question: the large pairs of tests/corpus, growth of a generated step over ranks, extents, micro-batches
and layers, and the slowest pairs of the corpus. Times are processor seconds (user and system) of the fastest run, since
wall-clock time tells more about what else the machine does. With --check it fails where a limit is broken.
"""
import argparse
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from stack import module

corpus = pathlib.Path(__file__).parent.parent / "corpus"
PROVED = 0
OPEN = {"large/llama3_405b_scan_dp128_tp8_cp16.mlir.gz"}  # its small twin plans/gpt_cp2_ring_scan is unknown too
REMAT = ("large/llama3_405b_scan.mlir.gz", "large/llama3_405b_scan_remat.mlir.gz", "contracts/llama3_405b_scan.toml")


class Bench:
    def __init__(self, tool, repeat):
        self.tool, self.repeat, self.broken = tool, repeat, []

    def measure(self, logical, plan, contract=None):
        command = [self.tool, "verify", str(logical), str(plan), "--no-refute", "--progress", "none", "--format", "json",
                   "--timeout", "300"] + (["--contract", str(contract)] if contract else [])
        best = None
        for _ in range(self.repeat):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds = usage.ru_utime + usage.ru_stime
            if best is None or seconds < best[1]:
                best = (process.returncode, seconds, usage.ru_maxrss / 1024)
        return best

    def row(self, label, found, limit=None, mib=2048, expected=PROVED):
        code, seconds, peak = found
        print(f"| {label} | {'proved' if code == PROVED else f'exit {code}'} | {seconds:.2f} s | {peak:.0f} MiB |", flush=True)
        if expected is not None and (code != expected or (limit and seconds > limit) or peak > mib):
            self.broken.append(label)

    def title(self, text, first):
        print(f"\n{text}\n\n| {first} | verdict | processor time | peak memory |\n|---|---|---|---|")


def large(bench):
    bench.title("Large pairs", "plan")
    manifest = json.load(gzip.open(corpus / "manifest.json.gz"))
    pairs = [(e["logical"], name, e.get("contract")) for name, e in sorted(manifest.items())
             if name.startswith("large/") and e.get("logical")] + [REMAT]
    for logical, plan, contract in pairs:
        if plan in OPEN:
            continue
        limit = 20 if "unrolled_dp256" in plan else 10
        bench.row(plan[6:-8], bench.measure(corpus / logical, corpus / plan, contract and corpus / contract), limit)


def growth(bench):
    def series(title, option, values, flat):
        bench.title(f"Growth over {title}", title)
        found = []
        for value in values:
            sizes = {"layers": 4, "scale": 1, "ranks": 8, "micro": 1, **option, **({title: value} if flat is not None else {})}
            with tempfile.TemporaryDirectory() as folder:
                paths = [pathlib.Path(folder) / f"{kind}.mlir" for kind in ("logical", "plan")]
                for path in paths:
                    path.write_text(module(path.stem, **sizes))
                found.append(bench.measure(*paths))
            bench.row(str(value), found[-1])
        ratio = found[-1][1] / max(found[0][1], 1e-9)
        print(f"\nlast to first: {ratio:.2f}")
        if ratio > flat:
            bench.broken.append(f"growth over {title}")

    series("ranks", {"layers": 128}, [8, 64, 512], 1.25)  # a margin for noise above the 10 % aimed at
    series("scale", {"layers": 128}, [1, 8, 64], 1.25)
    series("micro", {"layers": 4}, [4, 16, 64], 16)       # a loop is read trip by trip: linear
    series("layers", {}, [16, 32, 64, 128], 16)


def small(bench):
    bench.title("Slowest pairs of the corpus", "plan")
    manifest = json.load(gzip.open(corpus / "manifest.json.gz"))
    rows = []
    for name, entry in sorted(manifest.items()):
        if not name.startswith("plans/"):
            continue
        path = lambda text: corpus / (text + ".gz").replace(".gz.gz", ".gz")
        rows.append((name, bench.measure(path(entry["logical"]), path(name), corpus / entry["contract"] if entry.get("contract") else None)))
    for name, found in sorted(rows, key=lambda row: -row[1][1])[:10]:
        bench.row(name[6:-5], found, expected=None)


parser = argparse.ArgumentParser()
parser.add_argument("tool")
parser.add_argument("--repeat", type=int, default=1)
parser.add_argument("--only", default="large,growth,corpus")
parser.add_argument("--check", action="store_true")
options = parser.parse_args()
bench = Bench(options.tool, options.repeat)
for part, run in (("large", large), ("growth", growth), ("corpus", small)):
    if part in options.only.split(","):
        run(bench)
if bench.broken:
    print("\nnot as it should be: " + ", ".join(bench.broken))
sys.exit(1 if options.check and bench.broken else 0)
