// Constant vectors of few pieces: segment numbers, offsets within segments, decay masks of flat buffers. They are read
// as step functions of the index, so that a piece of the buffer sees a constant.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

static constexpr size_t kMostPieces = 64;
static constexpr size_t kLeastMeanLength = 4; // shorter pieces: a table, not a step function

namespace {

/// value + slope * (i - first) for i in [first, last].
struct Piece {
  size_t first = 0, last = 0;
  int64_t slope = 0;
};

} // namespace

/// Longest pieces, from the left; nothing when there are many.
template <typename SameStep>
static std::optional<Vec<Piece>> piecesOf(size_t count, SameStep sameStep) {
  Vec<Piece> pieces;
  for (size_t i = 0; i < count;) {
    Piece piece{i, i, 0};
    while (piece.last + 1 < count && sameStep(piece, piece.last + 1))
      ++piece.last;
    i = piece.last + 1;
    pieces.push_back(piece);
    if (pieces.size() > kMostPieces || pieces.size() * kLeastMeanLength > count)
      return std::nullopt;
  }
  return pieces;
}

std::optional<Comb> Reader::stepFunction(const ConstantAttr &attr, size_t count, Ix index) {
  bool integers = isInteger(attr.type);
  auto pieces = piecesOf(count, [&](Piece &piece, size_t next) {
    if (!integers)
      return literal(attr, next) == literal(attr, piece.first);
    int64_t step = attr.integerAt(next) - attr.integerAt(next - 1);
    if (next == piece.first + 1)
      piece.slope = step;
    return step == piece.slope;
  });
  if (!pieces)
    return std::nullopt;
  Vec<Comb> parts;
  for (const Piece &piece : *pieces) {
    Comb inside = n.mul(n.guardAtLeast(n.plus(index, -int64_t(piece.first))),
                        n.guardAtLeast(n.plus(n.scale(index, -1), int64_t(piece.last))));
    Comb value = integers ? n.fromIndex(n.plus(n.scale(index, piece.slope),
                                               attr.integerAt(piece.first) - piece.slope * int64_t(piece.first)))
                          : literal(attr, piece.first);
    parts.push_back(n.guarded(inside, value));
  }
  return n.add(parts);
}

} // namespace lockstep::verifier::engine
