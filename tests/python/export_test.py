from needs import need

need("jax")
import gzip
import pathlib
import re
import tempfile
import tomllib
import unittest
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

import lockstep
from lockstep import safetensors

jax.config.update("jax_num_cpu_devices", 4)


def loss_of(params, batch):
    return jnp.mean((batch["x"] @ params["w"] + params["b"] - batch["y"]) ** 2)


def step(params, opt, batch):
    loss, grads = jax.value_and_grad(loss_of)(params, batch)
    m = jax.tree.map(lambda m, g: 0.9 * m + g, opt["m"], grads)
    params = jax.tree.map(lambda p, m: p - 0.1 * m, params, m)
    return params, {"m": m, "t": opt["t"] + 1}, loss


PARAMS = {"w": jnp.arange(6.0).reshape(3, 2), "b": jnp.zeros(2)}
OPT = {"m": jax.tree.map(jnp.zeros_like, PARAMS), "t": jnp.int32(7)}
BATCH = {"x": jnp.ones((8, 3)), "y": jnp.full((8, 2), 0.5)}


class ExportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "step.mlir"

    def export(self, function, *args, **options):
        return lockstep.export(function, *args, path=self.path, **options)

    def parameters(self):
        """Attributes of @main's parameters as a list of dicts of text."""
        header = re.search(r"@main\((.*?)\) -> ", self.path.read_text(), re.S).group(1)
        found = []
        for entry in re.findall(r"%arg\d+: tensor<[^>]*>(?: \{(.*?)\})?(?: loc\(\"?[^)]*?\"?\))?(?:, (?=%arg)|$)", header):
            found.append(dict(re.findall(r"([\w.]+) = \"?([^\",}]*?)\"?(?: : i32)?(?:, |$)", entry)))
        return found

    def test_names_roles_and_pairs(self):
        exported = self.export(jax.jit(step, donate_argnums=(0, 1)), PARAMS, OPT, BATCH)
        names = ["params['b']", "params['w']", "opt['m']['b']", "opt['m']['w']", "opt['t']", "batch['x']", "batch['y']"]
        self.assertEqual([a.name for a in exported.arguments], names)
        parameters = self.parameters()
        self.assertEqual([p["lockstep.name"] for p in parameters], names)
        self.assertEqual([p["lockstep.role"] for p in parameters], ["state"] * 5 + ["batch"] * 2)
        self.assertEqual([p.get("tf.aliasing_output") for p in parameters], ["0", "1", "2", "3", "4", None, None])

    def test_results_in_another_order_are_paired_by_structure(self):
        def swapped(params, opt, batch):
            params, opt, loss = step(params, opt, batch)
            return loss, opt, params

        exported = self.export(jax.jit(swapped, donate_argnums=(0, 1)), PARAMS, OPT, BATCH)
        self.assertEqual([a.result for a in exported.arguments][:5], [4, 5, 1, 2, 3])

    def test_pairs_follow_names_where_shapes_are_equal(self):
        def adam(m, v, g):
            return {"v": v + g * g, "m": m + g}

        exported = self.export(jax.jit(adam, donate_argnums=(0, 1)), jnp.ones(3), jnp.ones(3), jnp.ones(3))
        self.assertEqual([a.result for a in exported.arguments], [0, 1, None])  # results are sorted by key: m, v

    def test_a_train_state_object(self):
        class State(NamedTuple):
            params: dict
            opt: dict

        def one(state, batch):
            params, opt, loss = step(state.params, state.opt, batch)
            return State(params, opt), {"loss": loss}

        exported = self.export(one, State(PARAMS, OPT), BATCH, donate_argnums=0)
        self.assertEqual(exported.arguments[0].name, "state.params['b']")
        self.assertEqual([a.result for a in exported.arguments], [0, 1, 2, 3, 4, None, None])

    def test_state_may_be_declared_instead_of_donated(self):
        exported = self.export(step, PARAMS, OPT, BATCH, roles={"params": "state", "opt*": "state"})
        self.assertEqual([a.role for a in exported.arguments][:5], ["state"] * 5)
        with self.assertRaisesRegex(lockstep.ExportError, "batch.*no result has the structure"):
            self.export(step, PARAMS, OPT, BATCH, roles={"batch": "state"})

    def test_donated_memory_without_update_is_not_state(self):
        exported = self.export(step, PARAMS, OPT, BATCH, donate_argnums=(0, 1, 2))
        self.assertEqual(exported.arguments[5].role, "batch")

    def test_contract(self):
        def lm(table, tokens, mask, lr):
            return table - lr * jnp.sum(table[tokens] * mask[..., None])

        self.export(lm, jnp.ones((11, 2)), jnp.array([[1, 3]]), np.array([[1.0, 0.0]], np.float32), 0.5,
                    donate_argnums=0, contract=self.folder / "c.toml", ranges={"tokens": (0, 10)})
        contract = tomllib.loads((self.folder / "c.toml").read_text())
        self.assertEqual(contract["level"], "reordered")
        self.assertEqual(contract["argument"], [{"index": 1, "role": "batch", "range": [0, 10]},
                                                {"index": 2, "role": "batch", "range": [0, 1]}])

    def test_observed_ranges(self):
        exported = self.export(step, PARAMS, OPT, BATCH, donate_argnums=(0, 1), contract=self.folder / "c.toml")
        self.assertEqual(exported.arguments[4].range, (0, 1000000))
        self.assertIsNone(exported.arguments[6].range)  # 0.5 is no mask

    def test_init_holds_what_is_not_zero(self):
        self.export(step, PARAMS, OPT, BATCH, donate_argnums=(0, 1), init=self.folder / "i.safetensors")
        values = safetensors.read(self.folder / "i.safetensors")
        self.assertEqual(sorted(values), ["opt['t']", "params['w']"])
        np.testing.assert_array_equal(values["params['w']"], PARAMS["w"])

    def test_keys_and_unused_arguments(self):
        def noisy(w, unused, key):
            return w + jax.random.normal(key, w.shape)

        for jitted in (jax.jit(noisy, donate_argnums=0), jax.jit(noisy, donate_argnums=0, keep_unused=True)):
            exported = self.export(jitted, jnp.ones(3), jnp.ones(2), jax.random.key(5), init=self.folder / "i.safetensors")
            self.assertEqual(len(self.parameters()), len(exported.arguments))
            self.assertEqual([exported.arguments[0].role, exported.arguments[-1].role], ["state", "key"])
            values = safetensors.read(self.folder / "i.safetensors")
            np.testing.assert_array_equal(values["key"], jax.random.key_data(jax.random.key(5)))

    def test_shard_map_plan(self):
        mesh = jax.sharding.Mesh(jax.devices(), ("dp",))

        def body(params, opt, batch):
            loss, grads = jax.value_and_grad(loss_of)(params, batch)
            grads, loss = jax.lax.pmean((grads, loss), "dp")
            m = jax.tree.map(lambda m, g: 0.9 * m + g, opt["m"], grads)
            return jax.tree.map(lambda p, m: p - 0.1 * m, params, m), {"m": m, "t": opt["t"] + 1}, loss

        plan = jax.shard_map(body, mesh=mesh, in_specs=(P(), P(), P("dp")), out_specs=P(), check_vma=False)
        exported = self.export(jax.jit(plan, donate_argnums=(0, 1)), PARAMS, OPT, BATCH)
        self.assertEqual([a.result for a in exported.arguments][:5], [0, 1, 2, 3, 4])
        self.assertEqual(exported.arguments[0].name, "params['b']")
        self.assertIn('sdy.mesh @mesh = <["dp"=4]>', self.path.read_text())
        self.assertIn("sdy.manual_computation", self.path.read_text())

    def test_locations(self):
        self.export(step, PARAMS, OPT, BATCH, source_root=pathlib.Path(__file__).parents[2])
        text = self.path.read_text()
        self.assertIn('loc("tests/python/export_test.py":', text)
        self.assertNotRegex(text, r'loc\("/')
        self.export(step, PARAMS, OPT, BATCH, locations=False)
        self.assertNotIn("loc(", self.path.read_text())

    def test_gzip_is_reproducible(self):
        self.path = self.folder / "step.mlir.gz"
        self.export(step, PARAMS, OPT, BATCH)
        first = self.path.read_bytes()
        self.export(step, PARAMS, OPT, BATCH)
        self.assertEqual(first, self.path.read_bytes())
        self.assertIn(b"stablehlo.dot_general", gzip.decompress(first))

    def test_mistakes_are_named(self):
        cases = [
            (lambda: self.export(step, PARAMS, OPT, {"x": "text", "y": 1.0}), r"batch\['x'\]: expected an array.*str"),
            (lambda: self.export(step, PARAMS, OPT, BATCH, ranges={"bacth": (0, 1)}), "no argument matches 'bacth'"),
            (lambda: self.export(step, PARAMS, OPT, BATCH, ranges={"batch['x']": (2, 1)}), "expected lo <= hi"),
            (lambda: self.export(step, PARAMS, OPT, BATCH, roles={"params": "weights"}), "expected one of state"),
            (lambda: self.export(3, PARAMS), "expected a function"),
            (lambda: self.export(jax.jit(step), PARAMS, OPT, BATCH, donate_argnums=0), "is jitted already"),
        ]
        for call, message in cases:
            with self.assertRaisesRegex(lockstep.ExportError, message):
                call()
        shapes = jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), PARAMS)
        with self.assertRaisesRegex(lockstep.ExportError, "only a shape"):
            self.export(step, shapes, OPT, BATCH, donate_argnums=(0, 1), init=self.folder / "i")
        self.assertFalse((self.folder / "i").exists())


if __name__ == "__main__":
    unittest.main()
