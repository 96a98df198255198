// A region counts as a primitive only if it is nothing but that primitive.
#include "ir/interpreter/evaluate/Combiners.h"
#include "Snippets.h"

namespace lockstep::test {
namespace {

using interp::Primitive;

// The primitive of a reduction whose region has this body; it reads %l, %r and %outer and returns %s.
std::optional<Primitive> primitiveOf(const std::string &body) {
  Snippet snippet(R"(sdy.mesh @mesh = <["a"=2]>
func.func public @main(%x: tensor<4xf32>, %outer: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%x, %outer) <{dimensions = array<i64: 0>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    )" + body + R"(
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
})");
  std::optional<Primitive> found;
  if (snippet.program)
    snippet.program->module.get()->walk([&](mlir::Operation *op) {
      if (op->getName().getStringRef() == "stablehlo.reduce")
        found = interp::primitiveOf(op->getRegion(0));
    });
  return found;
}

TEST(Combiners, oneOperatorOnBothArguments) {
  EXPECT_EQ(primitiveOf("%s = stablehlo.add %l, %r : tensor<f32>"), Primitive::Add);
  EXPECT_EQ(primitiveOf("%s = stablehlo.add %r, %l : tensor<f32>"), Primitive::Add);
  EXPECT_EQ(primitiveOf("%s = stablehlo.maximum %l, %r : tensor<f32>"), Primitive::Maximum);
  EXPECT_EQ(primitiveOf("%s = stablehlo.multiply %l, %r : tensor<f32>"), Primitive::Multiply);
}

TEST(Combiners, annotationsDoNotCount) {
  EXPECT_EQ(primitiveOf(R"(%a = stablehlo.add %l, %r : tensor<f32>
    %s = sdy.sharding_constraint %a <@mesh, []> : tensor<f32>)"),
            Primitive::Add);
}

TEST(Combiners, anythingElseIsNoPrimitive) {
  EXPECT_EQ(primitiveOf("%s = stablehlo.add %l, %l : tensor<f32>"), std::nullopt);
  EXPECT_EQ(primitiveOf("%s = stablehlo.add %l, %outer : tensor<f32>"), std::nullopt);
  EXPECT_EQ(primitiveOf("%s = stablehlo.subtract %l, %r : tensor<f32>"), std::nullopt);
  EXPECT_EQ(primitiveOf(R"(%a = stablehlo.add %l, %r : tensor<f32>
    %s = stablehlo.negate %a : tensor<f32>)"),
            std::nullopt);
  EXPECT_EQ(primitiveOf(R"(%n = stablehlo.negate %r : tensor<f32>
    %s = stablehlo.add %l, %n : tensor<f32>)"),
            std::nullopt);
}

} // namespace
} // namespace lockstep::test
