// Calls become the bodies of what they call, callees first.
#include "ir/import/Rewrites.h"

#include "ir/sdy/SdyOps.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

using llvm::Error;
using mlir::func::CallOp;
using mlir::func::FuncOp;

namespace lockstep::rewrites {
namespace {

constexpr unsigned kDeepestCalls = 1000;

class Inliner {
public:
  Inliner(mlir::ModuleOp module, size_t mostOperators)
      : module(module), symbols(module), mostOperators(mostOperators) {}

  Error run() {
    for (FuncOp function : llvm::to_vector(module.getOps<FuncOp>()))
      if (Error error = process(function, 0))
        return error;
    return Error::success();
  }

private:
  enum class State { Open, Done };

  Error process(FuncOp function, unsigned depth) {
    auto [entry, inserted] = states.try_emplace(function, State::Open);
    if (!inserted)
      return entry->second == State::Done ? Error::success()
                                          : llvm::createStringError("@" + function.getName().str() +
                                                                    " calls itself, directly or through others");
    if (depth > kDeepestCalls)
      return llvm::createStringError("calls are nested more than " + std::to_string(kDeepestCalls) + " deep");
    llvm::SmallVector<CallOp> calls;
    function.walk([&](CallOp call) { calls.push_back(call); });
    for (CallOp call : calls)
      if (Error error = processCall(call, depth))
        return error;
    inlineNamedComputations(function);
    states[function] = State::Done;
    return Error::success();
  }

  Error processCall(CallOp call, unsigned depth) {
    auto callee = symbols.lookup<FuncOp>(call.getCallee());
    if (!callee || callee.isDeclaration() || !callee.getBody().hasOneBlock())
      return Error::success();
    if (Error error = process(callee, depth + 1))
      return error;
    return inlineCall(call, callee.getBody().front());
  }

  Error inlineCall(CallOp call, mlir::Block &body) {
    mlir::IRMapping mapping;
    mapping.map(body.getArguments(), call.getOperands());
    mlir::OpBuilder builder(call);
    for (mlir::Operation &op : body.without_terminator()) {
      mlir::Operation *copy = builder.clone(op, mapping);
      copy->walk([&](mlir::Operation *inner) {
        ++copied;
        inner->setLoc(mlir::CallSiteLoc::get(inner->getLoc(), call.getLoc()));
      });
      if (copied > mostOperators)
        return llvm::createStringError("calls expand to more than " + std::to_string(mostOperators) + " operators");
    }
    llvm::SmallVector<mlir::Value> results;
    for (mlir::Value value : body.getTerminator()->getOperands())
      results.push_back(mapping.lookupOrDefault(value));
    call.replaceAllUsesWith(results);
    call.erase();
    return Error::success();
  }

  // The body stands where the operator stood.
  static void inlineNamedComputations(FuncOp function) {
    function.walk<mlir::WalkOrder::PostOrder>([](sdy::NamedComputationOp op) {
      mlir::Block &body = op.getBody().front();
      mlir::Operation *terminator = body.getTerminator();
      for (auto [argument, operand] : llvm::zip(body.getArguments(), op->getOperands()))
        argument.replaceAllUsesWith(operand);
      llvm::SmallVector<mlir::Value> results(terminator->getOperands());
      terminator->erase();
      op->getBlock()->getOperations().splice(op->getIterator(), body.getOperations());
      op->replaceAllUsesWith(results);
      op->erase();
    });
  }

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  llvm::DenseMap<mlir::Operation *, State> states;
  size_t mostOperators, copied = 0;
};

} // namespace

Error inlineCalls(mlir::ModuleOp module, size_t mostOperators) { return Inliner(module, mostOperators).run(); }

} // namespace lockstep::rewrites
