#include "ir/stablehlo/verify/Checks.h"

#include "ir/stablehlo/ElementKinds.h"

#include "llvm/ADT/SmallSet.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace lockstep::stablehlo {

InFlightDiagnostic expected(Operation *op, unsigned number) {
  return std::move(op->emitOpError() << 'C' << number << ": expected ");
}

static std::string text(Sizes sizes) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  stream << '[';
  llvm::interleaveComma(sizes, stream, [&](int64_t size) {
    if (ShapedType::isDynamic(size))
      stream << '?';
    else
      stream << size;
  });
  stream << ']';
  return result;
}

//===-- Types --------------------------------------------------------------------------------------------------===//

bool compatibleSizes(int64_t first, int64_t second) {
  return first == second || ShapedType::isDynamic(first) || ShapedType::isDynamic(second);
}

bool compatibleShapes(Sizes first, Sizes second) {
  return first.size() == second.size() && llvm::all_of(llvm::zip(first, second), [](auto pair) {
           return compatibleSizes(std::get<0>(pair), std::get<1>(pair));
         });
}

bool compatible(Type first, Type second) {
  if (first == second)
    return true;
  if (auto a = dyn_cast<TupleType>(first), b = dyn_cast<TupleType>(second); a && b)
    return a.size() == b.size() &&
           llvm::all_of(llvm::zip(a, b), [](auto pair) { return compatible(std::get<0>(pair), std::get<1>(pair)); });
  auto a = dyn_cast<RankedTensorType>(first), b = dyn_cast<RankedTensorType>(second);
  return a && b && a.getElementType() == b.getElementType() && compatibleShapes(a.getShape(), b.getShape());
}

bool sameKind(Type first, Type second) {
  return (isPred(first) && isPred(second)) || (isInt(first) && isInt(second)) || (isFp(first) && isFp(second)) ||
         (isComplex(first) && isComplex(second));
}

static unsigned bits(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType().getIntOrFloatBitWidth() : element.getIntOrFloatBitWidth();
}

bool promotable(Type from, Type to) {
  return sameKind(from, to) && isUInt(from) == isUInt(to) && bits(from) <= bits(to);
}

RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }
Type elementOf(Value value) { return tensorOf(value).getElementType(); }
Sizes shapeOf(Value value) { return tensorOf(value).getShape(); }

Type commonType(Value lhs, Value rhs) {
  auto type = tensorOf(lhs);
  return type.hasStaticShape() ? type : tensorOf(rhs);
}

LogicalResult verifySameTypes(Operation *op) {
  Type result = op->getResult(0).getType();
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (type != result && !compatible(type, result))
      return expected(op, 1) << "operand " << index << " to have the result's type " << result << ", found " << type;
  return success();
}

LogicalResult checkType(Operation *op, unsigned number, StringRef name, Type found, Type wanted) {
  if (compatible(found, wanted))
    return success();
  return expected(op, number) << name << " of type " << wanted << ", found " << found;
}

LogicalResult checkElement(Operation *op, unsigned number, StringRef name, Type found, Type wanted) {
  if (found == wanted)
    return success();
  return expected(op, number) << name << " with elements of type " << wanted << ", found " << found;
}

LogicalResult checkShape(Operation *op, unsigned number, StringRef name, Sizes found, Sizes wanted) {
  if (compatibleShapes(found, wanted))
    return success();
  return expected(op, number) << name << " of shape " << text(wanted) << ", found " << text(found);
}

LogicalResult checkRank(Operation *op, unsigned number, StringRef name, int64_t found, int64_t wanted) {
  if (found == wanted)
    return success();
  return expected(op, number) << name << " of rank " << wanted << ", found " << found;
}

//===-- Lists of dimensions ------------------------------------------------------------------------------------===//

LogicalResult checkRange(Operation *op, unsigned number, const Twine &name, int64_t value, int64_t low, int64_t high) {
  if (low <= value && value < high)
    return success();
  return expected(op, number) << name.str() << " in [" << low << ", " << high << "), found " << value;
}

LogicalResult checkDims(Operation *op, unsigned number, StringRef name, Sizes dims, int64_t rank) {
  for (auto [index, dim] : llvm::enumerate(dims))
    if (failed(checkRange(op, number, name + "[" + Twine(index) + "]", dim, 0, rank)))
      return failure();
  return success();
}

LogicalResult checkUnique(Operation *op, unsigned number, StringRef name, Sizes dims) {
  return checkUnique(op, number, name, dims, {});
}

LogicalResult checkUnique(Operation *op, unsigned number, StringRef name, Sizes dims, Sizes more) {
  llvm::SmallSet<int64_t, 8> seen;
  for (Sizes list : {dims, more})
    for (int64_t dim : list)
      if (!seen.insert(dim).second)
        return expected(op, number) << "every dimension once in " << name << ", found " << dim << " twice";
  return success();
}

LogicalResult checkSorted(Operation *op, unsigned number, StringRef name, Sizes dims) {
  if (llvm::is_sorted(dims))
    return success();
  return expected(op, number) << name << " in ascending order, found " << text(dims);
}

LogicalResult checkCount(Operation *op, unsigned number, StringRef name, int64_t found, int64_t wanted) {
  if (found == wanted)
    return success();
  return expected(op, number) << wanted << (wanted == 1 ? " entry in " : " entries in ") << name << ", found "
                              << found;
}

LogicalResult checkAtLeast(Operation *op, unsigned number, StringRef name, Sizes values, int64_t least) {
  for (auto [index, value] : llvm::enumerate(values))
    if (value < least)
      return expected(op, number) << name << "[" << index << "] at least " << least << ", found " << value;
  return success();
}

LogicalResult checkPairs(Operation *op, unsigned number, StringRef name, std::optional<DenseIntElementsAttr> pairs,
                         int64_t rows) {
  return pairs ? checkShape(op, number, name, pairs->getType().getShape(), {rows, 2}) : success();
}

//===-- Computations -------------------------------------------------------------------------------------------===//

TypeRange returnedTypes(Region &region) {
  if (region.empty() || region.front().empty() || !region.front().mightHaveTerminator())
    return {};
  return region.front().getTerminator()->getOperandTypes();
}

static bool isScalarOf(Type type, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 && tensor.getElementType() == element;
}

static LogicalResult checkScalars(Operation *op, unsigned number, const Twine &what, TypeRange found,
                                  ArrayRef<Type> elements) {
  if (found.size() != elements.size())
    return expected(op, number) << elements.size() << ' ' << what.str() << ", found " << found.size();
  for (auto [index, pair] : llvm::enumerate(llvm::zip(found, elements))) {
    auto [type, element] = pair;
    if (!isScalarOf(type, element))
      return expected(op, number) << what.str() << '[' << index << "] of type "
                                  << RankedTensorType::get({}, element) << ", found " << type;
  }
  return success();
}

LogicalResult checkComputation(Operation *op, unsigned number, StringRef name, Region &region,
                               ArrayRef<Type> elements, ArrayRef<Type> results) {
  if (region.empty())
    return expected(op, number) << "a body in " << name;
  if (failed(checkScalars(op, number, name + " arguments", region.front().getArgumentTypes(), elements)))
    return failure();
  return checkScalars(op, number, name + " results", returnedTypes(region), results);
}

FailureOr<SmallVector<Type>> checkReducer(Operation *op, unsigned number, StringRef name, Region &region,
                                          ValueRange inputs) {
  size_t count = inputs.size();
  SmallVector<Type> elements;
  for (Type type : returnedTypes(region)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    elements.push_back(tensor ? tensor.getElementType() : type);
  }
  if (elements.size() != count)
    return expected(op, number) << count << " results of " << name << ", found " << elements.size();
  for (auto [index, input] : llvm::enumerate(inputs))
    if (!promotable(elementOf(input), elements[index]))
      return expected(op, number) << name << " to accumulate in a type that holds " << elementOf(input) << ", found "
                                  << elements[index];
  SmallVector<Type> arguments(elements);
  arguments.append(elements);
  if (failed(checkComputation(op, number, name, region, arguments, elements)))
    return failure();
  return elements;
}

} // namespace lockstep::stablehlo
