#!/usr/bin/env bash
# Configures and builds a release into build/. Arguments are build targets (default: everything).
set -euo pipefail
cd "$(dirname "$0")/../.."

tools/setup/install-packages.sh
if [ ! -f build/build.ninja ]; then
  echo "configure: build/ (release, clang 22)"
  cmake --preset release >build.configure.log 2>&1 || { cat build.configure.log >&2; rm -f build.configure.log; exit 1; }
  mv build.configure.log build/configure.log
fi
echo "build: ninja -C build $*"
ninja -C build "$@"
