"""Ends a test file with ctest's code for skipped tests when a package it needs is missing."""

import importlib
import sys


def need(*packages):
    for package in packages:
        try:
            importlib.import_module(package)
        except ImportError as error:
            print(f"skipped: {str(error).lower()}")
            sys.exit(77)
