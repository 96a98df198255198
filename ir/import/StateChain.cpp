#include "ir/import/StateChain.h"

#include "ir/plan/PlanOps.h"
#include "ir/sdy/SdyOps.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

#include <deque>

using llvm::StringRef;
using mlir::Operation;
using mlir::Value;

namespace lockstep::analysis {
namespace {

constexpr unsigned kMostSteps = 400; // values visited per result; optimizers need a few dozen

bool worksElementwise(StringRef name) {
  static const llvm::StringSet<> names = {
      "stablehlo.add",     "stablehlo.subtract", "stablehlo.multiply", "stablehlo.divide", "stablehlo.negate",
      "stablehlo.maximum", "stablehlo.minimum",  "stablehlo.select",   "stablehlo.clamp",  "stablehlo.convert",
      "stablehlo.sqrt",    "stablehlo.rsqrt",    "stablehlo.power",    "stablehlo.abs",    "stablehlo.sign",
      "chlo.square",       "mhlo.copy",          "sdy.sharding_constraint", "sdy.reshard", "stablehlo.reduce_precision"};
  return names.contains(name);
}

// A value seen from within a chain of calls.
struct Place {
  Value value;
  int call; // index into the calls entered so far, -1 in @main
  unsigned distance;
};

class Search {
public:
  Search(mlir::func::FuncOp main, mlir::SymbolTable &symbols) : main(main), symbols(symbols) {}

  std::vector<std::pair<unsigned, unsigned>> from(Value result) {
    found.clear();
    queue.clear();
    seen.clear();
    calls.clear();
    push({result, -1, 0});
    for (unsigned steps = 0; !queue.empty() && steps < kMostSteps; ++steps) {
      Place place = queue.front();
      queue.pop_front();
      if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(place.value))
        visitArgument(place, argument, result.getType());
      else
        visitResult(place, llvm::cast<mlir::OpResult>(place.value));
    }
    return found;
  }

private:
  struct Call {
    Operation *op;
    int parent;
  };

  void push(Place place) {
    if (seen.insert({place.value, place.call}).second)
      queue.push_back(place);
  }

  void visitArgument(const Place &place, mlir::BlockArgument argument, mlir::Type type) {
    Operation *owner = argument.getOwner()->getParentOp();
    unsigned index = argument.getArgNumber();
    if (owner == main) {
      if (argument.getType() == type)
        found.push_back({place.distance, index});
    } else if (llvm::isa<mlir::func::FuncOp>(owner) && place.call >= 0) {
      Operation *call = calls[place.call].op;
      bool numbered = call->hasAttr("micro_batch"); // the number is no operand
      if (!numbered || index > 0)
        push({call->getOperand(index - numbered), calls[place.call].parent, place.distance});
    } else if (auto step = llvm::dyn_cast<plan::StepOp>(owner)) {
      unsigned stage = argument.getOwner()->getParent()->getRegionNumber();
      push({step.getTensors()[step.operandsOn(stage)[index]], place.call, place.distance});
    } else if ((llvm::isa<sdy::ManualComputationOp>(owner) || isWhile(owner)) && index < owner->getNumOperands()) {
      push({owner->getOperand(index), place.call, place.distance});
    }
  }

  static bool isWhile(Operation *op) { return op->getName().getStringRef() == "stablehlo.while"; }

  void visitResult(const Place &place, mlir::OpResult value) {
    Operation *op = value.getOwner();
    unsigned index = value.getResultNumber();
    StringRef name = op->getName().getStringRef();
    if (worksElementwise(name)) {
      for (Value operand : op->getOperands())
        if (sameShape(operand, value))
          push({operand, place.call, place.distance + 1});
    } else if (name == "stablehlo.optimization_barrier" && index < op->getNumOperands()) {
      push({op->getOperand(index), place.call, place.distance});
    } else if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op)) {
      enter(place, call, call.getCallee(), index);
    } else if (auto call = llvm::dyn_cast<plan::CallOp>(op)) {
      enter(place, call, call.getCallee(), index);
    } else if (auto step = llvm::dyn_cast<plan::StepOp>(op)) {
      for (auto [stage, program] : llvm::enumerate(step.getPrograms())) {
        auto here = step.resultsOn(stage);
        if (auto *at = llvm::find(here, index); at != here.end())
          pushReturned(place, program, at - here.begin());
      }
    } else if (llvm::isa<sdy::ManualComputationOp>(op)) {
      pushReturned(place, op->getRegion(0), index);
    } else if (isWhile(op) && op->getNumRegions() == 2 && index < op->getNumOperands()) {
      push({op->getOperand(index), place.call, place.distance + 1});
      pushReturned(place, op->getRegion(1), index);
    }
  }

  void enter(const Place &place, Operation *call, StringRef name, unsigned index) {
    auto callee = symbols.lookup<mlir::func::FuncOp>(name);
    if (!callee || callee.isDeclaration() || calls.size() >= kMostSteps)
      return;
    Operation *terminator = callee.getBody().front().getTerminator();
    if (index >= terminator->getNumOperands())
      return;
    calls.push_back({call, place.call});
    push({terminator->getOperand(index), int(calls.size()) - 1, place.distance});
  }

  void pushReturned(const Place &place, mlir::Region &body, unsigned index) {
    if (body.empty() || body.front().empty())
      return;
    Operation &last = body.front().back();
    if (index < last.getNumOperands())
      push({last.getOperand(index), place.call, place.distance + 1});
  }

  static bool sameShape(Value a, Value b) {
    auto x = llvm::dyn_cast<mlir::RankedTensorType>(a.getType()), y = llvm::dyn_cast<mlir::RankedTensorType>(b.getType());
    return x && y && x.getShape() == y.getShape();
  }

  mlir::func::FuncOp main;
  mlir::SymbolTable &symbols;
  std::deque<Place> queue;
  llvm::DenseSet<std::pair<Value, int>> seen;
  std::vector<Call> calls;
  std::vector<std::pair<unsigned, unsigned>> found;
};

} // namespace

std::vector<std::vector<std::pair<unsigned, unsigned>>> updateChains(mlir::func::FuncOp main) {
  mlir::SymbolTable symbols(main->getParentOp());
  Search search(main, symbols);
  std::vector<std::vector<std::pair<unsigned, unsigned>>> chains;
  for (Value result : main.getBody().front().getTerminator()->getOperands())
    chains.push_back(search.from(result));
  return chains;
}

} // namespace lockstep::analysis
