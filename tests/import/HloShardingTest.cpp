// XLA's sharding strings, as axes of a mesh.
#include "ir/import/HloSharding.h"

#include <gtest/gtest.h>

using namespace lockstep;

namespace {

std::string onMesh(llvm::StringRef text, const Mesh &mesh, size_t order) {
  llvm::Expected<HloSharding> hlo = HloSharding::parse(text);
  if (!hlo)
    return llvm::toString(hlo.takeError());
  llvm::Expected<Sharding> sharding = hlo->toSharding(mesh, order);
  return sharding ? sharding->str() : llvm::toString(sharding.takeError());
}

std::string parseError(llvm::StringRef text) {
  llvm::Expected<HloSharding> hlo = HloSharding::parse(text);
  return hlo ? "" : llvm::toString(hlo.takeError());
}

const Mesh kMesh{"mesh", {{"dp", 2}, {"tp", 2}}, {}};
const Mesh kCube{"mesh", {{"a", 2}, {"b", 3}, {"c", 4}}, {}};

TEST(HloSharding, wholeTensor) {
  EXPECT_EQ(onMesh("{replicated}", kMesh, 2), "[{}, {}]");
  EXPECT_EQ(onMesh("{manual}", kMesh, 1), "[{}]");
  EXPECT_EQ(onMesh("{unreduced}", kMesh, 1), "[{}], unreduced={\"dp\", \"tp\"}");
}

TEST(HloSharding, iota) {
  EXPECT_EQ(onMesh("{devices=[2,2]<=[4]}", kMesh, 2), "[{\"dp\"}, {\"tp\"}]");
  EXPECT_EQ(onMesh("{devices=[2,2]<=[2,2]T(1,0)}", kMesh, 2), "[{\"tp\"}, {\"dp\"}]");
  EXPECT_EQ(onMesh("{devices=[4,1]<=[4]}", kMesh, 2), "[{\"dp\", \"tp\"}, {}]");
  EXPECT_EQ(onMesh("{devices=[4]<=[2,2]T(1,0)}", kMesh, 1), "[{\"tp\", \"dp\"}]");
}

TEST(HloSharding, lastTileDimReplicate) {
  EXPECT_EQ(onMesh("{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}", kMesh, 2), "[{\"tp\"}, {}]");
  EXPECT_EQ(onMesh("{devices=[1,2,2]<=[4] last_tile_dim_replicate}", kMesh, 2), "[{}, {\"dp\"}]");
}

TEST(HloSharding, lastTileDims) {
  EXPECT_EQ(onMesh("{devices=[2,1,2]<=[4] last_tile_dims={unreduced, replicated}}", kMesh, 1),
            "[{\"dp\"}]");
  EXPECT_EQ(onMesh("{devices=[1,2,2]<=[4] last_tile_dims={unreduced, replicated}}", kMesh, 1), "[{}], unreduced={\"dp\"}");
  EXPECT_EQ(onMesh("{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}", kMesh, 2), "[{}, {}]");
  llvm::Expected<HloSharding> hlo =
      HloSharding::parse("{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}");
  ASSERT_TRUE(bool(hlo));
  auto manual = hlo->manualAxes(kMesh);
  ASSERT_TRUE(bool(manual));
  ASSERT_EQ(manual->size(), 1u);
  EXPECT_EQ((*manual)[0].name, "tp");
}

TEST(HloSharding, listOfDevices) {
  EXPECT_EQ(onMesh("{devices=[2,2]0,1,2,3}", kMesh, 2), "[{\"dp\"}, {\"tp\"}]");
  EXPECT_EQ(onMesh("{devices=[2,2]0,2,1,3}", kMesh, 2), "[{\"tp\"}, {\"dp\"}]");
  EXPECT_EQ(onMesh("{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}", kMesh, 2), "[{\"tp\"}, {}]");
}

TEST(HloSharding, deviceOrderOfTheMeshIsHonoured) {
  Mesh swapped = kMesh;
  swapped.deviceIds = {0, 2, 1, 3};
  EXPECT_EQ(onMesh("{devices=[2,2]<=[4]}", swapped, 2), "[{\"tp\"}, {\"dp\"}]");
}

TEST(HloSharding, severalAndPartialAxes) {
  EXPECT_EQ(onMesh("{devices=[6,4]<=[24]}", kCube, 2), "[{\"a\", \"b\"}, {\"c\"}]");
  EXPECT_EQ(onMesh("{devices=[2,12]<=[24]}", kCube, 2), "[{\"a\"}, {\"b\", \"c\"}]");
  EXPECT_EQ(onMesh("{devices=[12,2]<=[24]}", kCube, 2), "[{\"a\", \"b\", \"c\":(1)2}, {\"c\":(2)2}]");
  EXPECT_EQ(onMesh("{devices=[2,12]<=[6,2,2]T(1,0,2) last_tile_dim_replicate}", kCube, 1), "[{\"c\":(1)2}]");
  Mesh six{"mesh", {{"x", 6}}, {}};
  EXPECT_EQ(onMesh("{devices=[3,2]<=[6]}", six, 2), "[{\"x\":(1)3}, {\"x\":(3)2}]");
  EXPECT_EQ(onMesh("{devices=[2,3]<=[6]}", six, 2), "[{\"x\":(1)2}, {\"x\":(2)3}]");
}

TEST(HloSharding, whatNoAxesExpress) {
  EXPECT_EQ(onMesh("{devices=[4]0,1,3,2}", kMesh, 1),
            "sharding: no axes of the mesh dp=2 x tp=2 give its devices these 4 tiles along dim 0");
  EXPECT_EQ(onMesh("{devices=[2]<=[2]}", kMesh, 1), "sharding: 2 devices, the mesh dp=2 x tp=2 has 4");
  EXPECT_EQ(onMesh("{devices=[2,2]<=[4]}", kMesh, 1), "sharding: tiles have 2 dims, the tensor has 1");
  EXPECT_EQ(onMesh("{maximal device=0}", kMesh, 1),
            "sharding: a tensor that lives on one device only is not supported");
  EXPECT_EQ(onMesh("{{replicated}, {replicated}}", kMesh, 1),
            "sharding: expected the sharding of one tensor, found that of a tuple");
}

TEST(HloSharding, malformed) {
  EXPECT_EQ(parseError("replicated"),
            "sharding: expected '{', found 'replicated' at column 1 of 'replicated'");
  EXPECT_EQ(parseError("{devices=[2,2]<=[2,2]T(0,0)}"),
            "sharding: expected a permutation of 2 dims, found '}' at column 28 of '{devices=[2,2]<=[2,2]T(0,0)}'");
  EXPECT_EQ(parseError("{devices=[2,2]<=[3]}"),
            "sharding: expected as many devices as tiles, found '}' at column 20 of '{devices=[2,2]<=[3]}'");
  EXPECT_EQ(parseError("{devices=[2,2]0,1,2,2}"),
            "sharding: expected each of 4 devices once, found '}' at column 22 of '{devices=[2,2]0,1,2,2}'");
  EXPECT_EQ(parseError("{devices=[99999999,99999999]<=[4]}"),
            "sharding: expected between 1 and 2^24 tiles, found '<=[4]}' at column 29 of "
            "'{devices=[99999999,99999999]<=[4]}'");
  EXPECT_EQ(parseError("{devices=[2]<=[2] last_tile_dims={replicated,replicated}}"),
            "sharding: expected tiles for the trailing dims, found '' at column 58 of "
            "'{devices=[2]<=[2] last_tile_dims={replicated,replicated}}'");
  EXPECT_EQ(parseError("{"), "sharding: expected '}', found '' at column 2 of '{'");
  EXPECT_EQ(parseError("{wrong}"), "sharding: expected a part of a sharding, found 'wrong}' at column 2 of '{wrong}'");
  EXPECT_EQ(parseError("{replicated manual}"), "sharding: expected '}', found '}' at column 19 of '{replicated manual}'");
  EXPECT_EQ(parseError("{replicated metadata={op_name=\"x\"}}"), "");
}

TEST(HloSharding, anonymousMeshRefinesAllCuts) {
  std::vector<HloSharding> all;
  for (const char *text : {"{devices=[2,4]<=[8]}", "{devices=[4,2]<=[4,2]}", "{replicated}"})
    all.push_back(llvm::cantFail(HloSharding::parse(text)));
  EXPECT_EQ(anonymousMesh(all).str(), "x0=4 x x1=2");
  all.push_back(llvm::cantFail(HloSharding::parse("{devices=[2,4]<=[2,4]}")));
  EXPECT_EQ(anonymousMesh(all).str(), "x0=2 x x1=2 x x2=2");
}

} // namespace
