// Real steps, lowered: the plan equals the step, and communicates no more than plans written by hand.
#include "Corpus.h"
#include "Plans.h"

#include "lowering/Lower.h"

#include "gtest/gtest.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace lockstep;
using namespace lockstep::lowering;

namespace {

struct Case {
  std::string module;
  std::vector<int64_t> axes;        // sizes of dp, dq
  std::vector<unsigned> batch = {}; // named when it cannot be inferred
};

void PrintTo(const Case &given, std::ostream *os) { *os << given.module; }

std::string caseName(const testing::TestParamInfo<Case> &info) {
  std::string name = info.param.module;
  for (int64_t size : info.param.axes)
    name += "_" + std::to_string(size);
  return name;
}

LoweringSpec specOf(const Case &given) {
  LoweringSpec spec;
  const char *names[] = {"dp", "dq"};
  for (size_t i = 0; i < given.axes.size(); ++i)
    spec.axes.push_back({names[i], given.axes[i]});
  for (unsigned argument : given.batch)
    spec.batch.push_back({argument, std::nullopt, 0});
  return spec;
}

std::optional<Program> loadLogical(mlir::MLIRContext &context, const std::string &name) {
  return test::loadCorpusProgram(context, "logical/" + name + ".mlir", test::readCorpusJson("manifest.json"));
}

struct Traffic {
  int64_t count = 0, bytes = 0;
};

/// Collectives in the module's text, loops counted once.
Traffic trafficOf(mlir::ModuleOp module) {
  Traffic traffic;
  module.walk([&](mlir::Operation *op) {
    llvm::StringRef name = op->getName().getStringRef();
    if (name != "stablehlo.all_reduce" && name != "stablehlo.all_gather" && name != "stablehlo.reduce_scatter")
      return;
    ++traffic.count;
    for (mlir::Value operand : op->getOperands()) {
      auto type = mlir::cast<mlir::RankedTensorType>(operand.getType());
      traffic.bytes += type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
    }
  });
  return traffic;
}

class CorpusTest : public testing::TestWithParam<Case> {};

} // namespace

TEST_P(CorpusTest, PlanEqualsStep) {
  auto context = test::makeContext();
  auto logical = loadLogical(*context, GetParam().module);
  ASSERT_TRUE(logical);
  auto plan = lower(*logical, specOf(GetParam()));
  ASSERT_TRUE(static_cast<bool>(plan)) << llvm::toString(plan.takeError());
  if (GetParam().axes == std::vector<int64_t>{1}) {
    EXPECT_TRUE(plan->collectives.empty());
  }
  auto program = test::reread(std::move(plan->module));
  ASSERT_TRUE(static_cast<bool>(program)) << llvm::toString(program.takeError());
  EXPECT_EQ(program->form, ProgramForm::ManualComputation);
  test::expectSameResults(*logical, *program, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Logical, CorpusTest,
    testing::Values(
        Case{"mlp_sgd", {1}}, Case{"mlp_sgd", {4}}, Case{"mlp_sgd_b18", {2}}, Case{"mlp_sgd_donated", {5}},
        Case{"mlp_adamw_clip", {4}}, Case{"mlp_adamw_clip_b40", {2, 5}}, Case{"gpt", {1}}, Case{"gpt", {4}},
        Case{"gpt", {2, 5}}, Case{"gpt_accum5", {2}}, Case{"gpt_accum5", {3}}, Case{"gpt_bf16", {2}},
        Case{"gpt_scan", {2}}, Case{"gpt_scan", {5}}, Case{"gpt_v101", {2}}, Case{"llama", {2}}, Case{"llama", {4}},
        Case{"llama_accum7", {2}}, Case{"llama_accum7", {4}}, Case{"llama_remat", {2}}, Case{"llama_scan", {2}},
        Case{"llama_scan_remat", {4}}, Case{"moe", {2}}, Case{"moe", {4}}, Case{"moe", {5}}, Case{"dropout_rows", {4}},
        Case{"dropout_whole", {4}}, Case{"dropout_whole", {5}}, Case{"drop", {2}}, Case{"drop", {4}}, Case{"vit", {4}},
        Case{"lora", {4}}, Case{"dlrm", {2}}, Case{"dlrm", {4}}, Case{"diff", {2}}, Case{"diff", {4}},
        Case{"diff", {3}}, Case{"master", {4}}, Case{"master", {5}, {16, 17, 18}}, Case{"mtp", {2}}, Case{"mtp", {4}}),
    caseName);

// One reduction per gradient, one for the loss and one for the token count.
TEST(Traffic, GptReducesEveryLeafOnce) {
  auto context = test::makeContext();
  auto logical = loadLogical(*context, "gpt");
  ASSERT_TRUE(logical);
  auto plan = lower(*logical, {{{"dp", 4}}, {}, {}});
  ASSERT_TRUE(static_cast<bool>(plan)) << llvm::toString(plan.takeError());
  EXPECT_EQ(plan->collectives.size(), 28u + 2u);
  for (const CollectiveInfo &collective : plan->collectives)
    EXPECT_EQ(collective.kind, "all_reduce");
  EXPECT_TRUE(plan->remarks.empty());
}

class TrafficTest : public testing::TestWithParam<std::tuple<const char *, const char *, int64_t>> {};

TEST_P(TrafficTest, NoMoreThanByHand) {
  auto [name, byHand, size] = GetParam();
  auto context = test::makeContext();
  auto logical = loadLogical(*context, name);
  ASSERT_TRUE(logical);
  auto hand = test::loadCorpusProgram(*context, std::string("plans/") + byHand + ".mlir", test::readCorpusJson("manifest.json"));
  ASSERT_TRUE(hand);
  auto plan = lower(*logical, {{{"dp", size}}, {}, {}});
  ASSERT_TRUE(static_cast<bool>(plan)) << llvm::toString(plan.takeError());
  Traffic ours = trafficOf(*plan->module), theirs = trafficOf(*hand->module);
  EXPECT_GT(ours.bytes, 0);
  EXPECT_LE(ours.bytes, theirs.bytes);
  EXPECT_LE(ours.count, theirs.count);
}

INSTANTIATE_TEST_SUITE_P(Plans, TrafficTest,
                         testing::Values(std::tuple{"gpt", "gpt_dp4", 4}, std::tuple{"mlp_sgd", "mlp_dp4_mean", 4},
                                         std::tuple{"gpt_bf16", "gpt_bf16_dp2", 2}, std::tuple{"llama", "llama_dp2", 2},
                                         std::tuple{"gpt_scan", "gpt_scan_dp2", 2}, std::tuple{"moe", "moe_dp2", 2},
                                         std::tuple{"gpt_accum5", "gpt_accum5_dp2", 2}, std::tuple{"vit", "vit_dp4", 4}),
                         [](const auto &info) { return std::string(std::get<1>(info.param)); });

// Dropout: every device makes its own bits, nothing of the batch's size is communicated.
TEST(Traffic, RandomBitsAreMadeInPlace) {
  auto context = test::makeContext();
  for (const char *name : {"dropout_rows", "dropout_whole", "drop"}) {
    auto logical = loadLogical(*context, name);
    ASSERT_TRUE(logical);
    auto plan = lower(*logical, {{{"dp", 4}}, {}, {}});
    ASSERT_TRUE(static_cast<bool>(plan)) << llvm::toString(plan.takeError());
    EXPECT_TRUE(plan->remarks.empty()) << name << ": " << plan->remarks[0];
    plan->module->walk([&](mlir::Operation *op) {
      if (!op->getName().getStringRef().starts_with("stablehlo.xor"))
        return;
      auto shape = mlir::cast<mlir::RankedTensorType>(op->getResult(0).getType()).getShape();
      bool isWhole = shape.size() > 1 && (shape[0] == 20 || shape[0] == 12); // extents of the batches
      EXPECT_FALSE(isWhole) << name << " draws the whole mask";
    });
  }
}

// Every operator of a plan says which operator of the step it stands for.
TEST(Locations, AreThoseOfTheStep) {
  auto context = test::makeContext();
  auto logical = test::loadCorpusProgram(*context, "loc/logical_gpt.mlir", test::readCorpusJson("manifest.json"));
  ASSERT_TRUE(logical);
  llvm::DenseSet<mlir::Location> known;
  logical->module->walk([&](mlir::Operation *op) { known.insert(op->getLoc()); });
  auto plan = lower(*logical, {{{"dp", 4}}, {}, {}});
  ASSERT_TRUE(static_cast<bool>(plan)) << llvm::toString(plan.takeError());
  EXPECT_EQ(plan->batch.size(), 3u);
  plan->module->walk([&](mlir::Operation *op) {
    bool isBoundary = op->getParentOp() == nullptr || mlir::isa<mlir::ModuleOp>(op->getParentOp());
    EXPECT_TRUE(isBoundary || known.contains(op->getLoc())) << op->getName().getStringRef().str();
  });
}
