#include "lowering/graph/Build.h"

#include "ir/core/InputError.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace lockstep::lowering {

static std::optional<mlir::FileLineColLoc> filePlace(mlir::Location loc) {
  std::optional<mlir::FileLineColLoc> found;
  loc->walk([&](mlir::Location part) {
    if (auto place = mlir::dyn_cast<mlir::FileLineColLoc>(part)) {
      found = place;
      return mlir::WalkResult::interrupt();
    }
    return mlir::WalkResult::advance();
  });
  return found;
}

llvm::Error errorAt(mlir::Operation *op, llvm::StringRef code, const llvm::Twine &message) {
  auto place = filePlace(op->getLoc());
  return llvm::make_error<InputError>(code.str(), place ? place->getFilename().str() : "", place ? place->getLine() : 0,
                                      place ? place->getColumn() : 0, message.str());
}

static std::optional<double> constantSplat(mlir::Operation *op) {
  auto dense = op->getAttrOfType<mlir::DenseElementsAttr>("value");
  if (!dense || dense.getNumElements() == 0 || !dense.isSplat())
    return std::nullopt;
  if (mlir::isa<mlir::ComplexType>(dense.getElementType())) {
    auto value = dense.getSplatValue<std::complex<llvm::APFloat>>();
    if (value.real().isPosZero() && value.imag().isPosZero())
      return 0.0;
    return std::nullopt;
  }
  if (mlir::isa<mlir::FloatType>(dense.getElementType())) {
    llvm::APFloat value = dense.getSplatValue<llvm::APFloat>();
    bool lost = false;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
    return value.convertToDouble();
  }
  if (auto type = mlir::dyn_cast<mlir::IntegerType>(dense.getElementType())) {
    llvm::APInt value = dense.getSplatValue<llvm::APInt>();
    bool isSigned = !type.isUnsigned() && type.getWidth() > 1;
    return value.roundToDouble(isSigned);
  }
  return std::nullopt;
}

std::optional<double> splatOf(const Op &op) {
  static const llvm::StringSet<> moves{"stablehlo.broadcast_in_dim", "stablehlo.reshape", "stablehlo.transpose",
                                       "stablehlo.slice",            "stablehlo.reverse", "stablehlo.dynamic_slice"};
  if (op.kind == OpKind::Conversion)
    return op.operands[0]->splat;
  if (op.kind != OpKind::Logical || op.results.size() != 1)
    return std::nullopt;
  if (op.name() == "stablehlo.constant")
    return constantSplat(op.source);
  if (moves.contains(op.name()))
    return op.operands[0]->splat;
  // Zero is zero in every type; other constants may round or wrap.
  bool zero = !op.operands.empty() && op.operands[0]->splat == 0.0;
  if (zero && (op.name() == "stablehlo.convert" || op.name() == "stablehlo.negate"))
    return 0.0;
  return std::nullopt;
}

namespace {

class Builder {
public:
  explicit Builder(Graph &graph) : graph(graph) {}

  llvm::Error run(mlir::func::FuncOp main) {
    if (main.isExternal() || !main.getBody().hasOneBlock())
      return errorAt(main, "IN040", "expected @main to have a body of one block");
    for (mlir::BlockArgument argument : main.getArguments()) {
      auto value = makeValue(argument, main);
      if (!value)
        return value.takeError();
      addArgument(graph.body(), *value, argument.getLoc());
      env[argument] = *value;
    }
    return visitBlock(main.getBody().front(), graph.body(), graph.body().results);
  }

private:
  llvm::Expected<Value *> makeValue(mlir::Value value, mlir::Operation *where) {
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
    if (!type || !type.hasStaticShape())
      return errorAt(where, "IN041", "expected tensors of static shape, found " + typeText(value.getType()));
    return graph.addValue(type.getElementType(), Shape(type.getShape().begin(), type.getShape().end()));
  }

  static std::string typeText(mlir::Type type) {
    std::string text;
    llvm::raw_string_ostream os(text);
    type.print(os);
    return text;
  }

  static void addArgument(Block &block, Value *value, mlir::Location loc) {
    value->block = &block;
    value->loc = loc;
    value->index = static_cast<unsigned>(block.arguments.size());
    block.arguments.push_back(value);
  }

  /// All operations but the terminator, whose operands become `results`.
  template <typename Results>
  llvm::Error visitBlock(mlir::Block &from, Block &to, Results &results) {
    for (mlir::Operation &op : from) {
      if (op.hasTrait<mlir::OpTrait::IsTerminator>()) {
        for (mlir::Value operand : op.getOperands())
          results.push_back(env.lookup(operand));
        return llvm::Error::success();
      }
      if (llvm::Error error = visit(op, to))
        return error;
    }
    return llvm::Error::success();
  }

  llvm::Error visit(mlir::Operation &op, Block &to) {
    llvm::StringRef name = op.getName().getStringRef();
    if (name == "func.call")
      return visitCall(mlir::cast<mlir::func::CallOp>(op), to);
    if (name == "stablehlo.optimization_barrier")
      return visitBarrier(op, to);
    if (name == "stablehlo.while")
      return visitLoop(op, to);
    if (name == "stablehlo.case" || name == "stablehlo.if")
      return visitBranch(op, to);
    if (llvm::Error error = refuseMeaningless(op))
      return error;
    return addLogical(op, op.getOperands(), op.getResults(), to);
  }

  llvm::Error refuseMeaningless(mlir::Operation &op) {
    static const llvm::StringSet<> perDevice{
        "stablehlo.all_reduce",         "stablehlo.all_gather",   "stablehlo.all_to_all",  "stablehlo.reduce_scatter",
        "stablehlo.collective_permute", "stablehlo.partition_id", "stablehlo.replica_id",  "stablehlo.collective_broadcast",
        "sdy.manual_computation",       "stablehlo.send",         "stablehlo.recv",        "stablehlo.infeed",
        "stablehlo.outfeed",            "stablehlo.rng"};
    if (perDevice.contains(op.getName().getStringRef()))
      return errorAt(&op, "IN042", "expected a logical step of one device, found '" + op.getName().getStringRef() +
                                       "', whose result is not a function of its operands");
    bool captures = false;
    for (mlir::Region &region : op.getRegions())
      region.walk([&](mlir::Operation *inner) {
        for (mlir::Value operand : inner->getOperands())
          captures |= !region.isAncestor(operand.getParentRegion());
      });
    if (captures)
      return errorAt(&op, "IN043", "expected the region of '" + op.getName().getStringRef() +
                                       "' to use only its own arguments, found a value from around it");
    return llvm::Error::success();
  }

  template <typename Operands, typename Results>
  llvm::Error addLogical(mlir::Operation &op, Operands operands, Results results, Block &to) {
    Op *node = graph.addOp(OpKind::Logical, &op, op.getLoc());
    for (mlir::Value operand : operands)
      node->operands.push_back(env.lookup(operand));
    for (mlir::Value result : results)
      if (llvm::Error error = addResult(*node, result))
        return error;
    append(to, *node);
    if (node->results.size() == 1)
      node->results[0]->splat = splatOf(*node);
    return llvm::Error::success();
  }

  llvm::Error addResult(Op &node, mlir::Value result) {
    auto value = makeValue(result, node.source);
    if (!value)
      return value.takeError();
    node.results.push_back(*value);
    env[result] = *value;
    return llvm::Error::success();
  }

  llvm::Error visitBarrier(mlir::Operation &op, Block &to) {
    for (unsigned i = 0; i < op.getNumOperands(); ++i)
      if (llvm::Error error = addLogical(op, mlir::ValueRange(op.getOperand(i)), mlir::ValueRange(op.getResult(i)), to))
        return error;
    return llvm::Error::success();
  }

  llvm::Error visitCall(mlir::func::CallOp call, Block &to) {
    auto callee = mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(call, call.getCalleeAttr());
    if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock())
      return errorAt(call, "IN044", "expected a call to a function with a body, found '@" + call.getCallee() + "'");
    if (llvm::is_contained(calls, callee))
      return errorAt(call, "IN045", "expected calls without recursion, found '@" + call.getCallee() + "' calling itself");
    calls.push_back(callee);
    for (auto [argument, operand] : llvm::zip(callee.getArguments(), call.getOperands()))
      env[argument] = env.lookup(operand);
    std::vector<Value *> results;
    if (llvm::Error error = visitBlock(callee.getBody().front(), to, results))
      return error;
    calls.pop_back();
    for (auto [result, value] : llvm::zip(call.getResults(), results))
      env[result] = value;
    return llvm::Error::success();
  }

  llvm::Error visitRegions(Op &node) {
    for (mlir::Region &region : node.source->getRegions()) {
      Block *block = graph.addRegion(node);
      for (mlir::BlockArgument argument : region.front().getArguments()) {
        auto value = makeValue(argument, node.source);
        if (!value)
          return value.takeError();
        addArgument(*block, *value, argument.getLoc());
        env[argument] = *value;
      }
      if (llvm::Error error = visitBlock(region.front(), *block, block->results))
        return error;
    }
    return llvm::Error::success();
  }

  llvm::Error visitNested(OpKind kind, mlir::Operation &op, Block &to) {
    Op *node = graph.addOp(kind, &op, op.getLoc());
    for (mlir::Value operand : op.getOperands())
      node->operands.push_back(env.lookup(operand));
    if (llvm::Error error = visitRegions(*node))
      return error;
    for (mlir::Value result : op.getResults())
      if (llvm::Error error = addResult(*node, result))
        return error;
    append(to, *node);
    return llvm::Error::success();
  }
  llvm::Error visitLoop(mlir::Operation &op, Block &to) { return visitNested(OpKind::Loop, op, to); }
  llvm::Error visitBranch(mlir::Operation &op, Block &to) { return visitNested(OpKind::Branch, op, to); }

  Graph &graph;
  llvm::DenseMap<mlir::Value, Value *> env;
  llvm::SmallVector<mlir::func::FuncOp> calls;
};

} // namespace

llvm::Expected<Graph> buildGraph(mlir::func::FuncOp main) {
  Graph graph;
  Builder builder(graph);
  if (llvm::Error error = builder.run(main))
    return std::move(error);
  return graph;
}

} // namespace lockstep::lowering
