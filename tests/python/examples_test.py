"""The export scripts of examples/ still write what is checked in."""

from needs import need

need("jax")
import filecmp
import pathlib
import subprocess
import sys
import tempfile
import unittest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


class ExamplesTest(unittest.TestCase):
    def regenerate(self, example):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, EXAMPLES / example / "export.py", folder], check=True)
            written = sorted(pathlib.Path(folder).iterdir())
            checked_in = {p.name for p in (EXAMPLES / example).iterdir()} & {p.name for p in written}
            self.assertEqual(sorted(checked_in), [p.name for p in written])
            # Modules differ with the version of JAX, what we write ourselves does not.
            for path in written:
                if path.suffix == ".toml":
                    self.assertTrue(filecmp.cmp(path, EXAMPLES / example / path.name, shallow=False), path.name)

    def test_gpt(self):
        self.regenerate("01-gpt")

    def test_llama(self):
        self.regenerate("02-llama")


if __name__ == "__main__":
    unittest.main()
