#include "ir/interpreter/kernels/Norm.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Generate.h"
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/interpreter/kernels/Support.h"

namespace lockstep::interp {
namespace {

/// Lets a formula be written as one expression: keeps the first error, and goes on with empty values.
class Formula {
public:
  Formula(const Tensor &operand, int64_t featureDim) : operand(operand), featureDim(featureDim) {}
  ~Formula() { llvm::consumeError(std::move(error)); }

  Tensor operator()(Result value) {
    if (value)
      return *value;
    if (error)
      llvm::consumeError(value.takeError());
    else
      error = value.takeError();
    return Tensor();
  }

  Tensor spread(const Tensor &perFeature) { return (*this)(broadcastInDim(perFeature, {featureDim}, operand.shape())); }
  Tensor constant(double value) {
    return (*this)(constantOfReals(operand.type(), operand.shape(), {value}, operand.inF64Mode()));
  }
  Tensor sum(const Tensor &x) {
    Dims others;
    for (int64_t i = 0; i < operand.order(); ++i)
      if (i != featureDim)
        others.push_back(i);
    Results sums = reduce({x}, {Tensor(operand.type(), {}, operand.inF64Mode())}, others, Primitive::Add);
    return (*this)(sums ? Result(sums->front()) : Result(sums.takeError()));
  }
  Tensor mean(const Tensor &x, double count) {
    Tensor total = sum(x);
    return (*this)(divide(total, (*this)(constantOfReals(total.type(), total.shape(), {count}, total.inF64Mode()))));
  }

  llvm::Error takeError() { return std::move(error); }

private:
  const Tensor &operand;
  int64_t featureDim;
  llvm::Error error = llvm::Error::success();
};

llvm::Error check(llvm::StringRef op, const Tensor &operand, llvm::ArrayRef<Tensor> perFeature, int64_t featureDim) {
  if (!isFloat(operand.type()))
    return unsupportedType(op, operand);
  if (llvm::Error error = requireDims(op, "the feature dim", {featureDim}, operand.order()))
    return error;
  for (const Tensor &x : perFeature)
    if (x.type() != operand.type() || x.storage() != operand.storage() ||
        x.shape() != Shape{operand.shape()[static_cast<size_t>(featureDim)]})
      return operatorError(op,
                           "expected one value per feature of " + operand.typeString() + ", found " + x.typeString());
  return llvm::Error::success();
}

double elementsPerFeature(const Tensor &operand, int64_t featureDim) {
  int64_t features = operand.shape()[static_cast<size_t>(featureDim)];
  return features == 0 ? 0 : static_cast<double>(operand.size() / features);
}

/// scale * (operand - mean) / sqrt(variance + epsilon) + offset.
Tensor normalize(Formula &f, const Tensor &operand, const Tensor &scale, const Tensor &offset, const Tensor &mean,
                 const Tensor &variance, double epsilon) {
  Tensor centered = f(subtract(operand, f.spread(mean)));
  Tensor deviation = f(sqrt(f(add(f.spread(variance), f.constant(epsilon)))));
  return f(add(f(multiply(f.spread(scale), f(divide(centered, deviation)))), f.spread(offset)));
}

} // namespace

Result batchNormInference(const Tensor &operand, const Tensor &scale, const Tensor &offset, const Tensor &mean,
                          const Tensor &variance, double epsilon, int64_t featureDim) {
  if (llvm::Error error = check("batch_norm_inference", operand, {scale, offset, mean, variance}, featureDim))
    return error;
  Formula f(operand, featureDim);
  Tensor out = normalize(f, operand, scale, offset, mean, variance, epsilon);
  if (llvm::Error error = f.takeError())
    return error;
  return out;
}

Results batchNormTraining(const Tensor &operand, const Tensor &scale, const Tensor &offset, double epsilon,
                          int64_t featureDim) {
  if (llvm::Error error = check("batch_norm_training", operand, {scale, offset}, featureDim))
    return error;
  Formula f(operand, featureDim);
  double count = elementsPerFeature(operand, featureDim);
  Tensor mean = f.mean(operand, count);
  Tensor centered = f(subtract(operand, f.spread(mean)));
  Tensor variance = f.mean(f(multiply(centered, centered)), count);
  Tensor out = normalize(f, operand, scale, offset, mean, variance, epsilon);
  if (llvm::Error error = f.takeError())
    return error;
  return std::vector<Tensor>{out, mean, variance};
}

Results batchNormGrad(const Tensor &operand, const Tensor &scale, const Tensor &mean, const Tensor &variance,
                      const Tensor &gradOutput, double epsilon, int64_t featureDim) {
  if (llvm::Error error = check("batch_norm_grad", operand, {scale, mean, variance}, featureDim))
    return error;
  if (llvm::Error error = requireSameType("batch_norm_grad", operand, gradOutput))
    return error;
  Formula f(operand, featureDim);
  Tensor centered = f(subtract(operand, f.spread(mean)));
  Tensor shifted = f(add(f.spread(variance), f.constant(epsilon)));
  Tensor deviation = f(sqrt(shifted));
  Tensor normalized = f(divide(centered, deviation));
  Tensor count = f.constant(elementsPerFeature(operand, featureDim));

  // count * g - sum(g) - (x - mean) * sum(g * (x - mean)) / (variance + epsilon)
  Tensor total = f(multiply(gradOutput, count));
  Tensor sumOfGrads = f.spread(f.sum(gradOutput));
  Tensor correlation = f.spread(f.sum(f(multiply(gradOutput, centered))));
  Tensor pull = f(divide(f(multiply(correlation, centered)), shifted));
  Tensor rest = f(subtract(f(subtract(total, sumOfGrads)), pull));

  Tensor gradOperand = f(multiply(f(divide(f(divide(f.spread(scale), deviation)), count)), rest));
  Tensor gradScale = f.sum(f(multiply(gradOutput, normalized)));
  Tensor gradOffset = f.sum(gradOutput);
  if (llvm::Error error = f.takeError())
    return error;
  return std::vector<Tensor>{gradOperand, gradScale, gradOffset};
}

} // namespace lockstep::interp
