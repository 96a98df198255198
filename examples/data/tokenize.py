#!/usr/bin/env python3
"""Turns a text into a token file: each byte becomes one little-endian uint16."""

import array
import pathlib
import sys


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: tokenize.py TEXT OUT.bin")
    source, target = map(pathlib.Path, sys.argv[1:])
    tokens = array.array("H", list(source.read_bytes()))
    if sys.byteorder == "big":
        tokens.byteswap()
    target.write_bytes(tokens.tobytes())
    print(f"{target}: {len(tokens)} tokens")


if __name__ == "__main__":
    main()
