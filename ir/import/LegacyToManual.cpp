// Manual computations from before Shardy. Tensors enter local code through
//   %g = custom_call @Sharding(%x) {tiles};  %l = custom_call @SPMDFullToShardShape(%g) {manual}
// and leave it through @SPMDShardToFullShape {tiles}. Everything that depends on the entering values up to the leaving
// ones is the body; operators that depend on neither side (constants) are copied into it.
#include "ir/import/HloSharding.h"
#include "ir/import/Legacy.h"
#include "ir/import/Rewrites.h"
#include "ir/sdy/Convert.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using mlir::Operation;
using mlir::Value;

namespace lockstep::rewrites {
namespace {

// One manual computation to be.
struct Region {
  llvm::SmallVector<Operation *> enter, body, leave; // in the order of the block
};

// Values an operator uses, also from inside its regions, that are defined outside of it.
llvm::SetVector<Value> usedBy(Operation *op) {
  llvm::SetVector<Value> used;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      Operation *owner = operand.getParentRegion()->getParentOp();
      if (inner == op || !op->isAncestor(owner))
        used.insert(operand);
    }
  });
  return used;
}

std::string text(Operation *op) {
  auto sharding = op->getAttrOfType<mlir::StringAttr>(legacy::kHloShardingName);
  return sharding ? sharding.str() : "";
}

class BlockRewriter {
public:
  BlockRewriter(mlir::Block &block, const Mesh &mesh, StringRef meshName) : block(block), mesh(mesh), meshName(meshName) {}

  Error run() {
    collect();
    for (Region &region : regions)
      if (Error error = rewrite(region))
        return error;
    return Error::success();
  }

private:
  // Splits the block's operators into regions: those connected by local values.
  void collect() {
    llvm::EquivalenceClasses<Operation *> classes;
    llvm::DenseMap<Value, Operation *> localBy;
    llvm::SmallVector<Operation *> members;
    for (Operation &op : block) {
      bool enters = legacy::callTarget(&op) == legacy::kFullToShard, leaves = legacy::callTarget(&op) == legacy::kShardToFull;
      Operation *first = nullptr;
      for (Value value : enters ? llvm::SetVector<Value>() : usedBy(&op))
        if (Operation *source = localBy.lookup(value)) {
          classes.unionSets(source, &op);
          first = source;
        }
      if (!enters && !first)
        continue;
      classes.insert(&op);
      members.push_back(&op);
      if (!leaves)
        for (Value result : op.getResults())
          localBy[result] = &op;
    }
    llvm::DenseMap<Operation *, size_t> index;
    for (Operation *op : members) {
      auto [entry, inserted] = index.try_emplace(classes.getLeaderValue(op), regions.size());
      if (inserted)
        regions.emplace_back();
      Region &region = regions[entry->second];
      StringRef target = legacy::callTarget(op);
      (target == legacy::kFullToShard ? region.enter : target == legacy::kShardToFull ? region.leave : region.body)
          .push_back(op);
    }
  }

  Error rewrite(Region &region) {
    if (region.enter.empty() || region.leave.empty())
      return llvm::createStringError("a manual computation has no end: no SPMDShardToFullShape follows "
                                     "SPMDFullToShardShape");
    Expected<std::vector<AxisRef>> manual = manualAxes(region.enter.front());
    if (!manual)
      return manual.takeError();
    mlir::MLIRContext *context = region.enter.front()->getContext();
    llvm::SmallVector<Value> operands;
    llvm::SmallVector<sdy::TensorShardingAttr> in, out;
    for (Operation *enter : region.enter) {
      Operation *source = enter->getOperand(0).getDefiningOp();
      if (!source || legacy::callTarget(source) != legacy::kShardingCall)
        return llvm::createStringError("SPMDFullToShardShape must be applied to a value with a sharding "
                                       "(custom_call @Sharding)");
      operands.push_back(source->getOperand(0));
      if (Error error = addSharding(source, enter->getOperand(0), *manual, in))
        return error;
    }
    for (Operation *leave : region.leave)
      if (Error error = addSharding(leave, leave->getResult(0), *manual, out))
        return error;
    if (Error error = checkOrder(region))
      return error;
    mlir::OpBuilder builder(region.leave.front());
    llvm::SmallVector<mlir::Type> types;
    for (Operation *leave : region.leave)
      types.push_back(leave->getResult(0).getType());
    llvm::SmallVector<mlir::StringAttr> axes;
    for (const AxisRef &axis : *manual)
      axes.push_back(builder.getStringAttr(axis.name));
    auto op = sdy::ManualComputationOp::create(builder, region.enter.front()->getLoc(), types, operands,
                                               sdy::TensorShardingPerValueAttr::get(context, in),
                                               sdy::TensorShardingPerValueAttr::get(context, out),
                                               sdy::ManualAxesAttr::get(context, axes));
    if (Error error = fillBody(op, region))
      return error;
    for (auto [leave, result] : llvm::zip(region.leave, op->getResults()))
      leave->getResult(0).replaceAllUsesWith(result);
    return eraseOld(region);
  }

  Expected<std::vector<AxisRef>> manualAxes(Operation *enter) {
    Expected<HloSharding> sharding = HloSharding::parse(text(enter));
    if (!sharding)
      return sharding.takeError();
    Expected<std::vector<AxisRef>> axes = sharding->manualAxes(mesh);
    if (!axes)
      return axes.takeError();
    for (const AxisRef &axis : *axes)
      if (axis.isSubAxis())
        return llvm::createStringError("only a part of mesh axis '" + axis.name + "' is manual");
    return axes;
  }

  // The sharding's manual axes; others are hints for a partitioner.
  Error addSharding(Operation *op, Value value, const std::vector<AxisRef> &manual,
                    llvm::SmallVectorImpl<sdy::TensorShardingAttr> &list) {
    auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
    if (!type)
      return llvm::createStringError("a value without a rank enters or leaves a manual computation");
    Expected<HloSharding> hlo = HloSharding::parse(text(op));
    if (!hlo)
      return hlo.takeError();
    Expected<Sharding> sharding = hlo->toSharding(mesh, type.getRank());
    if (!sharding)
      return sharding.takeError();
    for (DimSharding &dim : sharding->dims)
      llvm::erase_if(dim.axes, [&](const AxisRef &axis) {
        return llvm::none_of(manual, [&](const AxisRef &one) { return one.name == axis.name; });
      });
    list.push_back(sdy::toAttribute(op->getContext(), meshName, *sharding));
    return Error::success();
  }

  Error checkOrder(const Region &region) {
    if (region.enter.back()->isBeforeInBlock(region.leave.front()) &&
        (region.body.empty() || region.body.back()->isBeforeInBlock(region.leave.back())))
      return Error::success();
    return llvm::createStringError("values enter a manual computation after others have left it");
  }

  Error fillBody(sdy::ManualComputationOp op, Region &region) {
    mlir::Block *body = new mlir::Block();
    op.getBody().push_back(body);
    mlir::IRMapping mapping;
    for (Operation *enter : region.enter)
      mapping.map(enter->getResult(0), body->addArgument(enter->getResult(0).getType(), enter->getLoc()));
    mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(body);
    llvm::DenseSet<Operation *> inside(region.body.begin(), region.body.end());
    for (Operation *inner : region.body) {
      for (Value value : usedBy(inner))
        if (Error error = copyConstant(value, mapping, builder))
          return error;
      if (legacy::isHint(inner))
        mapping.map(inner->getResult(0), mapping.lookupOrDefault(inner->getOperand(0)));
      else
        builder.clone(*inner, mapping);
    }
    llvm::SmallVector<Value> returned;
    for (Operation *leave : region.leave) {
      if (Error error = copyConstant(leave->getOperand(0), mapping, builder))
        return error;
      returned.push_back(mapping.lookupOrDefault(leave->getOperand(0)));
    }
    sdy::ReturnOp::create(builder, op.getLoc(), returned);
    return Error::success();
  }

  // Makes sure that a value is available in the body: constants and what is computed from constants only.
  Error copyConstant(Value value, mlir::IRMapping &mapping, mlir::OpBuilder &builder) {
    llvm::SmallVector<std::pair<Value, bool>> todo = {{value, false}};
    while (!todo.empty()) {
      auto [current, ready] = todo.pop_back_val();
      if (mapping.contains(current))
        continue;
      Operation *source = current.getDefiningOp();
      if (!source || source->getBlock() != &block)
        return llvm::createStringError("a manual computation uses a whole tensor that did not enter through "
                                       "SPMDFullToShardShape");
      if (ready) {
        builder.clone(*source, mapping);
        continue;
      }
      todo.push_back({current, true});
      for (Value operand : usedBy(source))
        todo.push_back({operand, false});
    }
    return Error::success();
  }

  Error eraseOld(Region &region) {
    for (auto *list : {&region.leave, &region.body, &region.enter})
      for (Operation *op : llvm::reverse(*list)) {
        if (!op->use_empty())
          return llvm::createStringError("a local value leaves a manual computation without SPMDShardToFullShape");
        op->erase();
      }
    return Error::success();
  }

  mlir::Block &block;
  const Mesh &mesh;
  StringRef meshName;
  std::vector<Region> regions;
};

void declareAs(mlir::ModuleOp module, const std::string &name, const Mesh &mesh) {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(module.getBody());
  sdy::MeshOp::create(builder, module.getLoc(), name, sdy::toAttribute(module.getContext(), mesh));
}

// Name of a declared mesh equal to this one; declares it when there is none.
std::string declareMesh(mlir::ModuleOp module, const Mesh &mesh) {
  for (auto op : module.getOps<sdy::MeshOp>()) {
    Mesh declared = sdy::toMesh(op.getMesh(), op.getSymName());
    if (declared.axes == mesh.axes && declared.deviceIds == mesh.deviceIds)
      return op.getSymName().str();
  }
  std::string name = mesh.name.empty() ? "mesh" : mesh.name;
  while (module.lookupSymbol(name))
    name += "_";
  declareAs(module, name, mesh);
  return name;
}

// `call @xla.sdy.manual_computation_body(...)` between GlobalToLocalShape and LocalToGlobalShape.
Error rewriteEncoded(mlir::func::CallOp call) {
  mlir::Attribute attributes = call->getAttr(legacy::kFrontendAttributes);
  auto in = legacy::encoded(attributes, "xla.sdy.in_shardings");
  auto out = legacy::encoded(attributes, "xla.sdy.out_shardings");
  auto manual = legacy::encoded(attributes, "xla.sdy.manual_axes");
  if (!in || !out || !manual)
    return llvm::joinErrors(llvm::joinErrors(in.takeError(), out.takeError()), manual.takeError());
  auto inShardings = llvm::dyn_cast_or_null<sdy::TensorShardingPerValueAttr>(*in);
  auto outShardings = llvm::dyn_cast_or_null<sdy::TensorShardingPerValueAttr>(*out);
  auto axes = llvm::dyn_cast_or_null<sdy::ManualAxesAttr>(*manual);
  Operation *enter = call.getNumOperands() ? call.getOperand(0).getDefiningOp() : nullptr;
  Operation *leave = call.getNumResults() && !call.getResult(0).use_empty() ? *call.getResult(0).user_begin() : nullptr;
  if (!inShardings || !outShardings || !axes || !enter || !leave || legacy::callTarget(enter) != legacy::kGlobalToLocal ||
      legacy::callTarget(leave) != legacy::kLocalToGlobal ||
      !llvm::equal(call.getOperands(), enter->getResults()) ||
      !llvm::equal(leave->getOperands(), call.getResults()))
    return llvm::createStringError("call @" + call.getCallee().str() + " is not a manual computation as Shardy encodes it");
  mlir::OpBuilder builder(call);
  auto op = sdy::ManualComputationOp::create(builder, call.getLoc(), leave->getResultTypes(), enter->getOperands(),
                                             inShardings, outShardings, axes);
  mlir::Block *body = new mlir::Block();
  op.getBody().push_back(body);
  for (Value operand : call.getOperands())
    body->addArgument(operand.getType(), call.getLoc());
  builder.setInsertionPointToEnd(body);
  auto inner = mlir::func::CallOp::create(builder, call.getLoc(), call.getCallee(), call.getResultTypes(),
                                          body->getArguments());
  sdy::ReturnOp::create(builder, call.getLoc(), inner.getResults());
  leave->replaceAllUsesWith(op->getResults());
  leave->erase();
  call.erase();
  enter->erase();
  return Error::success();
}

} // namespace

Error legacyToManual(mlir::ModuleOp module, const Mesh &mesh) {
  llvm::SetVector<mlir::Block *> blocks;
  llvm::SmallVector<mlir::func::CallOp> calls;
  module.walk([&](Operation *op) {
    if (legacy::callTarget(op) == legacy::kFullToShard)
      blocks.insert(op->getBlock());
    else if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op);
             call && call.getCallee().starts_with(legacy::kManualBody))
      calls.push_back(call);
  });
  if (blocks.empty() && calls.empty())
    return Error::success();
  module.getContext()->getOrLoadDialect<sdy::SdyDialect>();
  // Meshes that travelled as strings are declared under their names.
  for (const Mesh &declared : legacy::declaredMeshes(module))
    if (!module.lookupSymbol(declared.name))
      declareAs(module, declared.name, declared);
  for (mlir::func::CallOp call : calls)
    if (Error error = rewriteEncoded(call))
      return error;
  std::string name = blocks.empty() ? "" : declareMesh(module, mesh);
  for (mlir::Block *block : blocks)
    if (Error error = BlockRewriter(*block, mesh, name).run())
      return error;
  return Error::success();
}

} // namespace lockstep::rewrites
