#include "ir/core/Mesh.h"

#include <algorithm>
#include <cassert>

namespace lockstep {

int64_t Mesh::deviceCount() const {
  int64_t count = 1;
  for (const MeshAxis &axis : axes)
    count *= axis.size;
  return count;
}

std::optional<unsigned> Mesh::axisIndex(std::string_view axis) const {
  for (unsigned i = 0; i < axes.size(); ++i)
    if (axes[i].name == axis)
      return i;
  return std::nullopt;
}

int64_t Mesh::deviceAt(int64_t linearCoordinate) const {
  return deviceIds.empty() ? linearCoordinate : deviceIds[linearCoordinate];
}

int64_t Mesh::coordinateOf(int64_t device) const {
  if (deviceIds.empty())
    return device;
  auto found = std::find(deviceIds.begin(), deviceIds.end(), device);
  assert(found != deviceIds.end() && "device is not on the mesh");
  return found - deviceIds.begin();
}

std::vector<int64_t> Mesh::coordinates(int64_t device) const {
  int64_t rest = coordinateOf(device);
  std::vector<int64_t> result(axes.size());
  for (size_t i = axes.size(); i-- > 0;) {
    result[i] = rest % axes[i].size;
    rest /= axes[i].size;
  }
  return result;
}

std::string Mesh::str() const {
  std::string text;
  for (const MeshAxis &axis : axes) {
    if (!text.empty())
      text += " x ";
    text += axis.name + "=" + std::to_string(axis.size);
  }
  return text.empty() ? "(no axes)" : text;
}

} // namespace lockstep
