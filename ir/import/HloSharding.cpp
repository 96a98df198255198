// Reading of XLA's sharding strings: versions 1 (list of devices) and 2 (iota with reshape and transpose).
#include "ir/import/HloSharding.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <numeric>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace lockstep {
namespace {

constexpr int64_t kMostDevices = 1 << 24;

class HloReader {
public:
  explicit HloReader(StringRef text) : whole(text), rest(text) {}

  Expected<HloSharding> read() {
    HloSharding sharding;
    if (Error error = readOne(sharding, 0))
      return std::move(error);
    if (!rest.trim().empty())
      return fail("the end");
    return sharding;
  }

private:
  bool eat(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  Error fail(const llvm::Twine &expected) {
    return llvm::createStringError("sharding: expected " + expected.str() + ", found '" + rest.take_front(12).str() +
                                   "' at column " + std::to_string(whole.size() - rest.size() + 1) + " of '" +
                                   whole.take_front(120).str() + "'");
  }

  Error readOne(HloSharding &sharding, unsigned depth) {
    if (!eat("{") || depth > 4)
      return fail("'{'");
    if (rest.ltrim().starts_with("{") || rest.ltrim().starts_with("}"))
      return readTuple(sharding, depth);
    bool known = false;
    while (!eat("}")) {
      if (rest.empty())
        return fail("'}'");
      if (Error error = readItem(sharding, known))
        return error;
    }
    if (!known)
      return fail("replicated, manual, maximal, unreduced or devices=[...]");
    return finish(sharding);
  }

  Error readTuple(HloSharding &sharding, unsigned depth) {
    sharding.kind = HloSharding::Kind::Tuple;
    while (!eat("}")) {
      if (Error error = readOne(sharding.elements.emplace_back(), depth + 1))
        return error;
      eat(",");
      if (sharding.elements.size() > 1 << 16)
        return fail("fewer elements");
    }
    return Error::success();
  }

  Error readItem(HloSharding &sharding, bool &known) {
    using Kind = HloSharding::Kind;
    eat(",");
    if (eat("replicated"))
      return set(sharding, Kind::Replicated, known);
    if (eat("manual"))
      return set(sharding, Kind::Manual, known);
    if (eat("unreduced"))
      return set(sharding, Kind::Unreduced, known);
    if (eat("maximal"))
      return set(sharding, Kind::Maximal, known);
    if (eat("device=")) {
      int64_t device;
      return rest.consumeInteger(10, device) ? fail("a device") : Error::success();
    }
    if (eat("devices=")) {
      if (Error error = set(sharding, Kind::Tiled, known))
        return error;
      return readDevices(sharding);
    }
    if (eat("last_tile_dim_replicate")) {
      sharding.groups = {HloSharding::Group::Replicated};
      return Error::success();
    }
    if (eat("last_tile_dims="))
      return readGroups(sharding);
    if (eat("metadata="))
      return skipBraces();
    if (eat("shard_as") || eat("shard_like")) {
      int64_t group;
      rest = rest.ltrim();
      return rest.consumeInteger(10, group) ? fail("a number") : Error::success();
    }
    return fail("a part of a sharding");
  }

  Error set(HloSharding &sharding, HloSharding::Kind kind, bool &known) {
    if (known)
      return fail("'}'");
    known = true;
    sharding.kind = kind;
    return Error::success();
  }

  Error readList(std::vector<int64_t> &list, StringRef open, StringRef close) {
    if (!eat(open))
      return fail("'" + open + "'");
    if (eat(close))
      return Error::success();
    do {
      rest = rest.ltrim();
      if (rest.consumeInteger(10, list.emplace_back()) || list.back() < 0)
        return fail("a number");
    } while (eat(","));
    return eat(close) ? Error::success() : fail("'" + close + "'");
  }

  // Product of extents, 0 when it is out of range.
  static int64_t product(const std::vector<int64_t> &extents) {
    int64_t total = 1;
    for (int64_t extent : extents) {
      if (extent < 1 || extent > kMostDevices / total)
        return 0;
      total *= extent;
    }
    return total;
  }

  Error readDevices(HloSharding &sharding) {
    if (Error error = readList(sharding.tiles, "[", "]"))
      return error;
    int64_t count = product(sharding.tiles);
    if (count == 0)
      return fail("between 1 and 2^24 tiles");
    if (eat("<="))
      return readIota(sharding, count);
    do {
      int64_t device;
      rest = rest.ltrim();
      if (rest.consumeInteger(10, device) || device < 0 || device >= count)
        return fail("a device below " + llvm::Twine(count));
      sharding.devices.push_back(device);
    } while (int64_t(sharding.devices.size()) < count && eat(","));
    return checkPermutation(sharding, count);
  }

  Error checkPermutation(const HloSharding &sharding, int64_t count) {
    std::vector<bool> seen(count);
    for (int64_t device : sharding.devices)
      seen[device] = true;
    if (int64_t(sharding.devices.size()) != count || std::find(seen.begin(), seen.end(), false) != seen.end())
      return fail("each of " + llvm::Twine(count) + " devices once");
    return Error::success();
  }

  // `<=[dims]T(permutation)`: 0, 1, 2, ... shaped as dims, transposed, read row-major.
  Error readIota(HloSharding &sharding, int64_t count) {
    std::vector<int64_t> permutation;
    if (Error error = readList(sharding.iotaDims, "[", "]"))
      return error;
    size_t order = sharding.iotaDims.size();
    if (product(sharding.iotaDims) != count)
      return fail("as many devices as tiles");
    if (eat("T")) {
      if (Error error = readList(permutation, "(", ")"))
        return error;
    } else {
      permutation.resize(order);
      std::iota(permutation.begin(), permutation.end(), 0);
    }
    std::vector<int64_t> sorted = permutation;
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 0; i < sorted.size(); ++i)
      if (sorted.size() != order || sorted[i] != int64_t(i))
        return fail("a permutation of " + llvm::Twine(order) + " dims");
    std::vector<int64_t> strides(order, 1);
    for (size_t i = order; i-- > 1;)
      strides[i - 1] = strides[i] * sharding.iotaDims[i];
    sharding.devices.resize(count);
    for (int64_t position = 0; position < count; ++position) {
      int64_t rest = position, device = 0;
      for (size_t i = order; i-- > 0;) {
        int64_t extent = sharding.iotaDims[permutation[i]];
        device += rest % extent * strides[permutation[i]];
        rest /= extent;
      }
      sharding.devices[position] = device;
    }
    return Error::success();
  }

  Error readGroups(HloSharding &sharding) {
    if (!eat("{"))
      return fail("'{'");
    do {
      if (eat("replicated"))
        sharding.groups.push_back(HloSharding::Group::Replicated);
      else if (eat("manual"))
        sharding.groups.push_back(HloSharding::Group::Manual);
      else if (eat("unreduced"))
        sharding.groups.push_back(HloSharding::Group::Unreduced);
      else
        return fail("replicated, manual or unreduced");
    } while (eat(","));
    return eat("}") ? Error::success() : fail("'}'");
  }

  Error skipBraces() {
    unsigned depth = 0;
    do {
      if (rest.empty())
        return fail("'}'");
      depth += rest.front() == '{';
      depth -= rest.front() == '}';
      rest = rest.drop_front();
    } while (depth > 0);
    return Error::success();
  }

  Error finish(const HloSharding &sharding) {
    if (!sharding.groups.empty() && (!sharding.isTiled() || sharding.groups.size() > sharding.tiles.size()))
      return fail("tiles for the trailing dims");
    return Error::success();
  }

  StringRef whole, rest;
};

} // namespace

Expected<HloSharding> HloSharding::parse(StringRef text) { return HloReader(text).read(); }

} // namespace lockstep
