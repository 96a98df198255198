#!/usr/bin/env bash
# The installed tree works after it was moved: the tool answers, and another project builds against the package.
# check_install.sh BUILD_DIR SOURCE_DIR CXX_COMPILER C_COMPILER
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved"
"$work/moved/bin/lockstep" --version
if grep -rl "$source" "$work/moved/lib/cmake"; then
  echo "the package names the source tree" >&2
  exit 1
fi
cmake -G Ninja -S "$source/tests/install/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$work/moved" \
  -DCMAKE_CXX_COMPILER="$3" -DCMAKE_C_COMPILER="$4" >"$work/log" || { cat "$work/log"; exit 1; }
cmake --build "$work/consumer" >"$work/log" || { cat "$work/log"; exit 1; }
corpus=$source/tests/corpus
verdict=$("$work/consumer/consumer" "$corpus/logical/mlp_sgd.mlir.gz" "$corpus/plans/mlp_dp4_sum.mlir.gz")
echo "consumer: $verdict"
[ "$verdict" = proved ]
