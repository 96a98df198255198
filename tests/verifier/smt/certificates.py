"""One certificate per kind of plan, checked by a solver: certificates.py LOCKSTEP CORPUS. Skipped (77) without cvc5."""
import gzip
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

tool, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
PLANS = {"data parallel": "mlp_dp4_mean", "ZeRO": "mlp_zero2_flat", "tensor parallel": "mlp_tp4", "sequence parallel": "gpt_tp2_sp",
         "context parallel ring": "gpt_cp4_ring", "expert parallel": "moe_ep2", "pipeline": "gpt_pp2_unrolled", "accumulation": "mtp_dp4_accum"}
manifest = json.load(gzip.open(corpus / "manifest.json.gz"))
check = pathlib.Path(__file__).with_name("check_scripts.py")
skipped = not shutil.which("cvc5")
failed = []


def packed(path):
    return str(corpus / (path + ".gz"))


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


with tempfile.TemporaryDirectory() as folder:
    for kind, plan in PLANS.items():
        entry = manifest[f"plans/{plan}.mlir"] if f"plans/{plan}.mlir" in manifest else manifest[f"plans/{plan}"]
        where = pathlib.Path(folder) / plan
        contract = ["--contract", corpus / entry["contract"]] if entry.get("contract") else []
        done = run(tool, "verify", packed(entry["logical"]), packed(f"plans/{plan}.mlir"), *contract, "--certificate", where, "--format", "json")
        if done.returncode != 0 or json.loads(done.stdout)["certificate"] != str(where):
            failed.append(f"{kind}: {plan} has no certificate, exit {done.returncode}: {done.stderr[:300]}")
            continue
        index = json.loads((where / "certificate.json").read_text())
        size = sum(f.stat().st_size for f in where.rglob("*") if f.is_file())
        scripts = len(index["files"]) - 1
        print(f"{kind}: {plan}: {index['steps']['count']} steps, {scripts} scripts, {size // 1024} KiB", flush=True)
        if index["verdict"] != "proved" or any(len(i["sha256"]) != 64 for i in index["inputs"]) or scripts == 0:
            failed.append(f"{kind}: the index of {plan} is not that of a proof")
        if run(tool, "inspect", where).returncode != 0:
            failed.append(f"{kind}: inspect rejects the certificate of {plan}")
        if not skipped:
            checked = run(sys.executable, check, where)
            print("   ", checked.stdout.strip().replace("\n", "\n    "), flush=True)
            if checked.returncode != 0:
                failed.append(f"{kind}: a script of {plan} is not refuted")
        first = next((where / "scripts").iterdir())
        first.write_text(first.read_text().replace("(assert", "(assert (or true", 1))
        if run(tool, "inspect", where).returncode != 2:
            failed.append(f"{kind}: inspect accepts a changed script of {plan}")
print("\n".join(failed))
sys.exit(1 if failed else 77 if skipped else 0)
