"""Runs `lockstep verify` on one pair and compares the verdict: check_pair.py LOCKSTEP FOLDER PLAN EXPECTED.

EXPECTED is proved or refuted. Prints the tool's output when the verdict is another one.
"""
import json
import pathlib
import subprocess
import sys

tool, folder, plan, expected = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]
command = [tool, "verify", str(folder / "logical.mlir.gz"), str(folder / f"{plan}.mlir.gz"), "--format", "json"]
if (folder / "contract.toml").exists():
    command += ["--contract", str(folder / "contract.toml")]
done = subprocess.run(command, capture_output=True, text=True)
code = {"proved": 0, "refuted": 1}[expected]
if done.returncode != code or json.loads(done.stdout)["verdict"] != expected:
    print(done.stdout[-4000:], done.stderr[-4000:])
    sys.exit(f"expected {expected} (exit {code}), found exit {done.returncode}")
