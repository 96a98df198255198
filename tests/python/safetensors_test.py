from needs import need

need("numpy")
import pathlib
import tempfile
import unittest

import numpy as np

from lockstep import safetensors


class SafetensorsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name) / "a.safetensors"

    def tearDown(self):
        self.folder.cleanup()

    def test_arrays_come_back(self):
        tensors = {"a['w']": np.arange(6, dtype=np.float32).reshape(2, 3).T, "t": np.int32(4), "none": np.zeros((0, 2))}
        safetensors.write(self.path, tensors)
        back = safetensors.read(self.path)
        self.assertEqual(list(back), list(tensors))
        for name, value in tensors.items():
            np.testing.assert_array_equal(back[name], value)
            self.assertEqual(back[name].dtype, np.asarray(value).dtype)

    def test_data_starts_aligned_and_nothing_else_is_left(self):
        safetensors.write(self.path, {"x": np.zeros(3, np.uint8)}, {"note": "1"})
        self.assertEqual(int.from_bytes(self.path.read_bytes()[:8], "little") % 8, 0)
        self.assertEqual([p.name for p in self.path.parent.iterdir()], [self.path.name])

    def test_unknown_types_are_refused(self):
        with self.assertRaisesRegex(ValueError, "x: .*complex128"):
            safetensors.write(self.path, {"x": np.zeros(1, np.complex128)})


if __name__ == "__main__":
    unittest.main()
