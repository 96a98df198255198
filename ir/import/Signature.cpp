#include "ir/import/Signature.h"

#include "ir/core/InputError.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace lockstep {
namespace {

constexpr size_t kListed = 3;

struct Differences {
  std::vector<std::string> listed;
  size_t count = 0;
  void add(const std::string &text) {
    if (++count <= kListed)
      listed.push_back(text);
  }
};

template <typename Info>
void compareSide(StringRef side, const std::vector<Info> &logical, const std::vector<Info> &plan,
                 Differences &differences) {
  if (logical.size() != plan.size())
    differences.add("the step has " + std::to_string(logical.size()) + " " + side.str() + "s, the plan has " +
                    std::to_string(plan.size()));
  for (size_t i = 0; i < std::min(logical.size(), plan.size()); ++i)
    if (logical[i].type != plan[i].type || logical[i].shape != plan[i].shape)
      differences.add(side.str() + " " + std::to_string(i) + " '" + logical[i].name + "' is " +
                      typeText(logical[i].type, logical[i].shape) + " in the step and " +
                      typeText(plan[i].type, plan[i].shape) + " in the plan");
}

// Whether the local shapes are those of the logical step: the plan still has shapes of whole tensors.
bool looksUnpartitioned(const Program &logical, const Program &plan) {
  if (plan.form != ProgramForm::PerDevice || logical.arguments.size() != plan.arguments.size())
    return false;
  for (size_t i = 0; i < plan.arguments.size(); ++i) {
    llvm::Expected<Shape> local = localShape(plan.mesh, plan.argumentShardings[i], plan.arguments[i].shape);
    if (!local) {
      llvm::consumeError(local.takeError());
      return false;
    }
    if (*local != logical.arguments[i].shape)
      return false;
  }
  return true;
}

// What the mistake probably is.
std::string note(const Program &logical, const Program &plan) {
  if (plan.arguments.size() < logical.arguments.size())
    return "jax.jit drops arguments that a step does not use; export with keep_unused=True";
  if (looksUnpartitioned(logical, plan))
    return "the plan has shardings but the shapes of whole tensors, as before partitioning";
  return "the step is " + logical.path;
}

std::string fallback(StringRef side, size_t index) { return (side == "argument" ? "arg" : "result") + std::to_string(index); }

// What follows the name's root: "['m']['w']" of "opt['m']['w']" and of "a[1]['m']['w']".
StringRef path(StringRef name) {
  size_t quote = name.find("['");
  return quote == StringRef::npos ? StringRef() : name.substr(quote);
}

template <typename Info>
void compareNamesOf(StringRef side, const std::vector<Info> &logical, const std::vector<Info> &plan,
                    std::vector<std::string> &warnings) {
  for (size_t i = 0; i < std::min(logical.size(), plan.size()); ++i) {
    StringRef a = logical[i].name, b = plan[i].name;
    if (a == fallback(side, i) || b == fallback(side, i) || path(a).empty() || path(b).empty() || path(a) == path(b))
      continue;
    warnings.push_back(side.str() + " " + std::to_string(i) + " is named '" + a.str() + "' in the step and '" + b.str() +
                       "' in the plan");
  }
}

} // namespace

std::string typeText(ElementType type, const Shape &shape) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + std::string(name(type)) + ">";
}

llvm::Error compareSignatures(const Program &logical, const Program &plan) {
  Differences differences;
  compareSide("argument", logical.arguments, plan.arguments, differences);
  compareSide("result", logical.results, plan.results, differences);
  if (differences.count == 0)
    return llvm::Error::success();
  std::string message = "the plan is for another step: ";
  for (size_t i = 0; i < differences.listed.size(); ++i)
    message += (i ? "; " : "") + differences.listed[i];
  if (differences.count > kListed)
    message += "; ... (" + std::to_string(differences.count - kListed) + " more)";
  auto error = std::make_unique<InputError>("IN010", plan.path, 0, 0, message);
  error->note = note(logical, plan);
  return llvm::Error(std::move(error));
}

std::vector<std::string> compareNames(const Program &logical, const Program &plan) {
  std::vector<std::string> warnings;
  compareNamesOf("argument", logical.arguments, plan.arguments, warnings);
  compareNamesOf("result", logical.results, plan.results, warnings);
  return warnings;
}

} // namespace lockstep
