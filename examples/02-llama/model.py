"""A byte-level Llama: RMSNorm, rotary positions, grouped-query attention, SwiGLU, untied head."""

import pathlib
import sys

import jax
import jax.numpy as jnp

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import optimizer  # noqa: E402

VOCAB, LENGTH, WIDTH, HIDDEN, LAYERS, BATCH = 256, 64, 64, 160, 2, 8
GROUPS, PER_GROUP, HEAD = 2, 2, 16  # each key/value head serves PER_GROUP query heads


def init(key):
    keys = iter(jax.random.split(key, 2 + 7 * LAYERS))
    normal = lambda *shape: shape[0] ** -0.5 * jax.random.normal(next(keys), shape)
    layer = lambda: {
        "norm1": jnp.ones(WIDTH),
        "q": normal(WIDTH, GROUPS, PER_GROUP, HEAD), "k": normal(WIDTH, GROUPS, HEAD),
        "v": normal(WIDTH, GROUPS, HEAD), "o": normal(GROUPS * PER_GROUP * HEAD, WIDTH),
        "norm2": jnp.ones(WIDTH),
        "gate": normal(WIDTH, HIDDEN), "up": normal(WIDTH, HIDDEN), "down": normal(HIDDEN, WIDTH),
    }
    return {"embed": normal(VOCAB, WIDTH), "layers": [layer() for _ in range(LAYERS)],
            "norm": jnp.ones(WIDTH), "head": 0.25 * normal(WIDTH, VOCAB)}


def norm(gain, x):
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-5) * gain


def rotate(x):
    """Turns every pair (x[i], x[i + HEAD/2]) by an angle that grows with the position (dim 1)."""
    frequency = 10000.0 ** (-jnp.arange(HEAD // 2) / (HEAD // 2))
    angle = jnp.arange(LENGTH)[:, None] * frequency
    shape = (LENGTH,) + (1,) * (x.ndim - 3) + (HEAD // 2,)
    cos, sin = jnp.cos(angle).reshape(shape), jnp.sin(angle).reshape(shape)
    a, b = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)


def attention(w, x):
    q = rotate(jnp.einsum("bsd,dgpe->bsgpe", x, w["q"]))
    k = rotate(jnp.einsum("bsd,dge->bsge", x, w["k"]))
    v = jnp.einsum("bsd,dge->bsge", x, w["v"])
    scores = jnp.einsum("bqgpe,bkge->bgpqk", q, k) * HEAD**-0.5
    causal = jnp.arange(LENGTH)[:, None] >= jnp.arange(LENGTH)
    weights = jax.nn.softmax(jnp.where(causal, scores, -1e9), axis=-1)
    mixed = jnp.einsum("bgpqk,bkge->bqgpe", weights, v)
    return mixed.reshape(*x.shape[:2], -1) @ w["o"]


def logits(params, tokens):
    x = params["embed"][tokens]
    for w in params["layers"]:
        x = x + attention(w, norm(w["norm1"], x))
        h = norm(w["norm2"], x)
        x = x + (jax.nn.silu(h @ w["gate"]) * (h @ w["up"])) @ w["down"]
    return norm(params["norm"], x) @ params["head"]


def mean_loss(params, batch):
    scores = logits(params, batch["tokens"])
    picked = jnp.take_along_axis(scores, batch["targets"][..., None], axis=-1)[..., 0]
    return jnp.mean(jax.nn.logsumexp(scores, axis=-1) - picked)


def train_step(params, opt, batch):
    """One whole step on one device: this is the specification that plans are checked against."""
    loss, grads = jax.value_and_grad(mean_loss)(params, batch)
    params, opt = optimizer.update(params, grads, opt)
    return params, opt, {"loss": loss}


def example_arguments():
    params = init(jax.random.key(0))
    tokens = jax.ShapeDtypeStruct((BATCH, LENGTH), jnp.int32)
    return params, optimizer.init(params), {"tokens": tokens, "targets": tokens}
