// What a contract says about arguments and results, by index or name.
#include "ir/import/Analysis.h"

#include "ir/core/InputError.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace lockstep::analysis {
namespace {

Error misfit(const Contract &contract, const ContractEntry &entry, const Twine &message, const Twine &note = "") {
  auto error = std::make_unique<InputError>("IN021", contract.path, entry.line, 0, message.str());
  error->note = note.str();
  return Error(std::move(error));
}

// Index of the name among the infos; an error when it is missing or ambiguous.
template <typename Infos>
Expected<unsigned> findName(const Contract &contract, const ContractEntry &entry, const Infos &infos, StringRef side) {
  std::optional<unsigned> found;
  StringRef best;
  unsigned distance = 8;
  for (auto [index, info] : llvm::enumerate(infos)) {
    if (info.name == *entry.name) {
      if (found)
        return misfit(contract, entry, side + " '" + *entry.name + "' is the name of both " + Twine(*found) + " and " +
                                           Twine(index), "give the index instead");
      found = index;
    }
    if (unsigned d = StringRef(info.name).edit_distance(*entry.name, true, distance); d < distance)
      best = info.name, distance = d;
  }
  if (found)
    return *found;
  return misfit(contract, entry, "the module has no " + side + " named '" + *entry.name + "'",
                best.empty() ? Twine() : "did you mean '" + best + "'?");
}

template <typename T>
Error setOnce(const Contract &contract, const ContractEntry &entry, std::optional<T> &slot, const std::optional<T> &value,
              const std::string &what, StringRef key) {
  if (!value)
    return Error::success();
  if (slot)
    return misfit(contract, entry, what + " has a " + key + " already");
  slot = value;
  return Error::success();
}

} // namespace

Expected<unsigned> resolve(const Program &program, const Contract &contract, const ContractEntry &entry, bool argument) {
  StringRef side = argument ? "argument" : "result";
  size_t count = argument ? program.arguments.size() : program.results.size();
  if (entry.index) {
    if (*entry.index < count)
      return *entry.index;
    return misfit(contract, entry, side + " index " + Twine(*entry.index) + " is out of range: the module has " +
                                       Twine(count) + " " + side + "s");
  }
  return argument ? findName(contract, entry, program.arguments, side)
                  : findName(contract, entry, program.results, side);
}

Error applyContract(Program &program, const Contract &contract) {
  std::vector<std::optional<Role>> roles(program.arguments.size());
  for (const ContractEntry &entry : contract.arguments) {
    Expected<unsigned> index = resolve(program, contract, entry, /*argument=*/true);
    if (!index)
      return index.takeError();
    ArgumentInfo &info = program.arguments[*index];
    if (Error error = setOnce(contract, entry, info.range, entry.range, nameOf(info, *index), "range"))
      return error;
    if (Error error = setOnce(contract, entry, roles[*index], entry.role, nameOf(info, *index), "role"))
      return error;
    if (entry.role)
      info.role = *entry.role;
  }
  for (const ContractEntry &entry : contract.results) {
    Expected<unsigned> index = resolve(program, contract, entry, /*argument=*/false);
    if (!index)
      return index.takeError();
    ResultInfo &info = program.results[*index];
    if (Error error = setOnce(contract, entry, info.tolerance, entry.tolerance, nameOf(info, *index), "tolerance"))
      return error;
  }
  return Error::success();
}

} // namespace lockstep::analysis
