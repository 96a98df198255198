#!/usr/bin/env python3
"""Writes the files of this folder: the step, its contract, its initial state, and a sharded plan for four devices."""

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
    options = {"ranges": {"batch": (0, model.VOCAB - 1)}, "source_root": ROOT}
    step = jax.jit(model.train_step, donate_argnums=(0, 1))
    lockstep.export(step, *arguments, path=folder / "llama.mlir.gz", contract=folder / "llama.toml",
                    init=folder / "llama.init.safetensors", **options)
    mesh = jax.sharding.Mesh(jax.devices(), ("dp",))
    plan = jax.jit(plans.fsdp_step(mesh), donate_argnums=(0, 1))
    lockstep.export(plan, *arguments, path=folder / "llama_fsdp4.mlir.gz", **options)


if __name__ == "__main__":
    main()
