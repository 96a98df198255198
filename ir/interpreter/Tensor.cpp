// Decides how elements of each type are held, read and written.
#include "ir/interpreter/Tensor.h"

#include "ir/interpreter/kernels/FloatFormat.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace lockstep::interp {
namespace {

int64_t truncateToInteger(double value) {
  if (std::isnan(value))
    return 0;
  if (value >= 0x1p63)
    return std::numeric_limits<int64_t>::max();
  if (value < -0x1p63)
    return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(value);
}

void putLittleEndian(std::byte *at, uint64_t bits, unsigned width) {
  for (unsigned i = 0; i < width; ++i)
    at[i] = static_cast<std::byte>(bits >> (8 * i));
}

/// Whether the storage already is what a file holds.
bool isStoredAsIs(ElementType type, Storage storage) {
  return std::endian::native == std::endian::little && !isBoolean(type) && bytesPerElement(storage) == byteWidth(type);
}

uint64_t getLittleEndian(const std::byte *at, unsigned width) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < width; ++i)
    bits |= static_cast<uint64_t>(at[i]) << (8 * i);
  return bits;
}

} // namespace

Storage storageOf(ElementType type, bool f64Mode) {
  if (isBoolean(type))
    return Storage::Bool;
  if (isSigned(type))
    return Storage::I64;
  if (isUnsigned(type))
    return Storage::U64;
  if (isComplex(type))
    return f64Mode || type == ElementType::C128 ? Storage::C128 : Storage::C64;
  return f64Mode || type == ElementType::F64 ? Storage::F64 : Storage::F32;
}

size_t bytesPerElement(Storage storage) {
  switch (storage) {
  case Storage::Bool:
    return 1;
  case Storage::F32:
    return 4;
  case Storage::C128:
    return 16;
  default:
    return 8;
  }
}

int64_t elementCount(const Shape &shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

Tensor::Tensor(ElementType type, Shape shape, bool f64Mode)
    : elementType(type), kind(storageOf(type, f64Mode)), dims(std::move(shape)), count(elementCount(dims)),
      buffer(std::make_shared<std::vector<std::byte>>(static_cast<size_t>(count) * bytesPerElement(kind))) {}

std::byte *Tensor::mutableBytes() {
  if (!buffer)
    return nullptr;
  if (buffer.use_count() > 1)
    buffer = std::make_shared<std::vector<std::byte>>(*buffer);
  return buffer->data();
}

bool Tensor::inF64Mode() const {
  return (kind == Storage::F64 && elementType != ElementType::F64) ||
         (kind == Storage::C128 && elementType != ElementType::C128);
}

double Tensor::real(int64_t flat) const {
  switch (kind) {
  case Storage::F32:
    return values<float>()[flat];
  case Storage::F64:
    return values<double>()[flat];
  case Storage::Bool:
    return values<uint8_t>()[flat];
  case Storage::I64:
    return static_cast<double>(values<int64_t>()[flat]);
  case Storage::U64:
    return static_cast<double>(values<uint64_t>()[flat]);
  case Storage::C64:
    return values<float>()[2 * flat];
  case Storage::C128:
    return values<double>()[2 * flat];
  }
  return 0;
}

int64_t Tensor::integer(int64_t flat) const {
  switch (kind) {
  case Storage::Bool:
    return values<uint8_t>()[flat];
  case Storage::I64:
    return values<int64_t>()[flat];
  case Storage::U64:
    return static_cast<int64_t>(values<uint64_t>()[flat]);
  default:
    return truncateToInteger(real(flat));
  }
}

void Tensor::setReal(int64_t flat, double value) {
  switch (kind) {
  case Storage::F32:
    data<float>()[flat] = static_cast<float>(roundTo(elementType, value));
    return;
  case Storage::F64:
    data<double>()[flat] = value;
    return;
  case Storage::C64:
    data<float>()[2 * flat] = static_cast<float>(value);
    data<float>()[2 * flat + 1] = 0;
    return;
  case Storage::C128:
    data<double>()[2 * flat] = value;
    data<double>()[2 * flat + 1] = 0;
    return;
  case Storage::Bool:
    data<uint8_t>()[flat] = value != 0;
    return;
  case Storage::I64:
  case Storage::U64:
    setInteger(flat, truncateToInteger(value));
    return;
  }
}

void Tensor::setInteger(int64_t flat, int64_t value) {
  switch (kind) {
  case Storage::Bool:
    data<uint8_t>()[flat] = value != 0;
    return;
  case Storage::I64:
    data<int64_t>()[flat] = wrapSigned(elementType, value);
    return;
  case Storage::U64:
    data<uint64_t>()[flat] = wrapUnsigned(elementType, static_cast<uint64_t>(value));
    return;
  default:
    setReal(flat, static_cast<double>(value));
  }
}

Tensor Tensor::element(int64_t flat) const {
  Tensor scalar;
  scalar.elementType = elementType;
  scalar.kind = kind;
  scalar.count = 1;
  size_t width = bytesPerElement(kind);
  const std::byte *at = bytes() + static_cast<size_t>(flat) * width;
  scalar.buffer = std::make_shared<std::vector<std::byte>>(at, at + width);
  return scalar;
}

void Tensor::setElement(int64_t flat, const Tensor &scalar) {
  assert(scalar.kind == kind && scalar.count == 1 && "not a scalar of this storage");
  size_t width = bytesPerElement(kind);
  std::memcpy(mutableBytes() + static_cast<size_t>(flat) * width, scalar.bytes(), width);
}

Tensor Tensor::reshaped(Shape shape) const {
  assert(elementCount(shape) == count && "a reshape keeps the number of elements");
  Tensor result = *this;
  result.dims = std::move(shape);
  return result;
}

std::vector<std::byte> Tensor::toBytes() const {
  if (isStoredAsIs(elementType, kind))
    return buffer ? *buffer : std::vector<std::byte>();
  bool pair = isComplex(elementType);
  unsigned width = byteWidth(elementType) / (pair ? 2 : 1);
  ElementType part = elementType == ElementType::C64    ? ElementType::F32
                     : elementType == ElementType::C128 ? ElementType::F64
                                                        : elementType;
  int64_t parts = pair ? 2 * count : count;
  std::vector<std::byte> result(static_cast<size_t>(parts) * width);
  for (int64_t i = 0; i < parts; ++i) {
    uint64_t bits = 0;
    if (kind == Storage::F32 || kind == Storage::C64)
      bits = encodeFloat(part, values<float>()[i]);
    else if (kind == Storage::F64 || kind == Storage::C128)
      bits = encodeFloat(part, values<double>()[i]);
    else
      bits = static_cast<uint64_t>(integer(i)) & (bitWidth(part) < 8 ? (1u << bitWidth(part)) - 1 : ~uint64_t{0});
    putLittleEndian(result.data() + static_cast<size_t>(i) * width, bits, width);
  }
  return result;
}

Tensor Tensor::fromBytes(ElementType type, Shape shape, std::span<const std::byte> bytes, bool f64Mode) {
  Tensor result(type, std::move(shape), f64Mode);
  bool pair = isComplex(type);
  unsigned width = byteWidth(type) / (pair ? 2 : 1);
  ElementType part = type == ElementType::C64 ? ElementType::F32 : type == ElementType::C128 ? ElementType::F64 : type;
  int64_t parts = pair ? 2 * result.count : result.count;
  assert(bytes.size() == static_cast<size_t>(parts) * width && "size of the bytes does not match the type");
  if (isStoredAsIs(type, result.kind)) {
    if (!bytes.empty())
      std::memcpy(result.mutableBytes(), bytes.data(), bytes.size());
    return result;
  }
  for (int64_t i = 0; i < parts; ++i) {
    uint64_t bits = getLittleEndian(bytes.data() + static_cast<size_t>(i) * width, width);
    if (result.kind == Storage::F32 || result.kind == Storage::C64)
      result.data<float>()[i] = decodeToFloat(part, bits);
    else if (result.kind == Storage::F64 || result.kind == Storage::C128)
      result.data<double>()[i] = decodeFloat(part, bits);
    else if (result.kind == Storage::Bool)
      result.data<uint8_t>()[i] = bits != 0;
    else
      result.setInteger(i, static_cast<int64_t>(bits));
  }
  return result;
}

std::string Tensor::typeString() const {
  std::string text = "tensor<";
  for (int64_t extent : dims)
    text += std::to_string(extent) + "x";
  return text + std::string(name(elementType)) + ">";
}

bool Tensor::identical(const Tensor &other) const {
  if (elementType != other.elementType || kind != other.kind || dims != other.dims)
    return false;
  size_t size = static_cast<size_t>(count) * bytesPerElement(kind);
  return size == 0 || std::memcmp(bytes(), other.bytes(), size) == 0;
}

int64_t wrapSigned(ElementType type, int64_t value) {
  unsigned unused = 64 - bitWidth(type);
  return static_cast<int64_t>(static_cast<uint64_t>(value) << unused) >> unused;
}

uint64_t wrapUnsigned(ElementType type, uint64_t value) {
  unsigned unused = 64 - bitWidth(type);
  return value << unused >> unused;
}

} // namespace lockstep::interp
