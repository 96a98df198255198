"""Verifies every case of make_plans.py: `check_plans.py LOCKSTEP FOLDER [CASE...]`.

Faulty plans must be refuted by what is wrong with them: by executed values, or by the check of the schedule.
"""

import json
import subprocess
import sys
from pathlib import Path

from make_plans import write

EXIT = {"proved": 0, "refuted": 1}
# The obligation that must be among the refuted ones.
KINDS = {"faulty_missing_receive": "communication", "faulty_blocking": "schedule", "faulty_four_blocking": "schedule"}


def main():
    tool, folder = str(Path(sys.argv[1]).absolute()), Path(sys.argv[2]).absolute()
    failures = 0
    for name, verdict in write(folder, sys.argv[3:]):
        run = subprocess.run([tool, "verify", folder / f"{name}.logical.mlir", folder / f"{name}.plan.mlir", "--format",
                              "json", "--output", f"text={folder / name}.txt"], capture_output=True, text=True, cwd=folder)
        problem = ""
        if run.returncode != EXIT[verdict]:
            problem = f"expected exit {EXIT[verdict]}, found {run.returncode}: {run.stderr}"
        elif verdict == "refuted":
            kinds = {o["kind"] for o in json.loads(run.stdout)["obligations"] if o["status"] == "refuted"}
            wanted = KINDS.get(name)
            if not (wanted in kinds if wanted else kinds & {"value", "placement"}):
                problem = f"expected a refuted obligation of kind {wanted or 'value or placement'}, found {sorted(kinds)}"
        print(f"{'FAILED' if problem else 'ok':7}{name} {problem}")
        failures += bool(problem)
    return failures


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
