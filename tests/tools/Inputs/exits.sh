#!/usr/bin/env bash
# exits.sh CODE COMMAND...: runs the command and fails unless it exits with the code.
expected=$1
shift
"$@"
code=$?
if [ "$code" -ne "$expected" ]; then
  echo "expected exit $expected, found $code: $*" >&2
  exit 1
fi
