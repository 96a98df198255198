"""Arrangements of one small step over ranks and micro-batches: accumulation, reductions, uneven shards. See make_arrangements.py."""
import os
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax, jax.numpy as jnp, numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec as P
tree = jax.tree_util

def normal(rng, *shape, scale=0.4):
    return (scale * rng.standard_normal(shape)).astype(np.float32)

def perm(n, by=1):
    return [(i, (i + by) % n) for i in range(n)]

# ---- the base step: two layers, weighted squares, clipping by the global norm, momentum
D, H, O = 5, 8, 3
def base_params(seed=1):
    rng = np.random.default_rng(seed)
    return ({"w1": normal(rng, D, H), "b1": normal(rng, H), "w2": normal(rng, H, O)})
def base_args(batch, seed=1):
    rng = np.random.default_rng(seed + 10)
    p = base_params(seed)
    m = {k: normal(rng, *v.shape) for k, v in p.items()}
    return p, m, normal(rng, batch, D), normal(rng, batch, O), rng.uniform(0.2, 2.0, batch).astype(np.float32)
def losssum(p, x, y, w):
    h = jnp.tanh(x @ p["w1"] + p["b1"])
    e = h @ p["w2"] - y
    return jnp.sum(w * jnp.sum(e * e, axis=1))
def apply(p, m, g, loss):
    norm = jnp.sqrt(sum(jnp.sum(v * v) for v in g.values()))
    c = jnp.minimum(1.0, 3.0 / (norm + 1e-6))
    m = {k: 0.9 * m[k] + c * g[k] for k in g}
    return {k: p[k] - 0.1 * m[k] for k in p}, m, loss
def base(p, m, x, y, w):
    loss, g = jax.value_and_grad(lambda p: losssum(p, x, y, w) / jnp.sum(w))(p)
    return apply(p, m, g, loss)
def grads(p, x, y, w, total):
    return jax.value_and_grad(lambda p: losssum(p, x, y, w) / total)(p)
def addt(a, b):
    return tree.tree_map(jnp.add, a, b)
def psum(t, ax="dp"):
    return tree.tree_map(lambda v: lax.psum(v, ax), t)
BASE_SPECS = (P(), P(), P("dp"), P("dp"), P("dp"))

CASES = {}
def case(name, logical, args, mesh, specs, faults, ranges=None, out=P()):
    def deco(f):
        CASES[name] = (logical, f, args, mesh, specs, faults, ranges or {}, out)
        return f
    return deco

def base_case(name, batch, mesh, faults, specs=None):
    return case(name, base, lambda: base_args(batch), mesh, specs or BASE_SPECS, faults)

# ---- accumulation
def accum(pick, k, each=False, loop="unroll", wfault=None, rev=False):
    def plan(fault):
        def step(p, m, x, y, w):
            total = lax.psum(jnp.sum(w), "dp")
            order = list(range(k))[::-1] if rev else list(range(k))
            if fault == "microbatch_twice":
                order[0] = order[1]
            if fault == "microbatch_missing":
                order = order[1:]
            zero = (jnp.zeros(()), tree.tree_map(jnp.zeros_like, p))
            def one(acc, j):
                xs, ys, ws = (pick(v, j, k) for v in (x, y, w))
                g = grads(p, xs, ys, ws, total if fault != "own_count" else lax.psum(jnp.sum(ws), "dp") * k)
                if each:
                    g = psum(g)
                return addt(acc, g)
            if loop == "unroll":
                acc = zero
                for j in order:
                    acc = one(acc, j)
            elif loop == "scan":
                acc, _ = lax.scan(lambda a, j: (one(a, j), None), zero, jnp.array(order, dtype=jnp.int32))
            else:
                n = len(order)
                lo = 1 if fault == "microbatch_missing" else 0
                acc = lax.fori_loop(lo, k, lambda i, a: one(a, (k - 1 - i) if rev else i), zero)
            loss, g = acc if each else psum(acc)
            if fault == "summed_twice":
                g = psum(g)
            return apply(p, m, g, loss)
        return step
    return plan
def blk(v, j, k):
    n = v.shape[0] // k
    return lax.dynamic_slice_in_dim(v, j * n, n) if not isinstance(j, int) else v[j * n:(j + 1) * n]
def strided(v, j, k):
    return v[j::k]
def inter(v, j, k):
    u = jnp.swapaxes(v.reshape(v.shape[0] // k, k, *v.shape[1:]), 0, 1)
    return u[j] if isinstance(j, int) else lax.dynamic_index_in_dim(u, j, 0, keepdims=False)
for nm, pick, k, kw, faults in [
    ("accum_end", blk, 3, {}, ["microbatch_missing", "own_count"]),
    ("accum_each", blk, 3, {"each": True}, ["microbatch_twice", "summed_twice"]),
    ("accum_reversed", blk, 3, {"rev": True}, ["microbatch_twice"]),
    ("accum_strided", strided, 3, {}, ["microbatch_twice"]),
    ("accum_strided_each", strided, 3, {"each": True}, ["microbatch_missing"]),
    ("accum_interleaved_scan", inter, 3, {"loop": "scan"}, ["microbatch_twice"]),
    ("accum_scan", blk, 3, {"loop": "scan"}, ["microbatch_missing"]),
    ("accum_scan_each", blk, 3, {"loop": "scan", "each": True}, ["own_count"]),
    ("accum_fori", blk, 3, {"loop": "fori"}, ["microbatch_missing"]),
    ("accum_fori_rev", blk, 3, {"loop": "fori", "rev": True}, ["microbatch_missing"]),
    ("accum_rows", blk, 6, {}, ["microbatch_twice"]),
    ("accum_rows_scan", blk, 6, {"loop": "scan"}, ["microbatch_missing"]),
]:
    base_case(nm, 24, {"dp": 4}, faults)(accum(pick, k, **kw))
base_case("accum_single", 6, {"dp": 1}, ["microbatch_twice"])(accum(blk, 6))
# interleaved over ranks and accumulation: rank takes every 4th row
@case("accum_whole_batch", base, lambda: base_args(24), {"dp": 4}, (P(), P(), P(), P(), P()), ["offset_missing"])
def accum_whole(fault):
    def step(p, m, x, y, w):
        r = lax.axis_index("dp")
        total = jnp.sum(w)
        acc = (jnp.zeros(()), tree.tree_map(jnp.zeros_like, p))
        for j in range(2):
            at = (j * 4 + r) * 3 if fault is None else (j * 4) * 3 + r
            acc = addt(acc, grads(p, *(lax.dynamic_slice_in_dim(v, at, 3) for v in (x, y, w)), total))
        loss, g = psum(acc)
        return apply(p, m, g, loss)
    return step

# ---- reductions
def flat(t, pad):
    leaves = tree.tree_leaves(t)
    f = jnp.concatenate([v.ravel() for v in leaves])
    return jnp.pad(f, (0, (-f.size) % pad))
def unflat(f, like):
    leaves, d = tree.tree_flatten(like)
    out, at = [], 0
    for v in leaves:
        out.append(f[at:at + v.size].reshape(v.shape)); at += v.size
    return tree.tree_unflatten(d, out)
def reduced(how, faults, name, batch=12, mesh={"dp": 4}, specs=None):
    @base_case(name, batch, mesh, faults, specs)
    def plan(fault):
        def step(p, m, x, y, w):
            ax = tuple(mesh)
            total = lax.psum(jnp.sum(w), ax)
            loss, g = grads(p, x, y, w, total)
            return apply(p, m, how(g, fault), lax.psum(loss, ax))
        return step
def flat_rs_ag(g, fault):
    f = flat(g, 4)
    s = lax.psum_scatter(f, "dp", tiled=True)
    if fault == "scaled":
        s = s / 4
    return unflat(lax.all_gather(s, "dp", tiled=True), g)
reduced(flat_rs_ag, ["scaled"], "flat_rs_ag")
def buckets(g, fault):
    f = flat(g, 10)
    parts = [f[i:i + 10] for i in range(0, f.size, 10)]
    parts = [lax.psum(b, "dp") if not (fault == "bucket_local" and i == 2) else b for i, b in enumerate(parts)]
    return unflat(jnp.concatenate(parts), g)
reduced(buckets, ["bucket_local"], "buckets")
def bucket_rs(g, fault):
    f = flat(g, 24)
    parts = [f[i:i + 24] for i in range(0, f.size, 24)]
    parts = [lax.all_gather(lax.psum_scatter(b, "dp", tiled=True), "dp", tiled=True) for b in parts]
    if fault == "order":
        parts = parts[::-1]
    return unflat(jnp.concatenate(parts), g)
reduced(bucket_rs, ["order"], "bucket_rs")
def halves(g, fault):
    f = flat(g, 2)
    h = f.size // 2
    a, b = lax.psum(f[:h], "dp"), lax.psum(f[h:] if fault is None else f[:h], "dp")
    return unflat(jnp.concatenate([a, b]), g)
reduced(halves, ["first_half_twice"], "halves")
def rows_halves(g, fault):
    return {k: jnp.concatenate([lax.psum(v[:2], "dp"), lax.psum(v[2:], "dp") * (1 if fault is None else 2)]) for k, v in g.items()}
reduced(rows_halves, ["scaled"], "rows_halves")
def hier(g, fault):
    f = flat(g, 2)
    s = lax.psum_scatter(f, "inner", tiled=True)
    if fault != "outer_missing":
        s = lax.psum(s, "outer")
    return unflat(lax.all_gather(s, "inner", tiled=True), g)
hs = (P(), P(), P(("outer", "inner")), P(("outer", "inner")), P(("outer", "inner")))
reduced(hier, ["outer_missing"], "hierarchical", mesh={"outer": 2, "inner": 2}, specs=hs)
def hier2(g, fault):
    s = psum(g, "inner")
    return psum(s, "outer") if fault is None else psum(s, "inner")
reduced(hier2, ["inner_twice"], "hier_twice", mesh={"outer": 2, "inner": 2}, specs=hs)
def ring(n, rev=False):
    def how(g, fault):
        f = flat(g, n)
        c = f.reshape(n, -1)
        r = lax.axis_index("dp")
        step = -1 if rev else 1
        for s in range(n - 1):
            send = lax.dynamic_index_in_dim(c, (r - step * s) % n, 0, keepdims=False)
            got = lax.ppermute(send, "dp", perm(n, step))
            at = (r - step * (s + 1)) % n
            mine = lax.dynamic_index_in_dim(c, at, 0, keepdims=False)
            c = lax.dynamic_update_index_in_dim(c, mine + got, at, 0)
        off = 1 if fault != "gather_offset" else 0
        for s in range(n - 1):
            at = (r + step * off - step * s) % n
            got = lax.ppermute(lax.dynamic_index_in_dim(c, at, 0, keepdims=False), "dp", perm(n, step))
            c = lax.dynamic_update_index_in_dim(c, got, (at - step) % n, 0)
        return unflat(c.ravel(), g)
    return how
reduced(ring(4), ["gather_offset"], "ring4")
reduced(ring(3), ["gather_offset"], "ring3", mesh={"dp": 3})
reduced(ring(3, True), ["gather_offset"], "ring3_back", mesh={"dp": 3})
def ring_simple(g, fault):
    acc, cur = g, g
    for s in range(3 if fault is None else 2):
        cur = tree.tree_map(lambda v: lax.ppermute(v, "dp", perm(4)), cur)
        acc = addt(acc, cur)
    return acc
reduced(ring_simple, ["one_hop_missing"], "ring_pass")
def tree_reduce(g, fault):
    for d in (1, 2):
        g = addt(g, tree.tree_map(lambda v: lax.ppermute(v, "dp", [(i, i ^ d) for i in range(4)]), g))
        if fault and d == 1:
            g = addt(g, tree.tree_map(lambda v: lax.ppermute(v, "dp", [(i, i ^ d) for i in range(4)]), g))
            break
    return g
reduced(tree_reduce, ["level_twice"], "butterfly")
def ring_scan(g, fault):
    f = flat(g, 4)
    n = 4
    c = f.reshape(n, -1)
    r = lax.axis_index("dp")
    def rs(c, s):
        got = lax.ppermute(lax.dynamic_index_in_dim(c, (r - s) % n, 0, keepdims=False), "dp", perm(n))
        at = (r - s - 1) % n
        return lax.dynamic_update_index_in_dim(c, lax.dynamic_index_in_dim(c, at, 0, keepdims=False) + got, at, 0), None
    c, _ = lax.scan(rs, c, jnp.arange(n - 1))
    def ag(c, s):
        at = (r + 1 - s) % n
        got = lax.ppermute(lax.dynamic_index_in_dim(c, at, 0, keepdims=False), "dp", perm(n))
        return lax.dynamic_update_index_in_dim(c, got, (at - 1) % n, 0), None
    c, _ = lax.scan(ag, c, jnp.arange(n - 1 if fault is None else n - 2))
    return unflat(c.ravel(), g)
reduced(ring_scan, ["gather_short"], "ring_scan")

# ---- uneven shards: 10 rows over 3 ranks, 4 4 2, by padding
@case("uneven", base, lambda: base_args(10), {"dp": 3}, (P(),) * 5, ["padding_counted", "clamped"])
def uneven(fault):
    def step(p, m, x, y, w):
        r = lax.axis_index("dp")
        total = jnp.sum(w)
        if fault == "clamped":
            xs, ys, ws = (lax.dynamic_slice_in_dim(v, r * 4, 4) for v in (x, y, w))
        else:
            xs, ys, ws = (lax.dynamic_slice_in_dim(jnp.pad(v, ((0, 2),) + ((0, 0),) * (v.ndim - 1), constant_values=0.0 if fault is None else 1.0), r * 4, 4) for v in (x, y, w))
        loss, g = psum(grads(p, xs, ys, ws, total))
        return apply(p, m, g, loss)
    return step
@case("uneven_mask", base, lambda: base_args(10), {"dp": 3}, (P(),) * 5, ["mask_off"])
def uneven_mask(fault):
    def step(p, m, x, y, w):
        r = lax.axis_index("dp")
        total = jnp.sum(w)
        rows = r * 4 + jnp.arange(4)
        idx = jnp.minimum(rows, 9)
        xs, ys, ws = x[idx], y[idx], w[idx]
        if fault is None:
            ws = jnp.where(rows < 10, ws, 0.0)
        loss, g = psum(grads(p, xs, ys, ws, total))
        return apply(p, m, g, loss)
    return step
@case("case_by_rank", base, lambda: base_args(10), {"dp": 3}, (P(),) * 5, ["branch_swapped"])
def case_by_rank(fault):
    def step(p, m, x, y, w):
        total = jnp.sum(w)
        def part(lo, hi):
            return lambda: grads(p, x[lo:hi], y[lo:hi], w[lo:hi], total)
        cuts = [(0, 5), (5, 8), (8, 10)] if fault is None else [(0, 5), (4, 8), (8, 10)]
        loss, g = psum(lax.switch(lax.axis_index("dp"), [part(*c) for c in cuts]))
        return apply(p, m, g, loss)
    return step
# zero-1: flat optimizer shards
@base_case("zero1_flat", 12, {"dp": 4}, ["momentum_lost"])
def zero1(fault):
    def step(p, m, x, y, w):
        total = lax.psum(jnp.sum(w), "dp")
        loss, g = grads(p, x, y, w, total)
        r = lax.axis_index("dp")
        fg = lax.psum_scatter(flat(g, 4), "dp", tiled=True)
        n = fg.size
        fp, fm = (lax.dynamic_slice_in_dim(flat(t, 4), r * n, n) for t in (p, m))
        sq = jnp.sum(fg * fg)
        norm = jnp.sqrt(lax.psum(sq, "dp"))
        fm = (0.9 if fault is None else 0.0) * fm + jnp.minimum(1.0, 3.0 / (norm + 1e-6)) * fg
        fp = fp - 0.1 * fm
        ag = lambda v: lax.all_gather(v, "dp", tiled=True)
        return unflat(ag(fp), p), unflat(ag(fm), m), lax.psum(loss, "dp")
    return step
