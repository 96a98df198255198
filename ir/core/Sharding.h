// How a global tensor is laid over a mesh, in the vocabulary of Shardy: per dim a list of axes (major first), plus
// axes over which the pieces are addends (unreduced). Axes that occur nowhere hold replicas.
#pragma once

#include "ir/core/Mesh.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace lockstep {

/// A whole axis, or the sub-axis `"name":(preSize)size` of it: with axis coordinate c, the digit
/// (c / (axisSize / (preSize * size))) % size. size == 0 stands for the whole axis.
struct AxisRef {
  std::string name;
  int64_t preSize = 1;
  int64_t size = 0;
  bool isSubAxis() const { return size != 0; }
  bool operator==(const AxisRef &) const = default;
};

struct DimSharding {
  std::vector<AxisRef> axes;
  bool open = false; // `?`: may be sharded further by propagation; no meaning for placement
  bool operator==(const DimSharding &) const = default;
};

struct Sharding {
  std::vector<DimSharding> dims;
  std::vector<AxisRef> replicated; // explicitly replicated axes; no meaning for placement
  std::vector<AxisRef> unreduced;  // the global tensor is the sum of the pieces over these axes

  bool operator==(const Sharding &) const = default;

  static Sharding replicatedOf(size_t order) { return {std::vector<DimSharding>(order), {}, {}}; }

  /// Parses Shardy's spelling of the dims and trailing parts, without mesh: `[{"dp"}, {}], unreduced={"tp"}`.
  static llvm::Expected<Sharding> parse(llvm::StringRef text);
  std::string str() const;
};

/// Number of pieces along the axes, their product.
int64_t axesSize(const Mesh &mesh, const std::vector<AxisRef> &axes);

/// Which piece (0 .. axesSize-1, mixed radix with the first axis most significant) a device holds.
int64_t pieceIndex(const Mesh &mesh, const std::vector<AxisRef> &axes, int64_t device);

/// Shape of one device's piece. Fails, naming dim, extent and axes, when an extent does not divide, when an axis is
/// unknown or used twice, or when the orders differ.
llvm::Expected<Shape> localShape(const Mesh &mesh, const Sharding &sharding, const Shape &global);

/// Start of the device's piece in the global tensor, one number per dim. Requires a valid sharding.
std::vector<int64_t> pieceOffset(const Mesh &mesh, const Sharding &sharding, const Shape &global, int64_t device);

} // namespace lockstep
