"""Arrangements of attention, vocabularies, experts, pipelines and recurrences. See make_arrangements.py."""
from arrangements_base import *  # noqa: F403

# ---- attention: context parallel in several ways
B_, S_, NH, DH = 2, 16, 4, 3
DM = NH * DH
def attn_params(seed=3):
    rng = np.random.default_rng(seed)
    return {"q": normal(rng, DM, NH, DH), "k": normal(rng, DM, NH, DH), "v": normal(rng, DM, NH, DH), "o": normal(rng, NH, DH, DM)}
def attn_args():
    rng = np.random.default_rng(4)
    return attn_params(), normal(rng, B_, S_, DM), normal(rng, B_, S_, DM)
def attn_core(q, k, v, qpos, kpos):
    s = jnp.einsum("bqhe,bkhe->bhqk", q, k) / np.float32(2.0)
    s = jnp.where(qpos[:, None] >= kpos[None, :], s, -1e30)
    return jnp.einsum("bhqk,bkhe->bqhe", jax.nn.softmax(s), v)
def attn_loss(p, x, y, core, pos):
    q, k, v = (jnp.einsum("bsd,dhe->bshe", x, p[n]) for n in "qkv")
    a = core(q, k, v, pos)
    z = x + jnp.einsum("bshe,hed->bsd", a, p["o"])
    return jnp.sum((z - y) ** 2) / (B_ * S_)
def attn_finish(p, loss, g):
    c = jnp.minimum(1.0, 0.2 / (jnp.sqrt(sum(jnp.sum(v * v) for v in g.values())) + 1e-6))
    return {k: p[k] - 0.1 * c * g[k] for k in p}, loss
def attn_logical(p, x, y):
    pos = jnp.arange(S_)
    loss, g = jax.value_and_grad(lambda p: attn_loss(p, x, y, lambda q, k, v, ps: attn_core(q, k, v, ps, ps), pos))(p)
    return attn_finish(p, loss, g)
SEQ = (P(), P(None, "cp"), P(None, "cp"))
def attn_case(name, mesh, specs, faults):
    return case(name, attn_logical, attn_args, mesh, specs, faults)
@attn_case("cp_gather", {"cp": 4}, SEQ, ["positions_local"])
def cp_gather(fault):
    def step(p, x, y):
        r = lax.axis_index("cp")
        n = x.shape[1]
        def core(q, k, v, pos):
            k, v = (lax.all_gather(t, "cp", axis=1, tiled=True) for t in (k, v))
            return attn_core(q, k, v, pos, jnp.arange(S_))
        pos = jnp.arange(n) + (r * n if fault is None else 0)
        loss, g = psum(jax.value_and_grad(lambda p: attn_loss(p, x, y, core, pos))(p), "cp")
        return attn_finish(p, loss, g)
    return step
@attn_case("ulysses", {"cp": 4}, SEQ, ["positions_local"])
def ulysses(fault):
    def step(p, x, y):
        def core(q, k, v, pos):
            to_heads = lambda t: lax.all_to_all(t, "cp", 2, 1, tiled=True)
            q, k, v = to_heads(q), to_heads(k), to_heads(v)
            full = jnp.arange(S_)
            a = attn_core(q, k, v, full if fault is None else full % 8, full)
            return lax.all_to_all(a, "cp", 1, 2, tiled=True)
        loss, g = psum(jax.value_and_grad(lambda p: attn_loss(p, x, y, core, None))(p), "cp")
        return attn_finish(p, loss, g)
    return step
def ring_core(n, posof, fault, form):
    def core(q, k, v, pos):
        r = lax.axis_index("cp")
        num = jnp.zeros(q.shape)
        den = jnp.zeros(q.shape[:3])
        m = jnp.full(q.shape[:3], -1e30)
        for j in range(n):
            src = (r - j) % n
            kpos = posof(src)
            s = jnp.einsum("bqhe,bkhe->bqhk", q, k) / np.float32(2.0)
            s = jnp.where(pos[None, :, None, None] >= kpos[None, None, None, :], s, -1e30)
            if form == "max":
                new = lax.stop_gradient(jnp.maximum(m, s.max(-1)))
                a, e = jnp.exp(m - new), jnp.exp(s - new[..., None])
                num, den, m = num * a[..., None] + jnp.einsum("bqhk,bkhe->bqhe", e, v), den * a + e.sum(-1), new
            else:
                e = jnp.exp(s)
                num, den = num + jnp.einsum("bqhk,bkhe->bqhe", e, v), den + e.sum(-1)
            if j + 1 < n and not (fault == "hop_missing" and j == 1):
                k, v = (lax.ppermute(t, "cp", perm(n)) for t in (k, v))
        return num / den[..., None]
    return core
for nm, form in (("ring_attention", "plain"), ("ring_attention_max", "max")):
    def mk(form):
        def plan(fault):
            def step(p, x, y):
                n = x.shape[1]
                posof = lambda c: jnp.arange(n) + c * n
                r = lax.axis_index("cp")
                loss, g = psum(jax.value_and_grad(lambda p: attn_loss(p, x, y, ring_core(4, posof, fault, form), posof(r)))(p), "cp")
                return attn_finish(p, loss, g)
            return step
        return plan
    attn_case(nm, {"cp": 4}, SEQ, ["hop_missing"])(mk(form))
# zig-zag: rank r holds blocks r and 2n-1-r; x replicated, every rank takes its rows
@attn_case("ring_zigzag", {"cp": 2}, (P(), P(), P()), ["hop_missing"])
def zigzag(fault):
    n, half = 2, S_ // 4
    def step(p, x, y):
        posof = lambda c: jnp.concatenate([jnp.arange(half) + c * half, jnp.arange(half) + (2 * n - 1 - c) * half])
        r = lax.axis_index("cp")
        take = lambda t: jnp.concatenate([lax.dynamic_slice_in_dim(t, r * half, half, 1), lax.dynamic_slice_in_dim(t, (2 * n - 1 - r) * half, half, 1)], 1)
        xs, ys = take(x), take(y)
        f = None if fault is None else fault
        def core(q, k, v, pos):
            c = ring_core(n, posof, None, "plain")
            return c(q, k, v, pos) if f is None else c(q, lax.ppermute(k, "cp", perm(n)), v, pos)
        loss, g = psum(jax.value_and_grad(lambda p: attn_loss(p, xs, ys, core, posof(r)))(p), "cp")
        return attn_finish(p, loss, g)
    return step
# ---- vocabulary parallel embedding and cross-entropy, padded to 24
V_, E_ = 21, 6
def voc_args():
    rng = np.random.default_rng(6)
    t = rng.integers(0, V_, (4, 5)).astype(np.int32)
    return {"emb": normal(rng, V_, E_), "w": normal(rng, E_, E_)}, t, np.roll(t, -1, 1)
def voc_logical(p, tokens, targets):
    def f(p):
        h = jnp.tanh(p["emb"][tokens] @ p["w"])
        logits = h @ p["emb"].T
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), targets[..., None], -1))
    loss, g = jax.value_and_grad(f)(p)
    return {k: p[k] - 0.1 * g[k] for k in p}, loss
@jax.custom_vjp
def red_tp(x): return lax.psum(x, "tp")
red_tp.defvjp(lambda x: (lax.psum(x, "tp"), None), lambda _, ct: (ct,))
@jax.custom_vjp
def cop_tp(x): return x
cop_tp.defvjp(lambda x: (x, None), lambda _, ct: (lax.psum(ct, "tp"),))
@case("vocab_padded", voc_logical, voc_args, {"tp": 4}, (P(), P(), P()), ["padding_counted"], {"tokens": [0, 20], "targets": [0, 20]})
def vocab(fault):
    def step(p, tokens, targets):
        r = lax.axis_index("tp")
        n = 6
        def f(p):
            emb = lax.dynamic_slice_in_dim(jnp.pad(p["emb"], ((0, 3), (0, 0))), r * n, n)
            ids = tokens - r * n
            ok = (ids >= 0) & (ids < n)
            x = red_tp(jnp.where(ok[..., None], emb[jnp.clip(ids, 0, n - 1)], 0.0))
            h = jnp.tanh(x @ p["w"])
            logits = cop_tp(h) @ emb.T
            if fault is None:
                logits = jnp.where(jnp.arange(n) + r * n < V_, logits, -1e30)
            m = lax.stop_gradient(lax.pmax(lax.stop_gradient(logits).max(-1), "tp"))
            z = jnp.log(red_tp(jnp.exp(logits - m[..., None]).sum(-1))) + m
            t = targets - r * n
            okt = (t >= 0) & (t < n)
            own = jnp.take_along_axis(logits, jnp.clip(t, 0, n - 1)[..., None], -1)[..., 0]
            return jnp.mean(z - red_tp(jnp.where(okt, own, 0.0)))
        loss, g = jax.value_and_grad(f)(p)
        g["emb"] = lax.psum(g["emb"], "tp")
        return {k: p[k] - 0.1 * g[k] for k in p}, loss
    return step
# ---- experts: top-1, capacity, auxiliary loss
NE, CAP = 4, 3
def moe_args():
    rng = np.random.default_rng(8)
    return {"r": normal(rng, E_, NE), "w": normal(rng, NE, E_, E_)}, normal(rng, 12, E_), normal(rng, 12, E_)
def moe_route(p, x):
    pr = jax.nn.softmax(x @ p["r"])
    e = jnp.argmax(pr, -1)
    onehot = jax.nn.one_hot(e, NE)
    return pr, onehot
def moe_logical(p, x, y):
    def f(p):
        pr, onehot = moe_route(p, x)
        g4 = lambda t: t.reshape(4, 3, *t.shape[1:])
        pos = jnp.cumsum(g4(onehot), 1) - 1  # capacity counted in groups of 3 tokens
        keep = g4(onehot) * (pos < 2)
        disp = keep[..., None] * jax.nn.one_hot(pos.astype(jnp.int32), 2)  # g t e c
        xin = jnp.einsum("gtec,gtd->egcd", disp, g4(x))
        out = jnp.tanh(jnp.einsum("egcd,edf->egcf", xin, p["w"]))
        z = jnp.einsum("gtec,egcf->gtf", disp * g4(pr)[..., None], out).reshape(12, E_)
        aux = NE * jnp.sum(jnp.mean(onehot, 0) * jnp.mean(pr, 0))
        return jnp.sum((z - y) ** 2) / 12 + 0.01 * aux
    loss, g = jax.value_and_grad(f)(p)
    return {k: p[k] - 0.1 * g[k] for k in p}, loss
@case("experts", moe_logical, moe_args, {"ep": 4}, (P(), P("ep"), P("ep")), ["aux_local"])
def experts(fault):
    def step(p, x, y):
        r = lax.axis_index("ep")
        def total(x):  # psum whose gradient is the local one (each rank differentiates its share)
            return lax.psum(x, "ep")
        def f(p, w):
            pr, onehot = moe_route(p, x)
            pos = jnp.cumsum(onehot, 0) - 1
            keep = onehot * (pos < 2)
            disp = keep[..., None] * jax.nn.one_hot(pos.astype(jnp.int32), 2)
            xin = jnp.einsum("tec,td->ecd", disp, x)
            xin = lax.all_to_all(xin, "ep", 0, 0, tiled=True).reshape(4, 2, E_)  # source rank, slot
            out = jnp.tanh(jnp.einsum("gcd,df->gcf", xin, w[0]))
            out = lax.all_to_all(out, "ep", 0, 0, tiled=True)
            z = jnp.einsum("tec,ecf->tf", disp * pr[..., None], out)
            frac = jnp.mean(onehot, 0) if fault == "aux_local" else lax.stop_gradient(lax.pmean(jnp.mean(onehot, 0), "ep"))
            aux = NE * jnp.sum(frac * jnp.sum(pr, 0)) / 12
            return jnp.sum((z - y) ** 2) / 12 + 0.01 * aux
        w = lax.dynamic_slice_in_dim(p["w"], r, 1)
        loss, (gp, gw) = jax.value_and_grad(f, argnums=(0, 1))(p, w)
        g = {"r": lax.psum(gp["r"], "ep"), "w": lax.all_gather(gw, "ep", tiled=True)}
        return {k: p[k] - 0.1 * g[k] for k in p}, lax.psum(loss, "ep")
    return step
# ---- pipelines
L_ = 4
def pipe_args(batch=8):
    rng = np.random.default_rng(9)
    return {"w": normal(rng, L_, E_, E_), "b": normal(rng, L_, E_)}, normal(rng, batch, E_), normal(rng, batch, E_)
def layer(w, b, x):
    return x + jnp.tanh(x @ w + b)
def pipe_logical(p, x, y):
    def f(p):
        h = x
        for l in range(L_):
            h = layer(p["w"][l], p["b"][l], h)
        return jnp.sum((h - y) ** 2) / x.shape[0]
    loss, g = jax.value_and_grad(f)(p)
    return attn_finish(p, loss, g)
def pipeline(stages, micro, loop, dp=None, tp=None):
    per = L_ // stages
    def plan(fault):
        def step(p, x, y):
            axes = ("pp",) + ((dp,) if dp else ())
            s = lax.axis_index("pp")
            denom = x.shape[0] * (lax.axis_size(dp) if dp else 1)
            n = x.shape[0] // micro
            xs, ys = x.reshape(micro, n, E_), y.reshape(micro, n, E_)
            def f(p):
                def stage(h):
                    for l in range(per):
                        h = layer(p["w"][l], p["b"][l], h)
                    return h
                def tick(carry, t):
                    h, loss = carry
                    first = xs[jnp.clip(t, 0, micro - 1)] if loop == "scan" else xs[min(t, micro - 1)]
                    h = stage(jnp.where(s == 0, first, h))
                    m = t - (stages - 1)
                    if loop == "scan":
                        target = ys[jnp.clip(m, 0, micro - 1)]
                        valid = (m >= (0 if fault is None else 1)) & (s == stages - 1)
                        loss = loss + jnp.where(valid, jnp.sum((h - target) ** 2), 0.0)
                    elif m >= (0 if fault is None else 1):
                        loss = loss + jnp.where(s == stages - 1, jnp.sum((h - ys[m]) ** 2), 0.0)
                    h = lax.ppermute(h, "pp", [(i, i + 1) for i in range(stages - 1)])
                    return (h, loss), None
                c = (jnp.zeros((n, E_)), jnp.zeros(()))
                if loop == "scan":
                    c, _ = lax.scan(tick, c, jnp.arange(micro + stages - 1))
                else:
                    for t in range(micro + stages - 1):
                        c, _ = tick(c, t)
                return c[1] / denom
            loss, g = jax.value_and_grad(f)(p)
            loss = lax.psum(loss, axes)
            if dp:
                g = psum(g, dp)
            sq = lax.psum(sum(jnp.sum(v * v) for v in g.values()), "pp")
            c = jnp.minimum(1.0, 0.2 / (jnp.sqrt(sq) + 1e-6))
            return {k: p[k] - 0.1 * c * g[k] for k in p}, loss
        return step
    return plan
for stages, micro, loop, dp in [(2, 4, "unroll", None), (2, 4, "scan", None), (4, 4, "unroll", None), (4, 8, "scan", None), (2, 4, "scan", "dp"), (4, 8, "unroll", None)]:
    mesh = {"pp": stages} if not dp else {"dp": 2, "pp": stages}
    bs = P("dp") if dp else P()
    case(f"pipe{stages}x{micro}_{loop}{'_dp' if dp else ''}", pipe_logical, (lambda b: lambda: pipe_args(b))(micro * (2 if dp else 1) * (2 if micro < 8 else 1)), mesh, (P("pp"), bs, bs), ["first_microbatch_lost"], out=(P("pp"), P()))(pipeline(stages, micro, loop, dp))
# ---- chunked scan over time
def rnn_args():
    rng = np.random.default_rng(11)
    return {"u": normal(rng, 4, E_), "w": normal(rng, E_, E_)}, normal(rng, 8, 6, 4), normal(rng, 8, E_)
def rnn_cell(p):
    return lambda h, xt: (jnp.tanh(xt @ p["u"] + h @ p["w"]), None)
def rnn_logical(p, x, y):
    def f(p):
        h, _ = lax.scan(rnn_cell(p), jnp.zeros((x.shape[0], E_)), jnp.swapaxes(x, 0, 1))
        return jnp.sum((h - y) ** 2) / 8
    loss, g = jax.value_and_grad(f)(p)
    return attn_finish(p, loss, g)
@case("time_chunks", rnn_logical, rnn_args, {"dp": 2}, (P(), P("dp"), P("dp")), ["state_reset"])
def chunks(fault):
    def step(p, x, y):
        def f(p):
            t = jnp.swapaxes(x, 0, 1).reshape(3, 2, x.shape[0], 4)
            def chunk(h, xs):
                h, _ = lax.scan(rnn_cell(p), h, xs)
                return h
            h = jnp.zeros((x.shape[0], E_))
            for i in range(3):
                if fault and i == 1:
                    h = h * 0
                h = jax.checkpoint(chunk)(h, t[i])
            return jnp.sum((h - y) ** 2) / 8
        loss, g = psum(jax.value_and_grad(f)(p))
        return attn_finish(p, loss, g)
    return step
