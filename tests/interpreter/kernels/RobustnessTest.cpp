// Attributes that make no sense give an error or a result, never a crash (sanitizers watch).
#include "ir/interpreter/kernels/Chlo.h"
#include "ir/interpreter/kernels/Convert.h"
#include "ir/interpreter/kernels/Convolution.h"
#include "ir/interpreter/kernels/Dot.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Fft.h"
#include "ir/interpreter/kernels/Index.h"
#include "ir/interpreter/kernels/LinearAlgebra.h"
#include "ir/interpreter/kernels/Norm.h"
#include "ir/interpreter/kernels/Random.h"
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/interpreter/kernels/Sort.h"
#include "ir/interpreter/kernels/Window.h"
#include "tests/interpreter/kernels/Values.h"

using namespace lockstep;
using namespace lockstep::interp;

namespace {

/// Draws tensors and attributes, mostly small, sometimes absurd.
class Dice {
public:
  explicit Dice(unsigned seed) : random(seed) {}

  int64_t number(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random); }
  int64_t amount() {
    switch (number(0, 30)) {
    case 0:
      return INT64_MAX;
    case 1:
      return INT64_MIN;
    case 2:
      return int64_t{1} << 33;
    default:
      return number(-2, 4);
    }
  }
  Dims amounts(size_t count) {
    Dims values(number(0, 9) ? count : static_cast<size_t>(number(0, 4)));
    for (int64_t &value : values)
      value = amount();
    return values;
  }
  /// Some of the dims below `order`, mostly once each and in range.
  Dims some(int64_t order) {
    Dims values;
    for (int64_t i = 0; i < order; ++i)
      if (number(0, 2) == 0)
        values.push_back(number(0, 12) ? i : amount());
    return values;
  }
  Dims permutation(int64_t order) {
    Dims values(static_cast<size_t>(order));
    for (int64_t i = 0; i < order; ++i)
      values[static_cast<size_t>(i)] = number(0, 20) ? i : amount();
    std::shuffle(values.begin(), values.end(), random);
    return values;
  }
  std::vector<std::pair<int64_t, int64_t>> pairs(size_t count) {
    std::vector<std::pair<int64_t, int64_t>> values;
    for (int64_t low : amounts(count))
      values.emplace_back(low, amount());
    return values;
  }
  Shape shape(int64_t order) {
    Shape extents;
    for (int64_t i = 0; i < order; ++i)
      extents.push_back(number(0, 9) ? number(1, 4) : 0);
    return extents;
  }
  Tensor tensor(int64_t order) {
    constexpr ElementType types[] = {ElementType::F32, ElementType::F32, ElementType::BF16, ElementType::I32,
                                     ElementType::UI8, ElementType::I1,  ElementType::C64};
    return randomTensor(random, types[number(0, 6)], shape(order));
  }
  Tensor reals(int64_t order) { return randomTensor(random, ElementType::F32, shape(order)); }
  Tensor indices(int64_t order) { return randomTensor(random, ElementType::I32, shape(order)); }

private:
  std::mt19937 random;
};

struct Tally {
  int results = 0, errors = 0;
  template <typename T> void count(llvm::Expected<T> value) {
    if (value) {
      ++results;
      return;
    }
    EXPECT_FALSE(llvm::toString(value.takeError()).empty());
    ++errors;
  }
};

/// Runs `trial` many times and wants both outcomes to have occurred.
void repeat(int times, const std::function<void(Dice &, Tally &)> &trial) {
  Dice dice(5);
  Tally tally;
  for (int i = 0; i < times; ++i)
    trial(dice, tally);
  EXPECT_GT(tally.results, 0);
  EXPECT_GT(tally.errors, 0);
}

} // namespace

TEST(Robustness, Shapes) {
  repeat(3000, [](Dice &d, Tally &t) {
    int64_t order = d.number(0, 3);
    Tensor x = d.tensor(order);
    auto n = static_cast<size_t>(order);
    t.count(broadcastInDim(x, d.permutation(order), d.shape(order + 1)));
    t.count(reshape(x, d.amounts(2)));
    t.count(transpose(x, d.permutation(order)));
    t.count(reverse(x, d.some(order)));
    t.count(slice(x, d.amounts(n), d.amounts(n), d.amounts(n)));
    t.count(pad(x, x.size() ? x.element(0) : Tensor(x.type(), {}), d.amounts(n), d.amounts(n), d.amounts(n)));
    t.count(concatenate({x, x, d.tensor(order)}, d.amount()));
    t.count(concatenate({x, x}, d.amount()));
    t.count(iota(x.type(), d.amounts(n), d.amount()));
    t.count(broadcastTogether(x, d.tensor(2)));
    t.count(bitcastConvert(x, d.tensor(0).type()));
    t.count(convert(x, d.tensor(0).type()));
    t.count(rngBitGenerator(integers(ElementType::UI64, {2}, {1, 2}), x.type(), d.amounts(2), RngAlgorithm::ThreeFry));
  });
}

TEST(Robustness, Indices) {
  repeat(6000, [](Dice &d, Tally &t) {
    int64_t order = d.number(0, 3), depth = d.number(0, 3);
    Tensor x = d.tensor(order), places = d.indices(depth);
    auto n = static_cast<size_t>(order);
    std::vector<Tensor> starts(n, integers(ElementType::I64, {}, {d.amount()}));
    t.count(dynamicSlice(x, starts, d.amounts(n)));
    t.count(dynamicUpdateSlice(x, x, starts));
    GatherDims dims{d.some(3),
                    d.some(order),
                    d.number(0, 2) ? Dims() : d.some(order),
                    d.number(0, 2) ? Dims() : d.some(depth),
                    d.some(order),
                    d.number(0, 20) ? d.number(0, 2) : d.amount()};
    t.count(gather(x, places, dims, d.amounts(n)));
    ScatterDims scatterDims{dims.offsetDims,          dims.collapsedSliceDims,
                            dims.operandBatchingDims, dims.startIndicesBatchingDims,
                            dims.startIndexMap,       dims.indexVectorDim};
    t.count(scatter({x}, places, {d.number(0, 3) ? llvm::cantFail(convert(d.tensor(d.number(0, 3)), x.type())) : x},
                    scatterDims, Primitive::Add));
  });
}

TEST(Robustness, Windows) {
  repeat(3000, [](Dice &d, Tally &t) {
    int64_t order = d.number(0, 2);
    auto n = static_cast<size_t>(order);
    Tensor x = d.reals(order), scalar = d.reals(0);
    WindowDims window{d.amounts(n), d.amounts(n), d.amounts(n), d.amounts(n), d.pairs(n)};
    if (d.number(0, 1))
      window.strides = window.baseDilations = window.windowDilations = {};
    t.count(reduceWindow({x}, {scalar}, window, Primitive::Maximum));
    window.baseDilations = window.windowDilations = {};
    t.count(selectAndScatter(x, d.reals(order), scalar, window, Comparison{0, Direction::GE, CompareType::Default},
                             Primitive::Add));
    t.count(reduce({x}, {scalar}, d.some(order), Primitive::Add));
    t.count(
        sort({x}, d.amount(), Comparison{static_cast<size_t>(d.number(0, 1)), Direction::LT, CompareType::Default}));
    t.count(topK(x, d.amount()));
  });
}

TEST(Robustness, Products) {
  repeat(6000, [](Dice &d, Tally &t) {
    Tensor a = d.tensor(d.number(0, 3)), b = d.tensor(d.number(0, 3)), sizes = d.indices(1);
    DotDims dims{d.some(a.order()), d.some(b.order()), d.some(a.order()), d.some(b.order())};
    t.count(dotGeneral(a, b, dims, a.type()));
    t.count(raggedDot(a, b, sizes, {dims, {d.amount()}, d.some(b.order())}, a.type()));
    Dims in = d.permutation(3), kernel = d.permutation(3), out = d.permutation(3);
    ConvDims conv{in[0], in[1], {in[2]}, kernel[0], kernel[1], {kernel[2]}, out[0], out[1], {out[2]}};
    ConvWindow window{d.amounts(1), d.amounts(1), d.amounts(1), d.pairs(1), {}};
    if (d.number(0, 1))
      window = {};
    t.count(convolution(d.reals(3), d.reals(3), conv, window, d.number(0, 2), d.number(0, 2), ElementType::F32));
  });
}

TEST(Robustness, LinearAlgebraAndNorms) {
  repeat(3000, [](Dice &d, Tally &t) {
    Tensor a = d.tensor(d.number(0, 3)), b = d.tensor(d.number(0, 3)), v = d.reals(1), w = d.reals(d.number(0, 2));
    t.count(cholesky(a, d.number(0, 1)));
    t.count(triangularSolve(a, b, d.number(0, 1), d.number(0, 1), d.number(0, 1), TransposeA::Adjoint));
    t.count(fft(a, static_cast<FftType>(d.number(0, 3)), d.amounts(static_cast<size_t>(d.number(0, 2)))));
    t.count(batchNormTraining(w, v, v, 0.1, d.amount()));
    t.count(batchNormGrad(w, v, v, v, w, 0.1, d.amount()));
    t.count(reducePrecision(a, d.amount(), d.amount()));
  });
}
