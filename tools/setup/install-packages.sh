#!/usr/bin/env bash
# Installs the system packages that building and testing Lockstep needs, on Debian 12. Does nothing, and needs no
# rights, when they are all there.
set -euo pipefail

packages=(
  cmake ninja-build clang-22 lld-22 g++ git python3 gzip ccache
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools
  libz3-dev cvc5 libboost-dev libgtest-dev libgmock-dev nlohmann-json3-dev libcli11-dev libtomlplusplus-dev zlib1g-dev
)

missing=()
for package in "${packages[@]}"; do
  if [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null | cut -c1-2)" != "ii" ]; then
    missing+=("$package")
  fi
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "packages: all ${#packages[@]} present"
  exit 0
fi

sudo=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "error: missing packages (${missing[*]}); installing them needs root or sudo" >&2
    exit 1
  fi
  sudo=(sudo)
fi
echo "packages: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update -qq
"${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
