"""Data files for run.test: 48 samples of a noisy line, the same scaled until training diverges, and some of another width."""

import json
import pathlib
import random
import struct


def write(path, tensors):
    """tensors: name -> (shape, floats)."""
    header, blob = {}, b""
    for name, (shape, values) in tensors.items():
        data = struct.pack(f"<{len(values)}f", *values)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(blob), len(blob) + len(data)]}
        blob += data
    text = json.dumps(header).encode()
    pathlib.Path(path).write_bytes(struct.pack("<Q", len(text)) + text + blob)


r = random.Random(1)
x = [r.uniform(-1, 1) for _ in range(48 * 3)]
y = []
for i in range(48):
    a, b, c = x[3 * i:3 * i + 3]
    y += [a - 2 * b + 0.5 * c, 3 * c - a]
write("xy.safetensors", {"x": ([48, 3], x), "y": ([48, 2], y)})
write("big.safetensors", {"x": ([48, 3], [1e19 * v for v in x]), "y": ([48, 2], y)})
write("narrow.safetensors", {"x": ([48, 2], y), "y": ([48, 2], y)})
