// XLA's own spelling of shardings, as in `mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"`:
// which device holds which tile, without axis names.
#pragma once

#include "ir/core/Mesh.h"
#include "ir/core/Sharding.h"

#include "llvm/Support/Error.h"

namespace lockstep {

struct HloSharding {
  enum class Kind { Replicated, Manual, Maximal, Unreduced, Tiled, Tuple };
  enum class Group { Replicated, Manual, Unreduced }; // meaning of a trailing dim of the tiles

  Kind kind = Kind::Replicated;
  std::vector<int64_t> tiles;        // extents of the tile array, trailing groups included
  std::vector<int64_t> devices;      // row-major over `tiles`
  std::vector<int64_t> iotaDims;     // of the `<=[...]` form, else empty
  std::vector<Group> groups;         // of the last dims of `tiles`
  std::vector<HloSharding> elements; // of a tuple

  static llvm::Expected<HloSharding> parse(llvm::StringRef text);

  bool isTiled() const { return kind == Kind::Tiled; }
  size_t deviceCount() const { return devices.size(); }
  size_t tiledDims() const { return tiles.size() - groups.size(); }

  /// The same placement by axes (or sub-axes) of a mesh, for a tensor of that many dims. Fails when no choice of axes
  /// gives every device the tile it has here.
  llvm::Expected<Sharding> toSharding(const Mesh &mesh, size_t order) const;

  /// The axes that are manual: all of them for `{manual}`, those of the manual trailing dims otherwise.
  llvm::Expected<std::vector<AxisRef>> manualAxes(const Mesh &mesh) const;
};

/// A mesh whose axes (`x0`, `x1`, ... major first) can express all of the shardings, when they are regular.
Mesh anonymousMesh(const std::vector<HloSharding> &shardings);

} // namespace lockstep
