"""A byte-level GPT: two pre-norm decoder layers, causal attention, GELU, tied embedding."""

import pathlib
import sys

import jax
import jax.numpy as jnp

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import optimizer  # noqa: E402

VOCAB, LENGTH, WIDTH, HEADS, LAYERS, BATCH = 256, 64, 64, 4, 2, 16


def init(key):
    keys = iter(jax.random.split(key, 2 + 4 * LAYERS))
    normal = lambda *shape, scale=0.02: scale * jax.random.normal(next(keys), shape)
    layer = lambda: {
        "norm1": {"gain": jnp.ones(WIDTH), "bias": jnp.zeros(WIDTH)},
        "qkv": normal(WIDTH, 3, HEADS, WIDTH // HEADS, scale=WIDTH**-0.5),
        "out": normal(HEADS, WIDTH // HEADS, WIDTH, scale=0.5 * WIDTH**-0.5),
        "norm2": {"gain": jnp.ones(WIDTH), "bias": jnp.zeros(WIDTH)},
        "up": {"w": normal(WIDTH, 4 * WIDTH, scale=WIDTH**-0.5), "b": jnp.zeros(4 * WIDTH)},
        "down": {"w": normal(4 * WIDTH, WIDTH, scale=0.25 * WIDTH**-0.5), "b": jnp.zeros(WIDTH)},
    }
    return {
        "embed": normal(VOCAB, WIDTH),
        "position": normal(LENGTH, WIDTH),
        "layers": [layer() for _ in range(LAYERS)],
        "norm": {"gain": jnp.ones(WIDTH), "bias": jnp.zeros(WIDTH)},
    }


def norm(w, x):
    x = x - jnp.mean(x, -1, keepdims=True)
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-5) * w["gain"] + w["bias"]


def attention(w, x):
    q, k, v = jnp.einsum("bsd,dche->cbshe", x, w["qkv"])
    scores = jnp.einsum("bqhe,bkhe->bhqk", q, k) * (WIDTH // HEADS) ** -0.5
    causal = jnp.tril(jnp.ones((LENGTH, LENGTH), bool))
    weights = jax.nn.softmax(jnp.where(causal, scores, -1e9), axis=-1)
    return jnp.einsum("bhqk,bkhe,hed->bqd", weights, v, w["out"])


def logits(params, tokens):
    x = params["embed"][tokens] + params["position"]
    for w in params["layers"]:
        x = x + attention(w, norm(w["norm1"], x))
        h = jax.nn.gelu(norm(w["norm2"], x) @ w["up"]["w"] + w["up"]["b"])
        x = x + h @ w["down"]["w"] + w["down"]["b"]
    return norm(params["norm"], x) @ params["embed"].T


def loss_sum(params, batch):
    """Cross entropy summed over the tokens that the mask keeps."""
    scores = logits(params, batch["tokens"])
    picked = jnp.take_along_axis(scores, batch["targets"][..., None], axis=-1)[..., 0]
    return jnp.sum((jax.nn.logsumexp(scores, axis=-1) - picked) * batch["mask"])


def train_step(params, opt, batch):
    """One whole step on one device: this is the specification that plans are checked against."""
    count = jnp.sum(batch["mask"])
    loss, grads = jax.value_and_grad(lambda p: loss_sum(p, batch) / count)(params)
    params, opt = optimizer.update(params, grads, opt)
    return params, opt, {"loss": loss}


def example_arguments(key=None):
    params = init(jax.random.key(0) if key is None else key)
    tokens = jax.ShapeDtypeStruct((BATCH, LENGTH), jnp.int32)
    mask = jax.ShapeDtypeStruct((BATCH, LENGTH), jnp.float32)
    return params, optimizer.init(params), {"tokens": tokens, "targets": tokens, "mask": mask}
