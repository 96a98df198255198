// Builders without result types give the types that are written in the corpus, for every operator that can infer them.
#include "ir/import/Program.h"
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

using namespace lockstep;

namespace {

class InferenceTest : public testing::Test {
protected:
  InferenceTest() {
    mlir::DialectRegistry registry;
    registerInputDialects(registry);
    context.appendDialectRegistry(registry);
  }

  void check(mlir::Operation *op) {
    auto infers = mlir::dyn_cast<mlir::InferTypeOpInterface>(op);
    if (!infers || op->getName().getDialectNamespace() != "stablehlo")
      return;
    mlir::SmallVector<mlir::Type> types;
    ASSERT_TRUE(succeeded(infers.inferReturnTypes(&context, op->getLoc(), op->getOperands(), op->getDiscardableAttrDictionary(),
                                                  op->getPropertiesStorage(), op->getRegions(), types)));
    ASSERT_EQ(types.size(), op->getNumResults()) << op->getName().getStringRef().str();
    for (auto [inferred, written] : llvm::zip(types, op->getResultTypes()))
      EXPECT_TRUE(stablehlo::compatible(inferred, written)) << op->getName().getStringRef().str();
    ++checked[op->getName().getStringRef().str()];
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::map<std::string, int> checked;
};

TEST_F(InferenceTest, GivesTheWrittenTypes) {
  std::filesystem::path folder = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "tests/stablehlo";
  for (const char *sub : {"roundtrip", "jax"})
    for (const auto &file : std::filesystem::directory_iterator(folder / sub)) {
      SCOPED_TRACE(file.path().string());
      auto module = mlir::parseSourceFile<mlir::ModuleOp>(file.path().string(), mlir::ParserConfig(&context));
      ASSERT_TRUE(module);
      module->walk([&](mlir::Operation *op) { check(op); });
    }
  // Each family took part.
  for (const char *name : {"add", "abs", "complex", "compare", "select", "clamp", "constant", "transpose", "slice", "pad",
                           "concatenate", "dynamic_slice", "gather", "scatter", "sort", "reduce", "reduce_window",
                           "select_and_scatter", "batch_norm_grad", "cholesky", "fft", "if", "case", "while", "tuple",
                           "get_tuple_element", "partition_id", "send", "get_dimension_size"})
    EXPECT_GT(checked[std::string("stablehlo.") + name], 0) << name;
}

TEST_F(InferenceTest, BuildersNeedNoResultTypes) {
  context.loadDialect<stablehlo::StablehloDialect>();
  mlir::OpBuilder builder(&context);
  auto location = builder.getUnknownLoc();
  auto module = mlir::OwningOpRef<mlir::ModuleOp>(mlir::ModuleOp::create(location));
  builder.setInsertionPointToEnd(module->getBody());
  auto type = mlir::RankedTensorType::get({2, 3}, builder.getF32Type());
  mlir::Value value = stablehlo::ConstantOp::create(builder, location, mlir::DenseElementsAttr::get(type, 1.0f));
  EXPECT_EQ(value.getType(), type);
  mlir::Value sum = stablehlo::AddOp::create(builder, location, value, value);
  EXPECT_EQ(sum.getType(), type);
  mlir::Value exponential = stablehlo::ExpOp::create(builder, location, sum);
  mlir::Value turned = stablehlo::TransposeOp::create(builder, location, exponential, mlir::ArrayRef<int64_t>{1, 0});
  EXPECT_EQ(turned.getType(), mlir::RankedTensorType::get({3, 2}, builder.getF32Type()));
  mlir::Value less = stablehlo::CompareOp::create(builder, location, value, sum, stablehlo::ComparisonDirection::LT);
  EXPECT_EQ(less.getType(), mlir::RankedTensorType::get({2, 3}, builder.getI1Type()));
  mlir::Value part = stablehlo::SliceOp::create(builder, location, value, mlir::ArrayRef<int64_t>{0, 0},
                                                mlir::ArrayRef<int64_t>{2, 3}, mlir::ArrayRef<int64_t>{1, 2});
  EXPECT_EQ(part.getType(), mlir::RankedTensorType::get({2, 2}, builder.getF32Type()));
  EXPECT_TRUE(succeeded(mlir::verify(*module)));
}

} // namespace
