// Which arguments should be positive: those whose elements reach a square root or a logarithm through sums, products
// and copies alone. Found backwards, from every such operator to the arguments of @main.
#include "ir/import/Program.h"
#include "ir/interpreter/Inputs.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace lockstep::interp {
namespace {

bool needsPositive(llvm::StringRef op) {
  return llvm::is_contained({"stablehlo.sqrt", "stablehlo.rsqrt", "stablehlo.log", "chlo.lgamma"}, op);
}

// Operators whose result is positive where their operands are.
bool keepsSign(llvm::StringRef op) {
  static const llvm::StringSet<> names = {"stablehlo.add",
                                          "stablehlo.multiply",
                                          "stablehlo.divide",
                                          "stablehlo.maximum",
                                          "stablehlo.minimum",
                                          "stablehlo.convert",
                                          "stablehlo.reduce_precision",
                                          "stablehlo.reshape",
                                          "stablehlo.broadcast_in_dim",
                                          "stablehlo.transpose",
                                          "stablehlo.slice",
                                          "stablehlo.concatenate",
                                          "stablehlo.pad",
                                          "stablehlo.reverse",
                                          "stablehlo.dynamic_slice",
                                          "stablehlo.dynamic_update_slice",
                                          "stablehlo.select",
                                          "stablehlo.all_gather",
                                          "stablehlo.all_to_all",
                                          "stablehlo.all_reduce",
                                          "stablehlo.reduce_scatter",
                                          "stablehlo.collective_permute",
                                          "stablehlo.sqrt",
                                          "mhlo.copy",
                                          "sdy.sharding_constraint",
                                          "sdy.reshard"};
  return names.contains(op);
}

class Search {
public:
  explicit Search(const Program &program)
      : module(program.module.get()), main(program.main), found(program.arguments.size(), false) {}

  std::vector<bool> run() {
    module->walk([&](mlir::Operation *op) {
      if (needsPositive(op->getName().getStringRef()))
        pending.append(op->operand_begin(), op->operand_end());
    });
    while (!pending.empty()) {
      mlir::Value value = pending.pop_back_val();
      if (!seen.insert(value).second)
        continue;
      if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value))
        followArgument(argument);
      else
        followResult(mlir::cast<mlir::OpResult>(value));
    }
    return found;
  }

private:
  // To what a region or function was entered with.
  void followArgument(mlir::BlockArgument argument) {
    mlir::Operation *parent = argument.getOwner()->getParentOp();
    unsigned number = argument.getArgNumber();
    if (parent == main.getOperation()) {
      if (number < found.size())
        found[number] = true;
      return;
    }
    if (auto function = mlir::dyn_cast<mlir::func::FuncOp>(parent)) {
      std::optional<mlir::SymbolTable::UseRange> uses = mlir::SymbolTable::getSymbolUses(function, module);
      if (!uses)
        return;
      for (const mlir::SymbolTable::SymbolUse &use : *uses)
        follow(use.getUser(), number);
      return;
    }
    llvm::StringRef name = parent->getName().getStringRef();
    if (name == "stablehlo.while" || name == "sdy.manual_computation" || name == "sdy.named_computation")
      follow(parent, number);
    if (name == "stablehlo.while")
      followReturned(parent->getRegion(1), number);
  }

  void follow(mlir::Operation *op, unsigned operand) {
    if (operand < op->getNumOperands())
      pending.push_back(op->getOperand(operand));
  }

  void followReturned(mlir::Region &region, unsigned number) {
    if (!region.empty() && !region.front().empty())
      follow(&region.front().back(), number);
  }

  void followResult(mlir::OpResult result) {
    mlir::Operation *op = result.getOwner();
    llvm::StringRef name = op->getName().getStringRef();
    unsigned number = result.getResultNumber();
    if (auto call = mlir::dyn_cast<mlir::func::CallOp>(op)) {
      if (auto callee = mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(op, call.getCalleeAttr()))
        followReturned(callee.getBody(), number);
      return;
    }
    if (name == "stablehlo.while" || name == "stablehlo.optimization_barrier")
      follow(op, number);
    if (name == "stablehlo.while")
      return followReturned(op->getRegion(1), number);
    if (name == "stablehlo.case" || name == "stablehlo.if" || name == "sdy.manual_computation" ||
        name == "sdy.named_computation") {
      for (mlir::Region &region : op->getRegions())
        followReturned(region, number);
      return;
    }
    // A product of a value with itself is never negative.
    bool isSquare = op->getNumOperands() == 2 && op->getOperand(0) == op->getOperand(1);
    if (keepsSign(name) && !isSquare)
      pending.append(op->operand_begin(), op->operand_end());
  }

  mlir::ModuleOp module;
  mlir::func::FuncOp main;
  std::vector<bool> found;
  llvm::SmallVector<mlir::Value> pending;
  llvm::DenseSet<mlir::Value> seen;
};

} // namespace

std::vector<bool> positiveArguments(const Program &program) { return Search(program).run(); }

} // namespace lockstep::interp
