// Control flow, calls and regions on one rank.
#include "Snippets.h"

namespace lockstep::test {
namespace {

TEST(Control, whileCarriesValuesAndReadsOuterOnes) {
  Snippet snippet(R"(func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c0, %v = %x) : tensor<i32>, tensor<f32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %j = stablehlo.add %i, %c1 : tensor<i32>
    %w = stablehlo.add %v, %x : tensor<f32>
    stablehlo.return %j, %w : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
})");
  EXPECT_EQ(snippet.result({f32({}, {2})}), (Numbers{12}));
}

TEST(Control, loopThatNeverRunsKeepsItsStart) {
  Snippet snippet(R"(func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.while(%v = %x) : tensor<f32>
  cond {
    stablehlo.return %no : tensor<i1>
  } do {
    %w = stablehlo.negate %v : tensor<f32>
    stablehlo.return %w : tensor<f32>
  }
  return %0 : tensor<f32>
})");
  EXPECT_EQ(snippet.result({f32({}, {2})}), (Numbers{2}));
}

TEST(Control, caseWithoutBranchTakesTheLast) {
  Snippet snippet(R"(func.func public @main(%i: tensor<i32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    %a = stablehlo.constant dense<1.0> : tensor<f32>
    stablehlo.return %a : tensor<f32>
  }, {
    %b = stablehlo.constant dense<2.0> : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
})");
  for (auto [index, expected] : {std::pair(0, 1), {1, 2}, {2, 2}, {-1, 2}})
    EXPECT_EQ(snippet.result({tensorOf(ElementType::I32, {}, {double(index)})}), (Numbers{double(expected)}));
}

TEST(Control, callsMayBeNestedAndReturnSeveralValues) {
  Snippet snippet(R"(func.func public @main(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = call @swap_and_double(%x) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
func.func private @double(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @swap_and_double(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = call @double(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @double(%0) : (tensor<f32>) -> tensor<f32>
  return %1, %x : tensor<f32>, tensor<f32>
})");
  interp::Outcome outcome = snippet.run({f32({}, {3})});
  ASSERT_EQ(outcome.results.size(), 2u);
  EXPECT_EQ(valuesOf(outcome.results[0]), (Numbers{12}));
  EXPECT_EQ(valuesOf(outcome.results[1]), (Numbers{3}));
}

TEST(Control, compositeRunsItsDecomposition) {
  Snippet snippet(R"(func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "mine.negate" %x {decomposition = @impl} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @impl(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %x : tensor<f32>
  return %0 : tensor<f32>
})");
  EXPECT_EQ(snippet.result({f32({}, {3})}), (Numbers{-3}));
}

TEST(Control, annotationsAndBarriersPassValues) {
  Snippet snippet(R"(func.func public @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.custom_call @Sharding(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %n = stablehlo.negate %0 : tensor<2xf32>
  %1:2 = stablehlo.optimization_barrier %n, %x : tensor<2xf32>, tensor<2xf32>
  return %1#0, %1#1 : tensor<2xf32>, tensor<2xf32>
})");
  EXPECT_EQ(snippet.result({counting({2})}, 0), (Numbers{-0.0, -1}));
  EXPECT_EQ(snippet.result({counting({2})}, 1), (Numbers{0, 1}));
}

TEST(Control, reductionsOfSeveralOperandsRunTheirRegion) {
  // Largest element and its index: ties go to the lower index.
  Snippet snippet(R"(func.func public @main(%x: tensor<2x4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %lowest), (%i init: %c0) across dimensions = [1] :
      (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%ia: tensor<i32>, %ib: tensor<i32>)  {
    %ge = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %ge, %a, %b : tensor<i1>, tensor<f32>
    %eq = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %low = stablehlo.minimum %ia, %ib : tensor<i32>
    %pick = stablehlo.select %ge, %ia, %ib : tensor<i1>, tensor<i32>
    %k = stablehlo.select %eq, %low, %pick : tensor<i1>, tensor<i32>
    stablehlo.return %v, %k : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
})");
  interp::Tensor x = f32({2, 4}, {1, 7, 3, 7, -4, -2, -3, -2});
  EXPECT_EQ(snippet.result({x}, 0), (Numbers{7, -2}));
  EXPECT_EQ(snippet.result({x}, 1), (Numbers{1, 1}));
}

TEST(Control, regionsMayReadValuesFromOutside) {
  Snippet snippet(R"(func.func public @main(%x: tensor<4xf32>, %scale: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>)  {
    %s = stablehlo.add %a, %b : tensor<f32>
    %m = stablehlo.minimum %s, %scale : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  return %0 : tensor<f32>
})");
  EXPECT_EQ(snippet.result({f32({4}, {1, 2, 3, 4}), f32({}, {5})}), (Numbers{5}));
  EXPECT_EQ(snippet.result({f32({4}, {1, 2, 3, 4}), f32({}, {50})}), (Numbers{10}));
}

TEST(Control, regionsReadTheRanksOwnValues) {
  Snippet snippet(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>",
                         R"(%id = stablehlo.partition_id : tensor<ui32>
    %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%one init: %zero) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
     reducer(%a: tensor<f32>, %b: tensor<f32>)  {
      %s = stablehlo.add %a, %b : tensor<f32>
      %m = stablehlo.minimum %s, %f : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }
    %y = stablehlo.reshape %sum : (tensor<f32>) -> tensor<1x1xf32>)",
                         "tensor<1x1xf32>", R"([{"a"}, {"b"}])", "tensor<2x2xf32>"));
  EXPECT_EQ(snippet.result({counting({2, 2})}), (Numbers{0, 1, 2, 3}));
}

TEST(Control, operatorsWrappedInCustomCalls) {
  Snippet snippet(R"(func.func public @main(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64}
      : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
})");
  EXPECT_EQ(snippet.result({f32({4}, {3, -1, 4, 2})}, 0), (Numbers{4, 3}));
  EXPECT_EQ(snippet.result({f32({4}, {3, -1, 4, 2})}, 1), (Numbers{2, 0}));
}

// Updates may happen in place, but never where somebody still reads the old value.
TEST(Control, updatesLeaveValuesThatAreReadLaterAlone) {
  Snippet snippet(
      R"(func.func public @main(%x: tensor<4xf32>, %u: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0:3 = stablehlo.while(%i = %c0, %v = %x, %old = %zeros) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %j = stablehlo.add %i, %c1 : tensor<i32>
    %w = func.call @update(%v, %u, %i) : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
    stablehlo.return %j, %w, %v : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  %1 = stablehlo.dynamic_update_slice %zeros, %u, %c1 : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  %2 = stablehlo.add %1, %zeros : tensor<4xf32>
  return %0#1, %0#2, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
func.func private @update(%a: tensor<4xf32>, %u: tensor<1xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})");
  std::vector<interp::Tensor> inputs = {counting({4}), f32({1}, {9})};
  interp::Outcome outcome = snippet.run(inputs);
  ASSERT_EQ(outcome.results.size(), 3u);
  EXPECT_EQ(valuesOf(outcome.results[0]), (Numbers{9, 9, 9, 3}));
  EXPECT_EQ(valuesOf(outcome.results[1]), (Numbers{9, 9, 2, 3}));
  EXPECT_EQ(valuesOf(outcome.results[2]), (Numbers{0, 9, 0, 0}));
  EXPECT_EQ(valuesOf(inputs[0]), (Numbers{0, 1, 2, 3}));
}

TEST(Control, updatesOfOneValueOnSeveralRanks) {
  Snippet snippet(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>",
                         R"(%zeros = stablehlo.iota dim = 1 : tensor<1x2xf32>
    %id = stablehlo.partition_id : tensor<ui32>
    %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %y = stablehlo.dynamic_update_slice %zeros, %x, %c0, %i :
        (tensor<1x2xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>)",
                         "tensor<1x2xf32>", R"([{"a"}, {"b"}])", "tensor<2x4xf32>"));
  EXPECT_EQ(snippet.result({f32({2, 2}, {5, 6, 7, 8})}), (Numbers{5, 1, 0, 6, 0, 7, 0, 8}));
}

TEST(Control, shapeOperandsMustSayWhatTheTypeSays) {
  Snippet snippet(R"(func.func public @main(%x: tensor<6xf32>, %s: tensor<2xi32>) -> tensor<2x3xf32> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
})");
  EXPECT_EQ(snippet.result({counting({6}), tensorOf(ElementType::I32, {2}, {2, 3})}), (Numbers{0, 1, 2, 3, 4, 5}));
  EXPECT_NE(snippet.error({counting({6}), tensorOf(ElementType::I32, {2}, {3, 2})}).find("found [3, 2]"),
            std::string::npos);
}

TEST(Control, broadcastingFormsAlignAtTheEnd) {
  Snippet snippet(
      R"(func.func public @main(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi1>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction GT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xi1>
})");
  std::vector<interp::Tensor> inputs = {counting({2, 3}), f32({3}, {10, 20, 3})};
  EXPECT_EQ(snippet.result(inputs, 0), (Numbers{10, 21, 5, 13, 24, 8}));
  EXPECT_EQ(snippet.result(inputs, 1), (Numbers{0, 0, 0, 0, 0, 1}));
}

TEST(Control, mapAndSort) {
  Snippet snippet(R"(func.func public @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %lt = stablehlo.compare LT, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
})");
  interp::Tensor x = f32({4}, {3, -1, 4, 2});
  EXPECT_EQ(snippet.result({x}, 0), (Numbers{9, 1, 16, 4}));
  EXPECT_EQ(snippet.result({x}, 1), (Numbers{4, 3, 2, -1}));
}

TEST(Control, observerSeesEveryOperator) {
  Snippet snippet(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>",
                         "%c = stablehlo.constant dense<1.0> : tensor<1x1xf32>\n"
                         "%y = stablehlo.add %x, %c : tensor<1x1xf32>",
                         "tensor<1x1xf32>", R"([{"a"}, {"b"}])", "tensor<2x2xf32>"));
  std::vector<std::string> names;
  interp::Options options;
  options.observe = [&](const interp::Observation &seen) {
    names.push_back(seen.operation->getName().getStringRef().str());
    if (names.back() == "stablehlo.constant")
      EXPECT_EQ(seen.results[0].size(), 1u);
    if (names.back() != "stablehlo.add")
      return;
    EXPECT_EQ(seen.devices, (std::vector<int64_t>{0, 1, 2, 3}));
    ASSERT_EQ(seen.results[0].size(), 4u);
    EXPECT_EQ(seen.results[0][2].real(0), 3);
  };
  snippet.run({counting({2, 2})}, options);
  EXPECT_EQ(names, (std::vector<std::string>{"stablehlo.constant", "stablehlo.add", "sdy.manual_computation"}));
}

} // namespace
} // namespace lockstep::test
