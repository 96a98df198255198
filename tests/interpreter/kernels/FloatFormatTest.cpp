// Every code of every 8- and 16-bit format, and rounding at and around every midpoint, against LLVM's APFloat.
#include "ir/interpreter/kernels/FloatFormat.h"
#include "ir/interpreter/kernels/Convert.h"
#include "ir/interpreter/kernels/Generate.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace lockstep;
using namespace lockstep::interp;
using llvm::APFloat;

namespace {

struct Format {
  ElementType type;
  const llvm::fltSemantics &semantics;
};

std::vector<Format> formats() {
  return {{ElementType::F8E3M4, APFloat::Float8E3M4()},
          {ElementType::F8E4M3, APFloat::Float8E4M3()},
          {ElementType::F8E4M3FN, APFloat::Float8E4M3FN()},
          {ElementType::F8E4M3FNUZ, APFloat::Float8E4M3FNUZ()},
          {ElementType::F8E4M3B11FNUZ, APFloat::Float8E4M3B11FNUZ()},
          {ElementType::F8E5M2, APFloat::Float8E5M2()},
          {ElementType::F8E5M2FNUZ, APFloat::Float8E5M2FNUZ()},
          {ElementType::BF16, APFloat::BFloat()},
          {ElementType::F16, APFloat::IEEEhalf()}};
}

double reference(const llvm::fltSemantics &semantics, double value) {
  APFloat number(value);
  bool losesInfo = false;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

} // namespace

TEST(FloatFormat, EveryCodeDecodesToItsValueAndBack) {
  for (const Format &format : formats()) {
    unsigned width = bitWidth(format.type);
    for (uint64_t code = 0; code < uint64_t{1} << width; ++code) {
      double expected = APFloat(format.semantics, llvm::APInt(width, code)).convertToDouble();
      double found = decodeFloat(format.type, code);
      ASSERT_TRUE(same(found, expected)) << name(format.type) << " code " << code << ": " << found << ", " << expected;
      if (!std::isnan(found))
        ASSERT_EQ(encodeFloat(format.type, found), code) << name(format.type);
      ASSERT_TRUE(same(roundTo(format.type, found), found)) << name(format.type) << " code " << code;
    }
  }
}

TEST(FloatFormat, NaNCodesKeepWhatTheFormatDistinguishes) {
  for (ElementType type : {ElementType::BF16, ElementType::F16, ElementType::F8E5M2, ElementType::F8E4M3})
    for (uint64_t code = 0; code < uint64_t{1} << bitWidth(type); ++code)
      ASSERT_EQ(encodeFloat(type, decodeToFloat(type, code)), code) << name(type);
}

TEST(FloatFormat, RoundsToNearestEvenAtEveryMidpoint) {
  for (const Format &format : formats()) {
    std::vector<double> values;
    for (uint64_t code = 0; code < uint64_t{1} << bitWidth(format.type); ++code)
      if (double value = decodeFloat(format.type, code); std::isfinite(value))
        values.push_back(value);
    std::sort(values.begin(), values.end());
    double step = values.back() - values[values.size() - 2];
    values.push_back(values.back() + step); // one beyond, for the limit of overflow
    values.insert(values.begin(), values.front() - step);
    for (size_t i = 0; i + 1 < values.size(); ++i) {
      double middle = values[i] / 2 + values[i + 1] / 2;
      for (double value : {middle, std::nextafter(middle, -INFINITY), std::nextafter(middle, INFINITY)}) {
        double found = roundTo(format.type, value), expected = reference(format.semantics, value);
        ASSERT_TRUE(same(found, expected)) << name(format.type) << " " << value << ": " << found << ", " << expected;
      }
    }
  }
}

TEST(FloatFormat, RoundsRandomValuesOnceFromDoubleAndFromFloat) {
  std::mt19937_64 random(1);
  for (const Format &format : formats())
    for (int i = 0; i < 20000; ++i) {
      double value = std::bit_cast<double>(random());
      if (i % 2) // most doubles lie far outside the narrow formats
        value = std::ldexp(std::bit_cast<double>((random() >> 12) | 0x3ff0000000000000u),
                           static_cast<int>(random() % 60) - 30);
      ASSERT_TRUE(same(roundTo(format.type, value), reference(format.semantics, value)))
          << name(format.type) << " " << value;
      float narrow = static_cast<float>(value);
      std::vector<float> values = {narrow};
      roundInPlace(format.type, values);
      ASSERT_TRUE(same(values[0], reference(format.semantics, narrow))) << name(format.type) << " " << narrow;
    }
}

TEST(FloatFormat, TheHostsHalfPrecisionAgrees) {
#ifdef __FLT16_MAX__
  for (uint32_t code = 0; code < 1u << 16; ++code) {
    float value = static_cast<float>(std::bit_cast<_Float16>(static_cast<uint16_t>(code)));
    ASSERT_TRUE(same(decodeToFloat(ElementType::F16, code), value)) << code;
  }
  std::mt19937 random(2);
  for (int i = 0; i < 100000; ++i) {
    float value = std::bit_cast<float>(static_cast<uint32_t>(random()));
    ASSERT_TRUE(same(roundTo(ElementType::F16, value), static_cast<float>(static_cast<_Float16>(value)))) << value;
  }
#else
  GTEST_SKIP() << "the compiler has no _Float16";
#endif
}

TEST(FloatFormat, PowersOfTwoHaveNoZeroAndNoSign) {
  ElementType type = ElementType::F8E8M0FNU;
  for (uint64_t code = 0; code < 255; ++code) {
    EXPECT_EQ(decodeFloat(type, code), std::ldexp(1.0, static_cast<int>(code) - 127));
    EXPECT_EQ(encodeFloat(type, decodeFloat(type, code)), code);
  }
  EXPECT_TRUE(std::isnan(decodeFloat(type, 255)));
  for (double value : {0.0, -1.0, 0x1p128, 0x1.8p127, static_cast<double>(INFINITY)})
    EXPECT_EQ(encodeFloat(type, value), 255u) << value;
  EXPECT_EQ(roundTo(type, 1.25), 1);
  EXPECT_EQ(roundTo(type, 1.5), 2);
  EXPECT_EQ(roundTo(type, 3), 4);
  EXPECT_EQ(roundTo(type, 0x1p-140), 0x1p-127);
}

TEST(FloatFormat, BytesComeBack) {
  std::mt19937_64 random(3);
  for (int t = 0; t <= static_cast<int>(ElementType::C128); ++t) {
    auto type = static_cast<ElementType>(t);
    Tensor x(type, {2, 5});
    for (int64_t i = 0; i < x.size(); ++i)
      isFloat(type) || isComplex(type) ? x.setReal(i, 1.0 + static_cast<double>(i))
                                       : x.setInteger(i, static_cast<int64_t>(random()));
    std::vector<std::byte> bytes = x.toBytes();
    EXPECT_EQ(bytes.size(), 10 * byteWidth(type)) << name(type);
    EXPECT_TRUE(Tensor::fromBytes(type, {2, 5}, bytes).identical(x)) << name(type);
  }
}

TEST(FloatFormat, F64ModeHoldsWhatTheTypeCannot) {
  Tensor x(ElementType::BF16, {}, true);
  x.setReal(0, 1.0 / 3);
  EXPECT_EQ(x.real(0), 1.0 / 3);
  EXPECT_TRUE(x.inF64Mode());
  EXPECT_EQ(Tensor::fromBytes(ElementType::BF16, {}, x.toBytes()).real(0), roundTo(ElementType::BF16, 1.0 / 3));
}
