// Spellings of shardings and manual computations from before Shardy, and Shardy's own when it travels as strings.
#pragma once

#include "ir/import/Program.h"
#include "ir/sdy/SdyOps.h"

namespace lockstep::legacy {

inline constexpr llvm::StringLiteral kHloShardingName = "mhlo.sharding";
inline constexpr llvm::StringLiteral kFrontendAttributes = "mhlo.frontend_attributes";
inline constexpr llvm::StringLiteral kFullToShard = "SPMDFullToShardShape";
inline constexpr llvm::StringLiteral kShardToFull = "SPMDShardToFullShape";
inline constexpr llvm::StringLiteral kShardingCall = "Sharding";

inline constexpr llvm::StringLiteral kGlobalToLocal = "xla.sdy.GlobalToLocalShape";
inline constexpr llvm::StringLiteral kLocalToGlobal = "xla.sdy.LocalToGlobalShape";
inline constexpr llvm::StringLiteral kFuncResultSharding = "xla.sdy.FuncResultSharding";
inline constexpr llvm::StringLiteral kManualBody = "xla.sdy.manual_computation_body";

/// Name that a `stablehlo.custom_call` calls; empty for other operators.
llvm::StringRef callTarget(mlir::Operation *op);

/// Whether the operator only asks for a sharding of its operand (custom calls).
bool isHint(mlir::Operation *op);

/// The meshes of a module with more than no axes: `sdy.mesh` and those encoded as strings, in the module's order.
std::vector<Mesh> declaredMeshes(mlir::ModuleOp module);

/// The mesh of a sharding, out of those.
std::optional<Mesh> meshOf(sdy::TensorShardingAttr sharding, const std::vector<Mesh> &meshes);

/// `xla.sdy.sharding` among frontend attributes; null when there is none.
llvm::Expected<sdy::TensorShardingAttr> encodedSharding(mlir::Attribute frontendAttributes);
/// Any attribute that travels as text under a key of frontend attributes; null when the key is absent.
llvm::Expected<mlir::Attribute> encoded(mlir::Attribute frontendAttributes, llvm::StringRef key);

/// The mesh over which legacy manual computations run: the contract's, a declared one, or an anonymous one.
llvm::Expected<Mesh> manualMesh(mlir::ModuleOp module, const Contract *contract);

} // namespace lockstep::legacy
