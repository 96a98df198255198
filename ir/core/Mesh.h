// A logical mesh of devices: named axes, major first, and the device at every coordinate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

using Shape = std::vector<int64_t>;

struct MeshAxis {
  std::string name;
  int64_t size = 1;
  bool operator==(const MeshAxis &) const = default;
};

/// Position on the mesh is counted row-major over `axes` (first axis is the most significant digit); that number is
/// the *linear coordinate*. `deviceIds`, when not empty, is a permutation that gives the device (the number that
/// `stablehlo.partition_id` returns and replica groups list) at each linear coordinate; empty means identity.
struct Mesh {
  std::string name;
  std::vector<MeshAxis> axes;
  std::vector<int64_t> deviceIds;

  bool operator==(const Mesh &) const = default;

  int64_t deviceCount() const;
  std::optional<unsigned> axisIndex(std::string_view axis) const;
  /// Device at a linear coordinate, and back.
  int64_t deviceAt(int64_t linearCoordinate) const;
  int64_t coordinateOf(int64_t device) const;
  /// Coordinates (one per axis) of a device.
  std::vector<int64_t> coordinates(int64_t device) const;
  /// "dp=2 x tp=4".
  std::string str() const;
};

} // namespace lockstep
