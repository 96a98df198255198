// A function prepared for execution: values are numbered, and every step knows what dies with it.
#pragma once

#include "ir/core/ElementType.h"
#include "ir/core/Mesh.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <vector>

namespace mlir {
class Operation;
class Region;
} // namespace mlir

namespace lockstep::interp {

struct Evaluator;
class EvaluatorTable;
struct Step;

/// The declared type of a result; no element type for tokens and other values without elements.
struct ValueType {
  std::optional<ElementType> element;
  Shape shape;
};

/// A region of one block. An empty region has no terminator and no steps.
struct BlockPlan {
  llvm::SmallVector<unsigned, 4> arguments;
  std::vector<Step> steps;
  mlir::Operation *terminator = nullptr;
  llvm::SmallVector<unsigned, 4> returned;
  llvm::SmallVector<bool, 4> releases;   // per returned value: it is this block's own, and not returned again
  llvm::SmallVector<unsigned, 4> unused; // arguments that nothing reads
};

struct Step {
  mlir::Operation *op = nullptr;
  const Evaluator *evaluator = nullptr; // null: unsupported
  llvm::SmallVector<unsigned, 3> operands;
  llvm::SmallVector<unsigned, 1> results;
  llvm::SmallVector<ValueType, 1> resultTypes;
  llvm::SmallVector<unsigned, 0> captures; // values from outside that the regions read
  llvm::SmallVector<unsigned, 2> dead;     // read for the last time here, or never read
  llvm::SmallVector<bool, 4> lastRead;     // per operand: dies here and is no later operand of the same step
  std::vector<BlockPlan> regions;
  /// The regions hold nothing whose value depends on the rank by itself (a collective, a device number, a call).
  bool regionsIgnoreRank = true;
};

struct FunctionPlan {
  BlockPlan body;
  unsigned valueCount = 0;
};

/// Fails, placed at the operator, when a region has several blocks or a value has a dynamic shape. An unknown operator
/// is no failure yet: it may never be executed.
llvm::Expected<std::unique_ptr<FunctionPlan>> makePlan(mlir::Operation *function, const EvaluatorTable &table);

} // namespace lockstep::interp
