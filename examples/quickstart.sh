#!/usr/bin/env bash
# From a bare Debian 12 to a proved and running plan: builds the tool, makes a data-parallel plan of a GPT training step,
# proves it, trains with it on four ranks, and shows what happens with a plan that has a mistake.
# Needs no arguments and asks no questions. What it writes goes to build/quickstart.
set -euo pipefail
cd "$(dirname "$0")/.."

begin=$(date +%s.%N)
step_name="start"
elapsed() { echo "$(date +%s.%N) $1" | awk '{ printf "%.1f s", $1 - $2 }'; }
trap 'code=$?; [ $code -eq 0 ] || echo "quickstart: failed in step: $step_name (exit $code)" >&2' EXIT

# step TITLE: announces a step and how long the last one took.
step() {
  if [ "$step_name" != "start" ]; then echo "    ($(elapsed "$step_begin"))"; fi
  step_name=$1 step_begin=$(date +%s.%N)
  echo
  echo "==> $step_name"
}
# run COMMAND...: shows a command and runs it.
run() {
  echo "    \$ $*"
  "$@"
}

step "build the tool (the first time takes a while)"
tools/setup/build.sh lockstep

export PATH="$PWD/build/bin:$PATH"
gpt=examples/01-gpt
out=build/quickstart
mkdir -p "$out"

step "turn a book into tokens"
run python3 examples/data/tokenize.py examples/data/alice.txt "$out/alice.bin"

step "make a plan for four data-parallel devices; it is proved before it is written"
run lockstep lower "$gpt/gpt.mlir.gz" --contract "$gpt/gpt.toml" --mesh dp=4 -o "$out/dp4.mlir"

step "prove it once more, as anybody could who gets the two files"
run lockstep verify "$gpt/gpt.mlir.gz" "$out/dp4.mlir" --contract "$gpt/gpt.toml" \
  --output json="$out/dp4.json" --output html="$out/dp4.html"

step "train 20 steps on four ranks in this process"
run lockstep run "$out/dp4.mlir" --logical "$gpt/gpt.mlir.gz" --contract "$gpt/gpt.toml" --init "$gpt/gpt.init.safetensors" \
  --data "$out/alice.bin" --steps 20 --stop-on-nan --metrics "$out/metrics.jsonl" --save "$out/state.safetensors"
python3 - "$out/metrics.jsonl" <<'EOF'
import json, sys
losses = [json.loads(line)["metrics"]["loss"] for line in open(sys.argv[1])]
print(f"    the loss fell from {losses[0]:.3f} to {losses[-1]:.3f}")
sys.exit(0 if losses[-1] < losses[0] - 0.5 else "the loss did not fall")
EOF

step "a plan written by hand, in which the gradient of the position embedding is not summed: refuted"
code=0
run lockstep verify "$gpt/gpt.mlir.gz" "$gpt/gpt_dp4_broken.mlir.gz" --contract "$gpt/gpt.toml" \
  --counterexample "$out/broken" --output html="$out/broken.html" --output json="$out/broken.result.json" || code=$?
if [ "$code" -ne 1 ]; then
  echo "expected the verdict refuted (exit 1), found exit $code" >&2
  exit 1
fi

step "execute the counterexample again"
code=0
run lockstep replay "$out/broken.json" || code=$?
if [ "$code" -ne 1 ]; then
  echo "expected that the counterexample is confirmed (exit 1), found exit $code" >&2
  exit 1
fi
echo "    ($(elapsed "$step_begin"))"
step_name="end"

echo
echo "Done in $(elapsed "$begin"). Reports: $out/dp4.html and $out/broken.html; trained state: $out/state.safetensors"
