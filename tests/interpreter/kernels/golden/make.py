#!/usr/bin/env python3
"""Writes the golden values of the operator functions: FAMILY.json next to this file.

Structural operators are run as StableHLO text by XLA's CPU backend, functions are evaluated by NumPy and SciPy in f64.
Needs jax, numpy, scipy, ml_dtypes. Deterministic: running it again writes the same files.

A case: operator, attributes, operands and results as {type, shape, hex of the little-endian bytes}, and the relative
tolerance (of the largest finite magnitude of the result; 0 = equal bits, any NaN equals any NaN).
"""
import json
import os
import pathlib
import sys

os.environ["JAX_ENABLE_X64"] = "1"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import ml_dtypes
import numpy as np
import scipy.special
from jax._src.interpreters import mlir as jax_mlir
from jax._src.lib.mlir import ir
from jaxlib import xla_client

HERE = pathlib.Path(__file__).parent

DTYPES = {
    "i1": np.bool_, "i4": ml_dtypes.int4, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "ui4": ml_dtypes.uint4, "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
    "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3": ml_dtypes.float8_e4m3, "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz, "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2, "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "f64": np.float64,
    "complex<f32>": np.complex64, "complex<f64>": np.complex128,
}
NAMES = {np.dtype(v): k for k, v in DTYPES.items()}


def type_of(x):
    return "tensor<" + "".join(f"{d}x" for d in x.shape) + NAMES[x.dtype] + ">"


def pack(x):
    x = np.asarray(x)
    raw = x
    if NAMES[x.dtype] == "i4":
        raw = x.astype(np.int8).view(np.uint8) & 15
    elif NAMES[x.dtype] == "ui4":
        raw = x.astype(np.uint8)
    return {"type": NAMES[x.dtype], "shape": list(x.shape), "hex": np.ascontiguousarray(raw).tobytes().hex()}


class Family:
    """The cases of one file."""

    def __init__(self, name):
        self.name, self.cases = name, []
        self.random = np.random.default_rng(abs(hash_of(name)))

    def add(self, op, operands, results, rel=0.0, **attrs):
        self.cases.append({"op": op, "attrs": attrs, "operands": [pack(o) for o in operands],
                           "results": [pack(r) for r in results], "rel": rel})

    def write(self):
        text = ",\n".join(json.dumps(c) for c in self.cases)
        (HERE / f"{self.name}.json").write_text(f"[\n{text}\n]\n")
        print(f"{self.name}: {len(self.cases)} cases, {len(text) // 1024} KiB")

    def values(self, dtype, *shape):
        dtype = np.dtype(dtype)
        if dtype.kind in "iu" and dtype.itemsize >= 1 and dtype in (np.dtype(np.int32), np.dtype(np.int64)):
            return self.random.integers(-9, 10, shape).astype(dtype)
        if dtype.kind == "u":
            return self.random.integers(0, 12, shape).astype(dtype)
        if dtype.kind == "b":
            return self.random.integers(0, 2, shape).astype(bool)
        if dtype.kind == "c":
            return (self.random.normal(size=shape) + 1j * self.random.normal(size=shape)).astype(dtype)
        return self.random.normal(size=shape).astype(dtype)


def hash_of(text):
    value = 0
    for byte in text.encode():
        value = (value * 131 + byte) % (1 << 31)
    return value


def run(text, operands, count):
    """@main's results on XLA's CPU backend."""
    with jax_mlir.make_ir_context():
        module = ir.Module.parse(text)
        device = jax.devices()[0]
        loaded = device.client.compile_and_load(module, xla_client.DeviceList((device,)), xla_client.CompileOptions())
        out = loaded.execute_sharded([jax.device_put(np.asarray(o), device) for o in operands])
        return [np.asarray(x) for x in out.consume_with_handlers([lambda shards: shards[0]] * count)]


def execute(op, operands, result_types, regions="", names=None):
    """Runs one operator given as text with %a0, %a1 ... as operands."""
    args = ", ".join(f"%a{i}: {type_of(np.asarray(o))}" for i, o in enumerate(operands))
    outs = ", ".join(result_types)
    values = ", ".join(f"%r#{i}" for i in range(len(result_types))) if len(result_types) > 1 else "%r"
    lhs = f"%r:{len(result_types)}" if len(result_types) > 1 else "%r"
    used = ", ".join(f"%a{i}" for i in range(len(operands)))
    types = ", ".join(type_of(np.asarray(o)) for o in operands)
    text = (f"module {{ func.func @main({args}) -> ({outs}) {{\n"
            f"  {lhs} = \"stablehlo.{op[0]}\"({used}) {regions} {{{op[1]}}} : ({types}) -> ({outs})\n"
            f"  return {values} : {outs}\n}} }}")
    try:
        return run(text, operands, len(result_types))
    except Exception:
        print(text, file=sys.stderr)
        raise


def array(values):
    values = list(values)
    return f"array<i64: {', '.join(map(str, values))}>" if values else "array<i64>"


def body(types, op):
    """A two-operand region per operand: op of (left, right)."""
    n = len(types)
    args = ", ".join([f"%l{i}: tensor<{t}>" for i, t in enumerate(types)] +
                     [f"%r{i}: tensor<{t}>" for i, t in enumerate(types)])
    lines = [f"%v{i} = stablehlo.{op} %l{i}, %r{i} : tensor<{t}>" for i, t in enumerate(types)]
    rets = ", ".join(f"%v{i}" for i in range(n)) + " : " + ", ".join(f"tensor<{t}>" for t in types)
    return "({\n^bb0(" + args + "):\n" + "\n".join(lines) + f"\nstablehlo.return {rets}\n}})"


def replace_body(t):
    return f"({{\n^bb0(%l: tensor<{t}>, %r: tensor<{t}>):\nstablehlo.return %r : tensor<{t}>\n}})"


# ---------------------------------------------------------------------------------------------- families


def specials(dtype):
    big = float(ml_dtypes.finfo(dtype).max)
    tiny = float(ml_dtypes.finfo(dtype).smallest_subnormal)
    return np.array([0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3.25, -0.1, 0.1, 1e-3, 7.7, -11.3, 88, 40, -30, big, -big,
                     tiny, -tiny, np.inf, -np.inf, np.nan]).astype(dtype)


def few(dtype):
    """Fewer of them, for pairs."""
    return specials(dtype)[[0, 1, 2, 3, 6, 8, 11, 13, 18, 19, 20, 22, 23, 24]]


UNARY = {
    "abs": np.abs, "cbrt": np.cbrt, "ceil": np.ceil, "cosine": np.cos, "exponential": np.exp,
    "exponential_minus_one": np.expm1, "floor": np.floor, "log": np.log, "log_plus_one": np.log1p,
    "logistic": scipy.special.expit, "negate": np.negative, "round_nearest_even": np.rint,
    "round_nearest_afz": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x), "rsqrt": lambda x: 1 / np.sqrt(x),
    "sign": lambda x: np.where(x == 0, x, np.sign(x)), "sine": np.sin, "sqrt": np.sqrt, "tan": np.tan,
    "tanh": np.tanh, "erf": scipy.special.erf, "erfc": scipy.special.erfc, "erf_inv": scipy.special.erfinv,
    "lgamma": scipy.special.gammaln, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "asinh": np.arcsinh,
    "acosh": np.arccosh, "atanh": np.arctanh, "sinh": np.sinh, "cosh": np.cosh, "square": np.square,
    "bessel_i1e": scipy.special.i1e,
}
EXACT = {"abs", "ceil", "floor", "negate", "round_nearest_even", "round_nearest_afz", "sign", "sqrt"}


def unary():
    f = Family("unary")
    for op, function in UNARY.items():
        for t in ("f64", "f32", "bf16", "f16"):
            x = np.concatenate([specials(DTYPES[t]), f.values(DTYPES[t], 12)])
            with np.errstate(all="ignore"):
                y = function(x.astype(np.float64)).astype(DTYPES[t])
            # One unit in the last place: the reference rounds twice on its way to the narrow types.
            ulp = {"f64": 4e-15, "f32": 1.2e-7, "bf16": 0.0079, "f16": 0.00098}[t]
            f.add(op, [x], [y], elementwise=True, rel=0.0 if op in EXACT else ulp)
    x = np.array([-9.5, -1.25, -0.5, 0.25, 0.75, 1, 1.5, 2, 3.5, 10, 50, 300, np.inf, np.nan])
    f.add("digamma", [x], [scipy.special.digamma(x)], elementwise=True, rel=4e-14)
    n = np.array([0, 1, 2, 3, 4, 1, 2, 7, 0, 1.5, -1])
    x = np.array([0.7, 0.3, 1.5, 2.5, 20.25, 100, 0.1, 3.5, 5.5, 2, 2])
    with np.errstate(all="ignore"):
        y = [scipy.special.polygamma(int(a), b) if a >= 0 and a == int(a) else np.nan for a, b in zip(n, x)]
    f.add("polygamma", [n, x], [np.array(y, np.float64)], elementwise=True, rel=2e-14)
    x = np.array([2, 3, 1.5, 1.01, 10, 40, 90, 300, 1, 0.5, 2, 2, 4.5])
    q = np.array([1, 0.5, 2.25, 3.0, 0.1, 2, 1.5, 1, 2, 2, 0, -2, 17.5])
    f.add("zeta", [x, q], [scipy.special.zeta(x, q)], elementwise=True, rel=2e-14)
    for t in ("f64", "f32", "bf16", "f16"):
        x = specials(DTYPES[t])
        f.add("is_finite", [x], [np.isfinite(x.astype(np.float64))])
    for t in ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "i4", "ui4"):
        lowest, highest = int(ml_dtypes.iinfo(DTYPES[t]).min), int(ml_dtypes.iinfo(DTYPES[t]).max)
        x = np.array([0, 1, 2, 3, 5, highest, highest - 1, lowest, highest // 2, highest // 3], object).astype(DTYPES[t])
        width = ml_dtypes.iinfo(DTYPES[t]).bits
        codes = [int(v) % (1 << width) for v in x]
        f.add("popcnt", [x], [np.array([bin(c).count("1") for c in codes]).astype(DTYPES[t])])
        f.add("count_leading_zeros", [x], [np.array([width - c.bit_length() for c in codes]).astype(DTYPES[t])])
        wrap = lambda v: (v - lowest) % (1 << width) + lowest
        f.add("not", [x], [np.array([wrap(~int(v)) for v in x], object).astype(DTYPES[t])])
        f.add("negate", [x], [np.array([wrap(-int(v)) for v in x], object).astype(DTYPES[t])])
        if lowest < 0:
            f.add("abs", [x], [np.array([wrap(abs(int(v))) for v in x]).astype(DTYPES[t])])
            f.add("sign", [x], [np.array([(v > 0) - (v < 0) for v in map(int, x)]).astype(DTYPES[t])])
    complexes = {"exponential": np.exp, "log": np.log, "sine": np.sin, "cosine": np.cos, "tanh": np.tanh, "tan": np.tan,
                 "sqrt": np.sqrt, "negate": np.negative, "sign": lambda x: x / np.abs(x),
                 "rsqrt": lambda x: 1 / np.sqrt(x), "logistic": lambda x: 1 / (1 + np.exp(-x)),
                 "exponential_minus_one": np.expm1, "log_plus_one": np.log1p, "asin": np.arcsin, "acos": np.arccos,
                 "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "conj": np.conj, "square": np.square,
                 "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh}
    for op, function in complexes.items():
        for t, rel in (("complex<f64>", 1e-14), ("complex<f32>", 2e-7)):
            x = f.values(DTYPES[t], 9)
            f.add(op, [x], [function(x.astype(np.complex128)).astype(DTYPES[t])], rel=rel)
    x = f.values(np.complex64, 7)
    f.add("abs", [x], [np.abs(x.astype(np.complex128)).astype(np.float32)], rel=1e-7)
    f.add("real", [x], [x.real.copy()])
    f.add("imag", [x], [x.imag.copy()])
    f.write()


def binary():
    f = Family("binary")
    for t in ("f64", "f32", "bf16", "f16", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E3M4"):
        s = few(DTYPES[t])
        a, b = (v.ravel() for v in np.meshgrid(s, s))
        wide = np.float64 if t == "f64" else np.float32
        x, y = a.astype(wide), b.astype(wide)
        with np.errstate(all="ignore"):
            for op, function in {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide,
                                 "remainder": np.fmod}.items():
                f.add(op, [a, b], [function(x, y).astype(DTYPES[t])])
            least, most = np.minimum(x, y), np.maximum(x, y)
            zeros = (x == 0) & (y == 0)
            most = np.where(zeros, np.where(np.signbit(x) & np.signbit(y), -0.0, 0.0), most).astype(wide)
            least = np.where(zeros, np.where(np.signbit(x) | np.signbit(y), -0.0, 0.0), least).astype(wide)
            f.add("maximum", [a, b], [most.astype(DTYPES[t])])
            f.add("minimum", [a, b], [least.astype(DTYPES[t])])
            if t in ("f64", "f32", "bf16", "f16"):
                ulp = {"f64": 4e-15, "f32": 1.2e-7, "bf16": 0.0079, "f16": 0.00098}[t]
                x, y = a.astype(np.float64), b.astype(np.float64)
                f.add("power", [a, b], [np.power(x, y).astype(DTYPES[t])], elementwise=True, rel=ulp)
                f.add("atan2", [a, b], [np.arctan2(x, y).astype(DTYPES[t])], elementwise=True, rel=ulp)
    for t in ("f64", "f32", "f16"):
        s = few(DTYPES[t])
        a, b = (v.ravel() for v in np.meshgrid(s, s))
        f.add("next_after", [a, b], [np.where(a == b, b, np.nextafter(a, b))])
    a, b = (v.ravel() for v in np.meshgrid(few(ml_dtypes.bfloat16), few(ml_dtypes.bfloat16)))
    f.add("next_after", [a, b], [np.where(a == b, b, np.nextafter(a, b))])
    for t in ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "i4", "ui4"):
        info = ml_dtypes.iinfo(DTYPES[t])
        low, high, width = int(info.min), int(info.max), info.bits
        s = [0, 1, 3, high, high - 1] + ([-1, -2, low] if low < 0 else [7])
        pairs = [(v, w) for v in s for w in s]
        wrap = lambda v: (v - low) % (1 << width) + low
        code = lambda v: v % (1 << width)
        make = lambda values: np.array([wrap(v) for v in values], dtype=object).astype(DTYPES[t])
        a, b = make([p[0] for p in pairs]), make([p[1] for p in pairs])
        quotient = lambda v, w: -1 if w == 0 else (abs(v) // abs(w)) * (1 if (v < 0) == (w < 0) else -1)
        table = {
            "add": lambda v, w: v + w, "subtract": lambda v, w: v - w, "multiply": lambda v, w: v * w,
            "maximum": max, "minimum": min, "and": lambda v, w: v & w, "or": lambda v, w: v | w,
            "xor": lambda v, w: v ^ w, "divide": quotient,
            "remainder": lambda v, w: v if w == 0 else v - w * quotient(v, w),
            "power": lambda v, w: pow(v, w, 1 << width) if w >= 0 else {1: 1, -1: 1 if w % 2 == 0 else -1}.get(v, 0),
            "shift_left": lambda v, w: 0 if code(w) >= width else v << code(w),
            "shift_right_logical": lambda v, w: 0 if code(w) >= width else code(v) >> code(w),
            "shift_right_arithmetic": lambda v, w: wrap(v if low < 0 else (v if v <= high // 2 else v - high - 1))
            >> min(code(w), width - 1) if low < 0 else
            (v if v <= high // 2 else v - high - 1) >> min(code(w), width - 1),
        }
        for op, function in table.items():
            f.add(op, [a, b], [make([function(v, w) for v, w in pairs])])
        for direction, compare in COMPARE.items():
            f.add("compare", [a, b], [np.array([compare(v, w) for v, w in pairs])], direction=direction,
                  type="SIGNED" if low < 0 else "UNSIGNED")
    for t in ("complex<f32>", "complex<f64>"):
        a, b = f.values(DTYPES[t], 9), f.values(DTYPES[t], 9)
        x, y = a.astype(np.complex128), b.astype(np.complex128)
        for op, function in {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide,
                             "power": np.power}.items():
            f.add(op, [a, b], [function(x, y).astype(DTYPES[t])], rel=2e-7 if t == "complex<f32>" else 1e-14)
    a, b = f.values(np.float32, 5), f.values(np.float32, 5)
    f.add("complex", [a, b], [(a + 1j * b).astype(np.complex64)])
    a, b = np.array([True, True, False, False]), np.array([True, False, True, False])
    for op, function in {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor, "add": np.logical_or,
                         "multiply": np.logical_and, "maximum": np.logical_or, "minimum": np.logical_and}.items():
        f.add(op, [a, b], [function(a, b)])
    for t in ("f32", "f64", "bf16", "f8E5M2"):
        s = np.concatenate([few(DTYPES[t]), -few(DTYPES[t])[-1:]])
        a, b = (v.ravel() for v in np.meshgrid(s, s))
        for direction, compare in COMPARE.items():
            x, y = a.astype(np.float64), b.astype(np.float64)
            f.add("compare", [a, b], [compare(x, y)], direction=direction, type="FLOAT")
            bits = {4: np.int32, 8: np.int64, 2: np.int16, 1: np.int8}[a.dtype.itemsize]
            key = lambda v: np.where(v.view(bits) < 0, v.view(bits) ^ np.iinfo(bits).max, v.view(bits))
            f.add("compare", [a, b], [compare(key(a), key(b))], direction=direction, type="TOTALORDER")
    f.write()


COMPARE = {"EQ": lambda a, b: a == b, "NE": lambda a, b: a != b, "GE": lambda a, b: a >= b, "GT": lambda a, b: a > b,
           "LE": lambda a, b: a <= b, "LT": lambda a, b: a < b}


def select_and_clamp():
    f = Family("select")
    for t in ("f32", "i32", "complex<f64>", "i1"):
        a, b, p = f.values(DTYPES[t], 3, 4), f.values(DTYPES[t], 3, 4), f.values(np.bool_, 3, 4)
        f.add("select", [p, a, b], [np.where(p, a, b)])
        f.add("select", [np.array(True), a, b], [a])
        f.add("select", [np.array(False), a, b], [b])
    for t in ("f32", "bf16", "i32", "ui32"):
        x = f.values(DTYPES[t], 3, 5)
        low, high = np.array(1, DTYPES[t]), np.array(2, DTYPES[t])
        f.add("clamp", [low, x, high], [np.minimum(np.maximum(x, low), high)])
        lows, highs = np.full((3, 5), low), f.values(DTYPES[t], 3, 5)
        f.add("clamp", [lows, x, highs], [np.minimum(np.maximum(x, lows), highs)])
    x = np.array([np.nan, 1, -5, 9], np.float32)
    f.add("clamp", [np.float32(0), x, np.float32(3)], [np.array([np.nan, 1, 0, 3], np.float32)])
    f.write()


def convert():
    f = Family("convert")
    numbers = ["f64", "f32", "bf16", "f16", "f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2",
               "f8E5M2FNUZ", "f8E8M0FNU"]
    base = np.array([0.0, -0.0, 1, -1, 1.0625, 1.125, 1.1875, 17.5, 448, 464, 465, 480, 240, 248, 57344, 61440, 65504,
                     65520, 1e-3, 2.0**-9, 2.0**-10, 1.5 * 2.0**-10, 2.0**-16, 2.0**-17, 3e38, 1e39, 2.0**-126, 2.0**-133,
                     2.0**-150, 15.5, 15.75, 30, 31, np.inf, -np.inf, np.nan])
    with np.errstate(all="ignore"):
        for t in numbers:
            x = base.astype(np.float32)
            f.add("convert", [x], [x.astype(DTYPES[t])], to=t)
            codes = x.astype(DTYPES[t])
            f.add("convert", [codes], [codes.astype(np.float64)], to="f64")
        ints = np.array([0, 1, -1, 3, 127, 128, 255, 256, -128, -129, 2**24 + 1, 2**31 - 1, -2**31, 2**53 + 1, 2**63 - 1,
                         -2**63, 0x8080808080808081 - 2**64, 2**62 + 2**38 + 1, 2**62 + 2**38, 2**62 + 3 * 2**38], np.int64)
        for t in ("i8", "i16", "i32", "ui8", "ui16", "ui32", "ui64", "i4", "ui4"):
            f.add("convert", [ints], [ints.astype(DTYPES[t])], to=t)
        f.add("convert", [ints], [ints != 0], to="i1")
        for t in ("f64", "f32"):
            f.add("convert", [ints], [ints.astype(DTYPES[t])], to=t)
            f.add("convert", [ints.astype(np.uint64)], [ints.astype(np.uint64).astype(DTYPES[t])], to=t)
        # Exactly rounded from the integer itself.
        f.add("convert", [ints[-4:]], [np.array([-9.19e18, 2.0**62 + 2**55, 2.0**62, 2.0**62]).astype(np.float32)
                                       .astype(ml_dtypes.bfloat16)], to="bf16", rel=0.004)
        x = np.array([0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.9, 128, -128.9, -129, 255.5, 256, 3e9, -3e9, 4294967295.0, 1e19,
                      -1e19, 1.8e19, 1.9e19, np.inf, -np.inf, np.nan])
        for t in ("i4", "i8", "i16", "i32", "i64", "ui4", "ui8", "ui16", "ui32", "ui64"):
            low, high = int(ml_dtypes.iinfo(DTYPES[t]).min), int(ml_dtypes.iinfo(DTYPES[t]).max)
            y = [0 if np.isnan(v) else low if v <= low else high if v >= high else int(v) for v in x]
            f.add("convert", [x], [np.array(y, dtype=object).astype(DTYPES[t])], to=t)
        f.add("convert", [x], [x != 0], to="i1")
        f.add("convert", [np.array([True, False])], [np.array([1, 0], ml_dtypes.float8_e4m3fn)], to="f8E4M3FN")
        f.add("convert", [np.array([True, False])], [np.array([1, 0], np.int32)], to="i32")
        f.add("convert", [np.array([1, -2], np.int32)], [np.array([1, -2], np.complex64)], to="complex<f32>")
        c = f.values(np.complex128, 4)
        f.add("convert", [c], [c.astype(np.complex64)], to="complex<f32>")
        f.add("convert", [c], [c.real.astype(np.float32)], to="f32")
    for a, b, shape in (("f32", "ui32", (3, 2)), ("f32", "ui8", (2,)), ("ui8", "f32", (2, 4)), ("f64", "ui32", (3,)),
                        ("ui16", "f64", (1, 4)), ("bf16", "i16", (4,)), ("i8", "f16", (3, 2)), ("f8E4M3FN", "ui8", (7,)),
                        ("complex<f64>", "complex<f64>", (2,))):
        x = f.values(DTYPES[a], *shape)
        y = x.view(DTYPES[b])
        big, small = max(x.itemsize, y.itemsize), min(x.itemsize, y.itemsize)
        shape = shape if big == small else shape + (big // small,) if x.itemsize > y.itemsize else shape[:-1]
        f.add("bitcast_convert", [x], [y.reshape(shape)], to=b)
    x = np.array([0x21, 0xf7], np.uint8)
    f.add("bitcast_convert", [x], [np.array([[1, 2], [7, -1]]).astype(ml_dtypes.int4)], to="i4")
    f.add("bitcast_convert", [np.array([[1, 2], [7, -1]]).astype(ml_dtypes.int4)], [x], to="ui8")
    for e, m in ((5, 10), (8, 7), (4, 3), (5, 2), (8, 23), (2, 0), (8, 0)):
        for t in ("f32",):
            x = np.concatenate([base, f.values(np.float64, 30), 2.0 ** f.random.uniform(-20, 20, 30)]).astype(DTYPES[t])
            x = x[(np.abs(x) >= 2.0**-126) | (x == 0) | np.isnan(x)]  # XLA's CPU backend flushes subnormal inputs
            y = execute(("reduce_precision", f"exponent_bits = {e} : i32, mantissa_bits = {m} : i32"), [x], [type_of(x)])
            f.add("reduce_precision", [x], y, exponent_bits=e, mantissa_bits=m)
    f.write()


def shape():
    f = Family("shape")
    for _ in range(6):
        order = int(f.random.integers(1, 4))
        extents = [int(v) for v in f.random.integers(1, 5, order)]
        dims = sorted(int(v) for v in f.random.permutation(order + 2)[:order])
        out = [int(v) for v in f.random.integers(1, 4, order + 2)]
        for d, extent in zip(dims, extents):
            if extent != 1:
                out[d] = extent
        x = f.values(np.float32, *extents)
        t = "tensor<" + "".join(f"{v}x" for v in out) + "f32>"
        f.add("broadcast_in_dim", [x],
              execute(("broadcast_in_dim", f"broadcast_dimensions = {array(dims)}"), [x], [t]), dims=dims, shape=out)
    for extents in ((2, 3, 4), (5, 1, 2, 3), (7,), ()):
        for t in ("f32", "i1", "complex<f64>"):
            x = f.values(DTYPES[t], *extents)
            p = [int(v) for v in f.random.permutation(len(extents))]
            f.add("transpose", [x], [np.transpose(x, p)], permutation=p)
            dims = [i for i in range(len(extents)) if f.random.integers(0, 2)]
            f.add("reverse", [x], [np.flip(x, dims) if dims else x], dims=dims)
    f.add("reshape", [np.arange(12, dtype=np.int32).reshape(3, 4)], [np.arange(12, dtype=np.int32).reshape(2, 1, 6)],
          shape=[2, 1, 6])
    for _ in range(8):
        extents = [int(v) for v in f.random.integers(1, 8, 3)]
        x = f.values(np.float32, *extents)
        starts = [int(f.random.integers(0, e + 1)) for e in extents]
        limits = [int(f.random.integers(s, e + 1)) for s, e in zip(starts, extents)]
        steps = [int(v) for v in f.random.integers(1, 4, 3)]
        f.add("slice", [x], [x[tuple(slice(*v) for v in zip(starts, limits, steps))]], starts=starts, limits=limits,
              strides=steps)
    cases = [((3, 4), (1, -1), (2, -2), (0, 0)), ((3, 4), (0, -5), (1, 7), (2, 1)), ((5,), (-3,), (-1,), (2,)),
             ((2, 3), (-1, 2), (3, -4), (1, 3)), ((4,), (-2,), (5,), (0,)), ((1,), (3,), (2,), (4,)),
             ((3,), (-9,), (9,), (2,)), ((3,), (9,), (-9,), (2,)), ((0, 3), (2, 1), (1, 0), (3, 0))]
    for extents, low, high, interior in cases:
        x, value = f.values(np.float32, *extents), np.float32(-7)
        out = [l + h + (0 if e == 0 else (e - 1) * (i + 1) + 1) for e, l, h, i in zip(extents, low, high, interior)]
        t = "tensor<" + "".join(f"{v}x" for v in out) + "f32>"
        attrs = (f"edge_padding_low = {array(low)}, edge_padding_high = {array(high)}, "
                 f"interior_padding = {array(interior)}")
        f.add("pad", [x, np.asarray(value)], execute(("pad", attrs), [x, np.asarray(value)], [t]), low=list(low),
              high=list(high), interior=list(interior))
    a, b, c = f.values(np.float32, 2, 3, 2), f.values(np.float32, 2, 1, 2), f.values(np.float32, 2, 0, 2)
    f.add("concatenate", [a, b, c], [np.concatenate([a, b, c], 1)], dim=1)
    f.add("concatenate", [a, a], [np.concatenate([a, a], 2)], dim=2)
    f.add("concatenate", [a, a], [np.concatenate([a, a], 0)], dim=0)
    for t in ("f32", "i8", "bf16", "complex<f32>", "ui64"):
        f.add("iota", [], [np.broadcast_to(np.arange(4).astype(DTYPES[t])[:, None], (2, 4, 3)).copy()], dim=1)
    f.write()


def index():
    f = Family("index")
    for starts in ([1, 2], [-3, 9], [5, 0]):
        for t in ("i32", "i64"):
            x, s = f.values(np.float32, 4, 6), [np.array(v, DTYPES[t]) for v in starts]
            y = execute(("dynamic_slice", f"slice_sizes = {array((2, 3))}"), [x, *s], ["tensor<2x3xf32>"])
            f.add("dynamic_slice", [x, *s], y, sizes=[2, 3])
            update = f.values(np.float32, 2, 3)
            y = execute(("dynamic_update_slice", ""), [x, update, *s], ["tensor<4x6xf32>"])
            f.add("dynamic_update_slice", [x, update, *s], y)
    big = [np.array(2**63 + 5, np.uint64), np.array(1, np.uint64)]
    x = f.values(np.float32, 4, 6)
    f.add("dynamic_slice", [x, *big], [x[2:4, 1:4]], sizes=[2, 3])

    gathers = [
        # operand, indices, offset, collapsed, operand batching, indices batching, map, vector dim, sizes
        ((7, 5), (4, 1), [1], [0], [], [], [0], 1, [1, 5]),
        ((7, 5), (4,), [1], [0], [], [], [0], 1, [1, 5]),
        ((7, 5, 3), (2, 6, 2), [1, 3], [0], [], [], [2, 0], 2, [1, 4, 2]),
        ((7, 5, 3), (2, 6), [0], [0, 1], [], [], [1, 0], 0, [1, 1, 3]),
        ((3, 7, 5), (3, 4, 1), [2], [1], [0], [0], [1], 2, [1, 1, 5]),
        ((4, 6, 3, 5), (3, 2, 4, 2), [3], [1], [0, 2], [2, 0], [1, 3], 3, [1, 1, 1, 4]),
        ((6,), (3, 1), [], [0], [], [], [0], 1, [1]),
        ((6, 4), (5, 2), [1, 2], [], [], [], [0, 1], 1, [3, 2]),
    ]
    for operand, indices, offset, collapsed, ob, ib, start_map, vector, sizes in gathers:
        for t in ("i32", "ui32"):
            x = f.values(np.float32, *operand)
            i = f.random.integers(-3 if t == "i32" else 0, 10, indices).astype(DTYPES[t])
            batch = [e for k, e in enumerate(indices) if k != vector]
            kept = [s for k, s in enumerate(sizes) if k not in collapsed and k not in ob]
            out, b, k = [], iter(batch), iter(kept)
            for d in range(len(batch) + len(kept)):
                out.append(next(k) if d in offset else next(b))
            rt = "tensor<" + "".join(f"{v}x" for v in out) + "f32>"
            attrs = (f"dimension_numbers = #stablehlo.gather<offset_dims = {offset}, collapsed_slice_dims = {collapsed}, "
                     f"operand_batching_dims = {ob}, start_indices_batching_dims = {ib}, start_index_map = {start_map}, "
                     f"index_vector_dim = {vector}>, slice_sizes = {array(sizes)}")
            y = execute(("gather", attrs), [x, i], [rt])
            f.add("gather", [x, i], y, offset_dims=offset, collapsed_slice_dims=collapsed, operand_batching_dims=ob,
                  start_indices_batching_dims=ib, start_index_map=start_map, index_vector_dim=vector, slice_sizes=sizes)

    scatters = [
        # operand, indices, update window, inserted, input batching, indices batching, map, vector dim, updates
        ((7, 5), (4, 1), [1], [0], [], [], [0], 1, (4, 5)),
        ((7, 5), (9,), [1], [0], [], [], [0], 1, (9, 5)),
        ((7, 5), (3, 2), [], [0, 1], [], [], [0, 1], 1, (3,)),
        ((7, 5, 3), (2, 6, 1), [1, 2], [0], [], [], [0], 2, (2, 5, 3, 6)),
        ((3, 7, 5), (3, 4, 1), [2], [1], [0], [0], [1], 2, (3, 4, 5)),
        ((4, 6, 3), (3, 4, 1), [], [1], [0, 2], [1, 0], [1], 2, (3, 4)),
        ((6,), (8, 1), [], [0], [], [], [0], 1, (8,)),
        ((5, 6), (2, 4), [0], [1], [], [], [1], 2, (5, 2, 4)),
    ]
    for operand, indices, window, inserted, ib, sb, smap, vector, updates in scatters:
        for op, t in (("add", "f32"), ("maximum", "i32"), ("replace", "f32"), ("multiply", "i32")):
            x = f.values(DTYPES[t], *operand)
            u = f.values(DTYPES[t], *updates)
            i = f.random.integers(-2, 9, indices).astype(np.int32)
            attrs = (f"scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = {window}, "
                     f"inserted_window_dims = {inserted}, input_batching_dims = {ib}, "
                     f"scatter_indices_batching_dims = {sb}, scatter_dims_to_operand_dims = {smap}, "
                     f"index_vector_dim = {vector}>, indices_are_sorted = false, unique_indices = false")
            region = replace_body(t) if op == "replace" else body([t], op)
            y = execute(("scatter", attrs), [x, i, u], [type_of(x)], region)
            f.add("scatter", [x, i, u], y, rel=1e-6 if t == "f32" else 0.0, combiner=op, update_window_dims=window,
                  inserted_window_dims=inserted, input_batching_dims=ib, scatter_indices_batching_dims=sb,
                  scatter_dims_to_operand_dims=smap, index_vector_dim=vector)
    f.write()


def reduce_family():
    f = Family("reduce")
    for extents, dims in (((3, 4, 5), [1]), ((3, 4, 5), [0, 2]), ((3, 40), [1]), ((100, 3), [0]), ((7,), [0]),
                          ((0, 3), [0]), ((3, 0), [0]), ((2, 3), []), ((37, 29), [0, 1])):
        # XLA takes the initial value for an identity and may use it any number of times: so it is one here.
        for t, op, init in (("f32", "add", 0), ("f64", "add", 0), ("f32", "maximum", -np.inf), ("i32", "add", 0),
                            ("i32", "minimum", 100), ("i1", "or", 0), ("i1", "and", 1), ("ui32", "xor", 0),
                            ("ui32", "multiply", 1), ("f32", "multiply", 1)):
            x, i = f.values(DTYPES[t], *extents), np.array(init, DTYPES[t])
            out = [e for k, e in enumerate(extents) if k not in dims]
            rt = "tensor<" + "".join(f"{v}x" for v in out) + t + ">"
            y = execute(("reduce", f"dimensions = {array(dims)}"), [x, i], [rt], body([t], op))
            f.add("reduce", [x, i], y, rel={"f32": 2e-6, "f64": 1e-14}.get(t, 0.0), combiner=op, dims=dims)
    windows = [((6, 7), dict(sizes=[2, 3], strides=[1, 1], base=[1, 1], window=[1, 1], padding=[[0, 0], [0, 0]])),
               ((6, 7), dict(sizes=[3, 2], strides=[2, 3], base=[1, 1], window=[1, 2], padding=[[1, 2], [0, 3]])),
               ((5,), dict(sizes=[3], strides=[1], base=[2], window=[2], padding=[[4, -1]])),
               ((9,), dict(sizes=[9], strides=[1], base=[1], window=[1], padding=[[8, 0]])),
               ((2, 5), dict(sizes=[1, 8], strides=[1, 1], base=[1, 1], window=[1, 1], padding=[[0, 0], [1, 1]]))]
    for extents, w in windows:
        for t, op, init in (("f32", "add", 0), ("f32", "maximum", -np.inf), ("i32", "multiply", 1)):
            x, i = f.values(DTYPES[t], *extents), np.array(init, DTYPES[t])
            out = []
            for k, e in enumerate(extents):
                padded = (e - 1) * w["base"][k] + 1 + sum(w["padding"][k])
                span = (w["sizes"][k] - 1) * w["window"][k] + 1
                out.append(0 if span > padded else (padded - span) // w["strides"][k] + 1)
            rt = "tensor<" + "".join(f"{v}x" for v in out) + t + ">"
            attrs = (f"window_dimensions = {array(w['sizes'])}, window_strides = {array(w['strides'])}, "
                     f"base_dilations = {array(w['base'])}, window_dilations = {array(w['window'])}, "
                     f"padding = dense<{w['padding']}> : tensor<{len(extents)}x2xi64>")
            y = execute(("reduce_window", attrs), [x, i], [rt], body([t], op))
            f.add("reduce_window", [x, i], y, rel=2e-6 if t == "f32" else 0.0, combiner=op, **w)
    for extents, sizes, strides, padding in (((6, 7), [2, 3], [2, 2], [[0, 0], [0, 0]]),
                                             ((6, 7), [3, 3], [1, 2], [[1, 1], [2, 0]]), ((9,), [2], [1], [[0, 1]])):
        out = [(e + sum(p) - s) // d + 1 for e, s, d, p in zip(extents, sizes, strides, padding)]
        x, source, i = f.values(np.float32, *extents), f.values(np.float32, *out), np.float32(0)
        attrs = (f"window_dimensions = {array(sizes)}, window_strides = {array(strides)}, "
                 f"padding = dense<{padding}> : tensor<{len(extents)}x2xi64>")
        regions = ("({\n^bb0(%l: tensor<f32>, %r: tensor<f32>):\n%c = stablehlo.compare GE, %l, %r : (tensor<f32>, "
                   "tensor<f32>) -> tensor<i1>\nstablehlo.return %c : tensor<i1>\n}, " + body(["f32"], "add")[1:])
        y = execute(("select_and_scatter", attrs), [x, source, np.asarray(i)], [type_of(x)], regions)
        f.add("select_and_scatter", [x, source, np.asarray(i)], y, rel=1e-6, sizes=sizes, strides=strides, padding=padding)
    for t in ("f32", "i32", "bf16", "ui8"):
        for direction in ("LT", "GT", "GE"):
            x = f.values(DTYPES[t], 4, 9, 2)
            places = np.broadcast_to(np.arange(9, dtype=np.int32)[None, :, None], x.shape).copy()
            order = np.argsort(x.astype(np.float64) * (1 if direction == "LT" else -1), axis=1, kind="stable")
            if direction == "GE":
                continue  # not a strict order: what it gives is pinned by a test, not by another implementation
            f.add("sort", [x, places], [np.take_along_axis(x, order, 1), np.take_along_axis(places, order, 1)], dim=1,
                  direction=direction, type="DEFAULT")
    x = np.concatenate([specials(np.float32), [-np.float32(np.nan)]])
    x = f.random.permutation(x)
    y = execute(("sort", "dimension = 0 : i64, is_stable = true"), [x], [type_of(x)],
                "({\n^bb0(%l: tensor<f32>, %r: tensor<f32>):\n%c = stablehlo.compare LT, %l, %r, TOTALORDER : (tensor<f32>, "
                "tensor<f32>) -> tensor<i1>\nstablehlo.return %c : tensor<i1>\n})")
    f.add("sort", [x], y, dim=0, direction="LT", type="TOTALORDER")
    for t in ("f32", "i32", "bf16", "ui32"):
        for k in (1, 3, 7):
            x = f.values(DTYPES[t], 3, 7)
            v, i = jax.lax.top_k(x, k)
            f.add("top_k", [x], [np.asarray(v), np.asarray(i)], k=k)
    x = np.float32([1, np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 2, 2])
    v, i = jax.lax.top_k(x, 9)
    f.add("top_k", [x], [np.asarray(v), np.asarray(i)], k=9)
    f.write()


def dot():
    f = Family("dot")
    cases = [((3, 4), (4, 5), [], [], [1], [0]), ((2, 3, 4), (2, 4, 5), [0], [0], [2], [1]),
             ((5, 2, 3, 4), (4, 2, 6, 5), [1, 0], [1, 3], [3], [0]), ((3, 4), (3, 4), [], [], [0, 1], [0, 1]),
             ((3, 4), (4, 3), [], [], [0, 1], [1, 0]), ((3,), (4,), [], [], [], []), ((3, 0), (0, 2), [], [], [1], [0]),
             ((9, 33), (33, 13), [], [], [1], [0]), ((4, 7), (7,), [], [], [1], [0])]
    for a, b, lb, rb, lc, rc in cases:
        for t, r in (("f32", "f32"), ("f64", "f64"), ("i32", "i32"), ("ui8", "ui8"), ("bf16", "f32"), ("bf16", "bf16"),
                     ("complex<f32>", "complex<f32>")):
            x, y = f.values(DTYPES[t], *a), f.values(DTYPES[t], *b)
            free_a = [i for i in range(len(a)) if i not in lb + lc]
            free_b = [i for i in range(len(b)) if i not in rb + rc]
            letters = "abcdefghijkl"
            la, lbs = [None] * len(a), [None] * len(b)
            names = iter(letters)
            for i, j in zip(lb + lc, rb + rc):
                la[i] = lbs[j] = next(names)
            for i in free_a:
                la[i] = next(names)
            for j in free_b:
                lbs[j] = next(names)
            out = [la[i] for i in lb + free_a] + [lbs[j] for j in free_b]
            wide = np.complex128 if t.startswith("c") else np.int64 if t[0] in "iu" else np.float64
            z = np.einsum(f"{''.join(la)},{''.join(lbs)}->{''.join(out)}", x.astype(wide), y.astype(wide))
            rel = 0.0 if t[0] in "iu" else {"f64": 1e-14, "bf16": 0.0079}.get(r, 1.2e-7)
            f.add("dot_general", [x, y], [z.astype(DTYPES[r])], rel=rel, lhs_batch=lb, rhs_batch=rb, lhs_contracting=lc,
                  rhs_contracting=rc, to=r)
    numbers = jax.lax.RaggedDotDimensionNumbers
    for a, b, sizes, dims, ragged, group in [
            ((11, 4), (3, 4, 5), [4, 0, 5], (([1], [1]), ([], [])), [0], [0]),
            ((11, 4), (3, 4, 5), [4, 3, 4], (([1], [1]), ([], [])), [0], [0]),
            ((2, 9, 4), (4, 2, 3, 5), [2, 6, 1], (([2], [0]), ([0], [1])), [1], [2]),
            ((9, 4), (9, 5), [2, 6, 1], (([0], [0]), ([], [])), [0], []),
            ((2, 4, 9), (2, 9, 3), [0, 6, 1, 1], (([2], [1]), ([0], [0])), [2], []),
            ((3, 4, 9), (3, 9, 3), [2, 1], (([2], [1]), ([0], [0])), [0], [])]:
        x, y, g = f.values(np.float32, *a), f.values(np.float32, *b), np.array(sizes, np.int32)
        z = jax.lax.ragged_dot_general(x, y, g, numbers(dims, ragged, group))
        f.add("ragged_dot", [x, y, g], [np.asarray(z)], rel=1e-6, lhs_batch=dims[1][0], rhs_batch=dims[1][1],
              lhs_contracting=dims[0][0], rhs_contracting=dims[0][1], ragged=ragged, group=group, to="f32")
    f.write()


def convolution():
    f = Family("convolution")
    for case in range(14):
        n = int(f.random.integers(1, 4))
        feature_groups = int(f.random.choice([1, 1, 2]))
        batch_groups = int(f.random.choice([1, 1, 2])) if feature_groups == 1 else 1
        batch, per_group, outputs = 2 * int(f.random.integers(1, 3)), int(f.random.integers(1, 4)), 4
        spatial = [int(v) for v in f.random.integers(4, 7, n)]
        kernel = [int(v) for v in f.random.integers(1, 4, n)]
        strides = [int(v) for v in f.random.integers(1, 3, n)]
        lhs_dilation = [int(v) for v in f.random.integers(1, 3, n)]
        rhs_dilation = [int(v) for v in f.random.integers(1, 3, n)]
        padding = [[int(v) for v in f.random.integers(-1, 3, 2)] for _ in range(n)]
        reversal = [bool(v) for v in f.random.integers(0, 2, n)]
        pi, pk, po = (list(map(int, f.random.permutation(n + 2))) for _ in range(3))
        # p*: the dim of (batch, feature, spatial...) resp. (input feature, output feature, spatial...).
        def place(values, p):
            out = [0] * len(values)
            for v, d in zip(values, p):
                out[d] = v
            return out
        x = f.values(np.float32, *place([batch, per_group * feature_groups] + spatial, pi))
        w = f.values(np.float32, *place([per_group, outputs] + kernel, pk))
        out = []
        for k in range(n):
            extent = (spatial[k] - 1) * lhs_dilation[k] + 1 + sum(padding[k])
            span = (kernel[k] - 1) * rhs_dilation[k] + 1
            out.append(0 if span > extent else (extent - span) // strides[k] + 1)
        rt = "tensor<" + "".join(f"{v}x" for v in place([batch // batch_groups, outputs] + out, po)) + "f32>"
        attrs = (f"dimension_numbers = #stablehlo.conv<raw input_batch_dimension = {pi[0]}, input_feature_dimension = {pi[1]}, "
                 f"input_spatial_dimensions = {pi[2:]}, kernel_input_feature_dimension = {pk[0]}, "
                 f"kernel_output_feature_dimension = {pk[1]}, kernel_spatial_dimensions = {pk[2:]}, "
                 f"output_batch_dimension = {po[0]}, output_feature_dimension = {po[1]}, "
                 f"output_spatial_dimensions = {po[2:]}>, feature_group_count = {feature_groups} : i64, "
                 f"batch_group_count = {batch_groups} : i64, window_strides = {array(strides)}, "
                 f"padding = dense<{padding}> : tensor<{n}x2xi64>, lhs_dilation = {array(lhs_dilation)}, "
                 f"rhs_dilation = {array(rhs_dilation)}, "
                 f"window_reversal = array<i1: {', '.join('true' if v else 'false' for v in reversal)}>")
        y = execute(("convolution", attrs), [x, w], [rt])
        f.add("convolution", [x, w], y, rel=1e-6, input=pi, kernel=pk, output=po, strides=strides, padding=padding,
              lhs_dilation=lhs_dilation, rhs_dilation=rhs_dilation, reversal=reversal, feature_groups=feature_groups,
              batch_groups=batch_groups)
    f.write()


def random_bits():
    f = Family("random")
    state = np.array([0x0123456789ABCDEF, 0xFEDCBA9876543210], np.uint64)
    wrapping = np.array([5, 2**64 - 2], np.uint64)
    three = np.array([5, 2**64 - 2, 7], np.uint64)
    shapes = [(), (1,), (5,), (8,), (4, 5), (5, 4), (3, 5), (5, 3), (3, 3), (3, 5, 2), (3, 4, 6), (1, 1), (0,), (2, 0)]
    for algorithm in ("DEFAULT", "THREE_FRY", "PHILOX"):
        for s, extents, t in [(state, e, "ui32") for e in shapes] + [(state, (3, 5), t) for t in ("ui8", "ui16", "ui64")] + [
                (wrapping, (11,), "ui32"), (wrapping, (7,), "ui64")] + (
                    [] if algorithm == "THREE_FRY" else [(three, (11,), "ui32"), (three, (7,), "ui64")]):
            rt = "tensor<" + "".join(f"{v}x" for v in extents) + t + ">"
            attrs = f"rng_algorithm = #stablehlo<rng_algorithm {algorithm}>"
            y = execute(("rng_bit_generator", attrs), [s], [type_of(s), rt])
            f.add("rng_bit_generator", [s], y, algorithm=algorithm)
    f.write()


def linear():
    f = Family("linear")
    for t, rel in (("f32", 2e-6), ("f64", 1e-13), ("complex<f64>", 1e-13)):
        a = f.values(DTYPES[t], 2, 5, 5)
        spd = (a @ np.conj(np.swapaxes(a, -1, -2)) + 3 * np.eye(5)).astype(DTYPES[t])
        low = np.linalg.cholesky(spd.astype(np.complex128 if t[0] == "c" else np.float64)).astype(DTYPES[t])
        f.add("cholesky", [spd], [low], rel=rel, lower=True)
        f.add("cholesky", [spd], [np.conj(np.swapaxes(low, -1, -2)).copy()], rel=rel, lower=False)
        a = (f.values(DTYPES[t], 2, 4, 4) + 3 * np.eye(4)).astype(DTYPES[t])
        for left in (True, False):
            for lower in (True, False):
                for unit in (True, False):
                    for mode in ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"):
                        m = np.tril(a) if lower else np.triu(a)
                        m = m.astype(np.complex128 if t[0] == "c" else np.float64)
                        if unit:
                            m = m - np.eye(4) * m + np.eye(4)
                        m = {"NO_TRANSPOSE": m, "TRANSPOSE": np.swapaxes(m, -1, -2),
                             "ADJOINT": np.conj(np.swapaxes(m, -1, -2))}[mode]
                        b = f.values(DTYPES[t], 2, *((4, 3) if left else (3, 4)))
                        x = np.linalg.solve(m, b) if left else np.swapaxes(
                            np.linalg.solve(np.swapaxes(m, -1, -2), np.swapaxes(b, -1, -2)), -1, -2)
                        f.add("triangular_solve", [a, b], [x.astype(DTYPES[t])], rel=rel, left=left, lower=lower, unit=unit,
                              transpose=mode)
    for n in ([6], [7], [3, 4], [2, 3, 5]):
        axes = tuple(range(1, 1 + len(n)))
        for t, rel in (("complex<f32>", 4e-7), ("complex<f64>", 1e-14)):
            c = f.values(DTYPES[t], 2, *n)
            w = c.astype(np.complex128)
            f.add("fft", [c], [np.fft.fftn(w, axes=axes).astype(DTYPES[t])], rel=rel, type="FFT", length=n)
            f.add("fft", [c], [np.fft.ifftn(w, axes=axes).astype(DTYPES[t])], rel=rel, type="IFFT", length=n)
            r = {"complex<f32>": np.float32, "complex<f64>": np.float64}[t]
            x = f.values(r, 2, *n)
            f.add("fft", [x], [np.fft.rfftn(x.astype(np.float64), axes=axes).astype(DTYPES[t])], rel=rel, type="RFFT", length=n)
            half = f.values(DTYPES[t], 2, *n[:-1], n[-1] // 2 + 1)
            back = np.fft.irfftn(half.astype(np.complex128), s=n, axes=axes)
            f.add("fft", [half], [back.astype(r)], rel=rel, type="IRFFT", length=n)
    for dim, extents in ((1, (3, 4, 2)), (2, (3, 2, 5)), (0, (3, 4))):
        c = extents[dim]
        x, scale, offset, mean, g = (f.values(np.float32, *extents), f.values(np.float32, c), f.values(np.float32, c),
                                     f.values(np.float32, c), f.values(np.float32, *extents))
        variance = np.abs(f.values(np.float32, c)) + np.float32(0.5)
        attrs = f"epsilon = 1.000000e-02 : f32, feature_index = {dim} : i64"
        y = execute(("batch_norm_inference", attrs), [x, scale, offset, mean, variance], [type_of(x)])
        f.add("batch_norm_inference", [x, scale, offset, mean, variance], y, rel=2e-6, epsilon=float(np.float32(0.01)), dim=dim)
        y = execute(("batch_norm_training", attrs), [x, scale, offset], [type_of(x), type_of(scale), type_of(scale)])
        f.add("batch_norm_training", [x, scale, offset], y, rel=3e-6, epsilon=float(np.float32(0.01)), dim=dim)
        y = execute(("batch_norm_grad", attrs), [x, scale, mean, variance, g], [type_of(x), type_of(scale), type_of(scale)])
        f.add("batch_norm_grad", [x, scale, mean, variance, g], y, rel=3e-6, epsilon=float(np.float32(0.01)), dim=dim)
    f.write()


if __name__ == "__main__":
    families = {"unary": unary, "binary": binary, "select": select_and_clamp, "convert": convert, "shape": shape,
                "index": index, "reduce": reduce_family, "dot": dot, "convolution": convolution, "random": random_bits,
                "linear": linear}
    for name in sys.argv[1:] or families:
        families[name]()
