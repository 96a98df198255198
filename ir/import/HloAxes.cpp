// From tiles per device to axes of a mesh.
//
// Every axis is split into prime digits. Moving one digit by one, with all others at zero, moves the tile index of each
// dim by some step; a dim is cut by exactly the digits with a step, and the steps must be those of a mixed-radix number:
//   tile(d) = sum over digits of digit(d) * step,  step of a digit = product of the sizes of the smaller ones.
// The candidate found this way is then checked on every device.
#include "ir/import/HloSharding.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using llvm::Expected;

namespace lockstep {
namespace {

// One prime digit of an axis, (preSize)size.
struct Digit {
  unsigned axis;
  int64_t preSize, size, step = 0;
};

std::vector<int64_t> primeFactors(int64_t number) {
  std::vector<int64_t> factors;
  for (int64_t factor = 2; factor * factor <= number; ++factor)
    for (; number % factor == 0; number /= factor)
      factors.push_back(factor);
  if (number > 1)
    factors.push_back(number);
  return factors;
}

std::vector<Digit> digitsOf(const Mesh &mesh, bool largestFirst) {
  std::vector<Digit> digits;
  for (unsigned axis = 0; axis < mesh.axes.size(); ++axis) {
    std::vector<int64_t> factors = primeFactors(mesh.axes[axis].size);
    if (largestFirst)
      std::reverse(factors.begin(), factors.end());
    int64_t preSize = 1;
    for (int64_t factor : factors) {
      digits.push_back({axis, preSize, factor});
      preSize *= factor;
    }
  }
  return digits;
}

// Linear coordinate with one digit at 1 and the rest at 0.
int64_t unitCoordinate(const Mesh &mesh, const Digit &digit) {
  int64_t coordinate = mesh.axes[digit.axis].size / (digit.preSize * digit.size);
  for (size_t axis = digit.axis + 1; axis < mesh.axes.size(); ++axis)
    coordinate *= mesh.axes[axis].size;
  return coordinate;
}

// Neighbouring digits of one axis become one reference, all of them the whole axis.
std::vector<AxisRef> join(const Mesh &mesh, const std::vector<Digit> &digits) {
  std::vector<Digit> joined;
  for (const Digit &digit : digits) {
    if (!joined.empty() && joined.back().axis == digit.axis &&
        joined.back().preSize * joined.back().size == digit.preSize)
      joined.back().size *= digit.size;
    else
      joined.push_back(digit);
  }
  std::vector<AxisRef> axes;
  for (const Digit &digit : joined) {
    const MeshAxis &axis = mesh.axes[digit.axis];
    axes.push_back(digit.size == axis.size ? AxisRef{axis.name, 1, 0} : AxisRef{axis.name, digit.preSize, digit.size});
  }
  return axes;
}

// The axes that give tile `tiles[d]` to device d, out of `count` tiles.
std::optional<std::vector<AxisRef>> axesFor(const Mesh &mesh, const std::vector<int64_t> &tiles, int64_t count,
                                            bool largestFirst) {
  std::vector<Digit> cutting;
  for (Digit digit : digitsOf(mesh, largestFirst)) {
    digit.step = tiles[mesh.deviceAt(unitCoordinate(mesh, digit))];
    if (digit.step > 0)
      cutting.push_back(digit);
  }
  std::sort(cutting.begin(), cutting.end(), [](const Digit &a, const Digit &b) {
    return std::tuple(-a.step, a.axis, a.preSize) < std::tuple(-b.step, b.axis, b.preSize);
  });
  int64_t expected = 1;
  for (const Digit &digit : llvm::reverse(cutting)) {
    if (digit.step != expected)
      return std::nullopt;
    expected *= digit.size;
  }
  if (expected != count)
    return std::nullopt;
  std::vector<AxisRef> axes = join(mesh, cutting);
  for (size_t device = 0; device < tiles.size(); ++device)
    if (pieceIndex(mesh, axes, device) != tiles[device])
      return std::nullopt;
  return axes;
}

// Index along one dim of the tile array, per device.
std::vector<int64_t> tilesAlong(const HloSharding &sharding, size_t dim) {
  int64_t inner = 1;
  for (size_t i = dim + 1; i < sharding.tiles.size(); ++i)
    inner *= sharding.tiles[i];
  std::vector<int64_t> tiles(sharding.devices.size());
  for (size_t position = 0; position < sharding.devices.size(); ++position)
    tiles[sharding.devices[position]] = int64_t(position) / inner % sharding.tiles[dim];
  return tiles;
}

// Extents from the major end: all products of leading extents.
void addCuts(const std::vector<int64_t> &extents, std::vector<int64_t> &cuts) {
  int64_t product = 1;
  for (int64_t extent : extents)
    cuts.push_back(product *= extent);
}

} // namespace

Expected<Sharding> HloSharding::toSharding(const Mesh &mesh, size_t order) const {
  Sharding sharding = Sharding::replicatedOf(order);
  switch (kind) {
  case Kind::Replicated:
  case Kind::Manual: // the tensor is local already
    return sharding;
  case Kind::Unreduced:
    for (const MeshAxis &axis : mesh.axes)
      sharding.unreduced.push_back({axis.name, 1, 0});
    return sharding;
  case Kind::Maximal:
    return llvm::createStringError("sharding: a tensor that lives on one device only is not supported");
  case Kind::Tuple:
    return llvm::createStringError("sharding: expected the sharding of one tensor, found that of a tuple");
  case Kind::Tiled:
    break;
  }
  if (tiledDims() != order)
    return llvm::createStringError("sharding: tiles have " + std::to_string(tiledDims()) + " dims, the tensor has " +
                                   std::to_string(order));
  if (mesh.deviceCount() != int64_t(deviceCount()))
    return llvm::createStringError("sharding: " + std::to_string(deviceCount()) + " devices, the mesh " + mesh.str() +
                                   " has " + std::to_string(mesh.deviceCount()));
  for (size_t dim = 0; dim < tiles.size(); ++dim) {
    bool unreducedGroup = dim >= order && groups[dim - order] == Group::Unreduced;
    if (tiles[dim] == 1 || (dim >= order && !unreducedGroup))
      continue;
    std::vector<int64_t> along = tilesAlong(*this, dim);
    std::optional<std::vector<AxisRef>> axes = axesFor(mesh, along, tiles[dim], /*largestFirst=*/false);
    if (!axes)
      axes = axesFor(mesh, along, tiles[dim], /*largestFirst=*/true);
    if (!axes)
      return llvm::createStringError("sharding: no axes of the mesh " + mesh.str() + " give its devices these " +
                                     std::to_string(tiles[dim]) + " tiles along dim " + std::to_string(dim));
    if (unreducedGroup)
      sharding.unreduced = std::move(*axes);
    else
      sharding.dims[dim].axes = std::move(*axes);
  }
  return sharding;
}

Expected<std::vector<AxisRef>> HloSharding::manualAxes(const Mesh &mesh) const {
  std::vector<AxisRef> manual;
  if (kind == Kind::Manual) {
    for (const MeshAxis &axis : mesh.axes)
      manual.push_back({axis.name, 1, 0});
    return manual;
  }
  for (size_t dim = tiledDims(); isTiled() && dim < tiles.size(); ++dim) {
    if (groups[dim - tiledDims()] != Group::Manual || tiles[dim] == 1)
      continue;
    std::optional<std::vector<AxisRef>> axes;
    if (mesh.deviceCount() == int64_t(deviceCount()))
      axes = axesFor(mesh, tilesAlong(*this, dim), tiles[dim], /*largestFirst=*/false);
    if (!axes)
      return llvm::createStringError("sharding: no axes of the mesh " + mesh.str() + " are the manual ones");
    manual.insert(manual.end(), axes->begin(), axes->end());
  }
  return manual;
}

Mesh anonymousMesh(const std::vector<HloSharding> &shardings) {
  Mesh mesh;
  std::vector<int64_t> cuts;
  for (const HloSharding &sharding : shardings) {
    if (!sharding.isTiled())
      continue;
    if (sharding.iotaDims.empty() && mesh.deviceIds.empty() && !llvm::is_sorted(sharding.devices))
      mesh.deviceIds = sharding.devices; // tiles in that order of devices
    addCuts(sharding.iotaDims.empty() ? sharding.tiles : sharding.iotaDims, cuts);
  }
  llvm::sort(cuts);
  int64_t product = 1;
  for (int64_t cut : cuts) {
    // Cuts that do not refine each other leave a coarser mesh; a sharding that needs the cut is then reported.
    if (cut == product || cut % product != 0 || cuts.back() % cut != 0)
      continue;
    mesh.axes.push_back({"x" + std::to_string(mesh.axes.size()), cut / product});
    product = cut;
  }
  if (mesh.deviceIds.size() != size_t(product))
    mesh.deviceIds.clear();
  return mesh;
}

} // namespace lockstep
