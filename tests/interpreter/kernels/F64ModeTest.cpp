// In f64 mode an operator on any floating-point type computes what it computes on f64.
#include "ir/interpreter/kernels/Chlo.h"
#include "ir/interpreter/kernels/Convert.h"
#include "ir/interpreter/kernels/Convolution.h"
#include "ir/interpreter/kernels/Dot.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Fft.h"
#include "ir/interpreter/kernels/Index.h"
#include "ir/interpreter/kernels/LinearAlgebra.h"
#include "ir/interpreter/kernels/Norm.h"
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/interpreter/kernels/Sort.h"
#include "ir/interpreter/kernels/Window.h"
#include "tests/interpreter/kernels/Values.h"

#include <cmath>

using namespace lockstep;
using namespace lockstep::interp;

namespace {

constexpr ElementType kTypes[] = {ElementType::F32, ElementType::BF16, ElementType::F16, ElementType::F8E4M3FN};

/// The same values as another type in f64 mode.
Tensor inMode(const Tensor &x, ElementType type) {
  if (isComplex(x.type()))
    return Tensor::fromBytes(ElementType::C128, x.shape(), x.toBytes()); // complex<f64> is the same in either mode
  Tensor out(type, x.shape(), true);
  for (int64_t i = 0; i < x.size(); ++i)
    out.setReal(i, x.real(i));
  return out;
}

using Operands = std::vector<Tensor>;

/// f on f64 tensors and on the same values as narrower types in f64 mode.
void expectSame(const Operands &operands, const std::function<Results(const Operands &, ElementType)> &f) {
  Results wide = f(operands, ElementType::F64);
  ASSERT_TRUE(static_cast<bool>(wide)) << llvm::toString(wide.takeError());
  for (ElementType type : kTypes) {
    Operands narrow;
    for (const Tensor &x : operands)
      narrow.push_back(isFloat(x.type()) ? inMode(x, type) : x);
    Results found = f(narrow, type);
    ASSERT_TRUE(static_cast<bool>(found)) << llvm::toString(found.takeError());
    for (size_t i = 0; i < wide->size(); ++i) {
      Tensor expected = isFloat((*wide)[i].type()) ? inMode((*wide)[i], type) : (*wide)[i];
      EXPECT_TRUE((*found)[i].identical(expected)) << name(type) << " result " << i << " " << (*found)[i].typeString();
    }
  }
}

Results one(Result result) {
  if (!result)
    return result.takeError();
  return std::vector<Tensor>{*result};
}

class F64Mode : public ::testing::Test {
protected:
  std::mt19937 random{11};
  Tensor values(Shape shape) { return randomTensor(random, ElementType::F64, std::move(shape)); }
};

} // namespace

TEST_F(F64Mode, Unary) {
  using Function = Result (*)(const Tensor &);
  const std::vector<Function> functions = {abs,
                                           cbrt,
                                           ceil,
                                           cosine,
                                           exponential,
                                           exponentialMinusOne,
                                           floor,
                                           imag,
                                           isFinite,
                                           log,
                                           logPlusOne,
                                           logistic,
                                           negate,
                                           real,
                                           roundNearestAfz,
                                           roundNearestEven,
                                           rsqrt,
                                           sign,
                                           sine,
                                           sqrt,
                                           tan,
                                           tanh,
                                           acos,
                                           acosh,
                                           asin,
                                           asinh,
                                           atan,
                                           atanh,
                                           besselI1e,
                                           cosh,
                                           digamma,
                                           erf,
                                           erfInv,
                                           erfc,
                                           isInf,
                                           isNegInf,
                                           isPosInf,
                                           lgamma,
                                           sinh,
                                           square};
  Tensor x = llvm::cantFail(abs(values({40})));
  for (Function function : functions)
    expectSame({x}, [&](const Operands &v, ElementType) { return one(function(v[0])); });
  expectSame({x}, [](const Operands &v, ElementType) { return one(reducePrecision(v[0], 11, 52)); });
}

TEST_F(F64Mode, Binary) {
  using Function = Result (*)(const Tensor &, const Tensor &);
  const std::vector<Function> functions = {add,   atan2, divide,    maximum,   minimum,   multiply,
                                           power, zeta,  remainder, nextAfter, polygamma, subtract};
  for (Function function : functions)
    expectSame({values({40}), values({40})}, [&](const Operands &v, ElementType) { return one(function(v[0], v[1])); });
  expectSame({values({9}), values({9}), values({9})},
             [](const Operands &v, ElementType) { return one(clamp(v[0], v[1], v[2])); });
  expectSame({values({9}), values({9})}, [](const Operands &v, ElementType) {
    return one(compare(v[0], v[1], Direction::LT, CompareType::TotalOrder));
  });
}

TEST_F(F64Mode, ReductionsAndProducts) {
  expectSame({values({4, 50}), values({})},
             [](const Operands &v, ElementType) { return reduce({v[0]}, {v[1]}, {1}, Primitive::Add); });
  expectSame({values({4, 9}), values({})}, [](const Operands &v, ElementType) {
    return reduceWindow({v[0]}, {v[1]}, {{1, 3}, {}, {}, {}, {{0, 0}, {2, 0}}}, Primitive::Maximum);
  });
  expectSame({values({3, 7}), values({7, 5})}, [](const Operands &v, ElementType type) {
    return one(dotGeneral(v[0], v[1], {{}, {}, {1}, {0}}, type));
  });
  // What an algorithm rounds to does not matter in f64 mode.
  expectSame({values({3, 7}), values({7, 5})}, [](const Operands &v, ElementType type) {
    std::optional<DotAlgorithm> algorithm;
    if (type != ElementType::F64)
      algorithm = DotAlgorithm{ElementType::BF16, ElementType::BF16, ElementType::F32, 1, 1, 1};
    return one(dotGeneral(v[0], v[1], {{}, {}, {1}, {0}}, type, algorithm));
  });
  expectSame({values({2, 3, 6, 5}), values({4, 3, 2, 3})}, [](const Operands &v, ElementType type) {
    return one(convolution(v[0], v[1], {0, 1, {2, 3}, 1, 0, {2, 3}, 0, 1, {2, 3}}, {}, 1, 1, type));
  });
}

TEST_F(F64Mode, ShapesIndicesAndSorting) {
  Tensor places = integers(ElementType::I32, {3, 1}, {2, 0, 2});
  expectSame({values({4, 3}), places}, [](const Operands &v, ElementType) {
    return one(gather(v[0], v[1], {{1}, {0}, {}, {}, {0}, 1}, {1, 3}));
  });
  expectSame({values({4, 3}), places, values({3, 3})}, [](const Operands &v, ElementType) {
    return scatter({v[0]}, v[1], {v[2]}, {{1}, {0}, {}, {}, {0}, 1}, Primitive::Add);
  });
  expectSame({values({4, 3}), values({})}, [](const Operands &v, ElementType) {
    return one(pad(v[0], v[1], {1, -1}, {0, 2}, {1, 0}));
  });
  expectSame({values({4, 3})}, [](const Operands &v, ElementType) { return one(transpose(v[0], {1, 0})); });
  expectSame({values({4, 3})}, [](const Operands &v, ElementType) { return one(reverse(v[0], {1})); });
  expectSame({values({4, 3})}, [](const Operands &v, ElementType) {
    return one(broadcastInDim(v[0], {1, 2}, {2, 4, 3}));
  });
  expectSame({values({4, 3}), values({4, 3})}, [](const Operands &v, ElementType) { return one(concatenate(v, 0)); });
  expectSame({values({4, 3})}, [](const Operands &v, ElementType) { return sort(v, 1, Comparison{}); });
  expectSame({values({4, 9})}, [](const Operands &v, ElementType) { return topK(v[0], 3); });
  expectSame({values({3, 3})}, [](const Operands &v, ElementType) { return one(cholesky(v[0], true)); });
  expectSame({values({3, 3}), values({3, 2})}, [](const Operands &v, ElementType) {
    return one(triangularSolve(v[0], v[1], true, true, false, TransposeA::No));
  });
  expectSame({values({3, 4}), values({4}), values({4})},
             [](const Operands &v, ElementType) { return batchNormTraining(v[0], v[1], v[2], 0.01, 1); });
}

TEST_F(F64Mode, ComplexAndTransformsKeepTheMode) {
  Tensor x = reals(ElementType::F32, {4}, {1.0 / 3, 2, 3, 4}, true);
  Tensor z = llvm::cantFail(complex(x, x));
  EXPECT_EQ(z.type(), ElementType::C64);
  EXPECT_TRUE(z.inF64Mode());
  EXPECT_TRUE(llvm::cantFail(real(z)).identical(x));
  EXPECT_TRUE(llvm::cantFail(imag(z)).identical(x));
  Tensor spectrum = llvm::cantFail(fft(x, FftType::Rfft, {4}));
  EXPECT_TRUE(spectrum.inF64Mode());
  Tensor back = llvm::cantFail(fft(spectrum, FftType::Irfft, {4}));
  EXPECT_EQ(back.type(), ElementType::F32);
  EXPECT_NEAR(back.real(0), 1.0 / 3, 1e-15);
  EXPECT_TRUE(llvm::cantFail(multiply(z, z)).inF64Mode());
  EXPECT_EQ(llvm::cantFail(abs(z)).real(0), std::hypot(1.0 / 3, 1.0 / 3));
}

TEST_F(F64Mode, ConversionsBetweenFloatsAreTheIdentity) {
  Tensor x = reals(ElementType::F32, {2}, {1.0 / 3, 1e300}, true);
  for (ElementType type : {ElementType::BF16, ElementType::F8E4M3FN, ElementType::F64}) {
    Tensor y = llvm::cantFail(convert(x, type, true));
    EXPECT_EQ(y.type(), type);
    EXPECT_EQ(valuesOf(y), valuesOf(x));
  }
  EXPECT_EQ(valuesOf(convert(reals(ElementType::F64, {1}, {1.0 / 3}), ElementType::BF16, true)), Values({1.0 / 3}));
  EXPECT_EQ(valuesOf(reals(ElementType::BF16, {1}, {1.0 / 3}, true)), Values({1.0 / 3}));
  EXPECT_EQ(llvm::cantFail(convert(integers(ElementType::I32, {}, {16777217}), ElementType::F32, true)).real(0),
            16777217);
}

TEST_F(F64Mode, BitcastSeesTheTypesOwnBits) {
  Tensor x = reals(ElementType::F32, {2}, {1, -2.5}, true);
  Tensor bits = llvm::cantFail(bitcastConvert(x, ElementType::UI32));
  EXPECT_EQ(bits.values<uint64_t>()[0], 0x3f800000u);
  Tensor back = llvm::cantFail(bitcastConvert(bits, ElementType::F32, true));
  EXPECT_TRUE(back.identical(x));
}

TEST_F(F64Mode, OperandsInDifferentModesAreRefused) {
  EXPECT_EQ(errorOf(add(reals(ElementType::F32, {}, {1}, true), f32({}, {1}))),
            "add: expected both operands in f64 mode, found only one");
}
