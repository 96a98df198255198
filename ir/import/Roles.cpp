// What the arguments are for. Three witnesses tell which result updates which argument: donation, names, and the
// operators between the two. Donation pairs by shape and order, not by meaning, so it is believed only where nothing
// speaks against it. Whatever is concluded without the user's word is said in a warning.
#include "ir/import/Analysis.h"

#include "ir/import/StateChain.h"

#include "llvm/ADT/StringMap.h"

#include <map>
#include <set>

using llvm::StringRef;

namespace lockstep::analysis {
namespace {

using Pairing = std::vector<std::optional<unsigned>>; // per result the argument

// "p['m']['w']" is path "['m']['w']" under the root "p"; "[0]['w']" is "['w']" under "[0]". With `deep`, an index right
// behind an identifier belongs to the root: "a[0]['w']" is "['w']" under "a[0]".
std::pair<StringRef, StringRef> splitName(StringRef name, bool deep) {
  if (name.starts_with("['") || name.starts_with("."))
    return {StringRef(), name}; // one container, no tuple around it
  size_t end = name.starts_with("[") ? 0 : std::min(name.find_first_of("[."), name.size());
  if (end == 0 || (deep && name.substr(end).starts_with("[") && !name.substr(end).starts_with("['"))) {
    size_t close = name.find(']', end);
    end = close == StringRef::npos ? name.size() : close + 1;
  }
  return {name.take_front(end), name.drop_front(end)};
}

template <typename A, typename B> bool sameType(const A &a, const B &b) { return a.type == b.type && a.shape == b.shape; }

class RoleReader {
public:
  explicit RoleReader(Program &program)
      : program(program), chains(updateChains(program.main)), updated(program.results.size()),
        taken(program.arguments.size(), false), stated(program.arguments.size(), false) {}

  void read() {
    readAttributes();
    Pairing donated = readDonation(), named = pairByNames(donated);
    for (size_t result = 0; result < program.results.size(); ++result)
      decide(result, donated[result], named[result]);
    // The rest by operators alone, nearest pairs first.
    pairByChains();
    checkDonors();
    inferOthers();
    report();
  }

private:
  void warn(const std::string &text) { program.warnings.push_back(text); }
  std::string argument(unsigned index) const { return nameOf(program.arguments[index], index); }
  std::string result(size_t index) const { return nameOf(program.results[index], index); }

  void readAttributes() {
    for (size_t index = 0; index < program.arguments.size(); ++index) {
      ArgumentInfo &info = program.arguments[index];
      stated[index] = info.role != Role::Unknown; // by the contract
      auto text = program.main.getArgAttrOfType<mlir::StringAttr>(index, "lockstep.role");
      if (!text)
        continue;
      std::optional<Role> role = parseRole(text.getValue().str());
      if (!role)
        warn(argument(index) + ": lockstep.role '" + text.str() + "' is unknown; expected state, batch, key or step");
      else if (stated[index] && *role != info.role)
        warn(argument(index) + " is " + std::string(name(info.role)) + " by the contract and " + text.str() +
             " by the module; the contract is followed");
      else
        info.role = *role, stated[index] = true;
    }
  }

  // tf.aliasing_output names the result.
  Pairing readDonation() {
    Pairing pairing(program.results.size());
    for (size_t index = 0; index < program.arguments.size(); ++index) {
      auto output = program.main.getArgAttrOfType<mlir::IntegerAttr>(index, "tf.aliasing_output");
      if (!output)
        continue;
      uint64_t target = output.getValue().getLimitedValue();
      if (target >= program.results.size())
        warn(argument(index) + " is donated to result " + std::to_string(target) + ", which does not exist");
      else if (!sameType(program.arguments[index], program.results[target]))
        warn(argument(index) + " is donated to " + result(target) + " of another type");
      else
        pairing[target] = index;
    }
    return pairing;
  }

  bool chained(size_t result, unsigned argument) const {
    return llvm::any_of(chains[result], [&](auto &entry) { return entry.second == argument; });
  }

  // Arguments and results with equal paths, under roots that correspond: the roots of arguments are tried in the order
  // of how many of their paths match and how many of these are also linked by operators, most closely.
  Pairing pairByNames(const Pairing &donation) {
    Pairing best(program.results.size());
    size_t bestCount = 0;
    for (bool deep : {false, true}) {
      Pairing pairing = pairByNames(donation, deep);
      size_t count = llvm::count_if(pairing, [](auto &entry) { return entry.has_value(); });
      if (count > bestCount)
        best = std::move(pairing), bestCount = count;
    }
    return best;
  }

  Pairing pairByNames(const Pairing &donation, bool deep) {
    llvm::StringMap<std::vector<unsigned>> argumentsAt; // by path
    for (size_t index = 0; index < program.arguments.size(); ++index) {
      StringRef name = program.arguments[index].name;
      if (StringRef path = splitName(name, deep).second; !path.empty())
        argumentsAt[path].push_back(index);
    }
    struct Score {
      unsigned linked = 0, matches = 0, nearest = 0, donated = 0;
      auto key() const { return std::tuple(linked, matches, nearest, donated); }
    };
    std::map<std::pair<StringRef, StringRef>, Score> scores; // (root of result, root of argument)
    forEachMatch(argumentsAt, deep, [&](size_t result, unsigned argument) {
      Score &score = scores[{rootOf(result), splitName(program.arguments[argument].name, deep).first}];
      score.linked += chained(result, argument);
      // A parameter's update reads its momentum too, but the parameter itself is fewer operators away.
      score.nearest += !chains[result].empty() && chains[result].front().second == argument;
      score.donated += donation[result] == argument; // between roots that names and operators can't tell apart
      ++score.matches;
    });
    std::map<StringRef, std::pair<StringRef, Score>> chosen;
    for (auto &[roots, score] : scores) {
      auto [entry, inserted] = chosen.try_emplace(roots.first, roots.second, score);
      Score &old = entry->second.second;
      if (!inserted && score.key() > old.key())
        entry->second = {roots.second, score};
    }
    Pairing pairing(program.results.size());
    forEachMatch(argumentsAt, deep, [&](size_t result, unsigned argument) {
      if (chosen[rootOf(result)].first == splitName(program.arguments[argument].name, deep).first)
        pairing[result] = argument;
    });
    return pairing;
  }

  StringRef rootOf(size_t result) const { return splitName(program.results[result].name, false).first; }

  template <typename Visit>
  void forEachMatch(const llvm::StringMap<std::vector<unsigned>> &argumentsAt, bool deep, Visit visit) {
    for (size_t result = 0; result < program.results.size(); ++result) {
      auto found = argumentsAt.find(splitName(program.results[result].name, false).second);
      if (found == argumentsAt.end())
        continue;
      for (unsigned argument : found->second)
        if (sameType(program.arguments[argument], program.results[result]))
          visit(result, argument);
    }
  }

  void decide(size_t index, std::optional<unsigned> donated, std::optional<unsigned> named) {
    if (donated && named && *donated != *named) {
      bool followDonation = chained(index, *donated) && !chained(index, *named);
      warn("donation pairs " + result(index) + " with " + argument(*donated) + ", names pair it with " +
           argument(*named) + "; " + (followDonation ? "donation" : "the names") + " are followed");
      pair(index, followDonation ? *donated : *named, followDonation ? "donation" : "names",
           followDonation ? UpdateEvidence::Donation : UpdateEvidence::Names);
    } else if (named) {
      pair(index, *named, donated ? "" : "names", donated ? UpdateEvidence::Donation : UpdateEvidence::Names);
    } else if (donated) {
      if (!chains[index].empty() && !chained(index, *donated)) {
        warn("donation pairs " + result(index) + " with " + argument(*donated) + ", but it is computed from " +
             argument(chains[index].front().second) + "; the computation is followed");
        return; // pairByChains decides
      }
      pair(index, *donated, "", UpdateEvidence::Donation);
    }
  }

  // `by` is empty when the module itself says so.
  void pair(size_t index, unsigned argument, StringRef by, UpdateEvidence evidence) {
    if (taken[argument] || updated[index])
      return;
    if (stated[argument] && program.arguments[argument].role != Role::State) {
      if (by.empty())
        warn(this->argument(argument) + " is donated to " + result(index) + ", but its role is " +
             std::string(name(program.arguments[argument].role)));
      return;
    }
    taken[argument] = true;
    updated[index] = true;
    program.arguments[argument].result = index;
    program.arguments[argument].evidence = evidence;
    program.results[index].argument = argument;
    program.arguments[argument].role = Role::State;
    if (!stated[argument] && !by.empty())
      ++inferredState;
  }

  void pairByChains() {
    std::vector<std::tuple<unsigned, size_t, unsigned>> pairs; // distance, result, argument
    for (size_t index = 0; index < chains.size(); ++index)
      for (auto [distance, argument] : chains[index])
        pairs.push_back({distance, index, argument});
    llvm::sort(pairs);
    for (auto [distance, index, argument] : pairs)
      if (!updated[index] && !taken[argument])
        pair(index, argument, "operators", UpdateEvidence::Operators);
  }

  void checkDonors() {
    for (size_t index = 0; index < program.arguments.size(); ++index) {
      bool donor = program.main.getArgAttr(index, "jax.buffer_donor") || program.main.getArgAttr(index, "tf.aliasing_output");
      if (donor && !program.arguments[index].result)
        warn(argument(index) + " is donated, but no result is known to update it");
      if (stated[index] && program.arguments[index].role == Role::State && !program.arguments[index].result)
        warn(argument(index) + " has the role state, but no result is known to update it");
    }
  }

  // What is not updated, in a step that updates something: data, keys and counters.
  void inferOthers() {
    if (llvm::none_of(updated, [](bool one) { return one; }))
      return;
    std::vector<unsigned> tensors;
    for (size_t index = 0; index < program.arguments.size(); ++index) {
      ArgumentInfo &info = program.arguments[index];
      if (info.role != Role::Unknown)
        continue;
      bool words = isUnsigned(info.type) && info.shape.size() == 1 && (info.shape[0] == 2 || info.shape[0] == 4);
      if (words)
        infer(index, Role::Key);
      else if (info.shape.empty() && isInteger(info.type))
        infer(index, Role::Step);
      else if (!info.shape.empty())
        tensors.push_back(index);
    }
    inferBatch(tensors);
  }

  // Samples are counted along the first dim of every batch argument, so these agree in it. Integers (tokens, labels)
  // tell the number; frozen weights have other extents there.
  void inferBatch(const std::vector<unsigned> &tensors) {
    std::set<int64_t> samples, all;
    for (unsigned index : tensors) {
      all.insert(program.arguments[index].shape[0]);
      if (isInteger(program.arguments[index].type))
        samples.insert(program.arguments[index].shape[0]);
    }
    if (samples.empty() && all.size() == 1)
      samples = all;
    for (unsigned index : tensors) {
      if (samples.count(program.arguments[index].shape[0]))
        infer(index, Role::Batch);
      else
        warn("the role of " + argument(index) + " is not known: no result updates it and its first extent is not that of "
             "the batch; a contract can say it");
    }
  }

  void infer(unsigned index, Role role) {
    program.arguments[index].role = role;
    inferred.insert(index);
  }

  void report() {
    if (inferredState)
      warn(std::to_string(inferredState) + " argument" + (inferredState > 1 ? "s are" : " is") +
           " taken as state because of " + "names or of the operators that update " + (inferredState > 1 ? "them" : "it"));
    std::string list;
    for (unsigned index : inferred)
      list += (list.empty() ? "" : ", ") + argument(index) + " is " + std::string(name(program.arguments[index].role));
    if (!list.empty())
      warn("roles inferred from types: " + list + "; a contract can say otherwise");
  }

  Program &program;
  std::vector<std::vector<std::pair<unsigned, unsigned>>> chains;
  std::vector<bool> updated, taken, stated;
  unsigned inferredState = 0;
  std::set<unsigned> inferred;
};

} // namespace

void readRoles(Program &program) { RoleReader(program).read(); }

} // namespace lockstep::analysis
