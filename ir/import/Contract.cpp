// Reads contracts. Strict: every key must be known and of the right type, because a mistyped key would silently weaken
// or strengthen what is proved.
#include "ir/import/Contract.h"

#include "ir/core/InputError.h"
#include "ir/import/Bytes.h"
#include "ir/import/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace lockstep {

std::string_view name(Role role) {
  switch (role) {
  case Role::Unknown: return "unknown";
  case Role::State: return "state";
  case Role::Batch: return "batch";
  case Role::Key: return "key";
  case Role::Step: return "step";
  case Role::Metric: return "metric";
  }
  return "unknown";
}

std::optional<Role> parseRole(std::string_view text) {
  for (Role role : {Role::State, Role::Batch, Role::Key, Role::Step, Role::Metric})
    if (name(role) == text)
      return role;
  return std::nullopt;
}

namespace {

constexpr StringRef kLevels[] = {"bitwise-reconfiguration", "bitwise-replay", "reordered",
                                 "statistical",             "convergence",    "different"};

size_t offsetOf(StringRef text, const toml::source_position &position) {
  size_t at = 0;
  for (unsigned line = 1; line < position.line && at < text.size(); ++line)
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  return std::min<size_t>(at + (position.column ? position.column - 1 : 0), text.size());
}

bool sameLetters(StringRef a, StringRef b) {
  std::string x = a.str(), y = b.str();
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  return x == y;
}

// Suggests the allowed word that was probably meant, or lists them all.
std::string nearest(StringRef word, llvm::ArrayRef<StringRef> allowed) {
  for (StringRef candidate : allowed) {
    unsigned near = candidate.size() > 5 ? 2 : 1;
    if (sameLetters(word, candidate) || word.edit_distance(candidate, /*AllowReplacements=*/true, near) <= near)
      return "did you mean '" + candidate.str() + "'?";
  }
  return "known here: " + llvm::join(allowed, ", ");
}

std::string typeName(const toml::node &node) {
  switch (node.type()) {
  case toml::node_type::string: return "a string";
  case toml::node_type::integer: return "an integer";
  case toml::node_type::floating_point: return "a number";
  case toml::node_type::boolean: return "a boolean";
  case toml::node_type::array: return "an array";
  case toml::node_type::table: return "a table";
  default: return "a date or time";
  }
}

class Reader {
public:
  Reader(StringRef text, StringRef path) : text(text), path(path) {}

  Expected<Contract> read(const toml::table &root) {
    Contract contract;
    contract.path = path.str();
    for (auto &[key, value] : root) {
      Error error = key == "level"      ? readLevel(value, contract.level)
                    : key == "mesh"     ? readMesh(value, contract.mesh)
                    : key == "argument" ? readEntries(value, key, contract.arguments)
                    : key == "result"   ? readEntries(value, key, contract.results)
                                        : unknownKey(key, "the contract", {"level", "mesh", "argument", "result"});
      if (error)
        return std::move(error);
    }
    return contract;
  }

  Error fail(const toml::source_region &where, const llvm::Twine &message, const llvm::Twine &note = "") const {
    auto error = std::make_unique<InputError>("IN020", path.str(), 0, 0, message.str());
    error->note = note.str();
    locate(*error, text, offsetOf(text, where.begin));
    return Error(std::move(error));
  }

private:
  Error unknownKey(const toml::key &key, const llvm::Twine &where, llvm::ArrayRef<StringRef> allowed) const {
    StringRef word(key.data(), key.length());
    return fail(key.source(), "key '" + word + "' is unknown in " + where, nearest(word, allowed));
  }

  Error wrongType(const toml::node &node, const llvm::Twine &what, const llvm::Twine &expected) const {
    return fail(node.source(), what + ": expected " + expected + ", found " + typeName(node));
  }

  Error readLevel(const toml::node &node, std::string &level) const {
    auto *value = node.as_string();
    if (!value)
      return wrongType(node, "level", "a string");
    level = value->get();
    if (!llvm::is_contained(kLevels, level))
      return fail(node.source(), "level '" + level + "' is unknown", nearest(level, kLevels));
    return Error::success();
  }

  // Axes are major first in the order of the file, which the table itself does not keep.
  Error readMesh(const toml::node &node, std::optional<Mesh> &mesh) const {
    auto *table = node.as_table();
    if (!table)
      return wrongType(node, "mesh", "a table of axes, [mesh]");
    std::vector<std::pair<const toml::key *, const toml::node *>> axes;
    for (auto &&[key, value] : *table)
      axes.emplace_back(&key, &value);
    std::sort(axes.begin(), axes.end(), [](auto &a, auto &b) {
      const toml::source_position &x = a.first->source().begin, &y = b.first->source().begin;
      return std::pair(x.line, x.column) < std::pair(y.line, y.column);
    });
    mesh.emplace();
    int64_t devices = 1;
    for (auto [key, value] : axes) {
      auto *size = value->as_integer();
      std::string axis(key->str());
      if (!size)
        return wrongType(*value, "size of mesh axis '" + axis + "'", "an integer");
      if (axis.empty() || size->get() < 1 || size->get() > (int64_t(1) << 31) / devices)
        return fail(key->source(), "mesh axis '" + axis + "' needs a name and a size of at least 1, with at most 2^31 devices in all");
      devices *= size->get();
      mesh->axes.push_back({axis, size->get()});
    }
    if (mesh->axes.empty())
      return fail(node.source(), "mesh: expected at least one axis, such as dp = 2");
    return Error::success();
  }

  Error readEntries(const toml::node &node, const toml::key &key, std::vector<ContractEntry> &entries) const {
    std::string side(key.str());
    auto *list = node.as_array();
    if (!list || (!list->empty() && !list->is_homogeneous<toml::table>()))
      return wrongType(node, side, "a list of tables, each starting with [[" + side + "]]");
    for (const toml::node &element : *list)
      if (Error error = readEntry(*element.as_table(), side, entries.emplace_back()))
        return error;
    return Error::success();
  }

  Error readEntry(const toml::table &table, const std::string &side, ContractEntry &entry) const {
    bool argument = side == "argument";
    entry.line = table.source().begin.line;
    for (auto &&[key, value] : table) {
      std::string_view word = key.str();
      Error error = word == "index"                     ? readIndex(value, entry)
                    : word == "name"                    ? readName(value, entry)
                    : word == "sharding"                ? readSharding(value, entry)
                    : argument && word == "range"       ? readRange(value, entry)
                    : argument && word == "role"        ? readRole(value, entry)
                    : !argument && word == "tolerance"  ? readTolerance(value, entry)
                    : unknownKey(key, "[[" + side + "]]",
                                 argument ? llvm::ArrayRef<StringRef>({"index", "name", "range", "role", "sharding"})
                                          : llvm::ArrayRef<StringRef>({"index", "name", "sharding", "tolerance"}));
      if (error)
        return error;
    }
    if (entry.index.has_value() == entry.name.has_value())
      return fail(table.source(), "[[" + side + "]]: expected either index or name, found " +
                                      (entry.index ? "both" : "neither"));
    return Error::success();
  }

  Error readIndex(const toml::node &node, ContractEntry &entry) const {
    auto *value = node.as_integer();
    if (!value)
      return wrongType(node, "index", "an integer");
    if (value->get() < 0 || value->get() > INT32_MAX)
      return fail(node.source(), "index: expected a number from 0, found " + std::to_string(value->get()));
    entry.index = unsigned(value->get());
    return Error::success();
  }

  Error readName(const toml::node &node, ContractEntry &entry) const {
    auto *value = node.as_string();
    if (!value)
      return wrongType(node, "name", "a string");
    entry.name = value->get();
    return Error::success();
  }

  Error readNumber(const toml::node &node, const llvm::Twine &what, double &number) const {
    if (auto *real = node.as_floating_point()) {
      number = real->get();
    } else if (auto *integer = node.as_integer()) {
      number = double(integer->get());
      // Rounding could move a bound inwards.
      if (number >= 0x1p63 || int64_t(number) != integer->get())
        return fail(node.source(), what + ": " + std::to_string(integer->get()) + " has too many digits to be exact");
    } else {
      return wrongType(node, what, "a number");
    }
    if (std::isnan(number))
      return fail(node.source(), what + ": expected a number, found nan");
    return Error::success();
  }

  Error readRange(const toml::node &node, ContractEntry &entry) const {
    auto *bounds = node.as_array();
    if (!bounds || bounds->size() != 2)
      return wrongType(node, "range", "two numbers, [lowest, highest]");
    ValueRange range;
    if (Error error = readNumber((*bounds)[0], "range", range.lo))
      return error;
    if (Error error = readNumber((*bounds)[1], "range", range.hi))
      return error;
    if (range.lo > range.hi)
      return fail(node.source(), "range: the lowest value is above the highest");
    entry.range = range;
    return Error::success();
  }

  Error readRole(const toml::node &node, ContractEntry &entry) const {
    auto *value = node.as_string();
    if (!value)
      return wrongType(node, "role", "a string");
    entry.role = parseRole(value->get());
    if (!entry.role || *entry.role == Role::Metric)
      return fail(node.source(), "role '" + value->get() + "' is unknown",
                  nearest(value->get(), {"state", "batch", "key", "step"}));
    return Error::success();
  }

  Error readSharding(const toml::node &node, ContractEntry &entry) const {
    auto *value = node.as_string();
    if (!value)
      return wrongType(node, "sharding", "a string such as '[{\"dp\"}, {}]'");
    Expected<Sharding> sharding = Sharding::parse(value->get());
    if (!sharding)
      return fail(node.source(), llvm::toString(sharding.takeError()));
    entry.sharding = std::move(*sharding);
    return Error::success();
  }

  Error readTolerance(const toml::node &node, ContractEntry &entry) const {
    double tolerance;
    if (Error error = readNumber(node, "tolerance", tolerance))
      return error;
    if (!(tolerance >= 0) || std::isinf(tolerance))
      return fail(node.source(), "tolerance: expected a finite number, at least 0");
    entry.tolerance = tolerance;
    return Error::success();
  }

  StringRef text, path;
};

} // namespace

Expected<Contract> Contract::parse(StringRef text, StringRef path) {
  Reader reader(text, path);
  try {
    toml::table root = toml::parse(std::string_view(text.data(), text.size()), path.str());
    return reader.read(root);
  } catch (const toml::parse_error &error) {
    std::string message(error.description());
    return reader.fail(error.source(), "not valid TOML: " + message);
  }
}

Expected<Contract> Contract::load(StringRef path) {
  constexpr uint64_t kLargestContract = 64 << 20;
  auto bytes = readBytes(path, kLargestContract);
  if (!bytes)
    return bytes.takeError();
  return parse((*bytes)->getBuffer(), path == "-" ? "<stdin>" : path);
}

} // namespace lockstep
