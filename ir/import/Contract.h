// The contract: what a proof may assume about arguments, and what a per-device module does not say itself.
// TOML format: docs/contract.md. A contract is an input of the user, part of the statement that is proved.
#pragma once

#include "ir/core/Mesh.h"
#include "ir/core/Sharding.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

enum class Role { Unknown, State, Batch, Key, Step, Metric };
std::string_view name(Role role); // "state", "batch", ...
std::optional<Role> parseRole(std::string_view text);

/// Inclusive bounds of every element of an argument.
struct ValueRange {
  double lo = 0, hi = 0;
  bool operator==(const ValueRange &) const = default;
};

struct ContractEntry {
  std::optional<unsigned> index;   // exactly one of index and name is set
  std::optional<std::string> name;
  std::optional<ValueRange> range; // arguments only
  std::optional<Role> role;        // arguments only
  std::optional<Sharding> sharding;
  std::optional<double> tolerance; // results only, relative
  unsigned line = 0;               // where the entry starts
};

struct Contract {
  std::string path;
  std::string level = "reordered";
  std::optional<Mesh> mesh;
  std::vector<ContractEntry> arguments, results; // entries for the same argument add up

  /// Reads TOML. Errors say file, line and key ("contract.toml:12: key 'rnage' is unknown in [[argument]]; ...").
  static llvm::Expected<Contract> parse(llvm::StringRef text, llvm::StringRef path);
  static llvm::Expected<Contract> load(llvm::StringRef path);
};

} // namespace lockstep
