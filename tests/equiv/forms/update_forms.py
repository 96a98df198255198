"""Forms of optimizer updates: name -> (logical, forms that are equal, forms that are not).

p, m, d: parameters, gradients and first moments of 8 rows; v: second moments, not negative; t: the step, from 1.
"""
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

f32 = np.float32
SPECS = {"t": P()}


def adam(p, m, d, v, t):
    n, w = 0.9 * d + 0.1 * m, 0.99 * v + 0.01 * m * m
    nh, wh = n / (1 - 0.9 ** t.astype(f32)), w / (1 - 0.99 ** t.astype(f32))
    return p - 0.1 * nh / (jnp.sqrt(wh) + 0.01)


def adam_rescaled(p, m, d, v, t, epsilon=True):
    c1, c2 = 1 - f32(0.9) ** t.astype(f32), 1 - f32(0.99) ** t.astype(f32)
    n, w = d + f32(0.1) * (m - d), v + f32(0.01) * (m * m - v)
    return p - 0.1 * jnp.sqrt(c2) / c1 * n / (jnp.sqrt(w) + 0.01 * (jnp.sqrt(c2) if epsilon else 1))


def adam_differences(p, m, d, v, t):
    n, w = d + f32(0.1) * (m - d), v + f32(0.01) * (m * m - v)
    return p - f32(0.1) * (n / (1 - f32(0.9) ** t.astype(f32))) / (f32(0.01) + jnp.sqrt(w / (1 - f32(0.99) ** t.astype(f32))))


def adam_root(p, m, d, v, t):
    n, w = 0.9 * d + 0.1 * m, 0.99 * v + 0.01 * m ** 2
    return p - 0.1 * n * (1 / (1 - 0.9 ** t.astype(f32))) / (jnp.sqrt(w) / jnp.sqrt(1 - 0.99 ** t.astype(f32)) + 0.01)


def row(x):
    return jnp.sum(x, -1, keepdims=True)


FORMS = {
    # Forms that take the roots of second moment and bias correction apart (adam_rescaled, adam_root) need the sign of
    # 1 - 0.99^t, which is not derived; see docs/status.md.
    "adam": (adam, [lambda p, m, d, v, t: adam_differences(p, m, d, v, t)], [lambda p, m, d, v, t: adam_rescaled(p, m, d, v, t, False)]),
    "momentum": (lambda p, m, d: p - 0.1 * (0.9 * d + m), [lambda p, m, d: p - (0.09 * d + 0.1 * m), lambda p, m, d: p - 0.1 * m - 0.1 * 0.9 * d],
                 [lambda p, m, d: p - 0.1 * (0.9 * m + d)]),
    "nesterov": (lambda p, m, d: p - 0.1 * (m + 0.9 * (0.9 * d + m)), [lambda p, m, d: p - 0.1 * (1.9 * m + f32(0.81) * d)], [lambda p, m, d: p - 0.1 * (m + 0.9 * d)]),
    "decay": (lambda p, m: p - 0.1 * (m + 0.01 * p), [lambda p, m: p * (1 - f32(0.001)) - 0.1 * m, lambda p, m: p * f32(0.999) - m / 10], [lambda p, m: p - 0.1 * m - 0.01 * p]),
    "lion": (lambda p, m, d: p - 0.1 * jnp.sign(0.9 * d + 0.1 * m), [lambda p, m, d: p - 0.1 * jnp.sign(9 * d + m), lambda p, m, d: p + 0.1 * jnp.sign(-d - f32(1 / 9) * m),
             lambda p, m, d: p - 0.1 * jnp.sign(m + 0.9 * (d - m))], [lambda p, m, d: p - 0.1 * jnp.sign(0.1 * d + 0.9 * m)]),
    "rms_prop": (lambda p, m, v: p - 0.1 * m * lax.rsqrt(0.9 * v + 0.1 * m * m + 0.01), [lambda p, m, v: p - 0.1 * m / jnp.sqrt(v + f32(0.1) * (m * m - v) + 0.01)],
                 [lambda p, m, v: p - 0.1 * m / (jnp.sqrt(0.9 * v + 0.1 * m * m) + 0.01)]),
    "row_moments": (lambda p, m, v: p - m * lax.rsqrt(row(v) / row(m * m) + 0.01), [lambda p, m, v: p - m / jnp.sqrt(0.01 + row(v) / row(m * m))],
                    [lambda p, m, v: p - m * jnp.sqrt(row(m * m) / (row(v) + 0.01))]),
    "clipped_value": (lambda p, m: p - 0.1 * jnp.clip(m, -0.5, 0.5), [lambda p, m: p - jnp.clip(0.1 * m, -0.05, 0.05), lambda p, m: p + jnp.clip(-0.1 * m, -0.05, 0.05)],
                      [lambda p, m: p - 0.1 * jnp.clip(m, -0.5, 0.4)]),
}
