// analyzeProgram: the order of the steps, and the boundary of @main.
#include "ir/import/Analysis.h"

#include "ir/core/InputError.h"
#include "ir/import/Diagnostics.h"

#include "llvm/Support/MathExtras.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace lockstep {
namespace analysis {

Error fault(const Program &program, StringRef code, const Twine &message, const Twine &note) {
  auto error = std::make_unique<InputError>(code.str(), program.path, 0, 0, message.str());
  error->note = note.str();
  return Error(std::move(error));
}

std::string nameOf(const ArgumentInfo &argument, size_t index) {
  return "argument " + std::to_string(index) + " '" + argument.name + "'";
}

std::string nameOf(const ResultInfo &result, size_t index) {
  return "result " + std::to_string(index) + " '" + result.name + "'";
}

Error findMain(Program &program) {
  mlir::ModuleOp module = program.module.get();
  auto symbol = module.lookupSymbol("main");
  auto main = llvm::dyn_cast_or_null<mlir::func::FuncOp>(symbol);
  if (main && !main.isDeclaration() && main.getBody().hasOneBlock()) {
    program.main = main;
    return Error::success();
  }
  if (main)
    return fault(program, "IN011", main.isDeclaration() ? "@main has no body" : "@main has more than one block");
  std::string found;
  unsigned more = 0;
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    if (StringRef(found).count('@') >= 5)
      ++more;
    else
      found += (found.empty() ? "@" : ", @") + function.getName().str();
  }
  if (more)
    found += " and " + std::to_string(more) + " more";
  return fault(program, "IN011", "the module has no function @main, which is the whole training step",
               found.empty() ? Twine() : Twine("it has ") + found);
}

namespace {

// The name in a location `loc("p['b1']")`, if that is what it is.
std::string nameIn(mlir::Location location) {
  auto name = llvm::dyn_cast<mlir::NameLoc>(location);
  return name ? name.getName().str() : "";
}

std::string text(mlir::Attribute attribute) {
  auto string = llvm::dyn_cast_or_null<mlir::StringAttr>(attribute);
  return string ? string.str() : "";
}

std::string argumentName(mlir::func::FuncOp main, unsigned index) {
  for (StringRef attribute : {"lockstep.name", "jax.arg_info"})
    if (std::string name = text(main.getArgAttr(index, attribute)); !name.empty())
      return name;
  std::string name = nameIn(main.getArgument(index).getLoc());
  return name.empty() ? "arg" + std::to_string(index) : name;
}

std::string resultName(mlir::func::FuncOp main, unsigned index) {
  std::string name = text(main.getResultAttr(index, "lockstep.name"));
  if (name.empty()) {
    name = text(main.getResultAttr(index, "jax.result_info"));
    if (StringRef(name).starts_with("result"))
      name.erase(0, StringRef("result").size());
  }
  return name.empty() ? "result" + std::to_string(index) : name;
}

Error checkType(const Program &program, mlir::Type type, const Twine &what) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  std::string found;
  llvm::raw_string_ostream(found) << type;
  if (!tensor)
    return fault(program, "IN012", what + ": expected a tensor, found " + found);
  if (!tensor.hasStaticShape())
    return fault(program, "IN012", what + ": expected a tensor of known extents, found " + found);
  if (!elementType(type))
    return fault(program, "IN012", what + ": elements of " + found + " are of no supported type");
  constexpr int64_t kMostElements = int64_t(1) << 48; // sizes in bytes and sums of them stay in range
  int64_t elements = 1;
  for (int64_t extent : tensor.getShape())
    if (llvm::MulOverflow(elements, std::max<int64_t>(extent, 1), elements) || elements > kMostElements)
      return fault(program, "IN012", what + ": " + found + " has more than 2^48 elements");
  return Error::success();
}

} // namespace

Error readBoundary(Program &program) {
  mlir::func::FuncOp main = program.main;
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
    ArgumentInfo info;
    info.name = argumentName(main, index);
    if (Error error = checkType(program, type, nameOf(info, index)))
      return error;
    info.type = *elementType(type);
    info.shape = shape(type);
    program.arguments.push_back(std::move(info));
  }
  for (auto [index, type] : llvm::enumerate(main.getResultTypes())) {
    ResultInfo info;
    info.name = resultName(main, index);
    if (Error error = checkType(program, type, nameOf(info, index)))
      return error;
    info.type = *elementType(type);
    info.shape = shape(type);
    program.results.push_back(std::move(info));
  }
  return Error::success();
}

} // namespace analysis

Expected<Program> analyzeProgram(mlir::OwningOpRef<mlir::ModuleOp> module, StringRef path, const Contract *contract,
                                 Reading reading) {
  Program program;
  program.path = path.str();
  program.module = std::move(module);
  if (Error error = analysis::findMain(program))
    return std::move(error);
  if (Error error = analysis::readBoundary(program))
    return std::move(error);
  if (Error error = analysis::readForm(program, contract, reading))
    return std::move(error);
  if (contract)
    if (Error error = analysis::applyContract(program, *contract))
      return std::move(error);
  analysis::readRoles(program);
  analysis::reportUnknownAttributes(program);
  return program;
}

Expected<Program> loadProgram(StringRef path, mlir::MLIRContext &context, const Contract *contract, Reading reading) {
  auto module = parseModuleFile(path, context);
  if (!module)
    return module.takeError();
  return analyzeProgram(std::move(*module), path == "-" ? "<stdin>" : path, contract, reading);
}

} // namespace lockstep
