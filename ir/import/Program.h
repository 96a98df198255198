// A module that was read: its form, mesh, the names, roles and placements of its arguments and results.
// Nothing here rewrites the module; Prepare.h holds the rewrites (inlining and the like).
#pragma once

#include "ir/core/ElementType.h"
#include "ir/core/Mesh.h"
#include "ir/core/Sharding.h"
#include "ir/import/Contract.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Why a result is taken for the updated value of an argument; the later, the stronger.
enum class UpdateEvidence { None, Operators, Names, Donation };

struct ArgumentInfo {
  std::string name; // from lockstep.name, jax.arg_info or loc("..."), else "arg<i>"
  ElementType type = ElementType::F32;
  Shape shape;      // global
  Role role = Role::Unknown;
  std::optional<unsigned> result; // State: the result that carries the updated value
  UpdateEvidence evidence = UpdateEvidence::None; // for `result`
  std::optional<ValueRange> range;
};

struct ResultInfo {
  std::string name; // from jax.result_info without its leading "result", else "result<i>"
  ElementType type = ElementType::F32;
  Shape shape;      // global
  std::optional<unsigned> argument; // the state argument this result updates
  std::optional<double> tolerance;
};

enum class ProgramForm {
  Logical,           // one device, no mesh is used
  ManualComputation, // @main has the logical signature and holds sdy.manual_computation
  PerDevice,         // @main is run by every device; argument/resultShardings place global tensors
  Stages,            // @main has the logical signature and consists of a plan.step
};

struct Program {
  std::string path;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp main;
  ProgramForm form = ProgramForm::Logical;
  Mesh mesh; // of the manual computations, or of the devices; no axes when Logical
  std::vector<ArgumentInfo> arguments;
  std::vector<ResultInfo> results;
  std::vector<Sharding> argumentShardings, resultShardings; // PerDevice and Stages only, one each
  std::string stageAxis;                                    // Stages only: the axis of `mesh` along which stages lie
  std::vector<std::vector<unsigned>> argumentStages, resultStages; // Stages only, one each: where copies are
  std::vector<std::string> warnings; // unknown attributes, conflicting roles ...
};

/// Registers every dialect a Lockstep input may use.
void registerInputDialects(mlir::DialectRegistry &registry);

/// Reads text (pretty or generic form), gzip or bytecode from a file, `-` is standard input. The error is an
/// InputError with file, line, column and the text of the offending line.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> parseModuleFile(llvm::StringRef path, mlir::MLIRContext &context);
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> parseModuleText(llvm::StringRef text, llvm::StringRef name,
                                                                 mlir::MLIRContext &context);

/// What a module is read as. Shardings on the boundary of a logical step are hints and change nothing; on that of a
/// plan they say that each device runs the module on its pieces.
enum class Reading { Plan, Logical };

/// Classifies the module and collects what is known about its boundary. The contract may be null.
llvm::Expected<Program> analyzeProgram(mlir::OwningOpRef<mlir::ModuleOp> module, llvm::StringRef path,
                                       const Contract *contract, Reading reading = Reading::Plan);

/// parseModuleFile and analyzeProgram.
llvm::Expected<Program> loadProgram(llvm::StringRef path, mlir::MLIRContext &context,
                                    const Contract *contract = nullptr, Reading reading = Reading::Plan);

/// Conversions between the module's attributes and plain values.
std::optional<ElementType> elementType(mlir::Type type); // of a scalar or a ranked tensor's element
Shape shape(mlir::Type rankedTensor);

} // namespace lockstep
