#include "verifier/check/Signature.h"

#include "ir/core/InputError.h"
#include "ir/import/Program.h"

#include <algorithm>

namespace lockstep::verifier {

namespace {

constexpr size_t listed = 8;

std::string typeText(ElementType type, const Shape &shape) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + std::string(name(type)) + ">";
}

/// Compares one side of the signature, arguments or results.
template <typename Info>
void compareSide(const char *what, const std::vector<Info> &logical, const std::vector<Info> &plan,
                 std::vector<std::string> &differences) {
  if (logical.size() != plan.size())
    differences.push_back("expected " + std::to_string(logical.size()) + " " + what + "s, found " +
                          std::to_string(plan.size()));
  for (size_t i = 0; i < std::min(logical.size(), plan.size()); ++i)
    if (logical[i].type != plan[i].type || logical[i].shape != plan[i].shape)
      differences.push_back(std::string(what) + " " + std::to_string(i) + " (" + logical[i].name + "): expected " +
                            typeText(logical[i].type, logical[i].shape) + ", found " +
                            typeText(plan[i].type, plan[i].shape));
}

} // namespace

llvm::Error compareSignatures(const Program &logical, const Program &plan) {
  std::vector<std::string> differences;
  compareSide("argument", logical.arguments, plan.arguments, differences);
  compareSide("result", logical.results, plan.results, differences);
  if (differences.empty())
    return llvm::Error::success();
  std::string message = "the plan's signature is not that of " + logical.path + ": ";
  for (size_t i = 0; i < differences.size() && i < listed; ++i)
    message += (i ? "; " : "") + differences[i];
  if (differences.size() > listed)
    message += "; and " + std::to_string(differences.size() - listed) + " more differences";
  auto error = std::make_unique<InputError>("IN010", plan.path, 0, 0, message);
  if (plan.arguments.size() < logical.arguments.size())
    error->note = "jax.jit drops arguments that a step does not use; export with keep_unused=True";
  return llvm::Error(std::move(error));
}

} // namespace lockstep::verifier
