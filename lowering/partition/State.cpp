#include "lowering/partition/State.h"

#include <cassert>

namespace lockstep::lowering {

const char *name(Monoid monoid) {
  switch (monoid) {
  case Monoid::Add: return "add";
  case Monoid::Mul: return "mul";
  case Monoid::Max: return "max";
  case Monoid::Min: return "min";
  case Monoid::And: return "and";
  case Monoid::Or: return "or";
  }
  return "?";
}

State State::sharded(Digit digit) {
  State state;
  state.kind = Kind::Sharded;
  state.where = digit;
  return state;
}

State State::partial(Monoid monoid) {
  State state;
  state.kind = Kind::Partial;
  state.how = monoid;
  return state;
}

std::string State::str() const {
  if (isReplicated())
    return "replicated";
  if (isPartial())
    return std::string("partial(") + name(how) + ")";
  return "sharded(dim " + std::to_string(where.dim) + ", stride " + std::to_string(where.stride) + ", " +
         std::to_string(where.n) + " pieces)";
}

bool divides(const Digit &digit, int64_t extent) { return extent % (digit.stride * digit.n) == 0; }

bool areIndependent(const Digit &a, const Digit &b) {
  return a.dim != b.dim || a.stride % (b.stride * b.n) == 0 || b.stride % (a.stride * a.n) == 0;
}

static int64_t spanAfter(const Shape &shape, size_t dim) {
  int64_t span = 1;
  for (size_t d = dim + 1; d < shape.size(); ++d)
    span *= shape[d];
  return span;
}

std::optional<Digit> reshapeDigit(const Shape &from, const Digit &digit, const Shape &to) {
  assert(digit.dim < from.size());
  int64_t stride = digit.stride * spanAfter(from, digit.dim);
  for (size_t k = 0; k < to.size(); ++k) {
    int64_t span = spanAfter(to, k);
    if (span == 0 || stride % span != 0)
      continue;
    Digit moved{static_cast<unsigned>(k), stride / span, digit.n};
    if (moved.stride * moved.n <= to[k] && divides(moved, to[k]))
      return moved;
  }
  return std::nullopt;
}

} // namespace lockstep::lowering
