// fft by its defining sum, one dim after the other, in complex<f64> with one rounding at the end.
#include "ir/interpreter/kernels/Fft.h"
#include "ir/interpreter/kernels/Support.h"

#include <cmath>
#include <numbers>

namespace lockstep::interp {
namespace {

using Complex = std::complex<double>;

struct Array {
  Shape shape;
  std::vector<Complex> values;
};

/// exp(sign * 2 pi i k / n) for k in [0, n).
std::vector<Complex> rootsOfUnity(int64_t n, double sign) {
  std::vector<Complex> roots(static_cast<size_t>(n));
  for (int64_t k = 0; k < n; ++k) {
    double angle = sign * 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    roots[static_cast<size_t>(k)] = {std::cos(angle), std::sin(angle)};
  }
  return roots;
}

/// out[j] = sum over k of x[k] * roots[j k mod n], for each line along `dim`.
void transform(Array &array, size_t dim, bool inverse) {
  int64_t n = array.shape[dim], stride = stridesOf(array.shape)[dim];
  std::vector<Complex> roots = rootsOfUnity(n, inverse ? 1 : -1), line(static_cast<size_t>(n));
  double scale = inverse ? 1.0 / static_cast<double>(n) : 1.0;
  auto total = static_cast<int64_t>(array.values.size());
  for (int64_t first = 0; first < total; ++first) {
    if (first / stride % n != 0)
      continue;
    for (int64_t k = 0; k < n; ++k)
      line[static_cast<size_t>(k)] = array.values[static_cast<size_t>(first + k * stride)];
    for (int64_t j = 0; j < n; ++j) {
      Complex sum = 0;
      for (int64_t k = 0; k < n; ++k)
        sum += line[static_cast<size_t>(k)] * roots[static_cast<size_t>(j * k % n)];
      array.values[static_cast<size_t>(first + j * stride)] = sum * scale;
    }
  }
}

/// Cuts the last dim to its first `extent` elements.
Array cut(const Array &array, int64_t extent) {
  Array out{array.shape, {}};
  int64_t own = std::exchange(out.shape.back(), extent);
  for (size_t i = 0; i < array.values.size(); ++i)
    if (static_cast<int64_t>(i) % own < extent)
      out.values.push_back(array.values[i]);
  return out;
}

/// The whole spectrum of a real signal of that length from its first half: x[n - k] = conj(x[k]).
Array completeSpectrum(const Array &array, int64_t length) {
  Array out{array.shape, {}};
  int64_t own = std::exchange(out.shape.back(), length);
  for (size_t start = 0; start < array.values.size(); start += static_cast<size_t>(own))
    for (int64_t k = 0; k < length; ++k)
      out.values.push_back(k < own ? array.values[start + static_cast<size_t>(k)]
                                   : std::conj(array.values[start + static_cast<size_t>(length - k)]));
  return out;
}

llvm::Error check(const Tensor &x, FftType type, llvm::ArrayRef<int64_t> length) {
  if (type == FftType::Rfft ? x.type() != ElementType::F32 && x.type() != ElementType::F64 : !isComplex(x.type()))
    return unsupportedType("fft", x);
  if (length.empty() || length.size() > 3 || length.size() > x.shape().size())
    return operatorError("fft", "expected one to three lengths, at most one per dim of " + x.typeString() + ", found " +
                                    toString(length));
  for (size_t i = 0; i < length.size(); ++i) {
    int64_t found = x.shape()[x.shape().size() - length.size() + i];
    bool half = type == FftType::Irfft && i + 1 == length.size();
    int64_t expected = half ? length[i] / 2 + 1 : length[i];
    if (found != expected || length[i] < 0 || (half && length[i] == 0))
      return operatorError("fft", "expected extent " + std::to_string(expected) + " for length " +
                                      std::to_string(length[i]) + ", found " + x.typeString());
  }
  return llvm::Error::success();
}

ElementType resultType(ElementType type, FftType fft) {
  if (fft == FftType::Rfft)
    return type == ElementType::F32 ? ElementType::C64 : ElementType::C128;
  if (fft == FftType::Irfft)
    return type == ElementType::C64 ? ElementType::F32 : ElementType::F64;
  return type;
}

} // namespace

Result fft(const Tensor &x, FftType type, llvm::ArrayRef<int64_t> length) {
  if (llvm::Error error = check(x, type, length))
    return error;
  bool inverse = type == FftType::Ifft || type == FftType::Irfft;
  Array array{x.shape(), toComplexes(x)};
  size_t last = array.shape.size() - 1;
  // The real side is the last dim: transformed first on the way there, last on the way back.
  if (type == FftType::Rfft) {
    transform(array, last, false);
    array = cut(array, length.back() / 2 + 1);
  }
  for (size_t i = 0; i + 1 < length.size(); ++i)
    transform(array, array.shape.size() - length.size() + i, inverse);
  if (type == FftType::Irfft)
    array = completeSpectrum(array, length.back());
  if (type != FftType::Rfft)
    transform(array, last, inverse);

  Tensor out(resultType(x.type(), type), array.shape, x.inF64Mode());
  if (type != FftType::Irfft) {
    store(out, array.values);
    return out;
  }
  std::vector<double> reals;
  for (Complex value : array.values)
    reals.push_back(value.real());
  store(out, reals);
  return out;
}

} // namespace lockstep::interp
