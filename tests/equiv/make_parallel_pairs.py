#!/usr/bin/env python3
"""Writes the pairs zigzag_attention, expert_capacity, pipeline_scan, head_exchange and ring_sum with JAX.

Each is one logical step and a plan of another kind of parallelism, correct and with a fault.
usage: make_parallel_pairs.py [FOLDER]   (default: the folder of this script)
"""
import gzip
import json
import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec as P

TARGET = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))


def spmd(body, axis, size, ins, outs):
    mesh = Mesh(np.array(jax.devices()[:size]), (axis,))
    return jax.shard_map(body, mesh=mesh, in_specs=ins, out_specs=outs, check_vma=False)


def array(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def write(folder, logical, plans, arguments):
    """plans: name -> (function, verdict)"""
    path = os.path.join(TARGET, folder)
    os.makedirs(path, exist_ok=True)
    for name, function in [("logical", logical)] + [(n, f) for n, (f, _) in plans.items()]:
        text = jax.jit(function).lower(*arguments).as_text()
        with open(os.path.join(path, name + ".mlir.gz"), "wb") as file:
            file.write(gzip.compress(text.encode(), mtime=0))
    with open(os.path.join(path, "expected.json"), "w") as file:
        json.dump({n: {"verdict": v} for n, (_, v) in plans.items()}, file, indent=1)
        file.write("\n")
    open(os.path.join(path, "contract.toml"), "w").close()


def causal(q, k, v):
    t = q.shape[1]
    s = jnp.einsum("bthd,bshd->bhts", q, k) * q.shape[-1] ** -0.5
    s = jnp.where(jnp.arange(t)[:, None] >= jnp.arange(t)[None], s, -jnp.inf)
    return jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(s, -1), v)


def zigzag_attention():
    """Every rank holds an early and a late stretch of the sequence, so that causal work is even."""
    tokens, ranks = 16, 2
    c = tokens // (2 * ranks)
    order = np.concatenate(
        [np.r_[r * c : (r + 1) * c, (2 * ranks - 1 - r) * c : (2 * ranks - r) * c] for r in range(ranks)])

    def plan(late):
        def places(r):
            return jnp.concatenate([r * c + jnp.arange(c), (late - r) * c + jnp.arange(c)])

        def body(q, k, v):
            r, o, l = lax.axis_index("cp"), 0, 0
            ks, vs = lax.all_gather(k, "cp"), lax.all_gather(v, "cp")
            for i in range(ranks):
                s = jnp.einsum("bthd,bshd->bhts", q, ks[i]) * q.shape[-1] ** -0.5
                p = jnp.where(places(r)[:, None] >= places(i)[None], jnp.exp(s), 0.0)
                l, o = l + p.sum(-1), o + jnp.einsum("bhts,bshd->bhtd", p, vs[i])
            return jnp.swapaxes(o / l[..., None], 1, 2)

        cut = P(None, "cp")
        run = spmd(body, "cp", ranks, (cut, cut, cut), cut)
        return lambda q, k, v: run(q[:, order], k[:, order], v[:, order])[:, np.argsort(order)]

    write("zigzag_attention", causal, {"plan": (plan(2 * ranks - 1), "proved"), "late_stretch_taken_early": (plan(2 * ranks - 3), "refuted")},
          (array(1, tokens, 2, 4),) * 3)


def expert_capacity():
    """Tokens go to experts on other ranks and back; each expert takes a fixed number per group of tokens."""
    experts, capacity, tokens, width = 4, 5, 12, 6

    def route(x, gate):
        p = jax.nn.softmax(x @ gate)
        chosen = jax.nn.one_hot(jnp.argmax(p, -1), experts)
        place = jnp.cumsum(chosen, 0) * chosen - chosen
        kept = (place < capacity) * chosen
        slots = jax.nn.one_hot(place.sum(-1).astype(jnp.int32), capacity)
        return kept[..., None] * slots[:, None, :], p

    def expert(w, h):
        return jnp.einsum("ecf,efd->ecd", jax.nn.relu(jnp.einsum("ecd,edf->ecf", h, w["u"])), w["d"])

    def logical(w, x):
        groups, out = x.reshape(2, tokens // 2, width), []
        for g in range(2):
            d, p = route(groups[g], w["g"])
            out.append(jnp.einsum("tec,ecd->td", d * p[..., None], expert(w, jnp.einsum("tec,td->ecd", d, groups[g]))))
        return jnp.concatenate(out)

    def plan(back):
        def body(w, x):
            d, p = route(x, w["g"])
            h = lax.all_to_all(jnp.einsum("tec,td->ecd", d, x), "ep", 0, 1, tiled=True)
            o = back(expert(w, h))
            return jnp.einsum("tec,ecd->td", d * p[..., None], o)

        placed = {"g": P(), "u": P("ep"), "d": P("ep")}
        return spmd(body, "ep", 2, (placed, P("ep")), P("ep"))

    def right(o):
        return lax.all_to_all(o, "ep", 1, 0, tiled=True)

    def swapped(o):
        return right(jnp.concatenate([o[:, capacity:], o[:, :capacity]], 1))

    write("expert_capacity", logical, {"plan": (plan(right), "proved"), "returned_to_other_rank": (plan(swapped), "refuted")},
          ({"g": array(width, experts), "u": array(experts, width, 8), "d": array(experts, 8, width)}, array(tokens, width)))


def pipeline_scan():
    """Two stages in one program, micro-batches in a loop that shifts activations to the next rank."""
    micro, stages = 4, 2

    def layer(w, x):
        return jnp.tanh(x @ w)

    def logical(w, x, y):
        def loss(w):
            h = x
            for i in range(stages):
                h = layer(w[i], h)
            return jnp.sum((h - y) ** 2)
        l, g = jax.value_and_grad(loss)(w)
        return w - 0.1 * g, l

    def plan(steps):
        def body(w, x, y):
            s = lax.axis_index("pp")

            def loss(w):
                xs, ys = x.reshape(micro, -1, x.shape[-1]), y.reshape(micro, -1, y.shape[-1])

                def step(carry, t):
                    now, total = carry
                    out = layer(w[0], jnp.where(s == 0, xs[jnp.minimum(t, micro - 1)], now))
                    target = ys[jnp.clip(t - stages + 1, 0, micro - 1)]
                    counts = (s == stages - 1) & (t >= stages - 1)
                    total = total + jnp.where(counts, jnp.sum((out - target) ** 2), 0.0)
                    return (lax.ppermute(out, "pp", [(0, 1)]), total), None

                (_, total), _ = lax.scan(step, (jnp.zeros_like(xs[0]), 0.0), jnp.arange(steps))
                return total

            l, g = jax.value_and_grad(loss)(w)
            return w - 0.1 * g, lax.psum(l, "pp")

        return spmd(body, "pp", stages, (P("pp"), P(), P()), (P("pp"), P()))

    write("pipeline_scan", logical, {"plan": (plan(micro + stages - 1), "proved"), "last_microbatch_missing": (plan(micro + stages - 2), "refuted")},
          (array(2, 8, 8), array(12, 8), array(12, 8)))


def head_exchange():
    """The sequence is cut; for attention heads are exchanged for tokens and back."""
    heads, depth, width = 4, 6, 12

    def net(w, x, attention):
        q, k, v = [(x @ w[n]).reshape(x.shape[0], x.shape[1], heads, depth) for n in "qkv"]
        return attention(q, k, v).reshape(x.shape[0], x.shape[1], heads * depth) @ w["o"]

    def step(attention, reduce):
        def run(w, x, y):
            l, g = jax.value_and_grad(lambda w: jnp.sum((net(w, x, attention) - y) ** 2))(w)
            l, g = reduce((l, g))
            return jax.tree.map(lambda a, b: a - 0.1 * b, w, g), l
        return run

    def plan(split_back):
        def attention(q, k, v):
            def out(z):
                return lax.all_to_all(z, "sp", split_axis=2, concat_axis=1, tiled=True)
            o = causal(out(q), out(k), out(v))
            return lax.all_to_all(o, "sp", split_axis=1, concat_axis=2, tiled=True) if split_back else \
                lax.all_to_all(o[:, :, ::-1], "sp", split_axis=1, concat_axis=2, tiled=True)
        body = step(attention, lambda t: lax.psum(t, "sp"))
        return spmd(body, "sp", 2, (P(), P(None, "sp"), P(None, "sp")), (P(), P()))

    w = {n: array(width, heads * depth) for n in "qkv"}
    w["o"] = array(heads * depth, width)
    write("head_exchange", step(causal, lambda t: t), {"plan": (plan(True), "proved"), "heads_reversed": (plan(False), "refuted")},
          (w, array(2, 16, width), array(2, 16, width)))


def ring_sum():
    """An all-reduce written as a ring of permutes."""
    ranks = 4

    def loss(w, x, y):
        return jnp.sum((x @ w - y) ** 2)

    def logical(w, x, y):
        l, g = jax.value_and_grad(loss)(w, x, y)
        return w - 0.1 * g, l

    def plan(hops):
        def ring(z):
            total = moving = z
            for _ in range(hops):
                moving = lax.ppermute(moving, "dp", [(i, (i + 1) % ranks) for i in range(ranks)])
                total = total + moving
            return total

        def body(w, x, y):
            l, g = jax.value_and_grad(loss)(w, x, y)
            return w - 0.1 * ring(g), ring(l)
        return spmd(body, "dp", ranks, (P(), P("dp"), P("dp")), (P(), P()))

    write("ring_sum", logical, {"plan": (plan(ranks - 1), "proved"), "one_hop_short": (plan(ranks - 2), "refuted"), "one_hop_more": (plan(ranks), "refuted")},
          (array(6, 5), array(16, 6), array(16, 5)))


for make in (zigzag_attention, expert_capacity, pipeline_scan, head_exchange, ring_sum):
    make()
