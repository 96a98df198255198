// convolution, as the specification writes it: the input is dilated and padded with zeros, every window becomes a row,
// and rows are multiplied with the kernel. Feature groups cut the input features, batch groups the batch; both cut the
// kernel's output features.
#include "ir/interpreter/kernels/Convolution.h"
#include "ir/interpreter/kernels/MatrixProduct.h"
#include "ir/interpreter/kernels/Shape.h"

namespace lockstep::interp {
namespace {

const char *const kName = "convolution";
size_t at(int64_t dim) { return static_cast<size_t>(dim); }

Dims concatenated(std::initializer_list<int64_t> first, const Dims &rest) {
  Dims all(first);
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

/// Operands in the order (batch, feature, spatial...) and (output feature, input feature, spatial...), with the input
/// dilated and padded and the kernel reversed.
struct Prepared {
  Tensor input, kernel;
  Dims strides, dilations; // of the window
  Shape outputSpatial;
};

ConvWindow complete(ConvWindow window, size_t order) {
  for (Dims *values : {&window.strides, &window.lhsDilation, &window.rhsDilation})
    if (values->empty())
      values->assign(order, 1);
  if (window.padding.empty())
    window.padding.assign(order, {0, 0});
  if (window.reversal.empty())
    window.reversal.assign(order, false);
  return window;
}

llvm::Error checkDims(const Tensor &lhs, const Tensor &rhs, const ConvDims &dims, const ConvWindow &window) {
  size_t order = dims.inputSpatial.size();
  if (llvm::Error error = requireLength(kName, "dims of the input", lhs.shape().size(), order + 2))
    return error;
  if (llvm::Error error = requireLength(kName, "dims of the kernel", rhs.shape().size(), order + 2))
    return error;
  for (size_t found :
       {dims.kernelSpatial.size(), dims.outputSpatial.size(), window.strides.size(), window.lhsDilation.size(),
        window.rhsDilation.size(), window.padding.size(), window.reversal.size()})
    if (llvm::Error error = requireLength(kName, "spatial entries", found, order))
      return error;
  for (const Dims &amounts : {window.strides, window.lhsDilation, window.rhsDilation})
    if (llvm::Error error = requireModest(kName, "strides and dilations", amounts))
      return error;
  auto all = static_cast<int64_t>(order) + 2;
  for (const Dims &numbers : {concatenated({dims.inputBatch, dims.inputFeature}, dims.inputSpatial),
                              concatenated({dims.kernelInputFeature, dims.kernelOutputFeature}, dims.kernelSpatial),
                              concatenated({dims.outputBatch, dims.outputFeature}, dims.outputSpatial)})
    if (llvm::Error error = requireDims(kName, "dimension numbers", numbers, all))
      return error;
  for (size_t i = 0; i < order; ++i)
    if (window.strides[i] < 1 || window.lhsDilation[i] < 1 || window.rhsDilation[i] < 1)
      return operatorError(kName, "expected positive strides and dilations");
  return llvm::Error::success();
}

llvm::Error checkGroups(const Tensor &lhs, const Tensor &rhs, const ConvDims &dims, int64_t featureGroups,
                        int64_t batchGroups) {
  int64_t batch = lhs.shape()[at(dims.inputBatch)], features = lhs.shape()[at(dims.inputFeature)];
  int64_t outputs = rhs.shape()[at(dims.kernelOutputFeature)];
  if (featureGroups < 1 || batchGroups < 1 || (featureGroups > 1 && batchGroups > 1))
    return operatorError(kName, "expected feature groups or batch groups, found " + std::to_string(featureGroups) +
                                    " and " + std::to_string(batchGroups));
  if (features != rhs.shape()[at(dims.kernelInputFeature)] * featureGroups)
    return operatorError(kName, "expected the input features of " + lhs.typeString() + " to be those of " +
                                    rhs.typeString() + " times " + std::to_string(featureGroups));
  if (outputs % featureGroups || outputs % batchGroups || batch % batchGroups)
    return operatorError(kName, "expected groups that divide batch and output features");
  return llvm::Error::success();
}

llvm::Expected<Prepared> prepare(const Tensor &lhs, const Tensor &rhs, const ConvDims &dims, const ConvWindow &window) {
  Result input = transpose(lhs, concatenated({dims.inputBatch, dims.inputFeature}, dims.inputSpatial));
  if (!input)
    return input.takeError();
  Result kernel = transpose(rhs, concatenated({dims.kernelOutputFeature, dims.kernelInputFeature}, dims.kernelSpatial));
  if (!kernel)
    return kernel.takeError();
  Dims low(2, 0), high(2, 0), interior(2, 0), reversed;
  Prepared prepared;
  for (size_t i = 0; i < window.strides.size(); ++i) {
    low.push_back(window.padding[i].first);
    high.push_back(window.padding[i].second);
    interior.push_back(window.lhsDilation[i] - 1);
    if (window.reversal[i])
      reversed.push_back(static_cast<int64_t>(i) + 2);
  }
  Result padded = pad(*input, Tensor(lhs.type(), {}, lhs.inF64Mode()), low, high, interior);
  if (!padded)
    return padded.takeError();
  Result turned = reverse(*kernel, reversed);
  if (!turned)
    return turned.takeError();
  prepared.input = *padded;
  prepared.kernel = *turned;
  prepared.strides = window.strides;
  prepared.dilations = window.rhsDilation;
  for (size_t i = 0; i < window.strides.size(); ++i) {
    int64_t extent = padded->shape()[i + 2], size = kernel->shape()[i + 2];
    if (llvm::Error error = requireShape(kName, {size, window.rhsDilation[i]}))
      return error;
    int64_t span = size == 0 ? 0 : (size - 1) * window.rhsDilation[i] + 1;
    prepared.outputSpatial.push_back(extent == 0 || span > extent ? 0 : (extent - span) / window.strides[i] + 1);
  }
  // The windows as rows, over all groups.
  Shape windows = concatenated({padded->shape()[0], padded->shape()[1]}, prepared.outputSpatial);
  windows.insert(windows.end(), kernel->shape().begin() + 2, kernel->shape().end());
  if (llvm::Error error = requireShape(kName, windows))
    return error;
  Shape result = concatenated({padded->shape()[0], kernel->shape()[0]}, prepared.outputSpatial);
  if (llvm::Error error = requireShape(kName, result))
    return error;
  return prepared;
}

/// Which part of the operands one group multiplies.
struct Group {
  int64_t firstBatch, batches, firstFeature, firstOutput, outputs;
};

/// [batches * windows, features * kernel positions] of the input.
Tensor windowMatrix(const Prepared &p, const Group &group) {
  int64_t features = p.kernel.shape()[1];
  Shape spatial(p.kernel.shape().begin() + 2, p.kernel.shape().end());
  int64_t windows = elementCount(p.outputSpatial), length = features * elementCount(spatial);
  Tensor out(p.input.type(), {group.batches * windows, length}, p.input.inF64Mode());
  if (out.size() == 0)
    return out;
  // One box: (batch, windows..., feature, kernel positions...) walked by strides of the padded input.
  Dims own = stridesOf(p.input.shape());
  Shape box = {group.batches};
  Dims from = {own[0]};
  for (size_t i = 0; i < p.outputSpatial.size(); ++i) {
    box.push_back(p.outputSpatial[i]);
    from.push_back(own[i + 2] * p.strides[i]);
  }
  box.push_back(features);
  from.push_back(own[1]);
  for (size_t i = 0; i < spatial.size(); ++i) {
    box.push_back(spatial[i]);
    from.push_back(own[i + 2] * p.dilations[i]);
  }
  size_t width = bytesPerElement(out.storage());
  size_t first = at(group.firstBatch * own[0] + group.firstFeature * own[1]);
  copyStrided(box, out.mutableBytes(), stridesOf(box), p.input.bytes() + first * width, from, width);
  return out;
}

/// [features * kernel positions, outputs] of the kernel.
Tensor kernelMatrix(const Prepared &p, const Group &group) {
  int64_t length = elementCount(p.kernel.shape()) / std::max<int64_t>(p.kernel.shape()[0], 1);
  Tensor out(p.kernel.type(), {length, group.outputs}, p.kernel.inF64Mode());
  size_t width = bytesPerElement(out.storage());
  if (out.size() != 0)
    copyStrided({length, group.outputs}, out.mutableBytes(), {group.outputs, 1},
                p.kernel.bytes() + at(group.firstOutput * length) * width, {1, length}, width);
  return out;
}

/// [batches, windows, outputs] of a group.
Tensor multiply(const Prepared &p, const Group &group, ElementType type) {
  Tensor rows = windowMatrix(p, group), columns = kernelMatrix(p, group);
  MatrixSizes sizes{1, rows.shape()[0], rows.shape()[1], columns.shape()[1]};
  Tensor out(type, {group.batches, elementCount(p.outputSpatial), group.outputs}, p.input.inF64Mode());
  auto count = at(out.size());
  if (isComplex(type)) {
    std::vector<std::complex<double>> sums(count);
    multiplyAdd(sizes, toComplexes(rows).data(), toComplexes(columns).data(), sums.data());
    store(out, sums);
  } else if (isFloat(type)) {
    std::vector<double> sums(count);
    multiplyAdd(sizes, toDoubles(rows).data(), toDoubles(columns).data(), sums.data());
    store(out, sums);
  } else {
    std::vector<uint64_t> sums(count);
    multiplyAdd(sizes, toIntegers(rows).data(), toIntegers(columns).data(), sums.data());
    storeIntegers(out, sums);
  }
  return out;
}

} // namespace

Result convolution(const Tensor &lhs, const Tensor &rhs, const ConvDims &dims, const ConvWindow &window,
                   int64_t featureGroups, int64_t batchGroups, ElementType resultType) {
  ConvWindow all = complete(window, dims.inputSpatial.size());
  if (llvm::Error error = checkDims(lhs, rhs, dims, all))
    return error;
  if (llvm::Error error = checkGroups(lhs, rhs, dims, featureGroups, batchGroups))
    return error;
  if (isFloat(lhs.type()) != isFloat(resultType) || isComplex(lhs.type()) != isComplex(resultType) ||
      isFloat(lhs.type()) != isFloat(rhs.type()) || isComplex(lhs.type()) != isComplex(rhs.type()))
    return operatorError(kName, "expected operands and result of one kind, found " + lhs.typeString() + ", " +
                                    rhs.typeString() + " and " + std::string(name(resultType)));
  llvm::Expected<Prepared> prepared = prepare(lhs, rhs, dims, all);
  if (!prepared)
    return prepared.takeError();

  int64_t groups = std::max(featureGroups, batchGroups);
  int64_t batches = prepared->input.shape()[0] / batchGroups, outputs = prepared->kernel.shape()[0] / groups;
  std::vector<Tensor> parts;
  for (int64_t g = 0; g < groups; ++g)
    parts.push_back(multiply(*prepared,
                             {batchGroups > 1 ? g * batches : 0, batches,
                              featureGroups > 1 ? g * prepared->kernel.shape()[1] : 0, g * outputs, outputs},
                             resultType));
  Result joined = concatenate(parts, 2);
  if (!joined)
    return joined;
  // From (batch, spatial..., feature) to the dims that the output asks for.
  Shape shape = concatenated({batches}, prepared->outputSpatial);
  shape.push_back(prepared->kernel.shape()[0]);
  Dims permutation(shape.size());
  permutation[at(dims.outputBatch)] = 0;
  permutation[at(dims.outputFeature)] = static_cast<int64_t>(shape.size()) - 1;
  for (size_t i = 0; i < dims.outputSpatial.size(); ++i)
    permutation[at(dims.outputSpatial[i])] = static_cast<int64_t>(i) + 1;
  return transpose(joined->reshaped(shape), permutation);
}

} // namespace lockstep::interp
