// Proofs kept by content.
#include "lockstep/Verify.h"
#include "tests/verifier/check/Programs.h"
#include "verifier/cache/Digest.h"
#include "verifier/cache/ProofCache.h"
#include "verifier/cache/Slice.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

/// Two results; `scale` stands in the second one only.
std::string twoResults(const std::string &head, const std::string &scale) {
  return R"(
func.func public @main(%x: tensor<8xf32>) -> (tensor<f32> {jax.result_info = "result['sum']"}, tensor<8xf32> {jax.result_info = "result['y']"}) {
)" + head + R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %c = stablehlo.constant dense<)" + scale + R"(> : tensor<8xf32>
  %y = stablehlo.multiply %x, %c : tensor<8xf32>
  return %sum, %y : tensor<f32>, tensor<8xf32>
}
)";
}

std::string twoResultsOnTwo(const std::string &scale) {
  return R"(
sdy.mesh @mesh = <["dp"=2]>
func.func public @main(%x: tensor<8xf32>) -> (tensor<f32> {jax.result_info = "result['sum']"}, tensor<8xf32> {jax.result_info = "result['y']"}) {
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"dp"}]>] out_shardings=[<@mesh, []>, <@mesh, [{"dp"}]>] manual_axes={"dp"} (%a: tensor<4xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %local = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
)" + allReduce("dense<[[0, 1]]> : tensor<1x2xi64>") + R"(
    %c = stablehlo.constant dense<)" + scale + R"(> : tensor<4xf32>
    %y = stablehlo.multiply %a, %c : tensor<4xf32>
    sdy.return %sum, %y : tensor<f32>, tensor<4xf32>
  } : (tensor<8xf32>) -> (tensor<f32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<f32>, tensor<8xf32>
}
)";
}

class CacheTest : public ::testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string directory = (std::filesystem::temp_directory_path() / ("lockstep-cache-" + std::to_string(getpid()))).string();

  void SetUp() override { std::filesystem::remove_all(directory); }
  void TearDown() override { std::filesystem::remove_all(directory); }

  Result verified(const std::string &logical, const std::string &plan) {
    Program first = programOf(*context, logical, nullptr, Reading::Logical), second = programOf(*context, plan);
    VerifyOptions options;
    options.cacheDirectory = directory;
    auto result = verify(first, second, nullptr, options);
    if (!result) {
      ADD_FAILURE() << llvm::toString(result.takeError());
      return {};
    }
    return std::move(*result);
  }

  /// Which values were answered by the cache.
  static std::vector<bool> cachedOf(const Result &result) {
    std::vector<bool> cached;
    for (const Obligation &obligation : result.obligations)
      if (obligation.kind == ObligationKind::Value)
        cached.push_back(obligation.cached);
    return cached;
  }

  std::vector<std::filesystem::path> entries() const {
    std::vector<std::filesystem::path> found;
    if (std::filesystem::exists(directory))
      for (const auto &entry : std::filesystem::recursive_directory_iterator(directory))
        if (entry.is_regular_file())
          found.push_back(entry.path());
    return found;
  }
};

TEST_F(CacheTest, SecondVerificationProvesNothingAnew) {
  Result first = verified(twoResults("", "3.0"), twoResultsOnTwo("3.0"));
  EXPECT_EQ(first.verdict(), Status::Proved);
  EXPECT_EQ(cachedOf(first), (std::vector<bool>{false, false}));
  EXPECT_EQ(entries().size(), 2u);
  Result second = verified(twoResults("", "3.0"), twoResultsOnTwo("3.0"));
  EXPECT_EQ(second.verdict(), Status::Proved);
  EXPECT_EQ(cachedOf(second), (std::vector<bool>{true, true}));
  EXPECT_EQ(second.assumptions, first.assumptions);
}

TEST_F(CacheTest, OnlyTheEditedResultIsProvedAgain) {
  verified(twoResults("", "3.0"), twoResultsOnTwo("3.0"));
  Result edited = verified(twoResults("", "5.0"), twoResultsOnTwo("5.0"));
  EXPECT_EQ(edited.verdict(), Status::Proved);
  EXPECT_EQ(cachedOf(edited), (std::vector<bool>{true, false}));
}

TEST_F(CacheTest, EditOfOneSideIsSeen) {
  verified(twoResults("", "3.0"), twoResultsOnTwo("3.0"));
  Result wrong = verified(twoResults("", "3.0"), twoResultsOnTwo("5.0"));
  EXPECT_EQ(wrong.verdict(), Status::Refuted);
  EXPECT_EQ(cachedOf(wrong), (std::vector<bool>{true, false}));
  EXPECT_EQ(entries().size(), 2u); // what was not proved is not kept
}

TEST_F(CacheTest, NamesAndUnusedOperatorsDoNotMatter) {
  verified(twoResults("", "3.0"), twoResultsOnTwo("3.0"));
  Result same = verified(twoResults("  %other = stablehlo.add %x, %x : tensor<8xf32>", "3.0"), twoResultsOnTwo("3.0"));
  EXPECT_EQ(cachedOf(same), (std::vector<bool>{true, true}));
}

TEST_F(CacheTest, DamagedEntryIsDiscardedAndProvedAgain) {
  verified(twoResults("", "3.0"), twoResultsOnTwo("3.0"));
  for (const std::filesystem::path &path : entries()) {
    std::string text;
    std::getline(std::ifstream(path), text, '\0');
    ASSERT_FALSE(text.empty());
    std::replace(text.begin(), text.end(), '[', ' '); // still JSON, no longer what was written
    std::ofstream(path) << text;
  }
  Result again = verified(twoResults("", "3.0"), twoResultsOnTwo("3.0"));
  EXPECT_EQ(again.verdict(), Status::Proved);
  EXPECT_EQ(cachedOf(again), (std::vector<bool>{false, false}));
  EXPECT_TRUE(std::any_of(again.warnings.begin(), again.warnings.end(),
                          [](const std::string &w) { return w.find("damaged") != std::string::npos; }));
  EXPECT_EQ(cachedOf(verified(twoResults("", "3.0"), twoResultsOnTwo("3.0"))), (std::vector<bool>{true, true}));
}

TEST_F(CacheTest, EntryOfAnotherKeyIsNotBelieved) {
  verified(twoResults("", "3.0"), twoResultsOnTwo("3.0"));
  std::vector<std::filesystem::path> before = entries();
  verified(twoResults("", "5.0"), twoResultsOnTwo("5.0"));
  // The proof of one result put in the place of another one's.
  std::vector<std::filesystem::path> after = entries();
  ASSERT_EQ(after.size(), 3u);
  for (const std::filesystem::path &path : after)
    if (path != before[0])
      std::filesystem::copy_file(before[0], path, std::filesystem::copy_options::overwrite_existing);
  Result again = verified(twoResults("", "5.0"), twoResultsOnTwo("5.0"));
  EXPECT_EQ(again.verdict(), Status::Proved);
  std::vector<bool> cached = cachedOf(again);
  EXPECT_LE(std::count(cached.begin(), cached.end(), true), 1);
}

TEST_F(CacheTest, UnwritableDirectoryIsAWarning) {
  std::ofstream(directory) << "a file";
  Result result = verified(twoResults("", "3.0"), twoResultsOnTwo("3.0"));
  EXPECT_EQ(result.verdict(), Status::Proved);
  EXPECT_TRUE(std::any_of(result.warnings.begin(), result.warnings.end(),
                          [](const std::string &w) { return w.find("can't write") != std::string::npos; }));
}

TEST_F(CacheTest, DigestsSeeFactsTypesAndPlacements) {
  Program plain = programOf(*context, correctPlan()), other = programOf(*context, unreducedPlan());
  auto first = cache::resultDigests(importGraph(plain).graph), second = cache::resultDigests(importGraph(other).graph);
  EXPECT_NE(first, second);
  std::string cut = correctPlan();
  std::string::size_type at = cut.find("out_shardings=[<@mesh, [{\"dp\"}]>]");
  ASSERT_NE(at, std::string::npos);
  Graph moved = importGraph(plain).graph;
  for (Node &node : moved.nodes)
    if (auto *manual = std::get_if<ManualAttr>(&node.attributes))
      manual->out[0].dims[0].axes.clear();
  EXPECT_NE(cache::resultDigests(moved), first);
  ArgumentFacts fact;
  fact.range = {0, 3};
  EXPECT_NE(cache::factsDigest({fact}), cache::factsDigest({ArgumentFacts()}));
}

TEST_F(CacheTest, SliceKeepsWhatAResultNeeds) {
  Program program = programOf(*context, twoResultsOnTwo("3.0"));
  Graph graph = importGraph(program).graph;
  Graph second = cache::sliced(graph, {1});
  EXPECT_EQ(second.check(), "");
  EXPECT_EQ(second.body().results.size(), 1u);
  EXPECT_EQ(cache::resultDigests(second)[0], cache::resultDigests(graph)[1]);
  size_t reductions = 0;
  for (const Node &node : second.nodes)
    if (node.opcode == Opcode::ManualComputation)
      for (NodeId id : node.regions[0].nodes)
        reductions += second.node(id).opcode == Opcode::AllReduce;
  EXPECT_EQ(reductions, 0u);
}

} // namespace
