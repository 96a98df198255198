"""Verifies a pair of forms: check_forms.py LOCKSTEP FAMILY equal|different.

`equal`: the verdict is proved. `different`: the verdict is refuted and no result at all is proved.
"""
import json
import pathlib
import subprocess
import sys

tool, family, kind = sys.argv[1:]
folder = pathlib.Path(__file__).parent
logical = {"equal": "logical", "different": "original"}[kind]
command = [tool, "verify", str(folder / f"{family}.{logical}.mlir.gz"), str(folder / f"{family}.{kind}.mlir.gz"),
           "--contract", str(folder / f"{family}.contract.toml"), "--format", "json", "--no-counterexample"]
done = subprocess.run(command, capture_output=True, text=True)
result = json.loads(done.stdout) if done.stdout else {"verdict": f"exit {done.returncode}", "obligations": []}
expected = {"equal": "proved", "different": "refuted"}[kind]
values = [o for o in result["obligations"] if o["kind"] == "value"]
wrong = [o for o in values if (o["status"] == "proved") != (kind == "equal")]
if result["verdict"] != expected or not values or wrong:
    print("\n".join(f"{o['status']}: {o['subject']} {o['message']}" for o in wrong), done.stderr[-2000:])
    sys.exit(f"{family} {kind}: expected {expected}, found {result['verdict']}, {len(wrong)} of {len(values)} results wrong")
