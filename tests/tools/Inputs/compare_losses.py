"""Compares the losses of two metrics files; with "falling" the last must be well below the first."""

import json
import sys


def losses(path):
    return [json.loads(line)["metrics"]["loss"] for line in open(path)]


a, b = losses(sys.argv[1]), losses(sys.argv[2])
assert len(a) == len(b) and a, (a, b)
for left, right in zip(a, b):
    assert abs(left - right) <= 1e-5 * max(1.0, abs(left)), (a, b)
if sys.argv[3:] == ["falling"]:
    assert a[-1] < 0.5 * a[0], a
