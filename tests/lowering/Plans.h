// What the tests of lowering share: cutting arguments at will, and comparing a plan with the step it was made from.
#pragma once

#include "ir/import/Program.h"
#include "lowering/graph/Graph.h"
#include "lowering/partition/State.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace lockstep::test {

/// One mesh axis and how it cuts the arguments of @main.
struct AxisCut {
  MeshAxis axis;
  std::vector<lowering::State> arguments;
};

/// The plan that starts from these cuts, results whole.
llvm::Expected<Program> planWithCuts(const Program &logical, const std::vector<AxisCut> &cuts);

/// Reads a plan that was made as a user's plan is read.
llvm::Expected<Program> reread(mlir::OwningOpRef<mlir::ModuleOp> plan);

/// Runs both in f64 on the same inputs and expects equal results and equal replicas.
void expectSameResults(const Program &logical, const Program &plan, uint64_t seed, double tolerance = 1e-9);

} // namespace lockstep::test
