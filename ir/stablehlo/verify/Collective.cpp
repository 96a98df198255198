// Constraints of collectives. What depends on the groups is checked with the symbols, for groups may name a mesh.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"
#include "ir/stablehlo/verify/Groups.h"
#include "ir/stablehlo/verify/Shapes.h"

using namespace mlir;

namespace lockstep::stablehlo {

//===-- Reducing collectives -----------------------------------------------------------------------------------===//

/// A reducer of one value whose element type every result has.
static LogicalResult checkReduction(Operation *op, unsigned body, unsigned element, Region &region) {
  for (auto [operand, result] : llvm::zip(op->getOperands(), op->getResults())) {
    auto elements = checkReducer(op, body, "computation", region, operand);
    if (failed(elements) || failed(checkElement(op, element, "result", elementOf(result), elements->front())))
      return failure();
  }
  return success();
}

LogicalResult AllReduceOp::verify() {
  if (failed(checkChannel(*this, 4)) || failed(checkCount(*this, 6, "results", getNumResults(), getNumOperands())))
    return failure();
  for (auto [operand, result] : llvm::zip(getOperands(), getResults()))
    if (failed(checkShape(*this, 6, "result", shapeOf(result), shapeOf(operand))))
      return failure();
  return success();
}
LogicalResult AllReduceOp::verifyRegions() { return checkReduction(*this, 5, 7, getComputation()); }
LogicalResult AllReduceOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return checkGroups(*this, symbols, {1, 2, 3});
}

LogicalResult ReduceScatterOp::verify() {
  if (failed(checkRange(*this, 2, "scatter_dimension", getScatterDimension(), 0, rankOf(getOperand()))) ||
      failed(checkChannel(*this, 6)))
    return failure();
  return checkRank(*this, 8, "result", rankOf(getResult()), rankOf(getOperand()));
}
LogicalResult ReduceScatterOp::verifyRegions() { return checkReduction(*this, 7, 9, getComputation()); }
LogicalResult ReduceScatterOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto group = checkGroups(*this, symbols, {3, 4, 5});
  if (failed(group))
    return failure();
  int64_t dim = getScatterDimension(), size = shapeOf(getOperand())[dim], members = group->value_or(0);
  SmallVector<int64_t> shape(shapeOf(getOperand()));
  if (!members || ShapedType::isDynamic(size)) {
    shape[dim] = ShapedType::kDynamic;
  } else if (size % members != 0) {
    return expected(*this, 1) << "dimension " << dim << " of operand to be a multiple of the " << members
                              << " processes in a group, found " << size;
  } else {
    shape[dim] = size / members;
  }
  return checkShape(*this, 8, "result", shapeOf(getResult()), shape);
}

LogicalResult CollectiveReduceOp::verify() {
  unsigned values = getNumOperands() - (getHasDynamicRoot() ? 1 : 0);
  if (getNumOperands() == 0 || values == 0 || getNumResults() != values)
    return expected(*this, 3) << "one result per reduced operand and at least one, found " << values
                              << " operands and " << getNumResults() << " results";
  if (getHasDynamicRoot() && failed(checkShape(*this, 3, "the root operand", shapeOf(getOperands().back()), values)))
    return failure();
  for (auto [operand, result] : llvm::zip(getOperands().take_front(values), getResults()))
    if (failed(checkShape(*this, 3, "result", shapeOf(result), shapeOf(operand))))
      return failure();
  return success();
}
LogicalResult CollectiveReduceOp::verifyRegions() { return checkReduction(*this, 4, 4, getComputation()); }
LogicalResult CollectiveReduceOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return checkGroups(*this, symbols, {1, 0, 2});
}

LogicalResult CrossReplicaSumOp::verify() { return verifySameTypes(*this); }

//===-- Moving collectives -------------------------------------------------------------------------------------===//

LogicalResult AllGatherOp::verify() {
  if (failed(checkChannel(*this, 5)) || failed(checkCount(*this, 6, "results", getNumResults(), getNumOperands())))
    return failure();
  for (auto [operand, result] : llvm::zip(getOperands(), getResults()))
    if (failed(checkRange(*this, 1, "all_gather_dim", getAllGatherDim(), 0, rankOf(operand))) ||
        failed(checkElement(*this, 6, "result", elementOf(result), elementOf(operand))))
      return failure();
  return success();
}

LogicalResult AllGatherOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto group = checkGroups(*this, symbols, {2, 3, 4});
  if (failed(group))
    return failure();
  int64_t dim = getAllGatherDim();
  for (auto [operand, result] : llvm::zip(getOperands(), getResults())) {
    SmallVector<int64_t> shape(shapeOf(operand));
    shape[dim] = multiplySizes(shape[dim], group->value_or(ShapedType::kDynamic));
    if (failed(checkShape(*this, 6, "result", shapeOf(result), shape)))
      return failure();
  }
  return success();
}

LogicalResult AllToAllOp::verify() {
  int64_t split = getSplitDimension(), concat = getConcatDimension(), count = getSplitCount();
  if (failed(checkAtLeast(*this, 4, "split_count", count, 1)) ||
      failed(checkCount(*this, 9, "results", getNumResults(), getNumOperands())))
    return failure();
  for (auto [operand, result] : llvm::zip(getOperands(), getResults())) {
    int64_t rank = rankOf(operand);
    if (failed(checkRange(*this, 1, "split_dimension", split, 0, rank)) ||
        failed(checkRange(*this, 3, "concat_dimension", concat, 0, rank)))
      return failure();
    SmallVector<int64_t> shape(shapeOf(operand));
    if (!ShapedType::isDynamic(shape[split]) && shape[split] % count != 0)
      return expected(*this, 2) << "dimension " << split << " of operand to be a multiple of split_count " << count
                                << ", found " << shape[split];
    if (split != concat) {
      shape[split] = ShapedType::isDynamic(shape[split]) ? shape[split] : shape[split] / count;
      shape[concat] = multiplySizes(shape[concat], count);
    }
    if (failed(checkElement(*this, 9, "result", elementOf(result), elementOf(operand))) ||
        failed(checkShape(*this, 9, "result", shapeOf(result), shape)))
      return failure();
  }
  return success();
}

LogicalResult AllToAllOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto group = checkGroups(*this, symbols, {5, 6, 7});
  if (failed(group))
    return failure();
  int64_t members = group->value_or(getSplitCount());
  if (members == static_cast<int64_t>(getSplitCount()))
    return success();
  return expected(*this, 8) << "groups of split_count " << getSplitCount() << " processes, found " << members;
}

LogicalResult CollectiveBroadcastOp::verify() {
  bool dynamicRoot = getHasDynamicRoot();
  unsigned number = dynamicRoot ? 4 : 3, least = dynamicRoot ? 2 : 1;
  if (getNumOperands() < least)
    return expected(*this, number) << "at least " << least << " operands, found " << getNumOperands();
  unsigned values = getNumOperands() - (dynamicRoot ? 1 : 0);
  if (failed(checkCount(*this, 5, "results", getNumResults(), values)))
    return failure();
  if (dynamicRoot) {
    Type root = RankedTensorType::get(values, IntegerType::get(getContext(), 32));
    if (failed(checkType(*this, 4, "the root operand", getOperands().back().getType(), root)))
      return failure();
  }
  for (auto [operand, result] : llvm::zip(getOperands().take_front(values), getResults()))
    if (failed(checkType(*this, number, "result", result.getType(), operand.getType())))
      return failure();
  return success();
}

LogicalResult CollectiveBroadcastOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return checkGroups(*this, symbols, {1, 0, 2});
}

LogicalResult CollectivePermuteOp::verify() {
  if (failed(checkSourceTargetPairs(*this)))
    return failure();
  return checkType(*this, 5, "result", getType(), getOperand().getType());
}

//===-- Point to point, host, asynchronous ---------------------------------------------------------------------===//

enum ChannelType : int64_t { DeviceToDevice = 1, DeviceToHost = 2, HostToDevice = 3 };

static LogicalResult checkTransfer(Operation *op, bool host, int64_t type, ChannelType hostType) {
  if (failed(checkSourceTargetPairs(op)))
    return failure();
  int64_t wanted = host ? hostType : DeviceToDevice;
  if (type == wanted)
    return success();
  return expected(op, 5) << "channel type " << wanted << (host ? " of" : " without") << " a host transfer, found "
                         << type;
}

LogicalResult SendOp::verify() {
  return checkTransfer(*this, getIsHostTransfer(), getChannelHandle().getType(), DeviceToHost);
}

static LogicalResult checkReceived(Operation *op, unsigned count, unsigned values, unsigned token) {
  if (op->getNumResults() == 0)
    return expected(op, count) << "at least one result, found none";
  TypeRange types = op->getResultTypes();
  if (!isa<TokenType>(types.back()))
    return expected(op, token) << "a token as last result, found " << types.back();
  for (Type type : types.drop_back())
    if (!isa<RankedTensorType>(type))
      return expected(op, values) << "tensors in front of the token, found " << type;
  return success();
}

LogicalResult RecvOp::verify() {
  if (failed(checkTransfer(*this, getIsHostTransfer(), getChannelHandle().getType(), HostToDevice)))
    return failure();
  return checkReceived(*this, 6, 7, 8);
}

LogicalResult InfeedOp::verify() { return checkReceived(*this, 1, 2, 3); }

/// The one operator of the body, null if there are more or none.
static Operation *onlyOperation(Region &body) {
  Block &block = body.front();
  return block.getOperations().size() == 2 ? &block.front() : nullptr;
}

LogicalResult AsyncStartOp::verifyRegions() {
  Operation *inner = onlyOperation(getBody());
  if (!inner)
    return expected(*this, 1) << "one operator and a return in body, found "
                              << getBody().front().getOperations().size() << " operators";
  if (!isa<AllReduceOp, AllGatherOp, AllToAllOp, CollectivePermuteOp, ReduceScatterOp, CollectiveBroadcastOp, SliceOp,
           DynamicSliceOp, DynamicUpdateSliceOp>(inner))
    return expected(*this, 2) << "a collective or a slice in body, found " << inner->getName();
  if (getBody().getArgumentTypes() != getOperandTypes())
    return expected(*this, 3) << "arguments of the operands' types (" << getOperandTypes() << "), found ("
                              << getBody().getArgumentTypes() << ")";
  if (TypeRange(cast<FutureType>(getType()).getTypes()) != returnedTypes(getBody()))
    return expected(*this, 4) << "a future of the returned types (" << returnedTypes(getBody()) << "), found "
                              << getType();
  return success();
}

LogicalResult AsyncDoneOp::verify() {
  auto types = cast<FutureType>(getOperand().getType()).getTypes();
  if (types.size() == 1 && types.front() == getType())
    return success();
  return expected(*this, 1) << "the type of " << getOperand().getType() << ", found " << getType();
}

} // namespace lockstep::stablehlo
