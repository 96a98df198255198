#!/usr/bin/env python3
"""Writes the files of this folder: the step, its contract, its initial state, and two plans for four devices."""

import pathlib
import sys

import jax

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
import lockstep  # noqa: E402

import model  # noqa: E402
import plans  # noqa: E402


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_num_cpu_devices", 4)
    arguments = model.example_arguments()
    bytes_only = (0, model.VOCAB - 1)
    options = {
        "ranges": {"batch['tokens']": bytes_only, "batch['targets']": bytes_only, "batch['mask']": (0, 1)},
        "source_root": ROOT,
    }
    step = jax.jit(model.train_step, donate_argnums=(0, 1))
    lockstep.export(step, *arguments, path=folder / "gpt.mlir.gz", contract=folder / "gpt.toml",
                    init=folder / "gpt.init.safetensors", **options)
    mesh = jax.sharding.Mesh(jax.devices(), ("dp",))
    for name, forgotten in (("dp4", None), ("dp4_broken", "position")):
        plan = jax.jit(plans.dp_step(mesh, forgotten), donate_argnums=(0, 1))
        lockstep.export(plan, *arguments, path=folder / f"gpt_{name}.mlir.gz", **options)


if __name__ == "__main__":
    main()
