"""Writes and reads safetensors files with NumPy alone."""

import json
import os
import struct

import numpy as np

_NAMES = {
    "bool": "BOOL", "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64",
    "uint8": "U8", "uint16": "U16", "uint32": "U32", "uint64": "U64",
    "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2", "float8_e8m0fnu": "F8_E8M0",
    "bfloat16": "BF16", "float16": "F16", "float32": "F32", "float64": "F64", "complex64": "C64",
}


def write(path, tensors, metadata=None):
    """Writes `tensors`, a dict of name -> array, atomically."""
    header = {"__metadata__": dict(metadata)} if metadata else {}
    blobs, offset = [], 0
    for name, value in tensors.items():
        value = np.asarray(value)
        if value.dtype.name not in _NAMES:
            raise ValueError(f"{name}: safetensors has no type for {value.dtype.name}")
        blob = np.ascontiguousarray(value).tobytes()
        header[name] = {"dtype": _NAMES[value.dtype.name], "shape": list(value.shape),
                        "data_offsets": [offset, offset + len(blob)]}
        blobs.append(blob)
        offset += len(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    temporary = f"{path}.tmp.{os.getpid()}"
    with open(temporary, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for blob in blobs:
            file.write(blob)
    os.replace(temporary, path)


def read(path):
    """Returns a dict of name -> array. Types that need ml_dtypes come as raw bytes of their width."""
    numpy_name = {code: name for name, code in _NAMES.items()}
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        try:
            dtype = np.dtype(numpy_name[entry["dtype"]])
        except TypeError:
            dtype = np.dtype(f"V{(end - begin) // max(1, int(np.prod(entry['shape'])))}")
        tensors[name] = np.frombuffer(data[begin:end], dtype).reshape(entry["shape"])
    return tensors
