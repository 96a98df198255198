#include "tools/lockstep/commands/InspectModule.h"

#include "llvm/Support/Format.h"

#include <map>

namespace lockstep::tool {
namespace {

std::string typeText(ElementType type, const Shape &shape) {
  std::string text = std::string(name(type)) + "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

std::string formText(const Program &program) {
  switch (program.form) {
  case ProgramForm::Logical:
    return "logical step for one device";
  case ProgramForm::ManualComputation:
    return "plan with manual computations on the mesh " + program.mesh.str();
  case ProgramForm::PerDevice:
    return "plan, one program per device of the mesh " + program.mesh.str();
  }
  return "";
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

std::string describe(const Program &program, size_t index) {
  const ArgumentInfo &argument = program.arguments[index];
  std::string text = typeText(argument.type, argument.shape);
  if (argument.role != Role::Unknown)
    text += ", " + std::string(name(argument.role));
  if (argument.result)
    text += ", updated by result " + std::to_string(*argument.result);
  if (argument.range)
    text += ", in [" + number(argument.range->lo) + ", " + number(argument.range->hi) + "]";
  if (index < program.argumentShardings.size())
    text += ", placed " + program.argumentShardings[index].str();
  return text;
}

std::string describeResult(const Program &program, size_t index) {
  const ResultInfo &result = program.results[index];
  std::string text = typeText(result.type, result.shape);
  if (result.argument)
    text += ", updates argument " + std::to_string(*result.argument);
  if (index < program.resultShardings.size())
    text += ", placed " + program.resultShardings[index].str();
  return text;
}

struct StateSize {
  uint64_t bytes = 0, elements = 0;
};

StateSize stateSize(const Program &program) {
  StateSize size;
  for (const ArgumentInfo &argument : program.arguments) {
    if (!argument.result)
      continue;
    uint64_t elements = 1;
    for (int64_t extent : argument.shape)
      elements *= static_cast<uint64_t>(extent);
    size.elements += elements;
    size.bytes += elements * byteWidth(argument.type);
  }
  return size;
}

} // namespace

void inspectProgram(llvm::raw_ostream &os, Program &program) {
  os << formText(program) << '\n';
  StateSize state = stateSize(program);
  os << "state: " << state.elements << " elements, " << state.bytes << " bytes\n";

  os << "\narguments\n";
  for (size_t i = 0; i < program.arguments.size(); ++i)
    os << llvm::format("%5zu  ", i) << program.arguments[i].name << ": " << describe(program, i) << '\n';
  os << "\nresults\n";
  for (size_t i = 0; i < program.results.size(); ++i)
    os << llvm::format("%5zu  ", i) << program.results[i].name << ": " << describeResult(program, i) << '\n';

  std::map<std::string, unsigned> operators;
  program.module->walk([&](mlir::Operation *op) {
    if (op->getDialect() && op->getDialect()->getNamespace() != "builtin")
      ++operators[op->getName().getStringRef().str()];
  });
  os << "\noperators\n";
  for (const auto &[name, count] : operators)
    os << llvm::format("%5u  ", count) << name << '\n';
}

} // namespace lockstep::tool
