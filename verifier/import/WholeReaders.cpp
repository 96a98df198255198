// Operators that are read as functions of whole operands: their attributes as text, and the dims that only repeat them.
#include "verifier/import/Reader.h"

#include "ir/chlo/ChloOps.h"
#include "ir/import/Program.h"
#include "ir/stablehlo/StablehloOps.h"

#include "llvm/ADT/TypeSwitch.h"

namespace lockstep::verifier {

namespace {

using Read = std::optional<ReadAttributes>;

int64_t rankOf(mlir::Value x) { return mlir::cast<mlir::RankedTensorType>(x.getType()).getRank(); }

/// All attributes but those that only place values.
std::string textOf(mlir::Operation &operation) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (mlir::NamedAttribute attribute : operation.getAttrDictionary())
    if (attribute.getName() != "mhlo.sharding" && attribute.getName() != "sdy.sharding")
      out << attribute.getName().getValue() << "=" << attribute.getValue() << ";";
  return text;
}

WholeAttr whole(mlir::Operation &operation) {
  WholeAttr attr;
  attr.text = textOf(operation);
  attr.operands.resize(operation.getNumOperands());
  attr.results.resize(operation.getNumResults());
  return attr;
}

void addIndex(WholeAttr &attr, const Dims &operands, const Dims &results) {
  for (size_t i = 0; i < operands.size(); ++i)
    attr.operands[i].push_back(operands[i]);
  for (size_t i = 0; i < results.size(); ++i)
    attr.results[i].push_back(results[i]);
}

Read fft(stablehlo::FftOp op) {
  WholeAttr attr = whole(*op);
  auto batch = rankOf(op.getOperand()) - int64_t(op.getFftLength().size());
  for (int64_t d = 0; d < batch; ++d)
    addIndex(attr, {d}, {d});
  return ReadAttributes{attr, {}};
}

Read cholesky(stablehlo::CholeskyOp op) {
  WholeAttr attr = whole(*op);
  for (int64_t d = 0; d + 2 < rankOf(op.getA()); ++d)
    addIndex(attr, {d}, {d});
  return ReadAttributes{attr, {}};
}

/// The right-hand sides are solved one by one: columns of b when a stands on the left, rows when on the right.
Read triangularSolve(stablehlo::TriangularSolveOp op) {
  WholeAttr attr = whole(*op);
  int64_t rank = rankOf(op.getB());
  for (int64_t d = 0; d + 2 < rank; ++d)
    addIndex(attr, {d, d}, {d});
  int64_t sides = op.getLeftSide() ? rank - 1 : rank - 2;
  addIndex(attr, {-1, sides}, {sides});
  return ReadAttributes{attr, {}};
}

/// Batching dims, and the free dims of the right operand, whose columns are computed one by one.
Read raggedDot(chlo::RaggedDotOp op) {
  WholeAttr attr = whole(*op);
  auto numbers = op.getRaggedDotDimensionNumbers();
  auto has = [](llvm::ArrayRef<int64_t> list, int64_t d) { return llvm::is_contained(list, d); };
  llvm::ArrayRef<int64_t> ragged = numbers.getLhsRaggedDimensions();
  int64_t lhs = rankOf(op.getLhs()), rhs = rankOf(op.getRhs());
  bool overRows = ragged.size() == 1 && !has(numbers.getLhsBatchingDimensions(), ragged[0]) &&
                  !has(numbers.getLhsContractingDimensions(), ragged[0]);
  if (!overRows)
    return ReadAttributes{attr, {}};
  int64_t next = 0;
  for (size_t i = 0; i < numbers.getLhsBatchingDimensions().size(); ++i)
    addIndex(attr, {numbers.getLhsBatchingDimensions()[i], numbers.getRhsBatchingDimensions()[i], -1}, {next++});
  for (int64_t d = 0; d < lhs; ++d)
    next += !has(numbers.getLhsBatchingDimensions(), d) && !has(numbers.getLhsContractingDimensions(), d);
  for (int64_t d = 0; d < rhs; ++d)
    if (!has(numbers.getRhsBatchingDimensions(), d) && !has(numbers.getRhsContractingDimensions(), d) &&
        !has(numbers.getRhsGroupDimensions(), d))
      addIndex(attr, {-1, d, -1}, {next++});
  return ReadAttributes{attr, {}};
}

Read customCall(stablehlo::CustomCallOp op) {
  llvm::StringRef target = op.getCallTargetName();
  if (target.starts_with("SPMD") || target.starts_with("xla.sdy.") || target == "Sharding")
    return ReadAttributes{{}, "@" + target.str() + " changes between global and local shapes"};
  if (op.getHasSideEffect())
    return ReadAttributes{{}, "@" + target.str() + " has side effects"};
  if (auto computations = op->getAttrOfType<mlir::ArrayAttr>("called_computations"); computations && !computations.empty())
    return ReadAttributes{{}, "@" + target.str() + " calls computations"};
  return ReadAttributes{whole(*op), {}};
}

} // namespace

std::optional<ReadAttributes> readWholeAttributes(mlir::Operation &operation) {
  return llvm::TypeSwitch<mlir::Operation *, Read>(&operation)
      .Case<stablehlo::FftOp>([](auto op) { return fft(op); })
      .Case<stablehlo::CholeskyOp>([](auto op) { return cholesky(op); })
      .Case<stablehlo::TriangularSolveOp>([](auto op) { return triangularSolve(op); })
      .Case<chlo::RaggedDotOp>([](auto op) { return raggedDot(op); })
      .Case<stablehlo::RngBitGeneratorOp>([](auto op) -> Read { return ReadAttributes{whole(*op), {}}; })
      .Case<stablehlo::CustomCallOp>([](auto op) { return customCall(op); })
      .Default([](mlir::Operation *) -> Read { return std::nullopt; });
}

} // namespace lockstep::verifier
