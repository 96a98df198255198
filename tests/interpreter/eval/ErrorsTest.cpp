// What goes wrong is said in one message, with its place.
#include "Snippets.h"

namespace lockstep::test {
namespace {

const char *negate = R"(func.func public @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.negate %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
})";

void expectContains(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Errors, wrongNumberOfArguments) { expectContains(Snippet(negate).error({}), "@main takes 1 arguments, found 0"); }

TEST(Errors, wrongShapeOfArgument) {
  expectContains(Snippet(negate).error({counting({3, 2})}), "expected tensor<2x3xf32>, found tensor<3x2xf32>");
}

TEST(Errors, unknownTargetIsNamedWithItsPlace) {
  Snippet snippet(R"(func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @mystery(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
})");
  std::string error = snippet.error({f32({}, {1})});
  expectContains(error, "@mystery");
  expectContains(error, "test.mlir:2:");
}

TEST(Errors, unsupportedOperatorMattersOnlyWhenReached) {
  std::string text = R"(func.func public @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.custom_call @mystery(%x) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
})";
  Snippet snippet(text);
  EXPECT_EQ(snippet.result({tensorOf(ElementType::I1, {}, {0}), f32({}, {4})}), (Numbers{4}));
  expectContains(snippet.error({tensorOf(ElementType::I1, {}, {1}), f32({}, {4})}), "@mystery");
}

TEST(Errors, shardingThatDoesNotDivide) {
  Snippet snippet(R"(
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
})");
  ASSERT_TRUE(snippet.program);
  snippet.program->form = ProgramForm::PerDevice;
  snippet.program->mesh.axes = {{"a", 2}};
  snippet.program->arguments[0].shape = {3};
  snippet.program->argumentShardings = {Sharding{{{{{"a"}}, false}}, {}, {}}};
  snippet.program->resultShardings = snippet.program->argumentShardings;
  expectContains(snippet.error({counting({3})}), "extent 3 does not divide into 2 pieces");
}

TEST(Errors, endlessRecursionIsFound) {
  Snippet snippet(R"(func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @again(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @again(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @again(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
})");
  if (!snippet.program)
    return;
  expectContains(snippet.error({f32({}, {1})}), "calls are nested more than");
}

TEST(Errors, interruptionEndsTheRun) {
  Snippet snippet(R"(func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%v = %x) : tensor<f32>
  cond {
    stablehlo.return %yes : tensor<i1>
  } do {
    %w = stablehlo.negate %v : tensor<f32>
    stablehlo.return %w : tensor<f32>
  }
  return %0 : tensor<f32>
})");
  interp::Options options;
  int asked = 0;
  options.interrupted = [&] { return ++asked > 100; };
  expectContains(snippet.error({f32({}, {1})}, options), "interrupted");
}

TEST(Errors, groupsThatNameForeignDevices) {
  Snippet snippet(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>",
                         R"(%y = "stablehlo.collective_permute"(%x) <{
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        source_target_pairs = dense<[[0, 7]]> : tensor<1x2xi64>}> : (tensor<1x1xf32>) -> tensor<1x1xf32>)",
                         "tensor<1x1xf32>", R"([{"a"}, {"b"}])", "tensor<2x2xf32>"));
  if (!snippet.program)
    return;
  expectContains(snippet.error({counting({2, 2})}),
                 "'stablehlo.collective_permute': expected ids below 4 in source_target_pairs, found 7");
}

} // namespace
} // namespace lockstep::test
