#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test through ctest. Arguments are passed on to ctest, for example
# `./tests/run.sh -L fast` or `./tests/run.sh -R Sharding`.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup/build.sh
echo "test: ctest"
ctest --test-dir build --output-on-failure --no-tests=error -LE long -j "$(nproc)" "$@"
