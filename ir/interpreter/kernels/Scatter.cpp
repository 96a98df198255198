// scatter, as the specification writes it: updates are applied one after the other in row-major order of the update
// tensor; one whose place lies outside the operand is dropped, alone, also when the rest of its window lies inside.
// (XLA's CPU backend drops the whole window then: the two agree on windows that lie inside or outside as one.)
#include "ir/interpreter/kernels/Fold.h"
#include "ir/interpreter/kernels/IndexSpace.h"

#include <algorithm>

namespace lockstep::interp {
namespace {

size_t at(int64_t dim) { return static_cast<size_t>(dim); }

llvm::Error checkOperands(llvm::ArrayRef<Tensor> inputs, llvm::ArrayRef<Tensor> updates) {
  if (inputs.empty())
    return operatorError("scatter", "expected at least one operand, found none");
  if (llvm::Error error = requireLength("scatter", "updates", updates.size(), inputs.size()))
    return error;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].shape() != inputs[0].shape() || updates[i].shape() != updates[0].shape())
      return operatorError("scatter", "expected operands, and updates, of equal shape");
    if (inputs[i].type() != updates[i].type() || inputs[i].storage() != updates[i].storage())
      return operatorError("scatter", "expected updates of the type of " + inputs[i].typeString() + ", found " +
                                          updates[i].typeString());
  }
  return llvm::Error::success();
}

/// Where updates go: visits runs of updates that are applied together, in order.
class Walk {
public:
  static llvm::Expected<Walk> make(const Tensor &input, const Tensor &indices, const Tensor &update,
                                   const ScatterDims &dims);

  /// visit(flat update element, flat operand element, count): `count` consecutive elements of both. Stops at an error.
  template <typename F> llvm::Error run(const Tensor &indices, F visit) const;

private:
  IndexSpace space;
  Shape inputShape, updateShape;
  Dims inputStrides;
  Dims windowDims;         // of the updates, ascending
  bool contiguous = false; // the last dim of the updates walks the last dim of the operand

  /// Of a run of updates, the part [from, to) that lies inside, and the operand element of its first.
  struct Run {
    int64_t from, to, place;
  };
  Run locate(const Dims &start, const Dims &position, int64_t length) const;
};

llvm::Expected<Walk> Walk::make(const Tensor &input, const Tensor &indices, const Tensor &update,
                                const ScatterDims &dims) {
  GatherDims asGather{dims.updateWindowDims,           dims.insertedWindowDims,       dims.inputBatchingDims,
                      dims.scatterIndicesBatchingDims, dims.scatterDimsToOperandDims, dims.indexVectorDim};
  llvm::Expected<IndexSpace> space = IndexSpace::make("scatter", input, indices, asGather);
  if (!space)
    return space.takeError();
  size_t order = space->batchShape.size() + space->keptDims.size();
  if (llvm::Error error = requireLength("scatter", "dims of the updates", update.shape().size(), order))
    return error;
  if (!llvm::is_sorted(dims.updateWindowDims))
    return operatorError("scatter", "expected sorted update_window_dims, found " + toString(dims.updateWindowDims));
  for (size_t i = 0; i < space->batchPlaces.size(); ++i)
    if (update.shape()[at(space->batchPlaces[i])] != space->batchShape[i])
      return operatorError("scatter", "expected batch dims " + toString(space->batchShape) + " in the updates, found " +
                                          update.typeString());
  for (size_t i = 0; i < space->keptDims.size(); ++i)
    if (update.shape()[at(dims.updateWindowDims[i])] > input.shape()[at(space->keptDims[i])])
      return operatorError("scatter",
                           "expected an update window inside " + input.typeString() + ", found " + update.typeString());
  Walk walk;
  walk.space = std::move(*space);
  walk.inputShape = input.shape();
  walk.updateShape = update.shape();
  walk.inputStrides = stridesOf(input.shape());
  walk.windowDims = dims.updateWindowDims;
  walk.contiguous = !walk.windowDims.empty() && walk.windowDims.back() == static_cast<int64_t>(order) - 1 &&
                    walk.space.keptDims.back() == input.order() - 1;
  return walk;
}

Walk::Run Walk::locate(const Dims &start, const Dims &position, int64_t length) const {
  Run run{0, length, 0};
  for (size_t i = 0, kept = 0; i < start.size(); ++i) {
    int64_t extent = inputShape[i];
    bool window = kept < space.keptDims.size() && space.keptDims[kept] == static_cast<int64_t>(i);
    int64_t offset = window ? position[at(windowDims[kept++])] : 0;
    // Clamped just outside, so that indices of any size can be added to.
    if (contiguous && i + 1 == start.size()) {
      int64_t first = std::clamp(start[i], -length, extent);
      run.from = std::max<int64_t>(0, -first);
      run.to = std::min(length, extent - first);
      run.place += (first + run.from) * inputStrides[i];
      continue;
    }
    int64_t index = std::clamp(start[i], -offset - 1, extent) + offset;
    if (index < 0 || index >= extent)
      return {0, 0, 0};
    run.place += index * inputStrides[i];
  }
  return run;
}

template <typename F> llvm::Error Walk::run(const Tensor &indices, F visit) const {
  if (elementCount(updateShape) == 0)
    return llvm::Error::success();
  int64_t length = contiguous ? updateShape.back() : 1;
  Shape outer = updateShape;
  if (contiguous)
    outer.back() = 1;
  Dims position(outer.size(), 0), batch(space.batchShape.size()), start(inputShape.size());
  int64_t flat = 0;
  do {
    for (size_t i = 0; i < batch.size(); ++i)
      batch[i] = position[at(space.batchPlaces[i])];
    space.startOf(indices, batch, start);
    Run found = locate(start, position, length);
    if (found.from < found.to)
      if (llvm::Error error = visit(flat + found.from, found.place, found.to - found.from))
        return error;
    flat += length;
  } while (next(position, outer));
  return llvm::Error::success();
}

llvm::Error scatterByPrimitive(Tensor &out, const Tensor &indices, const Tensor &update, const Walk &walk,
                               Primitive primitive) {
  llvm::Expected<RowCombiner> combine = RowCombiner::make(primitive, out.type(), out.storage());
  if (!combine)
    return combine.takeError();
  size_t width = bytesPerElement(out.storage());
  std::byte *target = out.mutableBytes();
  return walk.run(indices, [&](int64_t from, int64_t to, int64_t count) {
    std::byte *place = target + at(to) * width;
    (*combine)(place, update.bytes() + at(from) * width, place, at(count));
    return llvm::Error::success();
  });
}

llvm::Error scatterByFunction(std::vector<Tensor> &outs, const Tensor &indices, llvm::ArrayRef<Tensor> updates,
                              const Walk &walk, const ScalarFunction &function) {
  return walk.run(indices, [&](int64_t from, int64_t to, int64_t count) -> llvm::Error {
    for (int64_t k = 0; k < count; ++k) {
      Scalars current, update;
      for (size_t i = 0; i < outs.size(); ++i) {
        current.push_back(outs[i].element(to + k));
        update.push_back(updates[i].element(from + k));
      }
      llvm::Expected<Scalars> value = apply("scatter", function, current, update);
      if (!value)
        return value.takeError();
      for (size_t i = 0; i < outs.size(); ++i)
        outs[i].setElement(to + k, (*value)[i]);
    }
    return llvm::Error::success();
  });
}

} // namespace

Results scatter(llvm::ArrayRef<Tensor> inputs, const Tensor &indices, llvm::ArrayRef<Tensor> updates,
                const ScatterDims &dims, const Combiner &combiner) {
  if (llvm::Error error = checkOperands(inputs, updates))
    return error;
  llvm::Expected<Walk> walk = Walk::make(inputs[0], indices, updates[0], dims);
  if (!walk)
    return walk.takeError();
  std::vector<Tensor> outs = inputs.vec();
  if (!combiner.primitive) {
    if (llvm::Error error = scatterByFunction(outs, indices, updates, *walk, combiner.function))
      return error;
    return outs;
  }
  for (size_t i = 0; i < outs.size(); ++i)
    if (llvm::Error error = scatterByPrimitive(outs[i], indices, updates[i], *walk, *combiner.primitive))
      return error;
  return outs;
}

} // namespace lockstep::interp
