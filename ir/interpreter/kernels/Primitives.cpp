// The arithmetic that both elementwise operators and combiners use, so that the two can never differ.
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Support.h"

#include <cmath>

namespace lockstep::interp {
namespace {

template <typename T> constexpr bool kReal = std::is_floating_point_v<T>;
template <typename T> constexpr bool kComplex = false;
template <typename T> constexpr bool kComplex<std::complex<T>> = true;

// Booleans are bytes that hold 0 or 1 and get their own functions; integers are 64 bits and settled afterwards.
using Boolean = uint8_t;

struct Add {
  template <typename T> T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, Boolean>)
      return a | b;
    else if constexpr (std::is_same_v<T, int64_t>)
      return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    else
      return a + b;
  }
};

struct Multiply {
  template <typename T> T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, Boolean>) {
      return a & b;
    } else if constexpr (std::is_same_v<T, int64_t>) {
      return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    } else if constexpr (kComplex<T>) {
      // By the formula, products in f64: std::complex would recover infinities from NaNs.
      double ar = a.real(), ai = a.imag(), br = b.real(), bi = b.imag();
      return T(static_cast<typename T::value_type>(ar * br - ai * bi),
               static_cast<typename T::value_type>(ar * bi + ai * br));
    } else {
      return a * b;
    }
  }
};

template <typename T> bool lexicographicallyLess(T a, T b) {
  return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
}
template <typename T> bool hasNaN(T a) { return a.real() != a.real() || a.imag() != a.imag(); }

struct Maximum {
  template <typename T> T operator()(T a, T b) const {
    if constexpr (kReal<T>) {
      T ordered = a > b ? a : (b > a ? b : (std::signbit(a) ? b : a));
      return a != a ? a : (b != b ? b : ordered);
    } else if constexpr (kComplex<T>) {
      return hasNaN(a) ? a : hasNaN(b) ? b : lexicographicallyLess(a, b) ? b : a;
    } else {
      return a > b ? a : b;
    }
  }
};

struct Minimum {
  template <typename T> T operator()(T a, T b) const {
    if constexpr (kReal<T>) {
      T ordered = a < b ? a : (b < a ? b : (std::signbit(a) ? a : b));
      return a != a ? a : (b != b ? b : ordered);
    } else if constexpr (kComplex<T>) {
      return hasNaN(a) ? a : hasNaN(b) ? b : lexicographicallyLess(b, a) ? b : a;
    } else {
      return a < b ? a : b;
    }
  }
};

struct And {
  template <typename T> T operator()(T a, T b) const { return a & b; }
};
struct Or {
  template <typename T> T operator()(T a, T b) const { return a | b; }
};
struct Xor {
  template <typename T> T operator()(T a, T b) const { return a ^ b; }
};
struct Replace {
  template <typename T> T operator()(T, T b) const { return b; }
};

template <typename T, typename F> void loop(const std::byte *a, const std::byte *b, std::byte *out, size_t count) {
  const T *left = reinterpret_cast<const T *>(a);
  const T *right = reinterpret_cast<const T *>(b);
  T *to = reinterpret_cast<T *>(out);
  for (size_t i = 0; i < count; ++i)
    to[i] = F()(left[i], right[i]);
}

template <typename F> BinaryKernel onIntegers(Storage storage) {
  switch (storage) {
  case Storage::Bool:
    return loop<Boolean, F>;
  case Storage::I64:
    return loop<int64_t, F>;
  case Storage::U64:
    return loop<uint64_t, F>;
  default:
    return nullptr;
  }
}

template <typename F> BinaryKernel onAll(Storage storage) {
  switch (storage) {
  case Storage::F32:
    return loop<float, F>;
  case Storage::F64:
    return loop<double, F>;
  case Storage::C64:
    return loop<std::complex<float>, F>;
  case Storage::C128:
    return loop<std::complex<double>, F>;
  default:
    return onIntegers<F>(storage);
  }
}

} // namespace

BinaryKernel kernelOf(Primitive primitive, Storage storage) {
  switch (primitive) {
  case Primitive::Add:
    return onAll<Add>(storage);
  case Primitive::Multiply:
    return onAll<Multiply>(storage);
  case Primitive::Maximum:
    return onAll<Maximum>(storage);
  case Primitive::Minimum:
    return onAll<Minimum>(storage);
  case Primitive::And:
    return onIntegers<And>(storage);
  case Primitive::Or:
    return onIntegers<Or>(storage);
  case Primitive::Xor:
    return onIntegers<Xor>(storage);
  case Primitive::Replace:
    return onAll<Replace>(storage);
  }
  return nullptr;
}

llvm::StringRef nameOf(Primitive primitive) {
  switch (primitive) {
  case Primitive::Add:
    return "add";
  case Primitive::Multiply:
    return "multiply";
  case Primitive::Maximum:
    return "maximum";
  case Primitive::Minimum:
    return "minimum";
  case Primitive::And:
    return "and";
  case Primitive::Or:
    return "or";
  case Primitive::Xor:
    return "xor";
  case Primitive::Replace:
    return "replace";
  }
  return "";
}

Result combine(Primitive primitive, const Tensor &a, const Tensor &b) {
  if (llvm::Error error = requireSameType(nameOf(primitive), a, b))
    return error;
  BinaryKernel kernel = kernelOf(primitive, a.storage());
  if (!kernel)
    return unsupportedType(nameOf(primitive), a);
  Tensor out = emptyLike(a);
  kernel(a.bytes(), b.bytes(), out.mutableBytes(), static_cast<size_t>(a.size()));
  settle(out);
  return out;
}

Result add(const Tensor &a, const Tensor &b) { return combine(Primitive::Add, a, b); }
Result multiply(const Tensor &a, const Tensor &b) { return combine(Primitive::Multiply, a, b); }
Result maximum(const Tensor &a, const Tensor &b) { return combine(Primitive::Maximum, a, b); }
Result minimum(const Tensor &a, const Tensor &b) { return combine(Primitive::Minimum, a, b); }
Result bitwiseAnd(const Tensor &a, const Tensor &b) { return combine(Primitive::And, a, b); }
Result bitwiseOr(const Tensor &a, const Tensor &b) { return combine(Primitive::Or, a, b); }
Result bitwiseXor(const Tensor &a, const Tensor &b) { return combine(Primitive::Xor, a, b); }

} // namespace lockstep::interp
