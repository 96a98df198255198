// Replica groups by mesh axes: finding the mesh, and splitting its devices.
#include "ir/stablehlo/ReplicaGroups.h"
#include "ir/stablehlo/StablehloAttributes.h"
#include "ir/stablehlo/interfaces/MeshDefinition.h"

#include "llvm/ADT/BitVector.h"
#include "mlir/IR/SymbolTable.h"


using namespace mlir;

namespace lockstep::stablehlo {

using llvm::Error;
using llvm::Expected;

//===-- Finding the mesh ---------------------------------------------------------------------------------------===//

Mesh toMesh(MeshAttr attribute) {
  Mesh mesh;
  for (MeshAxisAttr axis : attribute.getAxes())
    mesh.axes.push_back({axis.getName().str(), axis.getSize()});
  if (auto ids = attribute.getDeviceIds())
    for (const APInt &id : ids.getValues<APInt>())
      mesh.deviceIds.push_back(id.getSExtValue());
  return mesh;
}

/// `stablehlo.mesh = {axes = [{name = "dp", size = 4 : i64}], device_ids = ...}` beside a symbol.
static std::optional<Mesh> meshOfDictionary(Operation *op) {
  auto dictionary = op->getAttrOfType<DictionaryAttr>("stablehlo.mesh");
  auto axes = dictionary ? dictionary.getAs<ArrayAttr>("axes") : ArrayAttr();
  if (!axes)
    return std::nullopt;
  Mesh mesh;
  if (auto name = SymbolTable::getSymbolName(op))
    mesh.name = name.str();
  for (Attribute each : axes) {
    auto axis = dyn_cast<DictionaryAttr>(each);
    auto axisName = axis ? axis.getAs<StringAttr>("name") : StringAttr();
    auto size = axis ? axis.getAs<IntegerAttr>("size") : IntegerAttr();
    if (!axisName || !size)
      return std::nullopt;
    mesh.axes.push_back({axisName.str(), size.getInt()});
  }
  if (auto ids = dictionary.getAs<DenseIntElementsAttr>("device_ids"))
    for (const APInt &id : ids.getValues<APInt>())
      mesh.deviceIds.push_back(id.getSExtValue());
  return mesh;
}

std::optional<Mesh> declaredMesh(Operation *symbol) {
  if (auto definition = dyn_cast_or_null<MeshDefinition>(symbol))
    return definition.definedMesh();
  return symbol ? meshOfDictionary(symbol) : std::nullopt;
}

Expected<Mesh> meshOf(ReplicaGroupMeshAxesAttr groups, Operation *from) {
  if (auto inlined = dyn_cast<MeshAttr>(groups.getMesh()))
    return toMesh(inlined);
  auto name = cast<FlatSymbolRefAttr>(groups.getMesh());
  if (std::optional<Mesh> mesh = declaredMesh(SymbolTable::lookupNearestSymbolFrom(from, name)))
    return *mesh;
  return llvm::createStringError(from->getName().getStringRef() + ": expected replica_groups to name a mesh, found @" +
                                 name.getValue());
}

//===-- Splitting its devices ----------------------------------------------------------------------------------===//

namespace {
/// A digit of the linear coordinate c: (c / stride) % size.
struct Digit {
  int64_t stride, size;
};
} // namespace

static Error fail(const Mesh &mesh, const Twine &message) {
  return llvm::createStringError("replica_groups: " + message + " (mesh " + mesh.str() + ")");
}

/// Devices of the mesh; fails for sizes and device lists that make no mesh.
static Expected<int64_t> checkedDeviceCount(const Mesh &mesh) {
  int64_t count = 1;
  for (const MeshAxis &axis : mesh.axes) {
    if (axis.size < 1 || count > (int64_t(1) << 24) / axis.size)
      return fail(mesh, "expected axes of positive size and at most 16777216 devices, found '" + axis.name + "' of size " +
                            Twine(axis.size));
    count *= axis.size;
  }
  // A mesh without axes is one device, which its list names.
  if (mesh.deviceIds.empty() || mesh.axes.empty())
    return count;
  if (static_cast<int64_t>(mesh.deviceIds.size()) != count)
    return fail(mesh, "expected " + Twine(count) + " device ids, found " + Twine(mesh.deviceIds.size()));
  llvm::BitVector seen(count);
  for (int64_t id : mesh.deviceIds) {
    if (id < 0 || id >= count || seen.test(id))
      return fail(mesh, "expected every device id below " + Twine(count) + " once, found " + Twine(id));
    seen.set(id);
  }
  return count;
}

static Expected<Digit> digitOf(const Mesh &mesh, AxisRefAttr ref) {
  int64_t stride = 1;
  for (const MeshAxis &axis : llvm::reverse(mesh.axes)) {
    if (axis.name != ref.getName()) {
      stride *= axis.size;
      continue;
    }
    auto part = ref.getSubAxisInfo();
    if (!part)
      return Digit{stride, axis.size};
    int64_t pre = part.getPreSize(), size = part.getSize();
    if (pre < 1 || size < 1 || pre > axis.size || size > axis.size || axis.size % (pre * size) != 0)
      return fail(mesh, "expected a sub-axis that divides '" + axis.name + "', found (" + Twine(pre) + ")" + Twine(size));
    return Digit{stride * (axis.size / (pre * size)), size};
  }
  return fail(mesh, "expected an axis of the mesh, found '" + ref.getName() + "'");
}

static Expected<std::vector<Digit>> digitsOf(const Mesh &mesh, ArrayAttr axes) {
  std::vector<Digit> digits;
  for (Attribute axis : axes) {
    Expected<Digit> digit = digitOf(mesh, cast<AxisRefAttr>(axis));
    if (!digit)
      return digit.takeError();
    digits.push_back(*digit);
  }
  // Digits are disjoint if each ends, in strides, where the next larger one starts or before; digits of size one hold
  // nothing.
  std::vector<Digit> sorted = digits;
  llvm::erase_if(sorted, [](const Digit &digit) { return digit.size == 1; });
  llvm::sort(sorted, [](const Digit &a, const Digit &b) { return a.stride < b.stride; });
  for (size_t next = 1; next < sorted.size(); ++next)
    if (sorted[next - 1].stride * sorted[next - 1].size > sorted[next].stride)
      return fail(mesh, "expected every part of an axis at most once");
  return digits;
}

static int64_t sizeOf(ArrayRef<Digit> digits) {
  int64_t size = 1;
  for (const Digit &digit : digits)
    size *= digit.size;
  return size;
}

Expected<int64_t> groupSizeOfAxes(const Mesh &mesh, ReplicaGroupMeshAxesAttr attribute) {
  Expected<int64_t> count = checkedDeviceCount(mesh);
  if (!count)
    return count.takeError();
  Expected<std::vector<Digit>> digits = digitsOf(mesh, attribute.getAxes());
  if (!digits)
    return digits.takeError();
  return sizeOf(*digits);
}

Expected<Groups> groupsOfAxes(const Mesh &mesh, ReplicaGroupMeshAxesAttr attribute) {
  Expected<int64_t> count = checkedDeviceCount(mesh);
  if (!count)
    return count.takeError();
  Expected<std::vector<Digit>> digits = digitsOf(mesh, attribute.getAxes());
  if (!digits)
    return digits.takeError();
  int64_t groupSize = sizeOf(*digits);

  // `base` is the coordinate with the grouped digits set to zero; it is the first of its group in a scan, so groups
  // come out in the order of the digits that are not grouped.
  Groups groups;
  std::vector<int64_t> groupOfBase(*count, -1);
  for (int64_t coordinate = 0; coordinate < *count; ++coordinate) {
    int64_t base = coordinate, position = 0;
    for (const Digit &digit : *digits) {
      int64_t value = (coordinate / digit.stride) % digit.size;
      base -= value * digit.stride;
      position = position * digit.size + value;
    }
    if (groupOfBase[base] < 0) {
      groupOfBase[base] = groups.size();
      groups.emplace_back(groupSize);
    }
    groups[groupOfBase[base]][position] = mesh.deviceIds.empty() ? coordinate : mesh.deviceIds[coordinate];
  }
  return groups;
}

} // namespace lockstep::stablehlo
