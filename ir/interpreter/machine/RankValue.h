// What one SSA value holds on all ranks.
#pragma once

#include "ir/interpreter/Tensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <utility>

namespace lockstep::interp {

/// Positions of ranks in their World, ascending. Only some of them may execute a region.
using RankSet = llvm::ArrayRef<unsigned>;

/// Either one tensor that every executing rank holds (uniform: computed once), or one per rank of the world, where
/// ranks that did not execute the definition hold an empty tensor.
class RankValue {
public:
  RankValue() = default;
  explicit RankValue(Tensor uniform) { tensors.push_back(std::move(uniform)); }
  static RankValue perRank(size_t rankCount) {
    RankValue value;
    value.tensors.resize(rankCount);
    return value;
  }

  bool empty() const { return tensors.empty(); }
  bool isUniform() const { return tensors.size() == 1; }
  const Tensor &at(unsigned rank) const { return tensors.size() == 1 ? tensors.front() : tensors[rank]; }
  /// Requires a per-rank value.
  Tensor &operator[](unsigned rank) { return tensors[rank]; }
  void clear() { tensors.clear(); }
  /// What a rank holds, leaving nothing there.
  Tensor release(unsigned rank) {
    Tensor &tensor = tensors.size() == 1 ? tensors.front() : tensors[rank];
    return std::exchange(tensor, Tensor());
  }

  /// Takes over what `ranks` hold in `other`; the value becomes per-rank.
  void merge(const RankValue &other, RankSet ranks, size_t rankCount);

private:
  llvm::SmallVector<Tensor, 1> tensors;
};

inline void RankValue::merge(const RankValue &other, RankSet ranks, size_t rankCount) {
  if (tensors.size() != rankCount) {
    Tensor uniform = tensors.empty() ? Tensor() : tensors.front();
    tensors.assign(rankCount, uniform);
  }
  for (unsigned rank : ranks)
    tensors[rank] = other.at(rank);
}

} // namespace lockstep::interp
