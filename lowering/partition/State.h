// How a value lies on one axis, be it an axis of devices (dp, tp) or of time (micro-batches).
//
//   replicated          every coordinate holds the whole value
//   sharded             coordinate c holds the elements whose index i of `dim` has digit c, where digit(i) = (i / stride) mod n
//   partial(monoid)     the value is the sum (maximum, ...) over the coordinates of what each holds
//
// Strides count global indices, so several axes may cut one dim without knowing of each other.
#pragma once

#include "ir/core/Mesh.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep::lowering {

enum class Monoid : uint8_t { Add, Mul, Max, Min, And, Or };
const char *name(Monoid monoid); // "add", "mul", ...

/// The digit (i / stride) mod n of the index of a dim.
struct Digit {
  unsigned dim = 0;
  int64_t stride = 1;
  int64_t n = 1;
  bool operator==(const Digit &) const = default;
};

class State {
public:
  enum class Kind : uint8_t { Replicated, Sharded, Partial };

  State() = default;
  static State replicated() { return State(); }
  static State sharded(Digit digit);
  static State partial(Monoid monoid);

  bool isReplicated() const { return kind == Kind::Replicated; }
  bool isSharded() const { return kind == Kind::Sharded; }
  bool isPartial() const { return kind == Kind::Partial; }
  const Digit &digit() const { return where; }   // sharded only
  Monoid monoid() const { return how; }          // partial only
  /// The same digit on another dim; sharded only.
  State onDim(unsigned dim) const { return sharded({dim, where.stride, where.n}); }

  bool operator==(const State &other) const = default;
  std::string str() const; // "replicated", "sharded(dim 0, stride 5, 4 pieces)", "partial(add)"

private:
  Kind kind = Kind::Replicated;
  Monoid how = Monoid::Add;
  Digit where;
};

/// Whether the extent is a whole number of periods of the digit, which every cut needs.
bool divides(const Digit &digit, int64_t extent);

/// Whether two axes can cut by these digits at once: other dims, or one digit lies wholly below the other in one mixed radix.
bool areIndependent(const Digit &a, const Digit &b);

/// Where a digit goes under a reshape between shapes of equal size: with row-major linear index
/// l = ... + i_dim * (product of later extents), the digit has stride' = stride * (product of later extents) in l, and
/// lands in result dim k when stride' .. stride' * n lies inside what dim k spans. None when it straddles dims.
std::optional<Digit> reshapeDigit(const Shape &from, const Digit &digit, const Shape &to);

} // namespace lockstep::lowering
