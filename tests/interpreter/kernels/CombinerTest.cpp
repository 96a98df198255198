// Combining by primitive and by function gives the same bits, and the documented order is what runs.
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Index.h"
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Window.h"
#include "tests/interpreter/kernels/Values.h"

using namespace lockstep;
using namespace lockstep::interp;

namespace {

ScalarFunction functionOf(Primitive primitive) {
  return [primitive](llvm::ArrayRef<Tensor> operands) -> Results {
    size_t n = operands.size() / 2;
    std::vector<Tensor> values;
    for (size_t i = 0; i < n; ++i) {
      Result value = combine(primitive, operands[i], operands[n + i]);
      if (!value)
        return value.takeError();
      values.push_back(*value);
    }
    return values;
  };
}

bool isDefined(Primitive primitive, ElementType type) {
  bool bits = primitive == Primitive::And || primitive == Primitive::Or || primitive == Primitive::Xor;
  return !bits || (!isFloat(type) && !isComplex(type));
}

constexpr Primitive kPrimitives[] = {Primitive::Add, Primitive::Multiply, Primitive::Maximum, Primitive::Minimum,
                                     Primitive::And, Primitive::Or,       Primitive::Xor,     Primitive::Replace};
constexpr ElementType kTypes[] = {ElementType::F32,      ElementType::F64,  ElementType::BF16, ElementType::F16,
                                  ElementType::F8E4M3FN, ElementType::I1,   ElementType::I8,   ElementType::I32,
                                  ElementType::UI4,      ElementType::UI64, ElementType::C64};

template <typename F> void forEach(F f) {
  std::mt19937 random(7);
  for (Primitive primitive : kPrimitives)
    for (ElementType type : kTypes)
      for (bool f64Mode : {false, true})
        if (isDefined(primitive, type)) {
          SCOPED_TRACE(std::string(name(type)) + " primitive " + std::to_string(static_cast<int>(primitive)));
          f(random, primitive, type, f64Mode && isFloat(type));
        }
}

void expectSame(Results fast, Results general) {
  ASSERT_TRUE(static_cast<bool>(fast)) << llvm::toString(fast.takeError());
  ASSERT_TRUE(static_cast<bool>(general)) << llvm::toString(general.takeError());
  ASSERT_EQ(fast->size(), general->size());
  for (size_t i = 0; i < fast->size(); ++i)
    EXPECT_TRUE((*fast)[i].identical((*general)[i])) << (*fast)[i].typeString();
}

} // namespace

TEST(Combiner, ReduceByPrimitiveAndByFunctionAgree) {
  forEach([](std::mt19937 &random, Primitive primitive, ElementType type, bool mode) {
    for (const auto &[shape, dims] : std::vector<std::pair<Shape, Dims>>{
             {{3, 45}, {1}}, {{70, 2}, {0}}, {{2, 5, 7}, {0, 2}}, {{4, 0}, {1}}, {{5}, {}}, {{17}, {0}}}) {
      Tensor x = randomTensor(random, type, shape, mode), init = randomTensor(random, type, {}, mode);
      expectSame(reduce({x}, {init}, dims, primitive), reduce({x}, {init}, dims, functionOf(primitive)));
    }
  });
}

TEST(Combiner, ReduceWindowByPrimitiveAndByFunctionAgree) {
  forEach([](std::mt19937 &random, Primitive primitive, ElementType type, bool mode) {
    Tensor x = randomTensor(random, type, {5, 8}, mode), init = randomTensor(random, type, {}, mode);
    WindowDims window{{2, 3}, {2, 1}, {1, 2}, {2, 1}, {{1, 0}, {-1, 2}}};
    expectSame(reduceWindow({x}, {init}, window, primitive), reduceWindow({x}, {init}, window, functionOf(primitive)));
  });
}

TEST(Combiner, ScatterByPrimitiveAndByFunctionAgree) {
  forEach([](std::mt19937 &random, Primitive primitive, ElementType type, bool mode) {
    Tensor x = randomTensor(random, type, {6, 4}, mode);
    Tensor rows = randomTensor(random, ElementType::I32, {5, 1}),
           places = randomTensor(random, ElementType::I32, {9, 2});
    ScatterDims byRow{{1}, {0}, {}, {}, {0}, 1}, byElement{{}, {0, 1}, {}, {}, {0, 1}, 1};
    Tensor wide = randomTensor(random, type, {5, 4}, mode), narrow = randomTensor(random, type, {9}, mode);
    expectSame(scatter({x}, rows, {wide}, byRow, primitive), scatter({x}, rows, {wide}, byRow, functionOf(primitive)));
    expectSame(scatter({x}, places, {narrow}, byElement, primitive),
               scatter({x}, places, {narrow}, byElement, functionOf(primitive)));
  });
}

TEST(Combiner, SeveralOperandsAreReducedSideBySide) {
  std::mt19937 random(8);
  Tensor x = randomTensor(random, ElementType::F32, {3, 40}), y = randomTensor(random, ElementType::I32, {3, 40});
  Tensor a = randomTensor(random, ElementType::F32, {}), b = randomTensor(random, ElementType::I32, {});
  expectSame(reduce({x, y}, {a, b}, {1}, Primitive::Add), reduce({x, y}, {a, b}, {1}, functionOf(Primitive::Add)));
}

TEST(Combiner, FoldInOrderGoesLeftToRight) {
  std::mt19937 random(9);
  std::vector<Tensor> parts;
  for (int i = 0; i < 5; ++i)
    parts.push_back(randomTensor(random, ElementType::F32, {7}));
  Tensor total = parts[0];
  for (int i = 1; i < 5; ++i)
    total = llvm::cantFail(add(total, parts[i]));
  EXPECT_TRUE(llvm::cantFail(foldInOrder(parts, Primitive::Add)).identical(total));
  EXPECT_TRUE(llvm::cantFail(foldInOrder(parts, functionOf(Primitive::Add))).identical(total));
}

// The order is part of the meaning: a function that is not associative shows it.
TEST(Combiner, ReduceFollowsTheDocumentedTree) {
  auto text = [](double a, double b) { return 2 * a + 3 * b; };
  ScalarFunction f = [&](llvm::ArrayRef<Tensor> x) -> Results {
    return std::vector<Tensor>{scalarReal(ElementType::F64, text(x[0].real(0), x[1].real(0)))};
  };
  std::function<double(const Values &, size_t, size_t)> tree = [&](const Values &x, size_t first, size_t n) {
    if (n > 16) {
      size_t split = 16;
      while (2 * split < n)
        split *= 2;
      return text(tree(x, first, split), tree(x, first + split, n - split));
    }
    double value = x[first];
    for (size_t i = 1; i < n; ++i)
      value = text(value, x[first + i]);
    return value;
  };
  for (int64_t n : {1, 2, 15, 16, 17, 31, 32, 33, 48, 49, 65}) {
    Values x;
    for (int64_t i = 0; i < n; ++i)
      x.push_back(static_cast<double>(i % 7) / 8 - 0.25);
    double expected = text(5, tree(x, 0, static_cast<size_t>(n)));
    Results found = reduce({reals(ElementType::F64, {n}, x)}, {scalarReal(ElementType::F64, 5)}, {0}, f);
    EXPECT_EQ(llvm::cantFail(std::move(found))[0].real(0), expected) << n;
  }
}

TEST(Combiner, SumsInNarrowTypesDoNotStall) {
  Tensor ones = reals(ElementType::BF16, {1024}, {1});
  Results sum = reduce({ones}, {Tensor(ElementType::BF16, {})}, {0}, Primitive::Add);
  EXPECT_EQ(llvm::cantFail(std::move(sum))[0].real(0), 1024); // left to right it would stay at 256
}

TEST(Combiner, ResultTypeIsThatOfTheInitialValue) {
  Tensor x = reals(ElementType::BF16, {3}, {1, 2, 0.0078125});
  Results sum = reduce({x}, {Tensor(ElementType::F32, {})}, {0}, Primitive::Add);
  EXPECT_EQ(llvm::cantFail(std::move(sum))[0].real(0), 3.0078125);
}

TEST(Combiner, AFunctionsErrorAndAWrongResultAreReported) {
  ScalarFunction fails = [](llvm::ArrayRef<Tensor>) -> Results { return operatorError("inner", "no value"); };
  ScalarFunction wrong = [](llvm::ArrayRef<Tensor>) -> Results { return std::vector<Tensor>{i32({}, {1})}; };
  Tensor x = f32({2}, {1, 2}), init = f32({}, {0});
  EXPECT_EQ(errorOf(reduce({x}, {init}, {0}, fails)), "inner: no value");
  EXPECT_EQ(errorOf(reduce({x}, {init}, {0}, wrong)),
            "reduce: expected the region to return tensor<f32>, found tensor<i32>");
  EXPECT_EQ(errorOf(reduce({x}, {init}, {0}, Primitive::Xor)), "xor: not defined on elements of type f32");
}
