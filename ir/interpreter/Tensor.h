// A dense tensor value, independent of MLIR.
#pragma once

#include "ir/core/ElementType.h"
#include "ir/core/Mesh.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::interp {

/// How elements are held. A value's *type* says what is rounded to, its *storage* how it is kept:
/// f32 as float; f64 as double; bf16, f16 and fp8 as float (always a value of that format); i1 as uint8_t 0/1;
/// every signed and unsigned integer type as int64_t / uint64_t, always wrapped to its width; complex as pairs.
/// In f64 mode every floating-point type is held as double and not rounded.
enum class Storage : uint8_t { F32, F64, Bool, I64, U64, C64, C128 };
Storage storageOf(ElementType type, bool f64Mode = false);
size_t bytesPerElement(Storage storage);

/// Row-major, immutable after construction except through data(); copies share the buffer, data() on a shared buffer
/// copies it first.
class Tensor {
public:
  Tensor() = default;
  /// Zero-filled.
  Tensor(ElementType type, Shape shape, bool f64Mode = false);

  ElementType type() const { return elementType; }
  Storage storage() const { return kind; }
  const Shape &shape() const { return dims; }
  int64_t order() const { return static_cast<int64_t>(dims.size()); }
  int64_t size() const { return count; }

  /// Typed views; T must be the storage's C++ type (float, double, uint8_t, int64_t, uint64_t; complex: float/double
  /// with 2 * size() entries).
  template <typename T> std::span<const T> values() const;
  template <typename T> std::span<T> data();

  /// The storage itself, bytesPerElement(storage()) bytes an element.
  const std::byte *bytes() const { return buffer ? buffer->data() : nullptr; }
  std::byte *mutableBytes();

  /// Whether the type is a floating-point or complex one that is held wider than itself.
  bool inF64Mode() const;

  /// Any real element as a double / integer, and back (rounded to the type, wrapped to its width). An integer read
  /// from a float is truncated.
  double real(int64_t flat) const;
  int64_t integer(int64_t flat) const;
  void setReal(int64_t flat, double value);
  void setInteger(int64_t flat, int64_t value);

  /// One element as a scalar tensor, and back (equal storage).
  Tensor element(int64_t flat) const;
  void setElement(int64_t flat, const Tensor &scalar);

  /// Same elements, other shape of equal size.
  Tensor reshaped(Shape shape) const;

  /// The raw bytes a file or network would hold for this type (little endian), and back.
  std::vector<std::byte> toBytes() const;
  static Tensor fromBytes(ElementType type, Shape shape, std::span<const std::byte> bytes, bool f64Mode = false);

  /// "tensor<2x3xf32>".
  std::string typeString() const;
  /// Bitwise equality of type, shape and elements.
  bool identical(const Tensor &other) const;

private:
  ElementType elementType = ElementType::F32;
  Storage kind = Storage::F32;
  Shape dims;
  int64_t count = 0;
  std::shared_ptr<std::vector<std::byte>> buffer;
};

/// Number of elements of a shape.
int64_t elementCount(const Shape &shape);

/// Rounds to the nearest value of the element type (ties to even); the identity for f64. Beyond the largest finite
/// value the result is infinite, or NaN in the formats without infinities.
double roundTo(ElementType type, double value);
/// Wraps an integer to the type's width (two's complement for signed).
int64_t wrapSigned(ElementType type, int64_t value);
uint64_t wrapUnsigned(ElementType type, uint64_t value);

template <typename T> std::span<const T> Tensor::values() const {
  assert(bytesPerElement(kind) % sizeof(T) == 0 && "not the storage's element type");
  return {reinterpret_cast<const T *>(bytes()), static_cast<size_t>(count) * bytesPerElement(kind) / sizeof(T)};
}

template <typename T> std::span<T> Tensor::data() {
  assert(bytesPerElement(kind) % sizeof(T) == 0 && "not the storage's element type");
  return {reinterpret_cast<T *>(mutableBytes()), static_cast<size_t>(count) * bytesPerElement(kind) / sizeof(T)};
}

} // namespace lockstep::interp
