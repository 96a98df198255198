// Which function gives an operator its meaning.
//
// Two kinds. A *pure* evaluator maps the operand tensors of one rank to its result tensors; the machine calls it once
// when all ranks hold the same operands, else once per rank. A *machine* evaluator sees all ranks at a time: control
// flow, calls, collectives, device numbers.
#pragma once

#include "ir/interpreter/Tensor.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <functional>

namespace lockstep::interp {

class Execution;
struct Step;
struct ValueType;

using Tensors = std::vector<Tensor>;

/// The operands of one rank.
class Call {
public:
  Call(mlir::Operation *op, llvm::ArrayRef<const Tensor *> operands, bool f64, Execution &execution, const Step &step,
       unsigned rank)
      : op(op), f64(f64), operands(operands), execution(execution), step(step), rank(rank) {}

  mlir::Operation *const op;
  const bool f64;

  size_t size() const { return operands.size(); }
  const Tensor &operator[](size_t i) const { return *operands[i]; }

  /// The operand to keep or change; it is moved out of the frame when nobody reads it later. At most once per operand,
  /// and not before the last access through [].
  Tensor take(size_t i) const;
  /// The declared type of a result.
  const ValueType &resultType(unsigned result = 0) const;
  /// The value of this constant when it was made before in this run, and a place to keep it.
  const Tensor *knownConstant() const;
  void rememberConstant(const Tensor &value) const;
  /// Whether constants stand for simplest rationals.
  bool simplestLiterals() const;

  /// Executes a region of the operator on this rank.
  llvm::Expected<Tensors> region(unsigned index, llvm::ArrayRef<Tensor> arguments) const;

private:
  llvm::ArrayRef<const Tensor *> operands;
  Execution &execution;
  const Step &step;
  unsigned rank;
};

struct Evaluator {
  std::function<llvm::Expected<Tensors>(const Call &)> pure;
  std::function<llvm::Error(Execution &, const Step &, mlir::Operation *)> machine;
};

class EvaluatorTable {
public:
  /// Every operator of every supported dialect.
  EvaluatorTable();

  /// Null when the operator is not supported.
  const Evaluator *find(mlir::Operation *op) const {
    auto found = evaluators.find(op->getName().getTypeID());
    return found == evaluators.end() ? nullptr : &found->second;
  }

  /// `evaluate` is callable as Expected<Tensors or Tensor>(Op, const Call &).
  template <typename Op, typename Function> void pure(Function evaluate) {
    evaluators[mlir::TypeID::get<Op>()] = {[evaluate](const Call &call) -> llvm::Expected<Tensors> {
                                             return wrap(evaluate(mlir::cast<Op>(call.op), call));
                                           },
                                           nullptr};
  }
  /// `evaluate` is callable as Error(Op, Execution &, const Step &).
  template <typename Op, typename Function> void machine(Function evaluate) {
    evaluators[mlir::TypeID::get<Op>()] = {
        nullptr, [evaluate](Execution &execution, const Step &step, mlir::Operation *op) -> llvm::Error {
          return evaluate(mlir::cast<Op>(op), execution, step);
        }};
  }

private:
  static llvm::Expected<Tensors> wrap(llvm::Expected<Tensors> tensors) { return tensors; }
  static llvm::Expected<Tensors> wrap(llvm::Expected<Tensor> tensor) {
    if (!tensor)
      return tensor.takeError();
    Tensors tensors;
    tensors.push_back(std::move(*tensor));
    return tensors;
  }

  llvm::DenseMap<mlir::TypeID, Evaluator> evaluators;
};

// One function per operator family, each in its own file.
void addElementwise(EvaluatorTable &table);
void addShapes(EvaluatorTable &table);
void addIndexing(EvaluatorTable &table);
void addDynamic(EvaluatorTable &table);
void addLinear(EvaluatorTable &table);
void addReductions(EvaluatorTable &table);
void addRandom(EvaluatorTable &table);
void addChlo(EvaluatorTable &table);
void addControl(EvaluatorTable &table);
void addCalls(EvaluatorTable &table);
void addCustomCalls(EvaluatorTable &table);
void addCollectives(EvaluatorTable &table);
void addPointToPoint(EvaluatorTable &table);
void addShardings(EvaluatorTable &table);
void addManualComputation(EvaluatorTable &table);
void addStages(EvaluatorTable &table);

} // namespace lockstep::interp
