"""Makes the pairs of this folder: small training steps, data-parallel plans of them, and faulty plans.

Every verdict is checked by running both sides with JAX on host devices before a file is written:

    python tests/equiv/make_pairs.py [NAME ...]      # needs jax; writes NAME/{logical,plan,FAULT}.mlir.gz and expected.json
"""
import gzip
import json
import os
import pathlib
import sys

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import Mesh, PartitionSpec as P  # noqa: E402

import operator_cases  # noqa: E402

HERE = pathlib.Path(__file__).parent
tree = jax.tree_util


class Axis:
    """What a step needs to know of the axis it is split over; without an axis every method is the identity."""

    def __init__(self, name=None, size=1, fault=None):
        self.name, self.size, self.fault = name, size, fault

    def has(self, fault):
        return self.fault == fault

    def sum(self, x):
        return lax.psum(x, self.name) if self.name else x

    def gather(self, x):
        return lax.all_gather(x, self.name, tiled=True) if self.name else x

    def index(self):
        return lax.axis_index(self.name) if self.name else 0


def normal(rng, *shape, scale=0.4):
    return (scale * rng.standard_normal(shape)).astype(np.float32)


def reduce_grads(ax, grads):
    """The one place where most data-parallel faults are made."""
    if ax.has("leaf_not_summed"):
        first = sorted(grads)[0]
        return {k: g if k == first else ax.sum(g) for k, g in grads.items()}
    if ax.has("summed_twice"):
        return {k: ax.sum(ax.sum(g)) / 1.0 for k, g in grads.items()}
    if ax.has("mean_of_sums"):
        return {k: ax.sum(g) / ax.size for k, g in grads.items()}
    return {k: ax.sum(g) for k, g in grads.items()}


# --- weighted regression, momentum, decay, cosine schedule -----------------------------------------------------------

def regression(ax):
    def step(p, m, x, y, w, t):
        total = jnp.sum(w) if ax.has("local_weight_sum") else ax.sum(jnp.sum(w))

        def loss_of(p):
            h = jnp.tanh(x @ p["w1"] + p["b1"])
            e = h @ p["w2"] + p["b2"] - y
            return jnp.sum(w * jnp.sum(e * e, axis=1)) / total

        loss, g = jax.value_and_grad(loss_of)(p)
        if ax.has("decay_before_sum"):
            g = {k: g[k] + 1e-2 * p[k] for k in g}
        g = reduce_grads(ax, g)
        if not ax.has("decay_before_sum"):
            g = {k: g[k] + 1e-2 * p[k] for k in g}
        lr = 0.1 * 0.5 * (1.0 + jnp.cos(np.float32(np.pi) * t.astype(jnp.float32) / 100.0))
        m = {k: 0.9 * m[k] + g[k] for k in g}
        p = {k: p[k] - lr * m[k] for k in p}
        return p, m, t + 1, loss if ax.has("loss_not_summed") else ax.sum(loss)

    rng = np.random.default_rng(1)
    p = {"w1": normal(rng, 5, 14), "b1": normal(rng, 14), "w2": normal(rng, 14, 3), "b2": normal(rng, 3)}
    m = {k: normal(rng, *v.shape) for k, v in p.items()}
    args = (p, m, normal(rng, 24, 5), normal(rng, 24, 3), rng.uniform(0.1, 2.0, 24).astype(np.float32), np.int32(7))
    specs = (P(), P(), P("dp"), P("dp"), P("dp"), P())
    return step, args, specs, {"step": [0, 1000]}


# --- classifier: label smoothing, per-tensor clipping, trust ratio ---------------------------------------------------

def classifier(ax):
    def step(p, v, x, labels):
        def loss_of(p):
            h = jax.nn.gelu(x @ p["a"])
            logits = h @ p["b"]
            target = jax.nn.one_hot(labels, 7) * 0.9 + 0.1 / 7
            n = x.shape[0] * (1 if ax.has("local_batch_size") else ax.size)
            return -jnp.sum(target * jax.nn.log_softmax(logits)) / n

        loss, g = jax.value_and_grad(loss_of)(p)
        if ax.has("clip_before_sum"):
            g = {k: g[k] * jnp.minimum(1.0, 0.05 / jnp.sqrt(jnp.sum(g[k] ** 2) + 1e-12)) for k in g}
        g = reduce_grads(ax, g)
        if not ax.has("clip_before_sum"):
            g = {k: g[k] * jnp.minimum(1.0, 0.05 / jnp.sqrt(jnp.sum(g[k] ** 2) + 1e-12)) for k in g}
        v = {k: 0.99 * v[k] + 0.01 * g[k] ** 2 for k in g}
        u = {k: g[k] / (jnp.sqrt(v[k]) + 1e-6) for k in g}
        ratio = {k: jnp.linalg.norm(p[k]) / (jnp.linalg.norm(u[k]) + 1e-6) for k in g}
        p = {k: p[k] - 0.01 * ratio[k] * u[k] for k in p}
        return p, v, ax.sum(loss)

    rng = np.random.default_rng(2)
    p = {"a": normal(rng, 9, 16), "b": normal(rng, 16, 7)}
    v = {k: np.abs(normal(rng, *x.shape)) for k, x in p.items()}
    args = (p, v, normal(rng, 18, 9), rng.integers(0, 7, 18).astype(np.int32))
    return step, args, (P(), P(), P("dp"), P("dp")), {"labels": [0, 6]}


# --- language model: RMS norm, gated unit, tied head, z-loss, padding mask, factored second moments --------------------

def language_model(ax):
    S, D, H, V = 10, 12, 3, 23

    def forward(p, tokens):
        x = p["emb"][tokens]
        norm = lambda x, g: x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-5) * g
        y = norm(x, p["n1"])
        q, k, v = (jnp.einsum("bsd,dhe->bhse", y, p[n]) for n in ("q", "k", "v"))
        s = jnp.einsum("bhqe,bhke->bhqk", q, k) / np.float32(np.sqrt(D // H))
        s = jnp.where(jnp.tril(jnp.ones((S, S), bool)), s, -1e30)
        x = x + jnp.einsum("bhqk,bhke,hed->bqd", jax.nn.softmax(s), v, p["o"])
        y = norm(x, p["n2"])
        x = x + (jax.nn.silu(y @ p["g"]) * (y @ p["u"])) @ p["d"]
        return norm(x, p["nf"]) @ p["emb"].T

    def step(p, r, c, tokens, targets, mask):
        count = jnp.sum(mask)
        if not ax.has("local_token_count"):
            count = ax.sum(count)

        def loss_of(p):
            logits = forward(p, tokens)
            z = jax.nn.logsumexp(logits, axis=-1)
            picked = jnp.take_along_axis(logits, targets[..., None], axis=-1)[..., 0]
            return jnp.sum(mask * (z - picked + 1e-3 * z * z)) / count

        loss, g = jax.value_and_grad(loss_of)(p)
        g = reduce_grads(ax, g)
        sq = sum(jnp.sum(x * x) for x in g.values())
        g = {k: x * jnp.minimum(1.0, 6.0 / (jnp.sqrt(sq) + 1e-6)) for k, x in g.items()}
        row = {k: 0.9 * r[k] + 0.1 * jnp.mean(g[k] ** 2, axis=-1) for k in r}
        col = {k: 0.9 * c[k] + 0.1 * jnp.mean(g[k] ** 2, axis=0) for k in c}
        new = {}
        for k in p:
            if k in row:
                scale = row[k][:, None] * col[k][None] / jnp.mean(row[k])
                new[k] = p[k] - 0.01 * g[k] * lax.rsqrt(scale + 1e-8)
            else:
                new[k] = p[k] - 0.01 * g[k]
        if ax.has("stale_row_statistics"):
            row = r
        return new, row, col, ax.sum(loss)

    rng = np.random.default_rng(3)
    e = D // H
    p = {"emb": normal(rng, V, D), "n1": 1 + normal(rng, D), "n2": 1 + normal(rng, D), "nf": 1 + normal(rng, D),
         "q": normal(rng, D, H, e), "k": normal(rng, D, H, e), "v": normal(rng, D, H, e), "o": normal(rng, H, e, D),
         "g": normal(rng, D, 17), "u": normal(rng, D, 17), "d": normal(rng, 17, D)}
    mats = [k for k in p if p[k].ndim == 2]
    r = {k: np.abs(normal(rng, p[k].shape[0])) for k in mats}
    c = {k: np.abs(normal(rng, p[k].shape[1])) for k in mats}
    tokens = rng.integers(0, V, (6, S)).astype(np.int32)
    mask = (np.arange(S)[None] < rng.integers(3, S + 1, (6, 1))).astype(np.float32)
    args = (p, r, c, tokens, np.roll(tokens, -1, 1), mask)
    return step, args, (P(), P(), P(), P("dp"), P("dp"), P("dp")), {"tokens": [0, V - 1], "targets": [0, V - 1],
                                                                   "mask": [0, 1]}


# --- recurrent: scan over time ---------------------------------------------------------------------------------------

def recurrent(ax):
    def step(p, x, y):
        def loss_of(p):
            def cell(h, xt):
                z = jax.nn.sigmoid(xt @ p["wz"] + h @ p["uz"])
                n = jnp.tanh(xt @ p["wn"] + h @ p["un"] + p["bn"])
                return (1 - z) * h + z * n, None

            h, _ = lax.scan(cell, jnp.zeros((x.shape[0], 8), jnp.float32), jnp.swapaxes(x, 0, 1))
            return jnp.sum((h @ p["out"] - y) ** 2) / (x.shape[0] * ax.size)

        loss, g = jax.value_and_grad(loss_of)(p)
        g = reduce_grads(ax, g)
        norm = jnp.sqrt(sum(jnp.sum(v * v) for v in g.values()))
        return {k: p[k] - 0.1 * g[k] / jnp.maximum(norm, 2.0) for k in p}, ax.sum(loss)

    rng = np.random.default_rng(4)
    p = {"wz": normal(rng, 4, 8), "uz": normal(rng, 8, 8), "wn": normal(rng, 4, 8), "un": normal(rng, 8, 8),
         "bn": normal(rng, 8), "out": normal(rng, 8, 2)}
    return step, (p, normal(rng, 12, 5, 4), normal(rng, 12, 2)), (P(), P("dp"), P("dp")), {}


# --- contrastive: gathered embeddings --------------------------------------------------------------------------------

def contrastive(ax):
    def step(p, a, b):
        def loss_of(p):
            unit = lambda x: x * lax.rsqrt(jnp.sum(x * x, axis=-1, keepdims=True) + 1e-8)
            za, zb = unit(jnp.tanh(a @ p["wa"])), unit(b @ p["wb"])
            every = zb if ax.has("negatives_of_own_rank") else ax.gather(zb)
            scores = za @ every.T * 5.0
            n = za.shape[0]
            offset = 0 if ax.has("label_offset_missing") or ax.has("negatives_of_own_rank") else ax.index() * n
            own = jnp.arange(n) + offset
            return -jnp.sum(jax.nn.log_softmax(scores)[jnp.arange(n), own]) / (n * ax.size)

        loss, g = jax.value_and_grad(loss_of)(p)
        g = reduce_grads(ax, g)
        return {k: p[k] - 0.1 * g[k] for k in p}, ax.sum(loss)

    rng = np.random.default_rng(5)
    p = {"wa": normal(rng, 6, 5), "wb": normal(rng, 7, 5)}
    return step, (p, normal(rng, 12, 6), normal(rng, 12, 7)), (P(), P("dp"), P("dp")), {}


# --- synchronised batch statistics, running averages, accuracy ---------------------------------------------------------

def batch_norm(ax):
    def step(p, run, x, labels):
        n = x.shape[0] * ax.size
        total = (lambda v: v * ax.size) if ax.has("local_statistics") else ax.sum

        def loss_of(p):
            h = x @ p["w1"]
            mean = total(jnp.sum(h, axis=0)) / n
            var = total(jnp.sum((h - mean) ** 2, axis=0)) / n
            h = jax.nn.relu((h - mean) * lax.rsqrt(var + 1e-5) * p["g"] + p["b"])
            logits = h @ p["w2"]
            ls = jax.nn.log_softmax(logits)
            loss = -jnp.sum(jnp.where(jnp.arange(5) == labels[:, None], ls, 0.0)) / n
            return loss, (mean, var, logits)

        (loss, (mean, var, logits)), g = jax.value_and_grad(loss_of, has_aux=True)(p)
        g = reduce_grads(ax, g)
        run = {"mean": 0.9 * run["mean"] + 0.1 * mean, "var": 0.9 * run["var"] + 0.1 * var * n / (n - 1)}
        hits = jnp.sum((jnp.argmax(logits, axis=-1) == labels).astype(jnp.float32))
        return {k: p[k] - 0.1 * g[k] for k in p}, run, ax.sum(loss), ax.sum(hits) / n

    rng = np.random.default_rng(6)
    p = {"w1": normal(rng, 6, 9), "g": 1 + normal(rng, 9), "b": normal(rng, 9), "w2": normal(rng, 9, 5)}
    run = {"mean": normal(rng, 9), "var": np.abs(normal(rng, 9))}
    args = (p, run, normal(rng, 18, 6), rng.integers(0, 5, 18).astype(np.int32))
    return step, args, (P(), P(), P("dp"), P("dp")), {"labels": [0, 4]}


CASES = {
    "regression": (regression, 4, ["leaf_not_summed", "summed_twice", "mean_of_sums", "local_weight_sum",
                                   "decay_before_sum", "loss_not_summed"]),
    "classifier": (classifier, 3, ["leaf_not_summed", "local_batch_size", "clip_before_sum"]),
    "language_model": (language_model, 2, ["leaf_not_summed", "summed_twice", "local_token_count",
                                           "stale_row_statistics"]),
    "recurrent": (recurrent, 4, ["leaf_not_summed", "mean_of_sums"]),
    "contrastive": (contrastive, 3, ["negatives_of_own_rank", "label_offset_missing", "leaf_not_summed"]),
    "batch_norm": (batch_norm, 3, ["local_statistics", "leaf_not_summed"]),
    **operator_cases.CASES,
}


def planned(build, size, specs, fault, outs=P()):
    mesh = Mesh(np.array(jax.devices()[:size]), ("dp",))
    step = build(Axis("dp", size, fault))[0]
    return jax.shard_map(step, mesh=mesh, in_specs=specs, out_specs=outs, check_vma=False)


def difference(a, b):
    return max(float(np.max(np.abs(np.subtract(x, y, dtype=np.float64))) / (np.max(np.abs(x)) + 1e-30))
               for x, y in zip(tree.tree_leaves(a), tree.tree_leaves(b)))


def argument_names(args, step):
    import inspect
    names = list(inspect.signature(step).parameters)
    return [f"{names[path[0].idx]}" + "".join(f"['{k.key}']" for k in path[1:])
            for path, _ in tree.tree_flatten_with_path(args)[0]]


def write(folder, name, text):
    (folder / f"{name}.mlir.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def make(name):
    build, size, faults = CASES[name]
    step, args, specs, ranges, *outs = build(Axis()) # how results lie, when not replicated
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    logical = jax.jit(step, keep_unused=True)
    want = logical(*args)
    write(folder, "logical", logical.lower(*args).as_text())
    expected = {}
    for fault in [None, *faults]:
        if fault in ("leaf_not_summed",) and size == 1:
            continue
        plan = jax.jit(planned(build, size, specs, fault, *outs), keep_unused=True)
        error = difference(want, plan(*args))
        verdict = "proved" if fault is None else "refuted"
        if (error < 2e-5) != (verdict == "proved"):
            raise SystemExit(f"{name} {fault}: measured difference {error}, expected {verdict}")
        write(folder, fault or "plan", plan.lower(*args).as_text())
        expected[fault or "plan"] = {"verdict": verdict, "difference": float(f"{min(error, 1e30):.2e}")}
    names = argument_names(args, step)
    lines = ["# What a proof may assume about the arguments."]
    for key, (lo, hi) in ranges.items():
        index = names.index({"step": "t"}.get(key, key))
        lines += ["", "[[argument]]", f"index = {index}", f"range = [{lo}, {hi}]"]
    (folder / "contract.toml").write_text("\n".join(lines) + "\n")
    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")
    print(name, expected)


for case in sys.argv[1:] or CASES:
    make(case)
