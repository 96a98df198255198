// Decides in which order reductions combine (see Reduce.h). Both ways of combining, by primitive and by function, walk
// the same tree over the same elements.
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Convert.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Fold.h"
#include "ir/interpreter/kernels/Shape.h"

#include <bit>

namespace lockstep::interp {

llvm::Expected<Scalars> apply(llvm::StringRef operation, const ScalarFunction &function, const Scalars &left,
                              const Scalars &right) {
  Scalars operands = left;
  operands.insert(operands.end(), right.begin(), right.end());
  Results values = function(operands);
  if (!values)
    return values.takeError();
  if (llvm::Error error = requireLength(operation, "results of the region", values->size(), left.size()))
    return error;
  for (size_t i = 0; i < left.size(); ++i)
    if ((*values)[i].storage() != left[i].storage() || (*values)[i].type() != left[i].type() ||
        (*values)[i].size() != 1)
      return operatorError(operation, "expected the region to return " + left[i].typeString() + ", found " +
                                          (*values)[i].typeString());
  return values;
}

int64_t splitOf(int64_t n) { return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(n - 1))); }

llvm::Expected<RowCombiner> RowCombiner::make(Primitive primitive, ElementType type, Storage storage) {
  RowCombiner combiner;
  combiner.kernel = kernelOf(primitive, storage);
  combiner.type = type;
  combiner.storage = storage;
  if (!combiner.kernel)
    return operatorError(nameOf(primitive), "not defined on elements of type " + std::string(name(type)));
  return combiner;
}

namespace {

size_t at(int64_t dim) { return static_cast<size_t>(dim); }

/// What is reduced, as matrices: row r holds element r of every result's run.
struct Rows {
  std::vector<Tensor> inputs; // [rows, columns] in the accumulator's type
  int64_t rows = 0, columns = 0;
  Shape resultShape;
};

llvm::Expected<Rows> arrange(llvm::ArrayRef<Tensor> inputs, llvm::ArrayRef<Tensor> inits,
                             llvm::ArrayRef<int64_t> dims) {
  if (inputs.empty())
    return operatorError("reduce", "expected at least one operand, found none");
  if (llvm::Error error = requireLength("reduce", "initial values", inits.size(), inputs.size()))
    return error;
  if (llvm::Error error = requireDims("reduce", "dims", dims, inputs[0].order()))
    return error;
  Rows rows;
  Dims order;
  rows.rows = rows.columns = 1;
  // The reduced dims count in ascending order, however they are listed.
  for (int64_t i = 0; i < inputs[0].order(); ++i)
    if (llvm::is_contained(dims, i)) {
      order.push_back(i);
      rows.rows *= inputs[0].shape()[at(i)];
    }
  for (int64_t i = 0; i < inputs[0].order(); ++i)
    if (!llvm::is_contained(dims, i)) {
      order.push_back(i);
      rows.columns *= inputs[0].shape()[at(i)];
      rows.resultShape.push_back(inputs[0].shape()[at(i)]);
    }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].shape() != inputs[0].shape() || inits[i].order() != 0)
      return operatorError("reduce", "expected operands of equal shape and scalar initial values, found " +
                                         inputs[i].typeString() + " and " + inits[i].typeString());
    Result wide = convert(inputs[i], inits[i].type(), inits[i].inF64Mode());
    Result arranged = wide ? transpose(*wide, order) : std::move(wide);
    if (!arranged)
      return arranged.takeError();
    rows.inputs.push_back(arranged->reshaped({rows.rows, rows.columns}));
  }
  return rows;
}

/// The tree over rows [first, first + n), columns at once.
class RowTree {
public:
  RowTree(const Tensor &matrix, const RowCombiner &combiner)
      : base(matrix.bytes()), columns(at(matrix.shape()[1])), rowBytes(columns * bytesPerElement(matrix.storage())),
        combine(combiner) {}

  void run(int64_t first, int64_t n, std::byte *out) const {
    if (n <= kLeafLength) {
      std::memcpy(out, row(first), rowBytes);
      for (int64_t i = 1; i < n; ++i)
        combine(out, row(first + i), out, columns);
      return;
    }
    int64_t split = splitOf(n);
    run(first, split, out);
    std::vector<std::byte> right(rowBytes);
    run(first + split, n - split, right.data());
    combine(out, right.data(), out, columns);
  }

private:
  const std::byte *row(int64_t i) const { return base + at(i) * rowBytes; }

  const std::byte *base;
  size_t columns, rowBytes;
  const RowCombiner &combine;
};

Result reduceByPrimitive(const Tensor &matrix, const Tensor &init, Primitive primitive) {
  llvm::Expected<RowCombiner> combiner = RowCombiner::make(primitive, init.type(), init.storage());
  if (!combiner)
    return combiner.takeError();
  Result start = broadcastInDim(init, {}, {matrix.shape()[1]});
  if (!start || matrix.size() == 0)
    return start;
  Tensor out = emptyLike(*start);
  RowTree(matrix, *combiner).run(0, matrix.shape()[0], out.mutableBytes());
  (*combiner)(start->bytes(), out.bytes(), out.mutableBytes(), at(out.size()));
  return out;
}

/// The tree over one column, by function.
llvm::Expected<Scalars> columnTree(const Rows &rows, const ScalarFunction &f, int64_t column, int64_t first,
                                   int64_t n) {
  auto element = [&](int64_t row) {
    Scalars scalars;
    for (const Tensor &input : rows.inputs)
      scalars.push_back(input.element(row * rows.columns + column));
    return scalars;
  };
  if (n > kLeafLength) {
    int64_t split = splitOf(n);
    llvm::Expected<Scalars> left = columnTree(rows, f, column, first, split);
    if (!left)
      return left;
    llvm::Expected<Scalars> right = columnTree(rows, f, column, first + split, n - split);
    return right ? apply("reduce", f, *left, *right) : std::move(right);
  }
  llvm::Expected<Scalars> value = element(first);
  for (int64_t i = 1; i < n && value; ++i)
    value = apply("reduce", f, *value, element(first + i));
  return value;
}

Results reduceByFunction(const Rows &rows, llvm::ArrayRef<Tensor> inits, const ScalarFunction &function) {
  std::vector<Tensor> outs;
  for (const Tensor &init : inits)
    outs.emplace_back(init.type(), Shape{rows.columns}, init.inF64Mode());
  Scalars start = inits.vec();
  for (int64_t column = 0; column < rows.columns; ++column) {
    llvm::Expected<Scalars> value = start;
    if (rows.rows > 0) {
      value = columnTree(rows, function, column, 0, rows.rows);
      if (value)
        value = apply("reduce", function, start, *value);
    }
    if (!value)
      return value.takeError();
    for (size_t i = 0; i < outs.size(); ++i)
      outs[i].setElement(column, (*value)[i]);
  }
  return outs;
}

} // namespace

Results reduce(llvm::ArrayRef<Tensor> inputs, llvm::ArrayRef<Tensor> inits, llvm::ArrayRef<int64_t> dims,
               const Combiner &combiner) {
  llvm::Expected<Rows> rows = arrange(inputs, inits, dims);
  if (!rows)
    return rows.takeError();
  std::vector<Tensor> outs;
  if (combiner.primitive) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      Result out = reduceByPrimitive(rows->inputs[i], inits[i], *combiner.primitive);
      if (!out)
        return out.takeError();
      outs.push_back(*out);
    }
  } else {
    Results values = reduceByFunction(*rows, inits, combiner.function);
    if (!values)
      return values.takeError();
    outs = std::move(*values);
  }
  for (Tensor &out : outs)
    out = out.reshaped(rows->resultShape);
  return outs;
}

Result foldInOrder(llvm::ArrayRef<Tensor> operands, const Combiner &combiner) {
  if (operands.empty())
    return operatorError("fold", "expected at least one operand, found none");
  Tensor total = operands[0];
  for (const Tensor &operand : operands.drop_front()) {
    if (llvm::Error error = requireSameType("fold", total, operand))
      return error;
    if (combiner.primitive) {
      Result value = combine(*combiner.primitive, total, operand);
      if (!value)
        return value;
      total = *value;
      continue;
    }
    Results value = map({total, operand}, combiner.function);
    if (!value)
      return value.takeError();
    if (llvm::Error error = requireLength("fold", "results of the region", value->size(), 1))
      return error;
    if (llvm::Error error = requireSameType("fold", total, value->front()))
      return error;
    total = (*value)[0];
  }
  return total;
}

} // namespace lockstep::interp
