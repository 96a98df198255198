// Inside this folder only: typed loops, checks of operands, strided copies.
#pragma once

#include "ir/interpreter/kernels/Common.h"
#include "ir/interpreter/kernels/FloatFormat.h"

#include <complex>
#include <cstring>

namespace lockstep::interp {

/// An element of complex<f64>, for code that only moves elements.
struct Wide {
  uint64_t low, high;
};

/// Uninitialised values of the same type, shape and mode.
Tensor emptyLike(const Tensor &x);
/// A tensor of another type, in f64 mode if `x` is.
Tensor emptyOf(ElementType type, const Tensor &x);

/// Rounds floats to the type and wraps integers to its width, after a loop that computed in the storage's type.
void settle(ElementType type, Storage storage, std::byte *values, size_t count);
inline void settle(Tensor &x) { settle(x.type(), x.storage(), x.mutableBytes(), static_cast<size_t>(x.size())); }

/// Result i of the loop from element i of both operands.
using BinaryKernel = void (*)(const std::byte *a, const std::byte *b, std::byte *out, size_t count);
/// Null where the primitive is not defined on the storage. The result has to be settled.
BinaryKernel kernelOf(Primitive primitive, Storage storage);

llvm::StringRef nameOf(Primitive primitive);

llvm::Error requireSameType(llvm::StringRef operation, const Tensor &a, const Tensor &b);
llvm::Error unsupportedType(llvm::StringRef operation, const Tensor &x);
/// Each entry of `dims` lies in [0, order) and occurs once.
llvm::Error requireDims(llvm::StringRef operation, llvm::StringRef what, llvm::ArrayRef<int64_t> dims, int64_t order);
llvm::Error requireLength(llvm::StringRef operation, llvm::StringRef what, size_t found, size_t expected);

/// Amounts of padding, strides and dilations, small enough that places can be computed from them.
llvm::Error requireModest(llvm::StringRef operation, llvm::StringRef what, llvm::ArrayRef<int64_t> amounts);

std::string toString(llvm::ArrayRef<int64_t> values);

/// Row-major strides, in elements.
Dims stridesOf(const Shape &shape);

/// Copies a box of elements of `width` bytes; strides in elements, any sign, zero repeats.
void copyStrided(const Shape &shape, std::byte *to, llvm::ArrayRef<int64_t> toStrides, const std::byte *from,
                 llvm::ArrayRef<int64_t> fromStrides, size_t width);

/// Counts through the positions of a shape in row-major order. `next` returns false after the last one. A shape with a
/// zero extent has no positions: check before.
bool next(Dims &position, const Shape &shape);

/// Element `flat` of an integer tensor; unsigned values beyond int64 saturate.
int64_t indexAt(const Tensor &indices, int64_t flat);

/// Elements as double or complex<double>, exact for every floating-point and complex storage.
std::vector<double> toDoubles(const Tensor &x);
std::vector<std::complex<double>> toComplexes(const Tensor &x);
/// Rounded once to the type of `out`.
void store(Tensor &out, llvm::ArrayRef<double> values);
void store(Tensor &out, llvm::ArrayRef<std::complex<double>> values);

/// out[i] = f(x[i]) on the storage's own type.
template <typename T, typename U = T, typename F> void mapValues(const Tensor &x, Tensor &out, F f) {
  auto from = x.values<T>();
  auto to = out.data<U>();
  for (size_t i = 0, n = from.size(); i < n; ++i)
    to[i] = f(from[i]);
}

template <typename T, typename U = T, typename F> void zipValues(const Tensor &a, const Tensor &b, Tensor &out, F f) {
  auto left = a.values<T>(), right = b.values<T>();
  auto to = out.data<U>();
  for (size_t i = 0, n = left.size(); i < n; ++i)
    to[i] = f(left[i], right[i]);
}

/// A real function of real values computed in f64 and rounded once. Error on other types.
Result mapReal(llvm::StringRef operation, const Tensor &x, double (*f)(double));
Result zipReal(llvm::StringRef operation, const Tensor &a, const Tensor &b, double (*f)(double, double));
/// The same for real and complex values.
using ComplexFunction = std::complex<double> (*)(std::complex<double>);
Result mapRealOrComplex(llvm::StringRef operation, const Tensor &x, double (*f)(double), ComplexFunction g);

} // namespace lockstep::interp
