// Corners of the operators that random values do not visit.
#include "ir/interpreter/kernels/Chlo.h"
#include "ir/interpreter/kernels/Convert.h"
#include "ir/interpreter/kernels/Dot.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Index.h"
#include "ir/interpreter/kernels/LinearAlgebra.h"
#include "ir/interpreter/kernels/Random.h"
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/interpreter/kernels/Sort.h"
#include "ir/interpreter/kernels/Window.h"
#include "tests/interpreter/kernels/Values.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace lockstep;
using namespace lockstep::interp;

namespace {
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool isMinusZero(const Tensor &x) { return x.real(0) == 0 && std::signbit(x.real(0)); }
} // namespace

TEST(Edge, MaximumAndMinimumPropagateNaNAndOrderZeros) {
  Tensor nan = f32({}, {kNaN}), one = f32({}, {1}), zero = f32({}, {0}), minus = f32({}, {-0.0});
  for (auto f : {maximum, minimum}) {
    EXPECT_TRUE(std::isnan(llvm::cantFail(f(nan, one)).real(0)));
    EXPECT_TRUE(std::isnan(llvm::cantFail(f(one, nan)).real(0)));
  }
  EXPECT_FALSE(isMinusZero(llvm::cantFail(maximum(minus, zero))));
  EXPECT_FALSE(isMinusZero(llvm::cantFail(maximum(zero, minus))));
  EXPECT_TRUE(isMinusZero(llvm::cantFail(minimum(minus, zero))));
  EXPECT_TRUE(isMinusZero(llvm::cantFail(minimum(zero, minus))));
}

TEST(Edge, IntegerDivisionByZeroAndOfTheSmallest) {
  Tensor a = i32({4}, {7, -7, INT32_MIN, 5}), b = i32({4}, {0, 0, -1, -1});
  EXPECT_EQ(valuesOf(divide(a, b)), Values({-1, -1, INT32_MIN, -5}));
  EXPECT_EQ(valuesOf(remainder(a, b)), Values({7, -7, 0, 0}));
  Tensor u = integers(ElementType::UI8, {2}, {200, 9}), zero = integers(ElementType::UI8, {2}, {0, 0});
  EXPECT_EQ(valuesOf(divide(u, zero)), Values({255, 255}));
  EXPECT_EQ(valuesOf(remainder(u, zero)), Values({200, 9}));
  Tensor least = integers(ElementType::I64, {}, {INT64_MIN}), minusOne = integers(ElementType::I64, {}, {-1});
  EXPECT_EQ(llvm::cantFail(divide(least, minusOne)).integer(0), INT64_MIN);
  EXPECT_EQ(llvm::cantFail(remainder(least, minusOne)).integer(0), 0);
  EXPECT_EQ(llvm::cantFail(abs(least)).integer(0), INT64_MIN);
  EXPECT_EQ(llvm::cantFail(negate(least)).integer(0), INT64_MIN);
}

TEST(Edge, ShiftsByTheWidthOrMore) {
  Tensor x = integers(ElementType::I8, {5}, {-2, -2, 64, 3, -128}),
         by = integers(ElementType::I8, {5}, {8, -1, 7, 2, 7});
  EXPECT_EQ(valuesOf(shiftLeft(x, by)), Values({0, 0, 0, 12, 0}));
  EXPECT_EQ(valuesOf(shiftRightLogical(x, by)), Values({0, 0, 0, 0, 1}));
  EXPECT_EQ(valuesOf(shiftRightArithmetic(x, by)), Values({-1, -1, 0, 0, -1}));
}

TEST(Edge, NarrowIntegersWrap) {
  Tensor x = integers(ElementType::I4, {3}, {7, -8, 5}), y = integers(ElementType::I4, {3}, {1, 1, 5});
  EXPECT_EQ(valuesOf(add(x, y)), Values({-8, -7, -6}));
  EXPECT_EQ(valuesOf(multiply(x, y)), Values({7, -8, -7}));
  Tensor u = integers(ElementType::UI2, {2}, {3, 2}), v = integers(ElementType::UI2, {2}, {2, 3});
  EXPECT_EQ(valuesOf(add(u, v)), Values({1, 1}));
  EXPECT_EQ(valuesOf(subtract(v, u)), Values({3, 1}));
}

TEST(Edge, RoundingOfHalves) {
  Tensor x = f32({6}, {0.5, 1.5, 2.5, -0.5, -2.5, 0.49999997});
  EXPECT_EQ(valuesOf(roundNearestEven(x)), Values({0, 2, 2, 0, -2, 0}));
  EXPECT_EQ(valuesOf(roundNearestAfz(x)), Values({1, 2, 3, -1, -3, 0}));
  EXPECT_TRUE(isMinusZero(llvm::cantFail(roundNearestEven(f32({}, {-0.5})))));
}

TEST(Edge, Fp8OverflowFollowsTheFormat) {
  auto doubled = [](ElementType type, double value) {
    Tensor x = reals(type, {}, {value});
    return llvm::cantFail(add(x, x)).real(0);
  };
  EXPECT_EQ(doubled(ElementType::F8E5M2, 57344), kInf);
  EXPECT_EQ(doubled(ElementType::F8E4M3, 240), kInf);
  EXPECT_TRUE(std::isnan(doubled(ElementType::F8E4M3FN, 448)));
  EXPECT_TRUE(std::isnan(doubled(ElementType::F8E4M3FNUZ, 240)));
  EXPECT_EQ(doubled(ElementType::F8E4M3FN, 224), 448);
  Tensor tiny = reals(ElementType::F8E4M3FNUZ, {}, {-0x1p-10});
  EXPECT_FALSE(isMinusZero(llvm::cantFail(multiply(tiny, reals(ElementType::F8E4M3FNUZ, {}, {0x1p-10})))));
}

TEST(Edge, OneRoundingPerOperator) {
  // 1 + 2^-9 in bf16 rounds to 1 at each step, but a fused sum would not.
  Tensor one = reals(ElementType::BF16, {}, {1}), small = reals(ElementType::BF16, {}, {0x1p-9});
  Tensor first = llvm::cantFail(add(one, small));
  EXPECT_EQ(first.real(0), 1);
  EXPECT_EQ(llvm::cantFail(add(first, small)).real(0), 1);
  // Transcendental functions do not round to f32 on the way: the f32 value of this exponential is a tie in bf16.
  for (double value = 0.5; value < 0.52; value += 0x1p-9) {
    Tensor x = reals(ElementType::BF16, {}, {value});
    EXPECT_EQ(llvm::cantFail(exponential(x)).real(0), roundTo(ElementType::BF16, std::exp(x.real(0))));
  }
}

TEST(Edge, FloatToIntegerSaturatesAndNaNIsZero) {
  Tensor x = f32({6}, {3e9, -3e9, kNaN, kInf, -kInf, -1.9});
  EXPECT_EQ(valuesOf(convert(x, ElementType::I32)),
            Values({2147483647, -2147483648.0, 0, 2147483647, -2147483648.0, -1}));
  EXPECT_EQ(valuesOf(convert(x, ElementType::UI8)), Values({255, 0, 0, 255, 0, 0}));
  EXPECT_EQ(llvm::cantFail(convert(f32({}, {0x1p63}), ElementType::I64)).integer(0), INT64_MAX);
  EXPECT_EQ(llvm::cantFail(convert(f32({}, {-0x1p63}), ElementType::I64)).integer(0), INT64_MIN);
  EXPECT_EQ(llvm::cantFail(convert(f32({}, {0x1p64}), ElementType::UI64)).values<uint64_t>()[0], UINT64_MAX);
}

TEST(Edge, IntegersConvertToNarrowFloatsWithOneRounding) {
  // Just above a tie of bf16, by less than f64 keeps at this size.
  Tensor x = integers(ElementType::I64, {2}, {(1LL << 62) + (1LL << 54) + 1, -((1LL << 62) + (1LL << 54) + 1)});
  EXPECT_EQ(valuesOf(convert(x, ElementType::BF16)), Values({0x1p62 + 0x1p55, -0x1p62 - 0x1p55}));
  Tensor tie = integers(ElementType::I64, {}, {(1LL << 62) + (1LL << 54)});
  EXPECT_EQ(valuesOf(convert(tie, ElementType::BF16)), Values({0x1p62}));
  Tensor most = integers(ElementType::I64, {}, {INT64_MAX});
  EXPECT_EQ(valuesOf(convert(most, ElementType::BF16)), Values({0x1p63}));
  Tensor all = integers(ElementType::UI64, {}, {-1});
  EXPECT_EQ(valuesOf(convert(all, ElementType::BF16)), Values({0x1p64}));
}

TEST(Edge, BitcastOfNaNKeepsItsPayload) {
  Tensor bits = integers(ElementType::UI32, {3}, {0x7fc12345, 0xff800001, 0x80000000});
  Tensor floats = llvm::cantFail(bitcastConvert(bits, ElementType::F32));
  EXPECT_TRUE(llvm::cantFail(bitcastConvert(floats, ElementType::UI32)).identical(bits));
}

TEST(Edge, ZeroExtentsEverywhere) {
  Tensor none = f32({0, 3}, {1}), zero = f32({}, {0});
  EXPECT_EQ(llvm::cantFail(add(none, none)).shape(), Shape({0, 3}));
  EXPECT_EQ(llvm::cantFail(transpose(none, {1, 0})).shape(), Shape({3, 0}));
  EXPECT_EQ(llvm::cantFail(reverse(none, {0, 1})).shape(), Shape({0, 3}));
  EXPECT_EQ(llvm::cantFail(broadcastInDim(none, {0, 2}, {0, 5, 3})).size(), 0);
  EXPECT_EQ(valuesOf(llvm::cantFail(reduce({none}, {f32({}, {7})}, {0}, Primitive::Add))[0]), Values({7, 7, 7}));
  EXPECT_EQ(valuesOf(dotGeneral(f32({2, 0}, {1}), f32({0, 1}, {1}), {{}, {}, {1}, {0}}, ElementType::F32)),
            Values({0, 0}));
  EXPECT_EQ(llvm::cantFail(sort({none}, 0, Comparison{}))[0].size(), 0);
  EXPECT_EQ(llvm::cantFail(sort({none}, 1, Comparison{}))[0].size(), 0);
  EXPECT_EQ(llvm::cantFail(concatenate({none, f32({2, 3}, {1})}, 0)).shape(), Shape({2, 3}));
  EXPECT_EQ(valuesOf(pad(none, zero, {1, 0}, {0, 0}, {4, 0})), Values({0, 0, 0}));
  EXPECT_EQ(llvm::cantFail(topK(f32({2, 3}, {1}), 0))[1].shape(), Shape({2, 0}));
  EXPECT_EQ(llvm::cantFail(dynamicSlice(none, {i32({}, {5}), i32({}, {5})}, {0, 2})).shape(), Shape({0, 2}));
  EXPECT_EQ(llvm::cantFail(cholesky(f32({2, 0, 0}, {1}), true)).size(), 0);
}

TEST(Edge, GatherClampsAndScatterDropsElementByElement) {
  Tensor x = f32({4, 3}, {0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32});
  GatherDims rows{{1}, {0}, {}, {}, {0}, 1};
  EXPECT_EQ(valuesOf(gather(x, i32({3, 1}, {-5, 9, 2}), rows, {1, 3})), Values({0, 1, 2, 30, 31, 32, 20, 21, 22}));
  // A window that sticks out is clamped when gathered; when scattered, what sticks out is dropped.
  GatherDims blocks{{0, 1}, {}, {}, {}, {0, 1}, 0};
  EXPECT_EQ(valuesOf(gather(x, i32({2}, {3, 2}), blocks, {2, 2})), Values({21, 22, 31, 32}));
  ScatterDims into{{0, 1}, {}, {}, {}, {0, 1}, 0};
  Tensor update = f32({2, 2}, {1, 2, 3, 4}), zeros = f32({4, 3}, {0});
  EXPECT_EQ(valuesOf(llvm::cantFail(scatter({zeros}, i32({2}, {3, 2}), {update}, into, Primitive::Add))[0]),
            Values({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(valuesOf(llvm::cantFail(scatter({zeros}, i32({2}, {-1, -1}), {update}, into, Primitive::Add))[0]),
            Values({4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  for (int64_t far : {INT64_MAX, INT64_MIN}) {
    Tensor index = integers(ElementType::I64, {2}, {far, 0});
    EXPECT_TRUE(llvm::cantFail(scatter({zeros}, index, {update}, into, Primitive::Add))[0].identical(zeros));
    Tensor other = integers(ElementType::I64, {2}, {0, far});
    EXPECT_TRUE(llvm::cantFail(scatter({zeros}, other, {update}, into, Primitive::Add))[0].identical(zeros));
  }
}

TEST(Edge, ScatterAppliesUpdatesInOrder) {
  ScatterDims dims{{}, {0}, {}, {}, {0}, 1};
  Tensor x = f32({2}, {0, 0}), index = i32({4, 1}, {1, 0, 1, 1}), update = f32({4}, {1, 2, 3, 4});
  EXPECT_EQ(valuesOf(llvm::cantFail(scatter({x}, index, {update}, dims, Primitive::Replace))[0]), Values({2, 4}));
  ScalarFunction f = [](llvm::ArrayRef<Tensor> v) -> Results {
    return std::vector<Tensor>{scalarReal(ElementType::F32, 10 * v[0].real(0) + v[1].real(0))};
  };
  EXPECT_EQ(valuesOf(llvm::cantFail(scatter({x}, index, {update}, dims, f))[0]), Values({2, 134}));
}

TEST(Edge, ReduceUsesItsInitialValueOnce) {
  Tensor x = f32({2, 2}, {1, 2, 3, 4}), init = f32({}, {100});
  EXPECT_EQ(valuesOf(llvm::cantFail(reduce({x}, {init}, {1}, Primitive::Add))[0]), Values({103, 107}));
  EXPECT_EQ(valuesOf(llvm::cantFail(reduce({x}, {init}, {}, Primitive::Add))[0]), Values({101, 102, 103, 104}));
}

TEST(Edge, ReduceOfValueAndIndexFindsTheFirstLargest) {
  Tensor x = f32({2, 4}, {1, 5, 5, 2, kNaN, 1, 2, 3}), places = i32({2, 4}, {0, 1, 2, 3, 0, 1, 2, 3});
  ScalarFunction larger = [](llvm::ArrayRef<Tensor> v) -> Results {
    bool left = v[0].real(0) >= v[2].real(0) || std::isnan(v[0].real(0));
    return std::vector<Tensor>{left ? v[0] : v[2], left ? v[1] : v[3]};
  };
  Results out = reduce({x, places}, {f32({}, {-kInf}), i32({}, {0})}, {1}, larger);
  EXPECT_EQ(valuesOf(llvm::cantFail(std::move(out))[1]), Values({1, 0}));
}

TEST(Edge, ReduceWindowReducesThePadding) {
  // The specification pads with the initial value, and every padded element takes part.
  Results out = reduceWindow({f32({2}, {1, 2})}, {f32({}, {10})}, {{2}, {1}, {1}, {1}, {{1, 0}}}, Primitive::Add);
  EXPECT_EQ(valuesOf(llvm::cantFail(std::move(out))[0]), Values({10 + 10 + 1, 10 + 1 + 2}));
}

TEST(Edge, SortIsStableAndSurvivesComparatorsThatAreNoOrder) {
  Tensor keys = i32({6}, {2, 1, 2, 1, 2, 1}), places = i32({6}, {0, 1, 2, 3, 4, 5});
  Results sorted = sort({keys, places}, 0, Comparison{0, Direction::LT, CompareType::Default});
  EXPECT_EQ(valuesOf(llvm::cantFail(std::move(sorted))[1]), Values({1, 3, 5, 0, 2, 4}));
  std::mt19937 random(3);
  for (int answer : {0, 1, 2}) {
    Comparator comparator = ScalarFunction([&](llvm::ArrayRef<Tensor>) -> Results {
      return std::vector<Tensor>{
          integers(ElementType::I1, {}, {answer == 2 ? static_cast<int64_t>(random() % 2) : answer})};
    });
    Tensor x = llvm::cantFail(iota(ElementType::I32, {100}, 0));
    Values found = valuesOf(llvm::cantFail(sort({x}, 0, comparator))[0]);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, valuesOf(x));
  }
}

TEST(Edge, SortByFunctionAndByComparisonAgree) {
  std::mt19937 random(4);
  for (Direction direction : {Direction::LT, Direction::GT, Direction::LE, Direction::GE}) {
    Tensor x = randomTensor(random, ElementType::I32, {3, 20}), y = randomTensor(random, ElementType::F32, {3, 20});
    Comparator byFunction = ScalarFunction([&](llvm::ArrayRef<Tensor> v) -> Results {
      Result answer = compare(v[0], v[1], direction);
      if (!answer)
        return answer.takeError();
      return std::vector<Tensor>{*answer};
    });
    auto fast = llvm::cantFail(sort({x, y}, 1, Comparison{0, direction, CompareType::Default}));
    auto general = llvm::cantFail(sort({x, y}, 1, byFunction));
    EXPECT_TRUE(fast[0].identical(general[0]) && fast[1].identical(general[1]));
  }
}

TEST(Edge, TotalOrderOfNaNsAndZeros) {
  Tensor x = f32({6}, {kNaN, 0, -0.0, -kNaN, kInf, -kInf});
  Results sorted = sort({x, i32({6}, {0, 1, 2, 3, 4, 5})}, 0, Comparison{0, Direction::LT, CompareType::TotalOrder});
  EXPECT_EQ(valuesOf(llvm::cantFail(std::move(sorted))[1]), Values({3, 5, 2, 1, 4, 0}));
}

TEST(Edge, DotGeneralRoundsItsSumOnce) {
  // In f32 the two large products would swallow the small one.
  Tensor a = f32({3}, {1e8, 1, -1e8}), b = f32({3}, {1, 1, 1});
  EXPECT_EQ(valuesOf(dotGeneral(a, b, {{}, {}, {0}, {0}}, ElementType::F32)), Values({1}));
  Tensor ones = reals(ElementType::BF16, {1000}, {1});
  EXPECT_EQ(valuesOf(dotGeneral(ones, ones, {{}, {}, {0}, {0}}, ElementType::BF16)), Values({1000}));
  Tensor bytes = integers(ElementType::I8, {3}, {100, 100, 100});
  EXPECT_EQ(valuesOf(dotGeneral(bytes, bytes, {{}, {}, {0}, {0}}, ElementType::I32)), Values({30000}));
  EXPECT_EQ(valuesOf(dotGeneral(bytes, bytes, {{}, {}, {0}, {0}}, ElementType::I8)), Values({48}));
}

TEST(Edge, DotAlgorithmRoundsOperandsAndDropsSmallProducts) {
  double x = 1 + 0x1p-10; // a bf16 and a remainder of 2^-10
  Tensor a = f32({1}, {x});
  DotDims dims{{}, {}, {0}, {0}};
  auto with = [&](int64_t components, int64_t operations) {
    DotAlgorithm algorithm{ElementType::BF16, ElementType::BF16, ElementType::F32, components, components, operations};
    return llvm::cantFail(dotGeneral(a, a, dims, ElementType::F32, algorithm)).real(0);
  };
  EXPECT_EQ(with(1, 1), 1);
  EXPECT_EQ(with(2, 3), 1 + 0x1p-9);
  EXPECT_EQ(with(2, 4), 1 + 0x1p-9 + 0x1p-20);
}

TEST(Edge, CholeskyOfAnIndefiniteMatrixIsNaNFromTheFailingColumn) {
  Tensor l = llvm::cantFail(cholesky(f32({2, 2}, {4, 7, 2, -1}), true));
  EXPECT_EQ(l.real(0), 2);
  EXPECT_EQ(l.real(1), 0);
  EXPECT_EQ(l.real(2), 1);
  EXPECT_TRUE(std::isnan(l.real(3)));
}

TEST(Edge, RngIsRefusedAndStatesAreChecked) {
  EXPECT_NE(errorOf(rng()).find("not reproducible"), std::string::npos);
  EXPECT_EQ(errorOf(rngBitGenerator(i32({2}, {1, 2}), ElementType::UI32, {2}, RngAlgorithm::ThreeFry)),
            "rng_bit_generator: expected a state tensor<2xui64>, found tensor<2xi32>");
}

TEST(Edge, MapWithoutElementsKnowsItsTypes) {
  ScalarFunction f = [](llvm::ArrayRef<Tensor> v) -> Results {
    return std::vector<Tensor>{scalarInteger(ElementType::I8, 1), v[0]};
  };
  std::vector<Tensor> out = llvm::cantFail(map({f32({0, 2}, {1})}, f));
  EXPECT_EQ(out[0].typeString(), "tensor<0x2xi8>");
  EXPECT_EQ(valuesOf(llvm::cantFail(map({f32({2}, {3, 4})}, f))[1]), Values({3, 4}));
}

TEST(Edge, UpperHalfOfProducts) {
  Tensor a = integers(ElementType::I8, {3}, {-128, 127, -1}), b = integers(ElementType::I8, {3}, {-128, 2, 1});
  EXPECT_EQ(valuesOf(mulHigh(a, b)), Values({64, 0, -1}));
  Tensor u = integers(ElementType::UI64, {}, {-1});
  EXPECT_EQ(llvm::cantFail(mulHigh(u, u)).values<uint64_t>()[0], UINT64_MAX - 1);
  Tensor s = integers(ElementType::I64, {}, {INT64_MIN});
  EXPECT_EQ(llvm::cantFail(mulHigh(s, s)).integer(0), int64_t{1} << 62);
}

TEST(Edge, ImplicitBroadcasting) {
  auto [a, b] = llvm::cantFail(broadcastTogether(f32({2, 1}, {1, 2}), f32({3}, {10, 20, 30})));
  EXPECT_EQ(valuesOf(add(a, b)), Values({11, 21, 31, 12, 22, 32}));
  auto [c, d] = llvm::cantFail(broadcastTogether(f32({2}, {1, 2}), f32({2, 3}, {0}), Dims{0}));
  EXPECT_EQ(valuesOf(subtract(c, d)), Values({1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(errorOf(broadcastTogether(f32({2}, {1, 2}), f32({2, 3}, {0}))),
            "broadcast_in_dim: expected dim 0 of tensor<2xf32> to have extent 3 or 1");
}

TEST(Edge, ShapesTooLargeToHoldAreErrors) {
  Tensor x = f32({}, {1}), row = f32({2}, {1, 2});
  EXPECT_NE(errorOf(broadcastInDim(x, {}, {1 << 20, 1 << 20})).find("too large"), std::string::npos);
  EXPECT_NE(errorOf(iota(ElementType::F32, {INT64_MAX, 3}, 0)).find("too large"), std::string::npos);
  EXPECT_NE(errorOf(iota(ElementType::F32, {-1}, 0)).find("at least 0"), std::string::npos);
  for (int64_t amount : {INT64_MAX, INT64_MIN, int64_t{1} << 40}) {
    EXPECT_FALSE(errorOf(pad(row, x, {amount}, {0}, {0})).empty());
    EXPECT_FALSE(errorOf(pad(row, x, {0}, {0}, {amount})).empty());
    EXPECT_FALSE(errorOf(slice(row, {0}, {2}, {amount})).empty());
    EXPECT_FALSE(errorOf(reduceWindow({row}, {x}, {{amount}, {}, {}, {}, {}}, Primitive::Add)).empty());
    EXPECT_FALSE(errorOf(reduceWindow({row}, {x}, {{1}, {}, {amount}, {}, {}}, Primitive::Add)).empty());
    EXPECT_FALSE(errorOf(reduceWindow({row}, {x}, {{1}, {}, {}, {}, {{amount, 0}}}, Primitive::Add)).empty());
  }
}

TEST(Edge, CumulativeSumsOverManyWindows) {
  constexpr int64_t n = 3000; // as many positions as windows: cut into pieces
  Tensor ones = f32({n}, {1});
  Results sums = reduceWindow({ones}, {f32({}, {0})}, {{n}, {}, {}, {}, {{n - 1, 0}}}, Primitive::Add);
  Tensor found = llvm::cantFail(std::move(sums))[0];
  ASSERT_EQ(found.shape(), Shape({n}));
  for (int64_t i = 0; i < n; ++i)
    ASSERT_EQ(found.real(i), static_cast<double>(i + 1));
}

TEST(Edge, AnUnsharedBufferIsUpdatedInPlace) {
  Tensor x = f32({4}, {1, 2, 3, 4});
  const std::byte *place = x.bytes();
  Tensor moved = llvm::cantFail(dynamicUpdateSlice(std::move(x), f32({1}, {9}), {i32({}, {2})}));
  EXPECT_EQ(moved.bytes(), place);
  Tensor copied = llvm::cantFail(dynamicUpdateSlice(moved, f32({1}, {7}), {i32({}, {0})}));
  EXPECT_EQ(valuesOf(moved), Values({1, 2, 9, 4}));
  EXPECT_EQ(valuesOf(copied), Values({7, 2, 9, 4}));
}

TEST(Edge, ErrorsSayWhatWasExpectedAndFound) {
  Tensor a = f32({2}, {1, 2}), b = f32({3}, {1, 2, 3}), c = i32({2}, {1, 2});
  EXPECT_EQ(errorOf(add(a, b)), "add: expected operands of equal type, found tensor<2xf32> and tensor<3xf32>");
  EXPECT_EQ(errorOf(sine(c)), "sine: not defined on elements of type i32");
  EXPECT_EQ(errorOf(transpose(a, {1})), "transpose: expected the permutation in 0 to 0, found 1");
  EXPECT_EQ(errorOf(transpose(a, {})), "transpose: expected 1 entries of the permutation, found 0");
  EXPECT_EQ(
      errorOf(slice(a, {1}, {3}, {1})),
      "slice: expected 0 <= start <= limit <= extent and a positive stride in dim 0 of tensor<2xf32>, found 1:3:1");
  EXPECT_EQ(errorOf(reshape(a, {3})), "reshape: expected 2 elements, found shape [3]");
  EXPECT_EQ(errorOf(bitwiseAnd(a, a)), "and: not defined on elements of type f32");
  EXPECT_EQ(errorOf(dotGeneral(a, b, {{}, {}, {0}, {0}}, ElementType::F32)),
            "dot_general: expected equal extents in dim 0 of tensor<2xf32> and dim 0 of tensor<3xf32>");
  EXPECT_EQ(errorOf(pad(a, f32({}, {0}), {-2}, {-1}, {0})),
            "pad: negative amounts leave dim 0 of tensor<2xf32> with extent -1");
}
