"""Steps for operators beyond matrix products: windows, routing, tables, random keys, quantised products,
segments, loops that stop by a condition. Each is a function of an Axis, as in make_pairs.py."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P


def normal(rng, *shape, scale=0.4):
    return (scale * rng.standard_normal(shape)).astype(np.float32)


def reduced(ax, grads):
    first = sorted(grads)[0]
    return {k: g if ax.has("leaf_not_summed") and k != first else ax.sum(g) for k, g in grads.items()}


def pooled(ax):
    """Convolution, statistics over the batch, maximum and average windows."""
    def step(p, x, labels):
        n = x.shape[0] * ax.size
        total = (lambda v: v * ax.size) if ax.has("local_statistics") else ax.sum

        def loss_of(p):
            h = lax.conv_general_dilated(x, p["k"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            count = n * h.shape[1] * h.shape[2]
            mean = total(jnp.sum(h, axis=(0, 1, 2))) / count
            var = total(jnp.sum((h - mean) ** 2, axis=(0, 1, 2))) / count
            h = (h - mean) * lax.rsqrt(var + 1e-5) * p["g"]
            h = lax.reduce_window(h, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
            h = lax.reduce_window(h, 0.0, lax.add, (1, 2, 2, 1), (1, 1, 1, 1), "SAME") / 4.0
            z = jax.nn.log_softmax(h.reshape(h.shape[0], -1) @ p["o"])
            return -jnp.sum(jnp.where(jnp.arange(3) == labels[:, None], z, 0.0)) / n

        loss, g = jax.value_and_grad(loss_of)(p)
        g = reduced(ax, g)
        return {k: p[k] - 0.1 * g[k] for k in p}, ax.sum(loss)

    rng = np.random.default_rng(11)
    p = {"k": normal(rng, 3, 3, 2, 4), "g": 1 + normal(rng, 4), "o": normal(rng, 36, 3)}
    return step, (p, normal(rng, 8, 6, 6, 2), rng.integers(0, 3, 8).astype(np.int32)), (P(), P("dp"), P("dp")), {
        "labels": [0, 2]}


def routed(ax):
    """Two of four experts a token, places by cumulative sums within a sequence, dispatch by scatter."""
    def step(p, x):
        def one(p, s):
            gates = jax.nn.softmax(s @ p["r"])
            value, expert = lax.top_k(gates, 2)
            hot = jax.nn.one_hot(expert, 4, dtype=jnp.int32).reshape(-1, 4)
            place = jnp.sum((jnp.cumsum(hot, axis=0) - 1) * hot, axis=1)
            slot = jnp.where(place < 3, expert.reshape(-1) * 3 + place, 12)
            tokens = jnp.repeat(s, 2, axis=0)
            boxes = jnp.zeros((12, s.shape[1]), s.dtype).at[slot].add(tokens, mode="drop").reshape(4, 3, -1)
            out = jnp.einsum("ecd,edf->ecf", boxes, p["w"]).reshape(12, -1)
            back = jnp.where((slot < 12)[:, None], out[jnp.minimum(slot, 11)], 0.0)
            return jnp.sum(back.reshape(-1, 2, s.shape[1]) * value[..., None], axis=1)

        def loss_of(p):
            y = jax.vmap(one, (None, 0))(p, x)
            return jnp.sum((y - x) ** 2) / (x.shape[0] * (1 if ax.has("local_count") else ax.size))

        loss, g = jax.value_and_grad(loss_of)(p)
        g = reduced(ax, g)
        return {k: p[k] - 0.1 * g[k] for k in p}, ax.sum(loss)

    rng = np.random.default_rng(12)
    return step, ({"r": normal(rng, 6, 4), "w": normal(rng, 4, 6, 6)}, normal(rng, 4, 5, 6)), (P(), P("dp")), {}


def table(ax):
    """A table cut by rows: everybody looks up what it holds, its gradient stays where the rows are."""
    def step(t, ids, y):
        rows = t.shape[0]
        low = 0 if ax.has("first_block_only") else ax.index() * rows

        def lookup(t):
            own = (ids >= low) & (ids < low + rows)
            part = jnp.where(own[:, None], t[jnp.where(own, ids - low, 0)], 0.0)
            return part if ax.has("lookup_not_summed") else ax.sum(part)

        e = lookup(t) - y
        own = (ids >= low) & (ids < low + rows)
        g = jnp.zeros_like(t).at[jnp.where(own, ids - low, 0)].add(jnp.where(own[:, None], 2.0 * e, 0.0))
        return t - 0.1 * g, jnp.sum(e * e)

    rng = np.random.default_rng(13)
    args = (normal(rng, 24, 5), rng.integers(0, 24, 10).astype(np.int32), normal(rng, 10, 5))
    return step, args, (P("dp"), P(), P()), {"ids": [0, 23]}, (P("dp"), P())


def keyed_dropout(ax):
    """A key per row, made from the row's number in the whole batch."""
    def step(p, seed, x):
        n = x.shape[0]
        first = 0 if ax.has("local_rows") else ax.index() * n

        def keep(i):
            return jax.random.bernoulli(jax.random.fold_in(jax.random.key(seed), i), 0.75, (p.shape[1],))

        masks = jax.vmap(keep)(first + jnp.arange(n))

        def loss_of(p):
            return jnp.sum((jnp.where(masks, x @ p, 0.0) / 0.75) ** 2) / (n * ax.size)

        loss, g = jax.value_and_grad(loss_of)(p)
        return p - 0.1 * (g if ax.has("leaf_not_summed") else ax.sum(g)), ax.sum(loss)

    rng = np.random.default_rng(14)
    return step, (normal(rng, 6, 7), np.int32(5), normal(rng, 8, 6)), (P(), P(), P("dp")), {}


def quantised(ax):
    """Products of eight-bit integers, cut along the contracted dim, with scales per row and column."""
    def step(x, w):
        largest = jnp.max(jnp.abs(x), axis=1, keepdims=True)
        if ax.name and not ax.has("local_scale"):
            largest = lax.pmax(largest, ax.name)
        sx = largest / 127.0
        top = jnp.max(jnp.abs(w), axis=0, keepdims=True)
        sw = (lax.pmax(top, ax.name) if ax.name else top) / 127.0
        qx, qw = jnp.round(x / sx).astype(jnp.int8), jnp.round(w / sw).astype(jnp.int8)
        y = lax.dot(qx, qw, preferred_element_type=jnp.int32)
        return (y if ax.has("not_summed") else ax.sum(y)).astype(jnp.float32) * sx * sw

    rng = np.random.default_rng(15)
    return step, (normal(rng, 5, 12), normal(rng, 12, 6)), (P(None, "dp"), P("dp", None)), {}


def segments(ax):
    """Sums and maxima over segments of rows that lie on all ranks, places of maxima, cumulative products."""
    def step(x, ids):
        s = ax.sum(jax.ops.segment_sum(x, ids, 5))
        m = jax.ops.segment_max(x, ids, 5)
        if ax.name and not ax.has("maxima_not_reduced"):
            m = lax.pmax(m, ax.name)
        c = jnp.cumprod(1.0 + x, axis=1)
        top = jnp.argmax(x, axis=1).astype(jnp.int32)
        hits = jnp.sum((top == ids).astype(jnp.int32))
        return s, m, c, lax.cummax(x, axis=1), hits if ax.has("hits_not_summed") else ax.sum(hits)

    rng = np.random.default_rng(17)
    return step, (normal(rng, 12, 6), (np.arange(12) % 5).astype(np.int32)), (P("dp"), P("dp")), {
        "ids": [0, 4]}, (P(), P(), P("dp"), P("dp"), P())


def converging(ax):
    """A weighted mean that is refined until it moves little: the number of turns depends on data."""
    def step(x):
        def far(c):
            return (c[1] > 1e-3) & (c[2] < 50)

        def turn(c):
            w = 1.0 / (1.0 + jnp.sum((x - c[0]) ** 2, axis=1, keepdims=True))
            up, down = jnp.sum(w * x, axis=0), jnp.sum(w)
            if not ax.has("sums_of_own_rows"):
                up, down = ax.sum(up), ax.sum(down)
            new = up / down
            return new, jnp.sum(jnp.abs(new - c[0])), c[2] + 1

        c, _, turns = lax.while_loop(far, turn, (jnp.zeros(3), jnp.float32(1.0), jnp.int32(0)))
        return c, turns, x - c

    rng = np.random.default_rng(18)
    return step, (normal(rng, 12, 3, scale=1.0) + 0.5,), (P("dp"),), {}, (P(), P(), P("dp"))


CASES = {
    "pooled": (pooled, 2, ["local_statistics", "leaf_not_summed"]),
    "routed": (routed, 2, ["leaf_not_summed", "local_count"]),
    "table": (table, 4, ["first_block_only", "lookup_not_summed"]),
    "keyed_dropout": (keyed_dropout, 4, ["local_rows", "leaf_not_summed"]),
    "quantised": (quantised, 2, ["local_scale", "not_summed"]),
    "segments": (segments, 3, ["maxima_not_reduced", "hits_not_summed"]),
    "converging": (converging, 3, ["sums_of_own_rows"]),
}
