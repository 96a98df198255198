// Writes a graph whose values have states as a plan: global shapes become the shapes of one device's pieces, conversions
// become collectives.
#pragma once

#include "lowering/Lower.h"
#include "lowering/graph/Graph.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"

#include <map>

namespace lockstep::lowering {

/// A dim of a device's piece seen around one axis' digit: index = (high * n + c) * low + rest, where the piece lacks c.
struct AroundDigit {
  int64_t high = 1, low = 1;
};
AroundDigit aroundDigit(const Value &value, unsigned axis, const Digit &digit);

class Emitter {
public:
  /// `axes` holds, for every state of the values, the number of its mesh axis.
  Emitter(mlir::MLIRContext *context, const Mesh &mesh, std::vector<unsigned> axes);

  /// The whole plan: module, mesh, @main with the logical signature.
  mlir::OwningOpRef<mlir::ModuleOp> emitModule(const Program &logical, const Graph &graph);

  std::vector<CollectiveInfo> takeCollectives() { return std::move(collectives); }

private:
  // Boundary.cpp
  mlir::Value splitArgument(const Value &argument, mlir::Value global, Sharding &sharding);
  void emitManualComputation(mlir::Block &main, const Graph &graph);
  void copyCallees(mlir::ModuleOp from, mlir::ModuleOp to);

  // Emit.cpp
  void emitBlock(const Block &block);
  void emitOp(const Op &op);
  void emitLoop(const Op &op);
  void emitBranch(const Op &op);
  void fillRegion(mlir::Region &region, const Block &block);

  // LocalOps.cpp
  void emitLogical(const Op &op);
  mlir::Value emitIota(const Op &op);
  mlir::Value emitSplat(const Op &op);
  mlir::Value localIndices(const Op &op);
  mlir::Value alignIndices(const Op &op, llvm::ArrayRef<int64_t> indexedDims, int64_t vectorDim);
  void adjustAttributes(const Op &op, mlir::Operation *local);

  // Collectives.cpp
  mlir::Value emitConversion(const Op &op);
  mlir::Value reduceOver(const Op &op, mlir::Value value);
  mlir::Value scatterOver(const Op &op, mlir::Value value);
  mlir::Value gatherOver(const Op &op, mlir::Value value);
  mlir::Value sliceOwn(const Op &op, mlir::Value value);
  mlir::Value keepOnFirst(const Op &op, mlir::Value value);
  mlir::Operation *collective(const char *name, const Op &op, mlir::Value value, mlir::Type result,
                              std::vector<mlir::NamedAttribute> attributes);
  void record(const char *kind, const Op &op, mlir::Value operand);
  mlir::Value axisIndex(unsigned axis); // tensor<i32>: this device's coordinate, computed once at the top
  mlir::DenseIntElementsAttr replicaGroups(const llvm::SmallVector<unsigned> &over);

  // Joining.cpp
  void joinReductions(const Graph &graph);
  void joinReductions(const Block &block, const llvm::DenseMap<const Value *, unsigned> &uses);
  llvm::SmallVector<unsigned> axesOf(const Op &conversion) const;

  // Small makers.
  mlir::Operation *make(llvm::StringRef name, mlir::Location loc, mlir::TypeRange results, mlir::ValueRange operands,
                        llvm::ArrayRef<mlir::NamedAttribute> attributes = {}, unsigned regions = 0);
  mlir::Value makeOne(llvm::StringRef name, mlir::Location loc, mlir::Type result, mlir::ValueRange operands,
                      llvm::ArrayRef<mlir::NamedAttribute> attributes = {});
  mlir::Value constant(mlir::Location loc, mlir::RankedTensorType type, double value);
  mlir::Value reshape(mlir::Location loc, mlir::Value value, const Shape &shape);
  mlir::RankedTensorType localType(const Value &value) const;
  mlir::NamedAttribute named(llvm::StringRef name, mlir::Attribute value) { return builder.getNamedAttr(name, value); }
  mlir::Value local(const Value *value) const { return env.lookup(value); }

  mlir::OpBuilder builder;
  const Mesh &mesh;
  std::vector<unsigned> axes;
  llvm::DenseMap<const Value *, mlir::Value> env;
  llvm::DenseMap<const Op *, const Op *> joinedInto; // a reduction that the next one, over another axis, does as well
  mlir::Block *deviceBody = nullptr;
  std::map<llvm::SmallVector<unsigned>, mlir::DenseIntElementsAttr> groupsOver; // made once per set of axes
  std::vector<mlir::Value> axisIndices;
  std::vector<CollectiveInfo> collectives;
  unsigned loopDepth = 0;
};

} // namespace lockstep::lowering
