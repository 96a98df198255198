"""Data-parallel plans of the GPT step written by hand with shard_map: one right, one with a typical slip."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

import optimizer
from model import loss_sum


def dp_step(mesh, forgotten=None):
    """Every rank differentiates its rows' part of the loss; gradients are summed over `dp`.

    `forgotten` names a parameter whose gradient stays the rank's own.
    """

    @partial(jax.shard_map, mesh=mesh, in_specs=(P(), P(), P("dp")), out_specs=P(), check_vma=False)
    def train_step(params, opt, batch):
        count = jax.lax.psum(jnp.sum(batch["mask"]), "dp")
        loss, grads = jax.value_and_grad(lambda p: loss_sum(p, batch) / count)(params)
        summed = jax.lax.psum(grads, "dp")
        if forgotten:
            summed[forgotten] = grads[forgotten]  # the slip: this gradient is not summed over dp
        params, opt = optimizer.update(params, summed, opt)
        return params, opt, {"loss": jax.lax.psum(loss, "dp")}

    return train_step
