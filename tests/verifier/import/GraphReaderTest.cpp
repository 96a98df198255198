// What arrives in the proof engine's graph.
#include "tests/verifier/check/Programs.h"

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

class GraphReaderTest : public ::testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();

  Graph read(llvm::StringRef text) {
    Program program = programOf(*context, text);
    Graph graph = importGraph(program).graph;
    EXPECT_EQ(graph.check(), "");
    return graph;
  }

  static const Node *first(const Graph &graph, Opcode opcode) {
    for (const Node &node : graph.nodes)
      if (node.opcode == opcode)
        return &node;
    return nullptr;
  }

  /// The only constant of a function that returns it.
  ConstantAttr constant(const std::string &literal, const std::string &type) {
    Graph graph = read("func.func public @main() -> " + type + " {\n  %c = stablehlo.constant dense<" + literal +
                       "> : " + type + "\n  return %c : " + type + "\n}");
    return std::get<ConstantAttr>(first(graph, Opcode::Constant)->attributes);
  }
};

TEST_F(GraphReaderTest, ConstantsAreExact) {
  EXPECT_EQ(constant("0.1", "tensor<4xf32>").floatAt(0), double(0.1f));
  EXPECT_TRUE(constant("0.1", "tensor<4xf32>").splat);
  EXPECT_EQ(constant("[1.5, -2.0]", "tensor<2xbf16>").floatAt(1), -2.0);
  EXPECT_EQ(constant("[1, -9223372036854775808]", "tensor<2xi64>").integerAt(1), INT64_MIN);
  EXPECT_EQ(constant("-5", "tensor<i8>").integerAt(0), -5);
  EXPECT_EQ(constant("[true, false, true]", "tensor<3xi1>").integerAt(2), 1);
  EXPECT_EQ(constant("[true, false, true]", "tensor<3xi1>").integerAt(1), 0);
  EXPECT_EQ(constant("4294967295", "tensor<ui32>").integerAt(0), 4294967295);
  EXPECT_TRUE(std::isinf(constant("0xFF800000", "tensor<f32>").floatAt(0)));
}

TEST_F(GraphReaderTest, LocationIsTheText) {
  Graph graph = read(scaleBySum);
  auto node = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                           [](const Node &n) { return n.opcode == Opcode::Multiply; });
  ASSERT_NE(node, graph.nodes.end());
  Location location = graph.locationOf(static_cast<NodeId>(node - graph.nodes.begin()));
  EXPECT_EQ(location.file, "t.mlir");
  EXPECT_EQ(location.line, 6u);
}

TEST_F(GraphReaderTest, LocationIsTheUsersSource) {
  Graph graph = read(R"(
#file = loc("train.py":12:5)
#frame = loc("loss"("train.py":40:3))
#call = loc(callsite(#file at #frame))
func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.add %x, %x : tensor<f32> loc("jit(step)/add"(#call))
  %z = stablehlo.multiply %y, %x : tensor<f32> loc(fused["fusion", #frame])
  return %z : tensor<f32>
})");
  EXPECT_EQ(graph.locationOf(0).str(), "train.py:12:5");
  EXPECT_EQ(graph.locationOf(0).name, "jit(step)/add");
  EXPECT_EQ(graph.locationOf(1).str(), "train.py:40:3");
}

TEST_F(GraphReaderTest, ReducerRegionsAreKeptWhole) {
  Graph graph = read(scaleBySum);
  const Node *reduce = first(graph, Opcode::Reduce);
  ASSERT_TRUE(reduce);
  ASSERT_EQ(reduce->regions.size(), 1u);
  ASSERT_EQ(reduce->regions[0].nodes.size(), 1u);
  EXPECT_EQ(graph.node(reduce->regions[0].nodes[0]).opcode, Opcode::Add);
  EXPECT_EQ(reduce->regions[0].results.size(), 1u);
}

TEST_F(GraphReaderTest, GroupsAreDeviceLists) {
  Graph graph = read(correctPlan());
  const Node *reduce = first(graph, Opcode::AllReduce);
  ASSERT_TRUE(reduce);
  const auto &attr = std::get<CollectiveAttr>(reduce->attributes);
  EXPECT_EQ(graph.groupTables[attr.groups], (std::vector<std::vector<int64_t>>{{0, 1}}));
  EXPECT_EQ(attr.mode, GroupMode::FlattenedIds);
}

TEST_F(GraphReaderTest, UncalledFunctionsAreLeftOut) {
  Graph graph = read(R"(
func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %y = call @used(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func private @used(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
func.func private @unused(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.custom_call @mystery(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
})");
  EXPECT_EQ(graph.functions.size(), 2u);
  EXPECT_TRUE(coverageOf(graph).unsupported.empty());
}

TEST_F(GraphReaderTest, WhatHasNoMeaningIsUnsupported) {
  Graph graph = read(R"(
func.func public @main(%x: tensor<f32>) -> tensor<4x4xf32> {
  %s = stablehlo.constant dense<4> : tensor<2xi64>
  %y = stablehlo.rng %x, %x, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
})");
  Coverage coverage = coverageOf(graph);
  ASSERT_EQ(coverage.unsupported.size(), 1u);
  EXPECT_EQ(coverage.unsupported[0].name, "stablehlo.rng");
  EXPECT_FALSE(coverage.unsupported[0].reason.empty());
}

TEST_F(GraphReaderTest, CoverageCounts) {
  Coverage coverage = coverageOf(read(correctPlan()));
  EXPECT_EQ(coverage.operators["stablehlo.all_reduce"], 1u);
  EXPECT_EQ(coverage.operators["stablehlo.add"], 2u); // in the two reducers
  EXPECT_EQ(coverage.operators["sdy.manual_computation"], 1u);
}

} // namespace
