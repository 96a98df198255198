#include "ir/interpreter/ranks/Placement.h"
#include "ir/interpreter/ranks/Exchange.h"

#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

namespace lockstep::interp {
namespace {

Tensor counting(Shape shape) {
  Tensor tensor(ElementType::I32, std::move(shape));
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor.setInteger(i, i);
  return tensor;
}

std::vector<int64_t> integersOf(const Tensor &tensor) {
  std::vector<int64_t> values;
  for (int64_t i = 0; i < tensor.size(); ++i)
    values.push_back(tensor.integer(i));
  return values;
}

TEST(Placement, blocksOfAnyOrder) {
  Tensor whole = counting({2, 3, 4});
  Tensor block = cutBlock(whole, {1, 1, 2}, {1, 2, 2});
  EXPECT_EQ(integersOf(block), (std::vector<int64_t>{18, 19, 22, 23}));
  Tensor target(ElementType::I32, {2, 3, 4});
  pasteBlock(target, {1, 1, 2}, block);
  EXPECT_EQ(target.integer(22), 22);
  EXPECT_EQ(target.integer(21), 0);
  EXPECT_EQ(cutBlock(counting({}), {}, {}).size(), 1);
  EXPECT_EQ(cutBlock(counting({4, 0}), {0, 0}, {2, 0}).size(), 0);
}

TEST(Placement, everyShardingOfAMeshGoesThereAndBack) {
  Mesh mesh{"mesh", {{"a", 2}, {"b", 3}}, {5, 3, 1, 0, 2, 4}};
  Tensor whole = counting({12, 6});
  std::vector<int64_t> devices = {0, 1, 2, 3, 4, 5};
  for (llvm::StringRef text : {"[{}, {}]", R"([{"a"}, {}])", R"([{"b"}, {"a"}])", R"([{"b", "a"}, {}])",
                               R"([{}, {"a", "b"}])", R"([{"a"}, {}], unreduced={"b"})"}) {
    llvm::Expected<Sharding> sharding = Sharding::parse(text);
    ASSERT_TRUE(static_cast<bool>(sharding));
    std::vector<Tensor> pieces;
    for (int64_t device : devices) {
      llvm::Expected<Tensor> piece = cutPiece(whole, mesh, *sharding, device);
      ASSERT_TRUE(static_cast<bool>(piece));
      pieces.push_back(*piece);
    }
    llvm::Expected<Assembled> joined = assemble(pieces, devices, mesh, *sharding);
    ASSERT_TRUE(static_cast<bool>(joined));
    EXPECT_TRUE(joined->global.identical(whole)) << text.str();
    EXPECT_FALSE(joined->disagreement);
  }
}

TEST(Placement, differentBitsAreADisagreement) {
  Mesh mesh{"mesh", {{"a", 2}}, {}};
  Tensor zero(ElementType::F32, {3}), minusZero(ElementType::F32, {3});
  minusZero.setReal(1, -0.0);
  llvm::Expected<Assembled> joined = assemble({zero, minusZero}, {0, 1}, mesh, Sharding::replicatedOf(1));
  ASSERT_TRUE(static_cast<bool>(joined));
  ASSERT_TRUE(joined->disagreement);
  EXPECT_EQ(joined->disagreement->element, 1);
}

TEST(Placement, unevenExtentsAreAnError) {
  Mesh mesh{"mesh", {{"a", 2}}, {}};
  llvm::Expected<Tensor> piece = cutPiece(counting({5}), mesh, Sharding{{{{{"a"}}, false}}, {}, {}}, 0);
  ASSERT_FALSE(static_cast<bool>(piece));
  EXPECT_NE(llvm::toString(piece.takeError()).find("does not divide"), std::string::npos);
}

TEST(Exchange, partsThatDoNotDivideAreAnError) {
  std::vector<Tensor> members = {counting({3}), counting({3})};
  Results parts = exchangeMembers(members, 0, 0);
  ASSERT_FALSE(static_cast<bool>(parts));
  EXPECT_NE(llvm::toString(parts.takeError()).find("does not divide"), std::string::npos);
  Result gathered = gatherMembers(members, 4);
  ASSERT_FALSE(static_cast<bool>(gathered));
  llvm::consumeError(gathered.takeError());
}

} // namespace
} // namespace lockstep::interp
