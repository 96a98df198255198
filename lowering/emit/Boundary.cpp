// The plan's outside: the logical signature, the mesh, and the manual computation with its placements.
#include "lowering/emit/Emitter.h"

#include "ir/sdy/Convert.h"
#include "ir/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace lockstep::lowering {

namespace {

/// The digits that cut a dim, largest stride first, with the mesh axis of each.
std::vector<std::pair<Digit, unsigned>> digitsOf(const Value &value, unsigned dim, llvm::ArrayRef<unsigned> axes) {
  std::vector<std::pair<Digit, unsigned>> digits;
  for (auto [axis, state] : llvm::enumerate(value.states))
    if (state.isSharded() && state.digit().dim == dim)
      digits.push_back({state.digit(), axes[axis]});
  llvm::sort(digits, [](auto &a, auto &b) { return a.first.stride > b.first.stride; });
  return digits;
}

} // namespace

// A logical module need not have used the dialects a plan is written in.
Emitter::Emitter(mlir::MLIRContext *context, const Mesh &mesh, std::vector<unsigned> axes)
    : builder(context), mesh(mesh), axes(std::move(axes)) {
  context->loadDialect<sdy::SdyDialect, stablehlo::StablehloDialect, mlir::func::FuncDialect>();
}

/// A sharding cuts a dim into consecutive blocks. Where the digits are elsewhere, the dim is opened into one dim per digit
/// and per remainder, outside of the manual computation. Returns what the manual computation takes.
mlir::Value Emitter::splitArgument(const Value &argument, mlir::Value global, Sharding &sharding) {
  Shape opened;
  sharding = {};
  for (unsigned dim = 0; dim < argument.shape.size(); ++dim) {
    int64_t above = argument.shape[dim]; // what the digits so far leave to the right
    bool isBlock = true;
    auto digits = digitsOf(argument, dim, axes);
    for (auto &[digit, axis] : digits) {
      isBlock &= digit.stride * digit.n == above;
      above = digit.stride;
    }
    if (isBlock) {
      opened.push_back(argument.shape[dim]);
      sharding.dims.emplace_back();
      for (auto &[digit, axis] : digits)
        sharding.dims.back().axes.push_back({mesh.axes[axis].name});
      continue;
    }
    above = argument.shape[dim];
    for (auto &[digit, axis] : digits) {
      opened.insert(opened.end(), {above / (digit.stride * digit.n), digit.n});
      sharding.dims.emplace_back();
      sharding.dims.emplace_back();
      sharding.dims.back().axes.push_back({mesh.axes[axis].name});
      above = digit.stride;
    }
    opened.push_back(above);
    sharding.dims.emplace_back();
  }
  return reshape(global.getLoc(), global, opened);
}

static Shape pieceOf(mlir::Value global, const Sharding &sharding, const Mesh &mesh) {
  Shape shape(mlir::cast<mlir::RankedTensorType>(global.getType()).getShape());
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    shape[dim] /= axesSize(mesh, sharding.dims[dim].axes);
  return shape;
}

void Emitter::emitManualComputation(mlir::Block &main, const Graph &graph) {
  mlir::Location loc = main.getParentOp()->getLoc();
  mlir::MLIRContext *context = builder.getContext();
  builder.setInsertionPointToEnd(&main);
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<sdy::TensorShardingAttr> inShardings, outShardings;
  std::vector<Sharding> cuts;
  for (auto [argument, global] : llvm::zip(graph.body().arguments, main.getArguments())) {
    Sharding sharding;
    operands.push_back(splitArgument(*argument, global, sharding));
    inShardings.push_back(sdy::toAttribute(context, mesh.name, sharding));
    cuts.push_back(std::move(sharding));
  }
  llvm::SmallVector<mlir::Type> types;
  for (const Value *result : graph.body().results) {
    types.push_back(mlir::RankedTensorType::get(result->shape, result->element));
    outShardings.push_back(sdy::toAttribute(context, mesh.name, Sharding::replicatedOf(result->shape.size())));
  }
  llvm::SmallVector<mlir::StringAttr> manual;
  for (const MeshAxis &axis : mesh.axes)
    manual.push_back(builder.getStringAttr(axis.name));
  mlir::Operation *made =
      make("sdy.manual_computation", loc, types, operands,
           {named("in_shardings", sdy::TensorShardingPerValueAttr::get(context, inShardings)),
            named("out_shardings", sdy::TensorShardingPerValueAttr::get(context, outShardings)),
            named("manual_axes", sdy::ManualAxesAttr::get(context, manual))},
           1);
  deviceBody = builder.createBlock(&made->getRegion(0));
  for (auto [operand, cut] : llvm::zip(operands, cuts))
    deviceBody->addArgument(mlir::RankedTensorType::get(pieceOf(operand, cut, mesh),
                                                        mlir::cast<mlir::RankedTensorType>(operand.getType()).getElementType()),
                            operand.getLoc());
  for (auto [argument, piece] : llvm::zip(graph.body().arguments, deviceBody->getArguments()))
    env[argument] = reshape(piece.getLoc(), piece, localShape(*argument));
  emitBlock(graph.body());
  llvm::SmallVector<mlir::Value> results;
  for (const Value *result : graph.body().results)
    results.push_back(local(result));
  make("sdy.return", loc, {}, results);
  builder.setInsertionPointToEnd(&main);
  mlir::func::ReturnOp::create(builder, loc, made->getResults());
}

/// Functions that regions of cloned operations call.
void Emitter::copyCallees(mlir::ModuleOp from, mlir::ModuleOp to) {
  bool grew = true;
  while (grew) {
    grew = false;
    llvm::SmallVector<mlir::func::CallOp> calls;
    to.walk([&](mlir::func::CallOp call) { calls.push_back(call); });
    for (mlir::func::CallOp call : calls) {
      if (to.lookupSymbol(call.getCallee()))
        continue;
      if (mlir::Operation *callee = from.lookupSymbol(call.getCallee())) {
        to.push_back(callee->clone());
        grew = true;
      }
    }
  }
}

mlir::OwningOpRef<mlir::ModuleOp> Emitter::emitModule(const Program &logical, const Graph &graph) {
  mlir::ModuleOp source = *logical.module;
  mlir::func::FuncOp main = logical.main;
  mlir::OwningOpRef<mlir::ModuleOp> plan = mlir::ModuleOp::create(source.getLoc());
  plan->getOperation()->setAttrs(source->getAttrs());
  if (source->hasAttr("mhlo.num_partitions"))
    (*plan)->setAttr("mhlo.num_partitions", builder.getI32IntegerAttr(static_cast<int32_t>(mesh.deviceCount())));
  builder.setInsertionPointToEnd(plan->getBody());
  make("sdy.mesh", source.getLoc(), {}, {},
       {named("sym_name", builder.getStringAttr(mesh.name)), named("mesh", sdy::toAttribute(builder.getContext(), mesh))});
  auto copy = mlir::cast<mlir::func::FuncOp>(builder.insert(main->cloneWithoutRegions()));
  mlir::Block *block = builder.createBlock(&copy.getBody());
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    block->addArgument(main.getArgument(i).getType(), main.getArgument(i).getLoc());
    copy.removeArgAttr(i, "sdy.sharding");
    copy.removeArgAttr(i, "mhlo.sharding");
  }
  joinReductions(graph);
  emitManualComputation(*block, graph);
  copyCallees(source, *plan);
  return plan;
}

} // namespace lockstep::lowering
