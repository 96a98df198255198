"""Fully sharded data parallelism of the Llama step by hand: every rank stores a slice of each parameter and moment."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

import optimizer
from model import mean_loss


def fsdp_step(mesh):
    """Parameters are gathered before use; differentiating the gather scatters the gradients back, summed."""
    shards = {"m": P("dp"), "v": P("dp"), "step": P()}

    @partial(jax.shard_map, mesh=mesh, in_specs=(P("dp"), shards, P("dp")), out_specs=(P("dp"), shards, P()),
             check_vma=False)
    def train_step(params, opt, batch):
        def loss_of(shards):
            whole = jax.tree.map(lambda p: jax.lax.all_gather(p, "dp", tiled=True), shards)
            return mean_loss(whole, batch) / jax.lax.axis_size("dp")

        loss, grads = jax.value_and_grad(loss_of)(params)
        square_sum = sum(jnp.sum(g * g) for g in jax.tree.leaves(grads))
        params, opt = optimizer.update(params, grads, opt, jax.lax.psum(square_sum, "dp"))
        return params, opt, {"loss": jax.lax.psum(loss, "dp")}

    return train_step
