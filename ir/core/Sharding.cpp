#include "ir/core/Sharding.h"

#include "llvm/ADT/StringRef.h"

#include <set>

namespace lockstep {
namespace {

int64_t axisRefSize(const Mesh &mesh, const AxisRef &ref) {
  if (ref.isSubAxis())
    return ref.size;
  return mesh.axes[*mesh.axisIndex(ref.name)].size;
}

std::string str(const AxisRef &ref) {
  std::string text = "\"" + ref.name + "\"";
  if (ref.isSubAxis())
    text += ":(" + std::to_string(ref.preSize) + ")" + std::to_string(ref.size);
  return text;
}

std::string str(const std::vector<AxisRef> &axes, bool open = false) {
  std::string text = "{";
  for (size_t i = 0; i < axes.size(); ++i)
    text += (i ? ", " : "") + str(axes[i]);
  if (open)
    text += axes.empty() ? "?" : ", ?";
  return text + "}";
}

// Recursive-descent reader of Shardy's sharding text.
class Reader {
public:
  explicit Reader(llvm::StringRef text) : rest(text), whole(text) {}

  llvm::Expected<Sharding> read() {
    Sharding result;
    if (!eat("["))
      return fail("'['");
    if (!eat("]")) {
      do {
        DimSharding dim;
        if (llvm::Error e = readAxes(dim.axes, &dim.open))
          return std::move(e);
        if (eat("p"))
          rest = rest.drop_while([](char c) { return c >= '0' && c <= '9'; });
        result.dims.push_back(std::move(dim));
      } while (eat(","));
      if (!eat("]"))
        return fail("']'");
    }
    while (eat(",")) {
      bool unreduced = eat("unreduced");
      if (!unreduced && !eat("replicated"))
        return fail("'replicated' or 'unreduced'");
      if (!eat("="))
        return fail("'='");
      if (llvm::Error e = readAxes(unreduced ? result.unreduced : result.replicated, nullptr))
        return std::move(e);
    }
    if (!rest.trim().empty())
      return fail("end of sharding");
    return result;
  }

private:
  bool eat(llvm::StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  llvm::Error fail(const llvm::Twine &expected) {
    return llvm::createStringError("sharding: expected " + expected.str() + ", found '" + rest.take_front(12).str() +
                                   "' at column " + std::to_string(whole.size() - rest.size() + 1) + " of '" +
                                   whole.str() + "'");
  }

  llvm::Error readAxes(std::vector<AxisRef> &axes, bool *open) {
    if (!eat("{"))
      return fail("'{'");
    if (eat("}"))
      return llvm::Error::success();
    do {
      if (open && eat("?")) {
        *open = true;
        break;
      }
      AxisRef ref;
      if (!eat("\""))
        return fail("a quoted axis name");
      size_t end = rest.find('"');
      if (end == llvm::StringRef::npos)
        return fail("'\"'");
      ref.name = rest.take_front(end).str();
      rest = rest.drop_front(end + 1);
      if (eat(":")) {
        if (!eat("(") || rest.consumeInteger(10, ref.preSize) || !eat(")") || rest.consumeInteger(10, ref.size) ||
            ref.preSize < 1 || ref.size < 1)
          return fail("a sub-axis '(preSize)size'");
      }
      axes.push_back(std::move(ref));
    } while (eat(","));
    if (!eat("}"))
      return fail("'}'");
    return llvm::Error::success();
  }

  llvm::StringRef rest, whole;
};

// The axis exists, the sub-axis divides it, and no two references of one sharding overlap.
llvm::Error checkAxis(const Mesh &mesh, const AxisRef &ref, std::vector<AxisRef> &seen) {
  std::optional<unsigned> index = mesh.axisIndex(ref.name);
  if (!index)
    return llvm::createStringError("sharding: axis \"" + ref.name + "\" is not on the mesh " + mesh.str());
  int64_t axisSize = mesh.axes[*index].size;
  if (ref.isSubAxis() && axisSize % (ref.preSize * ref.size) != 0)
    return llvm::createStringError("sharding: sub-axis " + str(ref) + " does not divide the axis of size " +
                                   std::to_string(axisSize));
  for (const AxisRef &other : seen) {
    if (other.name != ref.name)
      continue;
    bool disjoint = ref.isSubAxis() && other.isSubAxis() &&
                    (ref.preSize >= other.preSize * other.size || other.preSize >= ref.preSize * ref.size);
    if (!disjoint)
      return llvm::createStringError("sharding: axis \"" + ref.name + "\" is used twice");
  }
  seen.push_back(ref);
  return llvm::Error::success();
}

} // namespace

llvm::Expected<Sharding> Sharding::parse(llvm::StringRef text) { return Reader(text).read(); }

std::string Sharding::str() const {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i)
    text += (i ? ", " : "") + lockstep::str(dims[i].axes, dims[i].open);
  text += "]";
  if (!replicated.empty())
    text += ", replicated=" + lockstep::str(replicated);
  if (!unreduced.empty())
    text += ", unreduced=" + lockstep::str(unreduced);
  return text;
}

int64_t axesSize(const Mesh &mesh, const std::vector<AxisRef> &axes) {
  int64_t size = 1;
  for (const AxisRef &ref : axes)
    size *= axisRefSize(mesh, ref);
  return size;
}

int64_t pieceIndex(const Mesh &mesh, const std::vector<AxisRef> &axes, int64_t device) {
  std::vector<int64_t> coordinates = mesh.coordinates(device);
  int64_t index = 0;
  for (const AxisRef &ref : axes) {
    unsigned axis = *mesh.axisIndex(ref.name);
    int64_t size = axisRefSize(mesh, ref);
    int64_t minor = ref.isSubAxis() ? mesh.axes[axis].size / (ref.preSize * ref.size) : 1;
    index = index * size + coordinates[axis] / minor % size;
  }
  return index;
}

llvm::Expected<Shape> localShape(const Mesh &mesh, const Sharding &sharding, const Shape &global) {
  if (sharding.dims.size() != global.size())
    return llvm::createStringError("sharding " + sharding.str() + " has " + std::to_string(sharding.dims.size()) +
                                   " dims, the tensor has " + std::to_string(global.size()));
  std::vector<AxisRef> seen;
  for (const DimSharding &dim : sharding.dims)
    for (const AxisRef &ref : dim.axes)
      if (llvm::Error e = checkAxis(mesh, ref, seen))
        return std::move(e);
  for (const auto *list : {&sharding.unreduced, &sharding.replicated})
    for (const AxisRef &ref : *list)
      if (llvm::Error e = checkAxis(mesh, ref, seen))
        return std::move(e);
  Shape local = global;
  for (size_t d = 0; d < global.size(); ++d) {
    int64_t pieces = axesSize(mesh, sharding.dims[d].axes);
    if (global[d] % pieces != 0)
      return llvm::createStringError("sharding " + sharding.str() + ": dim " + std::to_string(d) + " of extent " +
                                     std::to_string(global[d]) + " does not divide into " + std::to_string(pieces) +
                                     " pieces over " + lockstep::str(sharding.dims[d].axes));
    local[d] /= pieces;
  }
  return local;
}

std::vector<int64_t> pieceOffset(const Mesh &mesh, const Sharding &sharding, const Shape &global, int64_t device) {
  std::vector<int64_t> offset(global.size());
  for (size_t d = 0; d < global.size(); ++d) {
    const std::vector<AxisRef> &axes = sharding.dims[d].axes;
    offset[d] = pieceIndex(mesh, axes, device) * (global[d] / axesSize(mesh, axes));
  }
  return offset;
}

} // namespace lockstep
