// What the reader knows about a tensor: one normal form over formal index variables, ranks being indices too.
#pragma once

#include "verifier/normalize/Normalizer.h"

#include <memory>

namespace lockstep::verifier::engine {

/// An axis of the mesh and the variable that stands for the rank's coordinate on it.
struct RankAxis {
  std::string name;
  int64_t size = 1;
  Var var;
};

/// Where a manual computation's local result lies in the global tensor. While nothing but the program's result uses
/// it, the comparison is done on the local value: v[r, i] = L[offset(r) + i].
struct Placement {
  std::vector<RankAxis> mesh; // the axes of the rank program it comes from
  Shape localShape;
  std::vector<Vec<Ix>> starts; // per part and dim: start of the piece in the global tensor, over rank variables
  std::vector<std::vector<AxisRef>> axes;      // per dim
  std::vector<unsigned> special;               // specialised axes and their coordinates, when there are several parts
  std::vector<Vec<int64_t, 4>> coordinates;
};

/// Added to the number of an argument: the function of its imaginary parts.
inline constexpr uint32_t kImaginaryPart = 1u << 31;

struct Tensor {
  ElementType type = ElementType::F32;
  Shape shape;
  /// The element at the formal indices. One entry, or one per coordinate of the specialised axes.
  Vec<Comb, 1> parts;
  std::shared_ptr<const Placement> placement;        // the parts are local; see Placement
  std::shared_ptr<const std::vector<int64_t>> table; // contents of a constant integer vector
  NodeId unsupported = kNone;                        // operator that made this unknown
  /// Of a complex tensor: `parts` are the real parts, this tensor the imaginary ones (nothing: they are 0).
  std::shared_ptr<const Tensor> imaginary;

  bool isSpecialised() const { return parts.size() > 1 || (imaginary && imaginary->isSpecialised()); }
  Comb comb() const { return parts[0]; }
};

} // namespace lockstep::verifier::engine
