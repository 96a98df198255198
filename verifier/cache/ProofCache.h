// Proofs that were found before, by content: the engine, both programs on the way to a result, and what is assumed of
// the arguments. Only proofs are kept; what was not proved is tried again.
#pragma once

#include "verifier/read/Prove.h"

#include <string>

namespace lockstep::verifier::cache {

class ProofCache {
public:
  /// A directory, made when the first entry is written.
  explicit ProofCache(std::string directory) : directory(std::move(directory)) {}

  /// Like prove(), but results that an entry answers are not proved again; `cached[i]` says which. With no result left
  /// neither program is read.
  Proof prove(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &facts, const Limits &limits,
              std::vector<bool> &cached);

  /// What went wrong with files; the work goes on without them.
  const std::vector<std::string> &warnings() const { return problems; }

private:
  std::string pathOf(const std::string &key) const;
  std::optional<std::vector<Assumption>> load(const std::string &key);
  void store(const std::string &key, const std::vector<Assumption> &assumptions);
  void warn(std::string problem);

  std::string directory;
  std::vector<std::string> problems;
};

} // namespace lockstep::verifier::cache
