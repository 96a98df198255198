"""Forms of functions of rows, weights and losses: name -> (logical, forms that are equal, forms that are not).

x: 8x6 rows, w: 6x5, v: 5x4, a: 6x2, c: 2x5 (an adapter), g, h: 6 (gain, bias), b: 5, labels: 8 of 5 classes,
e: 3x6x5 (experts). `total` adds over the ranks; results are the same on all of them.
"""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

f32 = np.float32
SPECS = {k: P() for k in ("w", "v", "a", "c", "g", "h", "b", "e", "u")}
OUT = P()


def over_rows(f):
    """The sum over the rows of a function of their values."""
    return lambda total, **args: total(jnp.sum(jnp.sin(f(**args)), 0))


def mean(x):
    return jnp.mean(x, -1, keepdims=True)


def layer_norm(x, g, h, variance):
    return (x - mean(x)) * lax.rsqrt(variance(x) + 1e-5) * g + h


def centred(x):
    return mean((x - mean(x)) ** 2)


def moments(x):
    return mean(x * x) - mean(x) ** 2


def norm_gradient(variance):
    return lambda x, g, h, w, total: total(jax.grad(lambda g: jnp.sum(jnp.tanh(layer_norm(x, g, h, variance) @ w)))(g))


def norm_input_gradient(variance):
    """Of the weights before the norm."""
    def f(x, w, b, total):
        def loss(w):
            y = x @ w
            return jnp.sum(jnp.tanh((y - mean(y)) * lax.rsqrt(variance(y) + 1e-5)) * b)
        return total(jax.grad(loss)(w))
    return f


def layer_norm_by_hand(x, w, b, total):
    y = x @ w
    r = lax.rsqrt(centred(y) + 1e-5)
    n = (y - mean(y)) * r
    dn = b * (1 - jnp.tanh(n) ** 2)
    dy = r * (dn - mean(dn) - n * mean(dn * n))
    return total(x.T @ dy)


def rms(y):
    return y * lax.rsqrt(mean(y * y) + 1e-6)


def rms_gradient(x, w, b, total):
    return total(jax.grad(lambda w: jnp.sum(jnp.sin(rms(x @ w)) * b))(w))


def rms_by_hand(x, w, b, total, term=1.0):
    y = x @ w
    r = 1 / jnp.sqrt(jnp.sum(y * y, -1, keepdims=True) / 5 + 1e-6)
    dn = b * jnp.cos(y * r)
    return total(x.T @ (r * dn - term * y * r ** 3 * mean(dn * y)))


def shifted_softmax(z):
    e = jnp.exp(z - jnp.max(z, -1, keepdims=True))
    return e / jnp.sum(e, -1, keepdims=True)


def plain_softmax(z):
    e = jnp.exp(z)
    return e / jnp.sum(e, -1, keepdims=True)


def onehot(labels):
    return (labels[:, None] == jnp.arange(5)).astype(f32)


def logsumexp(z):
    return jnp.log(jnp.sum(jnp.exp(z), -1))


def cross_entropy(z, labels):
    return -jnp.sum(jnp.take_along_axis(jax.nn.log_softmax(z), labels[:, None], 1))


def entropy_gradient(x, w, labels, total):
    return total(jax.grad(lambda w: cross_entropy(x @ w, labels))(w))


def entropy_by_hand(x, w, labels, total, scale=1.0):
    return total(x.T @ (plain_softmax(x @ w) - scale * onehot(labels)))


def smoothed(z, labels, eps=0.1):
    return -jnp.sum((onehot(labels) * (1 - eps) + eps / 5) * jax.nn.log_softmax(z))


def smoothed_parts(z, labels, eps=0.1):
    l = jax.nn.log_softmax(z)
    return (1 - eps) * -jnp.sum(onehot(labels) * l) - eps * jnp.sum(jnp.mean(l, -1))


def attention(q, k, v, mask):
    s = q @ k.T / f32(np.sqrt(6))
    return mask(s) @ v


def causal(z):
    return jnp.tril(jnp.ones(z.shape, bool))


def masked(fill):
    return lambda z: jax.nn.softmax(jnp.where(causal(z), z, fill))


def added(fill):
    return lambda z: plain_softmax(z + jnp.where(causal(z), 0.0, fill))


def multiplied(z):
    e = jnp.exp(z) * causal(z)
    return e / jnp.sum(e, -1, keepdims=True)


def rope(x, shift=0.0):
    """Pairs (i, i + 3)."""
    t = (jnp.arange(8, dtype=f32)[:, None] + shift) * jnp.array([1.0, 0.5, 0.25], f32)
    x1, x2 = x[:, :3], x[:, 3:]
    return jnp.concatenate([x1 * jnp.cos(t) - x2 * jnp.sin(t), x1 * jnp.sin(t) + x2 * jnp.cos(t)], -1)


def rope_interleaved(x):
    """Pairs (2i, 2i + 1)."""
    t = jnp.arange(8, dtype=f32)[:, None] * jnp.array([1.0, 0.5, 0.25], f32)
    y = x.reshape(8, 3, 2)
    re, im = y[..., 0] * jnp.cos(t) - y[..., 1] * jnp.sin(t), y[..., 0] * jnp.sin(t) + y[..., 1] * jnp.cos(t)
    return jnp.stack([re, im], -1).reshape(8, 6)


def rope_reordered(x):
    order = np.array([0, 3, 1, 4, 2, 5])
    return rope_interleaved(x[:, order])[:, np.argsort(order)]


def clip(update):
    def f(x, w, total):
        grad = total(x.T @ jnp.tanh(x @ w))
        return w - 0.1 * update(grad, jnp.sqrt(jnp.sum(grad * grad)))
    return f


FORMS = {
    # softmax, losses
    "softmax": (over_rows(lambda x, w: jax.nn.softmax(x @ w)), [over_rows(lambda x, w: plain_softmax(x @ w)), over_rows(lambda x, w: shifted_softmax(x @ w)),
                over_rows(lambda x, w: jnp.exp(jax.nn.log_softmax(x @ w))), over_rows(lambda x, w: jax.nn.softmax(x @ w + 3.0)),
                over_rows(lambda x, w: jax.nn.softmax(x @ w + mean(x)))], [over_rows(lambda x, w: jax.nn.softmax(x @ w + 3.0 * w[0]))]),
    "log_softmax": (over_rows(lambda x, w: jax.nn.log_softmax(x @ w)), [over_rows(lambda x, w: x @ w - logsumexp(x @ w)[:, None]), over_rows(lambda x, w: jnp.log(plain_softmax(x @ w))),
                    over_rows(lambda x, w: x @ w - jax.nn.logsumexp(x @ w, -1, keepdims=True))], [over_rows(lambda x, w: x @ w - logsumexp(2 * x @ w)[:, None])]),
    "entropy_gradient": (entropy_gradient, [entropy_by_hand, lambda x, w, labels, total: total(x.T @ (shifted_softmax(x @ w) - onehot(labels))),
                         lambda x, w, labels, total: total(jax.grad(lambda w: jnp.sum(logsumexp(x @ w) - jnp.sum(onehot(labels) * (x @ w), -1)))(w))],
                         [lambda x, w, labels, total: entropy_by_hand(x, w, labels, total, 0.9)]),
    "label_smoothing": (lambda x, w, labels, total: total(smoothed(x @ w, labels)), [lambda x, w, labels, total: total(smoothed_parts(x @ w, labels)),
                        lambda x, w, labels, total: total(jnp.sum(logsumexp(x @ w)) - 0.9 * jnp.sum(onehot(labels) * (x @ w)) - 0.02 * jnp.sum(x @ w))],
                        [lambda x, w, labels, total: total(smoothed_parts(x @ w, labels, 0.2))]),
    "smoothing_gradient": (lambda x, w, labels, total: total(jax.grad(lambda w: smoothed(x @ w, labels))(w)),
                           [lambda x, w, labels, total: total(jax.grad(lambda w: smoothed_parts(x @ w, labels))(w)),
                            lambda x, w, labels, total: total(x.T @ (plain_softmax(x @ w) - 0.9 * onehot(labels) - f32(0.02)))],
                           [lambda x, w, labels, total: entropy_by_hand(x, w, labels, total, 0.9)]),
    "key_bias": (lambda u, w, total: jax.grad(lambda h: jnp.sum(jnp.sin(jax.nn.softmax(u @ (u + h).T) @ (u @ w))))(jnp.zeros(6, f32)),
                 [lambda u, w, total: jnp.zeros(6, f32), lambda u, w, total: 2 * jax.grad(lambda h: jnp.sum(jnp.sin(jax.nn.softmax(u @ (u + h).T) @ (u @ w))))(jnp.zeros(6, f32))],
                 [lambda u, w, total: jax.grad(lambda h: jnp.sum(jnp.sin(jax.nn.softmax((u + h) @ u.T) @ (u @ w))))(jnp.zeros(6, f32))]),
    # variances and norms
    "variance": (over_rows(centred), [over_rows(moments), over_rows(lambda x: jnp.var(x, -1, keepdims=True)), over_rows(lambda x: (mean(x * x) * 6 - 6 * mean(x) ** 2) / 6)],
                 [over_rows(lambda x: mean(x * x) - mean(x))]),
    "layer_norm": (over_rows(lambda x, g, h: layer_norm(x, g, h, centred)), [over_rows(lambda x, g, h: layer_norm(x, g, h, moments)),
                   over_rows(lambda x, g, h: x * (g * lax.rsqrt(centred(x) + 1e-5)) + (h - mean(x) * g * lax.rsqrt(centred(x) + 1e-5)))],
                   [over_rows(lambda x, g, h: layer_norm(x, g, h, lambda x: mean(x * x) - mean(x)))]),
    "gain_gradient": (norm_gradient(centred), [norm_gradient(moments)], [norm_gradient(lambda x: mean(x * x))]),
    "norm_gradient": (norm_input_gradient(centred), [norm_input_gradient(moments), layer_norm_by_hand], [norm_input_gradient(lambda y: mean(y * y))]),
    "rms_gradient": (rms_gradient, [rms_by_hand], [lambda x, w, b, total: rms_by_hand(x, w, b, total, 0.5)]),
    # products of matrices
    "reassociation": (over_rows(lambda x, w, v: (x @ w) @ v), [over_rows(lambda x, w, v: x @ (w @ v)), over_rows(lambda x, w, v: (v.T @ (w.T @ x.T)).T), over_rows(lambda x, w, v: jnp.einsum("ij,jk,kl->il", x, w, v))],
                      [over_rows(lambda x, w, v: x @ (w @ jnp.roll(v, 1, 0)))]),
    "merged_adapter": (over_rows(lambda x, w, a, c: x @ w + 0.5 * (x @ a) @ c), [over_rows(lambda x, w, a, c: x @ (w + 0.5 * a @ c)), over_rows(lambda x, w, a, c: x @ w + x @ (0.5 * a) @ c)],
                       [over_rows(lambda x, w, a, c: x @ (w + a @ c))]),
    "adapter_gradient": (lambda x, w, a, c, total: total(jax.grad(lambda a: jnp.sum(jnp.tanh(x @ w + 0.5 * (x @ a) @ c)))(a)),
                         [lambda x, w, a, c, total: total(jax.grad(lambda a: jnp.sum(jnp.tanh(x @ (w + 0.5 * a @ c))))(a)),
                          lambda x, w, a, c, total: 0.5 * total(x.T @ (1 - jnp.tanh(x @ (w + 0.5 * a @ c)) ** 2)) @ c.T],
                         [lambda x, w, a, c, total: total(x.T @ (1 - jnp.tanh(x @ (w + 0.5 * a @ c)) ** 2)) @ c.T]),
    "bias_in_matrix": (over_rows(lambda x, w, b: x @ w + b), [over_rows(lambda x, w, b: jnp.concatenate([x, jnp.ones((x.shape[0], 1), f32)], 1) @ jnp.concatenate([w, b[None]], 0)),
                       over_rows(lambda x, w, b: x @ w + jnp.ones((x.shape[0], 1), f32) @ b[None])], [over_rows(lambda x, w, b: jnp.concatenate([x, x[:, :1]], 1) @ jnp.concatenate([w, b[None]], 0))]),
    "fused_projections": (over_rows(lambda x, w: jnp.tanh(x @ w) * (x @ (2 * w))), [over_rows(lambda x, w: (lambda y: jnp.tanh(y[:, :5]) * y[:, 5:])(x @ jnp.concatenate([w, 2 * w], 1))),
                          over_rows(lambda x, w: (lambda y: jnp.tanh(y[0]) * y[1])(jnp.einsum("ij,sjk->sik", x, jnp.stack([w, 2 * w]))))],
                          [over_rows(lambda x, w: (lambda y: jnp.tanh(y[:, 5:]) * y[:, :5])(x @ jnp.concatenate([w, 2 * w], 1)))]),
    "fused_gradient": (lambda x, w, total: total(jax.grad(lambda w: jnp.sum(jnp.tanh(x @ w) * (x @ (2 * w))))(w)),
                       [lambda x, w, total: total(jax.grad(lambda w: jnp.sum((lambda y: jnp.tanh(y[:, :5]) * y[:, 5:])(x @ jnp.concatenate([w, 2 * w], 1))))(w))],
                       [lambda x, w, total: total(jax.grad(lambda w: jnp.sum((lambda y: jnp.tanh(y[:, :5]) * y[:, 5:])(x @ jnp.concatenate([w, w], 1))))(w))]),
    "stacked_experts": (over_rows(lambda x, e: jnp.einsum("ij,sjk->isk", x, e)), [over_rows(lambda x, e: jnp.stack([x @ e[0], x @ e[1], x @ e[2]], 1)),
                        over_rows(lambda x, e: (x @ jnp.swapaxes(e, 0, 1).reshape(6, 15)).reshape(-1, 3, 5))], [over_rows(lambda x, e: jnp.stack([x @ e[0], x @ e[2], x @ e[1]], 1))]),
    "experts_gradient": (lambda x, e, total: total(jax.grad(lambda e: jnp.sum(jnp.tanh(jnp.einsum("ij,sjk->isk", x, e))))(e)),
                         [lambda x, e, total: total(jax.grad(lambda e: jnp.sum(jnp.tanh(jnp.stack([x @ e[0], x @ e[1], x @ e[2]], 1))))(e)),
                          lambda x, e, total: total(jnp.stack([x.T @ (1 - jnp.tanh(x @ e[s]) ** 2) for s in range(3)]))],
                         [lambda x, e, total: total(jnp.stack([x.T @ (1 - jnp.tanh(x @ e[s]) ** 2) for s in (0, 2, 1)]))]),
    # attention: masks, rotations
    "causal_mask": (lambda u, w, total: jnp.tanh(attention(u, u, u @ w, masked(-jnp.inf))), [lambda u, w, total: jnp.tanh(attention(u, u, u @ w, masked(-1e30))),
                    lambda u, w, total: jnp.tanh(attention(u, u, u @ w, added(-1e9))), lambda u, w, total: jnp.tanh(attention(u, u, u @ w, multiplied))],
                    [lambda u, w, total: jnp.tanh(attention(u, u, u @ w, added(-3.0)))]),
    "rotation_shift": (lambda u, w, total: jnp.tanh(rope(u) @ rope(u[:, ::-1]).T), [lambda u, w, total: jnp.tanh(rope(u, 17.0) @ rope(u[:, ::-1], 17.0).T)],
                       [lambda u, w, total: jnp.tanh(rope(u, 17.0) @ rope(u[:, ::-1], 16.0).T)]),
    "rotation_pairs": (lambda u, total: jnp.tanh(rope(u)), [lambda u, total: jnp.tanh(rope_reordered(u))], [lambda u, total: jnp.tanh(rope_interleaved(u))]),
    # clipping
    "clip": (clip(lambda g, n: g * jnp.minimum(1.0, 0.5 / (n + 1e-6))), [clip(lambda g, n: g * jnp.where(n + 1e-6 < 0.5, 1.0, 0.5 / (n + 1e-6))), clip(lambda g, n: 0.5 * g / jnp.maximum(n + 1e-6, 0.5)),
             clip(lambda g, n: g / jnp.maximum(1.0, (n + 1e-6) / 0.5))], [clip(lambda g, n: g * jnp.minimum(1.0, 0.4 / n))]),
    "clip_select": (clip(lambda g, n: jnp.where(n < 0.5, g, g / n * 0.5)), [clip(lambda g, n: 0.5 * g / jnp.maximum(n, 0.5))], [clip(lambda g, n: jnp.where(n < 0.5, g, g / n))]),
}
