#include "lowering/roles/Batch.h"

#include "ir/core/InputError.h"

#include <map>
#include <set>

namespace lockstep::lowering {

static llvm::Error batchError(const Program &logical, const std::string &message, const std::string &note = "") {
  auto error = std::make_unique<InputError>("IN050", logical.path, 0, 0, message);
  error->note = note;
  return llvm::Error(std::move(error));
}

static std::string describe(const Program &logical, unsigned index) {
  const ArgumentInfo &argument = logical.arguments[index];
  std::string text = "argument " + std::to_string(index) + " '" + argument.name + "' (";
  for (int64_t extent : argument.shape)
    text += std::to_string(extent) + "x";
  return text + std::string(name(argument.type)) + ")";
}

static std::string list(const Program &logical, const std::vector<unsigned> &arguments) {
  std::string text;
  for (unsigned index : arguments)
    text += (text.empty() ? "" : ", ") + describe(logical, index);
  return text;
}

static llvm::Expected<unsigned> findArgument(const Program &logical, const BatchArgument &wanted) {
  for (unsigned index = 0; index < logical.arguments.size(); ++index)
    if (wanted.name ? logical.arguments[index].name == *wanted.name : wanted.index == index)
      return index;
  std::string what = wanted.name ? "'" + *wanted.name + "'" : std::to_string(wanted.index.value_or(0));
  return batchError(logical, "expected batch argument " + what + " to be an argument of @main, found " +
                                 std::to_string(logical.arguments.size()) + " arguments without it");
}

static llvm::Expected<std::vector<BatchPlacement>> named(const Program &logical, const LoweringSpec &spec) {
  std::vector<BatchPlacement> found;
  for (const BatchArgument &wanted : spec.batch) {
    auto index = findArgument(logical, wanted);
    if (!index)
      return index.takeError();
    const ArgumentInfo &argument = logical.arguments[*index];
    if (wanted.dim >= argument.shape.size())
      return batchError(logical, "expected batch dim " + std::to_string(wanted.dim) + " to be a dim of " +
                                     describe(logical, *index));
    found.push_back({*index, wanted.dim, argument.name});
  }
  return found;
}

/// Arguments that hold state, judged by types alone where the module says nothing: a step returns its state in the order
/// in which it took it, so results that nothing is known of are matched with such arguments of the same type, in order.
static std::set<unsigned> stateByOrder(const Program &logical) {
  std::set<unsigned> state;
  unsigned next = 0;
  for (const ResultInfo &result : logical.results) {
    auto matches = [&](unsigned index) {
      const ArgumentInfo &argument = logical.arguments[index];
      return argument.role == Role::Unknown && !argument.result && argument.type == result.type &&
             argument.shape == result.shape;
    };
    unsigned index = next;
    while (!result.argument && index < logical.arguments.size() && !matches(index))
      ++index;
    if (result.argument || index == logical.arguments.size())
      continue;
    state.insert(index);
    next = index + 1;
  }
  return state;
}

/// A random key is two or four 32-bit words (threefry, philox).
static bool looksLikeKey(const ArgumentInfo &argument) {
  return argument.type == ElementType::UI32 && argument.shape.size() == 1 &&
         (argument.shape[0] == 2 || argument.shape[0] == 4);
}

/// Arguments that may be the batch: of no known role, not of order 0, not keys.
static std::vector<unsigned> candidates(const Program &logical) {
  std::vector<unsigned> open;
  for (unsigned index = 0; index < logical.arguments.size(); ++index) {
    const ArgumentInfo &argument = logical.arguments[index];
    bool isOpen = argument.role == Role::Unknown && !argument.result;
    if (isOpen && !argument.shape.empty() && !looksLikeKey(argument))
      open.push_back(index);
  }
  return open;
}

using ByExtent = std::map<int64_t, std::vector<unsigned>>;

static ByExtent byLeadingExtent(const Program &logical, const std::vector<unsigned> &arguments) {
  ByExtent groups;
  for (unsigned index : arguments)
    groups[logical.arguments[index].shape[0]].push_back(index);
  return groups;
}

llvm::Expected<std::vector<BatchPlacement>> findBatch(const Program &logical, const LoweringSpec &spec) {
  if (!spec.batch.empty())
    return named(logical, spec);
  std::vector<unsigned> batch;
  for (unsigned index = 0; index < logical.arguments.size(); ++index)
    if (logical.arguments[index].role == Role::Batch && !logical.arguments[index].shape.empty())
      batch.push_back(index);
  bool isInferred = batch.empty();
  if (isInferred)
    batch = candidates(logical);
  ByExtent byExtent = byLeadingExtent(logical, batch);
  if (isInferred && byExtent.size() > 1) {
    std::set<unsigned> state = stateByOrder(logical);
    llvm::erase_if(batch, [&](unsigned index) { return state.count(index) != 0; });
    byExtent = byLeadingExtent(logical, batch);
  }
  if (byExtent.empty())
    return batchError(logical, "expected a batch argument, found only state, keys and counters",
                      "name the batch arguments (--batch NAME)");
  if (byExtent.size() > 1)
    return batchError(logical, "expected batch arguments with one leading extent, found a choice: " + list(logical, batch),
                      "name the batch arguments (--batch NAME)");
  std::vector<BatchPlacement> found;
  for (unsigned index : batch)
    found.push_back({index, 0, logical.arguments[index].name});
  return found;
}

} // namespace lockstep::lowering
