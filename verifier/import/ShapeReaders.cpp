// Operators that move, cut and make data.
#include "verifier/import/Reader.h"

#include "ir/chlo/ChloOps.h"
#include "ir/import/Program.h"
#include "ir/sdy/SdyOps.h"
#include "ir/stablehlo/StablehloOps.h"

#include "llvm/ADT/TypeSwitch.h"

namespace lockstep::verifier {

namespace {

Dims dims(llvm::ArrayRef<int64_t> values) { return Dims(values.begin(), values.end()); }

int64_t asSigned(uint64_t value) { return static_cast<int64_t>(value); }

ReadAttributes gather(stablehlo::GatherOp op) {
  auto numbers = op.getDimensionNumbers();
  return {GatherAttr{dims(numbers.getOffsetDims()), dims(numbers.getCollapsedSliceDims()),
                     dims(numbers.getOperandBatchingDims()), dims(numbers.getStartIndicesBatchingDims()),
                     dims(numbers.getStartIndexMap()), numbers.getIndexVectorDim(), dims(op.getSliceSizes()),
                     op.getIndicesAreSorted()},
          {}};
}

ReadAttributes scatter(stablehlo::ScatterOp op) {
  auto numbers = op.getScatterDimensionNumbers();
  return {ScatterAttr{dims(numbers.getUpdateWindowDims()), dims(numbers.getInsertedWindowDims()),
                      dims(numbers.getInputBatchingDims()), dims(numbers.getScatterIndicesBatchingDims()),
                      dims(numbers.getScatterDimsToOperandDims()), numbers.getIndexVectorDim(),
                      op.getIndicesAreSorted(), op.getUniqueIndices()},
          {}};
}

} // namespace

ReadAttributes readConstant(mlir::Attribute value) {
  auto dense = mlir::dyn_cast<mlir::DenseElementsAttr>(value);
  if (!dense)
    return {{}, "its value is stored outside of the module text"};
  std::optional<ElementType> type = elementType(dense.getType());
  if (!type)
    return {{}, "its element type is not known"};
  ConstantAttr constant;
  constant.type = *type;
  constant.splat = dense.isSplat() || dense.getNumElements() == 0;
  size_t count = dense.isSplat() ? 1 : static_cast<size_t>(dense.getNumElements());
  unsigned width = byteWidth(*type);
  constant.bytes.reserve(count * width);
  auto append = [&](const llvm::APInt &bits, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) {
      unsigned low = i * 8, take = std::min(8u, bits.getBitWidth() > low ? bits.getBitWidth() - low : 0);
      constant.bytes.push_back(take ? static_cast<uint8_t>(bits.extractBitsAsZExtValue(take, low)) : 0);
    }
  };
  mlir::Type element = dense.getElementType();
  if (mlir::isa<mlir::ComplexType>(element)) {
    auto range = dense.getValues<std::complex<llvm::APFloat>>();
    for (size_t i = 0; i < count; ++i) {
      append(range[i].real().bitcastToAPInt(), width / 2);
      append(range[i].imag().bitcastToAPInt(), width / 2);
    }
  } else if (mlir::isa<mlir::FloatType>(element)) {
    auto range = dense.getValues<llvm::APFloat>();
    for (size_t i = 0; i < count; ++i)
      append(range[i].bitcastToAPInt(), width);
  } else {
    auto range = dense.getValues<llvm::APInt>();
    for (size_t i = 0; i < count; ++i)
      append(range[i], width);
  }
  return {std::move(constant), {}};
}

std::optional<ReadAttributes> readShapeAttributes(mlir::Operation &operation) {
  using Read = std::optional<ReadAttributes>;
  return llvm::TypeSwitch<mlir::Operation *, Read>(&operation)
      .Case<stablehlo::ConstantOp>([](auto op) -> Read { return readConstant(op.getValue()); })
      .Case<sdy::ConstantOp, chlo::ConstantOp>([](auto op) -> Read { return readConstant(op.getValue()); })
      .Case<stablehlo::IotaOp>([](auto op) -> Read {
        return ReadAttributes{DimAttr{asSigned(op.getIotaDimension())}, {}};
      })
      .Case<stablehlo::BroadcastInDimOp>([](auto op) -> Read {
        return ReadAttributes{DimsAttr{dims(op.getBroadcastDimensions())}, {}};
      })
      .Case<stablehlo::TransposeOp>([](auto op) -> Read {
        return ReadAttributes{DimsAttr{dims(op.getPermutation())}, {}};
      })
      .Case<stablehlo::ReverseOp>([](auto op) -> Read { return ReadAttributes{DimsAttr{dims(op.getDimensions())}, {}}; })
      .Case<stablehlo::SliceOp>([](auto op) -> Read {
        return ReadAttributes{
            SliceAttr{dims(op.getStartIndices()), dims(op.getLimitIndices()), dims(op.getStrides())}, {}};
      })
      .Case<stablehlo::ConcatenateOp>([](auto op) -> Read {
        return ReadAttributes{DimAttr{asSigned(op.getDimension())}, {}};
      })
      .Case<stablehlo::PadOp>([](auto op) -> Read {
        return ReadAttributes{PadAttr{dims(op.getEdgePaddingLow()), dims(op.getEdgePaddingHigh()),
                                      dims(op.getInteriorPadding())},
                              {}};
      })
      .Case<stablehlo::GatherOp>([](auto op) -> Read { return gather(op); })
      .Case<stablehlo::ScatterOp>([](auto op) -> Read { return scatter(op); })
      .Default([](mlir::Operation *) -> Read { return std::nullopt; });
}

} // namespace lockstep::verifier
