#include "ir/interpreter/evaluate/Attributes.h"

#include "ir/interpreter/Literals.h"
#include "ir/interpreter/kernels/Generate.h"
#include "ir/interpreter/kernels/Shape.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace lockstep::interp {
namespace {

Result fromRaw(llvm::ArrayRef<char> raw, ElementType type, const Shape &shape, bool f64Mode) {
  auto bytes = std::as_bytes(std::span(raw.data(), raw.size()));
  if (bytes.size() != static_cast<size_t>(Tensor(type, shape).size()) * byteWidth(type))
    return llvm::createStringError("expected " + std::to_string(Tensor(type, shape).size() * byteWidth(type)) +
                                   " bytes of elements, found " + std::to_string(raw.size()));
  return Tensor::fromBytes(type, shape, bytes, f64Mode);
}

// Integers that do not fill bytes; MLIR packs booleans.
Result fromNarrow(mlir::DenseElementsAttr dense, ElementType type, const Shape &shape) {
  std::vector<int64_t> values;
  if (dense.isSplat()) {
    values.push_back(dense.getSplatValue<llvm::APInt>().getZExtValue());
  } else {
    for (const llvm::APInt &value : dense.getValues<llvm::APInt>())
      values.push_back(value.getZExtValue());
  }
  return constantOfIntegers(type, shape, values);
}

Result literalTensor(mlir::ElementsAttr value, ElementType type, const Shape &shape, bool f64Mode) {
  if (auto resource = mlir::dyn_cast<mlir::DenseResourceElementsAttr>(value)) {
    mlir::AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return llvm::createStringError("the resource that holds the elements is missing");
    return fromRaw(blob->getData(), type, shape, f64Mode);
  }
  auto dense = mlir::dyn_cast<mlir::DenseElementsAttr>(value);
  if (!dense)
    return llvm::createStringError("constants of this form are not supported");
  if (bitWidth(type) < 8)
    return fromNarrow(dense, type, shape);
  if (!dense.isSplat())
    return fromRaw(dense.getRawData(), type, shape, f64Mode);
  return fromRaw(dense.getRawData(), type, {}, f64Mode);
}

void readAsSimplest(Tensor &tensor) {
  for (double &value : tensor.data<double>())
    value = simplestLiteral(tensor.type(), value);
}

} // namespace

Result constantTensor(mlir::ElementsAttr value, const Call &call) {
  const ValueType &type = call.resultType();
  Result tensor = literalTensor(value, *type.element, type.shape, call.f64);
  if (!tensor)
    return tensor;
  if (call.simplestLiterals() && isFloat(*type.element))
    readAsSimplest(*tensor);
  // A splat was read once.
  return tensor->shape() == type.shape ? std::move(tensor) : broadcastInDim(*tensor, {}, type.shape);
}

std::vector<std::pair<int64_t, int64_t>> pairs(mlir::DenseIntElementsAttr attribute) {
  std::vector<std::pair<int64_t, int64_t>> result;
  if (!attribute)
    return result;
  std::vector<int64_t> flat;
  for (const llvm::APInt &value : attribute.getValues<llvm::APInt>())
    flat.push_back(value.getSExtValue());
  for (size_t i = 0; i + 1 < flat.size(); i += 2)
    result.emplace_back(flat[i], flat[i + 1]);
  return result;
}

Tensors operandsOf(const Call &call, size_t first, size_t count) {
  Tensors tensors;
  for (size_t i = first; i < first + count; ++i)
    tensors.push_back(call[i]);
  return tensors;
}

} // namespace lockstep::interp
