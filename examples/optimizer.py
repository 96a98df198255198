"""AdamW with clipping by the global norm, for trees of arrays."""

import jax
import jax.numpy as jnp

LEARNING_RATE, BETA1, BETA2, EPSILON, DECAY, CLIP = 3e-3, 0.9, 0.95, 1e-8, 0.1, 1.0


def init(params):
    zeros = lambda: jax.tree.map(jnp.zeros_like, params)
    return {"m": zeros(), "v": zeros(), "step": jnp.int32(0)}


def update(params, grads, opt, square_sum=None):
    """`square_sum` is the sum of squares of the whole gradient, when `grads` hold only a part of it."""
    if square_sum is None:
        square_sum = sum(jnp.sum(g * g) for g in jax.tree.leaves(grads))
    scale = jnp.minimum(1.0, CLIP / (jnp.sqrt(square_sum) + 1e-6))
    step = opt["step"] + 1
    t = step.astype(jnp.float32)
    grads = jax.tree.map(lambda g: g * scale, grads)
    m = jax.tree.map(lambda m, g: BETA1 * m + (1 - BETA1) * g, opt["m"], grads)
    v = jax.tree.map(lambda v, g: BETA2 * v + (1 - BETA2) * g * g, opt["v"], grads)

    def new(p, m, v):
        mean, variance = m / (1 - BETA1**t), v / (1 - BETA2**t)
        return p - LEARNING_RATE * (mean / (jnp.sqrt(variance) + EPSILON) + DECAY * p)

    return jax.tree.map(new, params, m, v), {"m": m, "v": v, "step": step}
