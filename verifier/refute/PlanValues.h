// What is known of every value of the plan after one execution: how it relates to the logical step's values.
#pragma once

#include "verifier/refute/Dataflow.h"
#include "verifier/refute/ValueMatch.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace lockstep::verifier {

class PlanValues {
public:
  PlanValues(const LogicalValues &logical, const Mesh &mesh, const Dataflow &flow)
      : logical(logical), mesh(mesh), flow(flow) {}

  void observe(const interp::Observation &observation);

  /// The match of a value; a block argument has that of what enters its block. nullopt when it was never executed.
  std::optional<ValueMatch> matchOf(mlir::Value value) const;
  /// When an operator was executed first.
  unsigned orderOf(mlir::Operation *operation) const { return orders.lookup(operation); }

private:
  const LogicalValues &logical;
  const Mesh &mesh;
  const Dataflow &flow;
  llvm::DenseMap<mlir::Value, ValueMatch> matches;
  llvm::DenseMap<mlir::Operation *, unsigned> orders;

  ValueMatch derive(mlir::Operation *operation) const;
  ValueMatch matchOfReturned(mlir::Value value) const;
  std::optional<ValueMatch> matchAt(mlir::Value value, unsigned depth) const;
};

/// The worse one says more about an operator that was executed several times.
ValueMatch worse(const ValueMatch &a, const ValueMatch &b);

} // namespace lockstep::verifier
