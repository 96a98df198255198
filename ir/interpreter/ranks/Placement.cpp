#include "ir/interpreter/ranks/Placement.h"

#include "ir/interpreter/kernels/Reduce.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace lockstep::interp {
namespace {

// Calls `body` with the tensor's elements as a flat array of its storage type, `width` of them per element.
template <typename Body> void withStorage(Storage storage, Body body) {
  switch (storage) {
  case Storage::F32:
    return body(float(), 1);
  case Storage::F64:
    return body(double(), 1);
  case Storage::Bool:
    return body(uint8_t(), 1);
  case Storage::I64:
    return body(int64_t(), 1);
  case Storage::U64:
    return body(uint64_t(), 1);
  case Storage::C64:
    return body(float(), 2);
  case Storage::C128:
    return body(double(), 2);
  }
}

// Calls `body(flat in whole, flat in block)` for the start of every innermost row of the block.
template <typename Body>
void forEachRow(const Shape &whole, llvm::ArrayRef<int64_t> offset, const Shape &block, Body body) {
  size_t order = whole.size();
  int64_t rows = 1;
  for (size_t d = 0; d + 1 < order; ++d)
    rows *= block[d];
  std::vector<int64_t> index(order, 0);
  for (int64_t row = 0; row < rows; ++row) {
    int64_t flat = 0;
    for (size_t d = 0; d < order; ++d)
      flat = flat * whole[d] + offset[d] + index[d];
    body(flat, order ? row * block.back() : 0);
    for (size_t d = order; d-- > 1;) {
      if (++index[d - 1] < block[d - 1])
        break;
      index[d - 1] = 0;
    }
  }
}

int64_t rowLength(const Shape &shape) { return shape.empty() ? 1 : shape.back(); }

// The same place of the same type and storage, filled with zeros.
Tensor zerosLike(const Tensor &tensor, Shape shape) {
  bool f64Mode = tensor.storage() != storageOf(tensor.type());
  return Tensor(tensor.type(), std::move(shape), f64Mode);
}

} // namespace

Tensor cutBlock(const Tensor &tensor, llvm::ArrayRef<int64_t> offset, const Shape &shape) {
  if (shape == tensor.shape())
    return tensor;
  Tensor block = zerosLike(tensor, shape);
  if (block.size() == 0)
    return block;
  withStorage(tensor.storage(), [&](auto element, int64_t width) {
    using T = decltype(element);
    auto source = tensor.values<T>();
    auto target = block.data<T>();
    int64_t length = rowLength(shape) * width;
    forEachRow(tensor.shape(), offset, shape, [&](int64_t from, int64_t to) {
      std::copy_n(source.begin() + from * width, length, target.begin() + to * width);
    });
  });
  return block;
}

void pasteBlock(Tensor &tensor, llvm::ArrayRef<int64_t> offset, const Tensor &block) {
  if (block.size() == 0)
    return;
  if (block.shape() == tensor.shape()) {
    tensor = block;
    return;
  }
  withStorage(tensor.storage(), [&](auto element, int64_t width) {
    using T = decltype(element);
    auto source = block.values<T>();
    auto target = tensor.data<T>();
    int64_t length = rowLength(block.shape()) * width;
    forEachRow(tensor.shape(), offset, block.shape(), [&](int64_t to, int64_t from) {
      std::copy_n(source.begin() + from * width, length, target.begin() + to * width);
    });
  });
}

bool cutsNothing(const Sharding &sharding) {
  auto isEmpty = [](const DimSharding &dim) { return dim.axes.empty(); };
  return sharding.unreduced.empty() && std::all_of(sharding.dims.begin(), sharding.dims.end(), isEmpty);
}

llvm::Expected<Tensor> cutPiece(const Tensor &global, const Mesh &mesh, const Sharding &sharding, int64_t device) {
  llvm::Expected<Shape> local = localShape(mesh, sharding, global.shape());
  if (!local)
    return local.takeError();
  if (pieceIndex(mesh, sharding.unreduced, device) != 0)
    return zerosLike(global, *local);
  return cutBlock(global, pieceOffset(mesh, sharding, global.shape(), device), *local);
}

std::optional<int64_t> firstDifference(const Tensor &a, const Tensor &b) {
  std::optional<int64_t> found;
  withStorage(a.storage(), [&](auto element, int64_t width) {
    using T = decltype(element);
    auto left = a.values<T>(), right = b.values<T>();
    for (size_t i = 0; i < left.size(); ++i)
      if (std::memcmp(&left[i], &right[i], sizeof(T)) != 0) {
        found = static_cast<int64_t>(i) / width;
        return;
      }
  });
  return found;
}

namespace {

// The pieces that are not replicas of one another: by place in the global tensor, then by index of the addend.
using PieceMap = std::map<std::vector<int64_t>, std::map<int64_t, size_t>>;

Disagreement disagreementOf(const Tensor &a, const Tensor &b, int64_t deviceA, int64_t deviceB, int64_t element) {
  Disagreement result;
  result.deviceA = deviceA;
  result.deviceB = deviceB;
  result.element = element;
  if (!isComplex(a.type())) {
    result.valueA = a.real(element);
    result.valueB = b.real(element);
  }
  return result;
}

} // namespace

llvm::Expected<Assembled> assemble(llvm::ArrayRef<Tensor> pieces, llvm::ArrayRef<int64_t> devices, const Mesh &mesh,
                                   const Sharding &sharding) {
  if (pieces.front().shape().size() != sharding.dims.size())
    return llvm::createStringError("sharding " + sharding.str() + " does not fit a piece of type " +
                                   pieces.front().typeString());
  Shape global = pieces.front().shape();
  for (size_t d = 0; d < global.size(); ++d)
    for (const AxisRef &ref : sharding.dims[d].axes)
      if (!mesh.axisIndex(ref.name))
        return llvm::createStringError("sharding: axis \"" + ref.name + "\" is not on the mesh " + mesh.str());
  for (size_t d = 0; d < global.size(); ++d)
    global[d] *= axesSize(mesh, sharding.dims[d].axes);
  llvm::Expected<Shape> local = localShape(mesh, sharding, global);
  if (!local)
    return local.takeError();

  Assembled result;
  PieceMap distinct;
  for (size_t i = 0; i < pieces.size(); ++i) {
    auto &addends = distinct[pieceOffset(mesh, sharding, global, devices[i])];
    auto [entry, isNew] = addends.try_emplace(pieceIndex(mesh, sharding.unreduced, devices[i]), i);
    if (isNew || result.disagreement || pieces[i].identical(pieces[entry->second]))
      continue;
    const Tensor &first = pieces[entry->second];
    if (std::optional<int64_t> element = firstDifference(first, pieces[i]))
      result.disagreement = disagreementOf(first, pieces[i], devices[entry->second], devices[i], *element);
  }
  result.global = zerosLike(pieces.front(), global);
  for (auto &[offset, addends] : distinct) {
    std::vector<Tensor> terms;
    for (auto &[index, position] : addends)
      terms.push_back(pieces[position]);
    Result sum = foldInOrder(terms, Primitive::Add);
    if (!sum)
      return sum.takeError();
    pasteBlock(result.global, offset, *sum);
  }
  return result;
}

} // namespace lockstep::interp
