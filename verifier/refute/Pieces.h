// Recognises contiguous blocks of logical values: the rows of a micro-batch, the shard of a rank.
#pragma once

#include "verifier/refute/Fingerprint.h"

#include <map>
#include <optional>
#include <vector>

namespace lockstep::verifier {

class PieceIndex {
public:
  void add(const interp::Tensor &tensor, unsigned id);

  struct Found {
    unsigned id;
    double ratio; // the piece is this many times the logical block
  };
  /// A block of a logical value along one dim, all of it along the others; ratio 1 is preferred.
  std::optional<Found> find(const interp::Tensor &piece) const;

private:
  struct Entry {
    unsigned id;
    std::vector<Fingerprint> prefixes; // [k]: hyperplanes 0 .. k-1 along the dim
  };
  /// By the dim that is cut and the extents of the others.
  std::map<std::pair<size_t, Shape>, std::vector<Entry>> entries;
  size_t stored = 0;
};

} // namespace lockstep::verifier
