// Short spellings of tensors, for tests.
#pragma once

#include "ir/interpreter/kernels/Generate.h"

#include <gtest/gtest.h>

#include <random>

namespace lockstep::interp {

inline Tensor reals(ElementType type, Shape shape, std::vector<double> values, bool f64Mode = false) {
  return llvm::cantFail(constantOfReals(type, shape, values, f64Mode));
}
inline Tensor integers(ElementType type, Shape shape, std::vector<int64_t> values) {
  return llvm::cantFail(constantOfIntegers(type, shape, values));
}
inline Tensor f32(Shape shape, std::vector<double> values) { return reals(ElementType::F32, std::move(shape), values); }
inline Tensor i32(Shape shape, std::vector<int64_t> values) {
  return integers(ElementType::I32, std::move(shape), values);
}

/// Random values of any type: small integers, normal reals.
inline Tensor randomTensor(std::mt19937 &random, ElementType type, Shape shape, bool f64Mode = false) {
  Tensor x(type, std::move(shape), f64Mode);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int64_t> whole(isUnsigned(type) || isBoolean(type) ? 0 : -9, isBoolean(type) ? 1 : 9);
  for (int64_t i = 0; i < x.size(); ++i)
    if (isFloat(type) || isComplex(type))
      x.setReal(i, normal(random));
    else
      x.setInteger(i, whole(random));
  return x;
}

inline std::vector<double> valuesOf(const Tensor &x) {
  std::vector<double> values;
  for (int64_t i = 0; i < x.size(); ++i)
    values.push_back(x.real(i));
  return values;
}

inline std::vector<double> valuesOf(Result x) {
  if (!x) {
    ADD_FAILURE() << llvm::toString(x.takeError());
    return {};
  }
  return valuesOf(*x);
}

/// The text of an expected error; fails when there is none.
template <typename T> std::string errorOf(llvm::Expected<T> value) {
  if (!value)
    return llvm::toString(value.takeError());
  ADD_FAILURE() << "expected an error";
  return "";
}

using Values = std::vector<double>;

} // namespace lockstep::interp
