// Makes a parallel plan from a plain training step: cuts the batch over the data axes of a mesh and lets every operator
// follow by its rule (partition/). No annotations and no knowledge of models is used. Nothing here is trusted by the
// verifier, which reads the plan that comes out as it would read anyone's.
#pragma once

#include "ir/core/Mesh.h"
#include "ir/import/Program.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::lowering {

/// An argument that holds one sample per index of `dim`. Named by its number or its name.
struct BatchArgument {
  std::optional<unsigned> index;
  std::optional<std::string> name;
  unsigned dim = 0;
};

struct LoweringSpec {
  /// The mesh, major axis first.
  std::vector<MeshAxis> axes;
  /// Names of the axes that cut the batch, major first; empty means all of them.
  std::vector<std::string> dataAxes;
  /// Which arguments are the batch. Empty: those whose role is batch, else those that are not state, key or step and
  /// share a leading extent; when that leaves a choice, lower() fails and lists it.
  std::vector<BatchArgument> batch;
};

/// A collective of the plan, in order.
struct CollectiveInfo {
  std::string kind;           // "all_reduce", "all_gather", "reduce_scatter"
  std::string axis;           // "dp", or several, "pod,dp"
  std::string monoid;         // of reductions: "add", ...
  int64_t bytes = 0;          // of the operand on one device
  bool inLoop = false;        // runs once per turn of a loop
  std::string location;       // of the logical operator whose value is communicated
  std::string why;            // which consumer needed it
};

/// A batch argument as it was cut.
struct BatchPlacement {
  unsigned argument = 0, dim = 0;
  std::string name;
};

struct LoweredPlan {
  /// `@main` has the logical signature and holds one sdy.manual_computation. Lives in the logical module's context.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<BatchPlacement> batch;
  std::vector<CollectiveInfo> collectives;
  std::vector<std::string> remarks; // for people: what costs more than it might
};

/// Errors are InputErrors: a mesh that makes no sense, no or an ambiguous batch, an extent that an axis does not divide,
/// an operator that cannot be part of a one-device step.
llvm::Expected<LoweredPlan> lower(const Program &logical, const LoweringSpec &spec);

/// The collectives as a table, and the remarks: what `lockstep lower --explain` prints.
std::string explain(const LoweredPlan &plan);

} // namespace lockstep::lowering
