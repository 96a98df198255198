#include "ir/core/Mesh.h"

#include <gtest/gtest.h>

using namespace lockstep;

TEST(Mesh, CoordinatesAreRowMajor) {
  Mesh mesh{"m", {{"dp", 2}, {"tp", 3}}, {}};
  EXPECT_EQ(mesh.deviceCount(), 6);
  EXPECT_EQ(mesh.coordinates(5), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(mesh.coordinates(3), (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(mesh.str(), "dp=2 x tp=3");
}

TEST(Mesh, DeviceIdsPermuteTheOrder) {
  Mesh mesh{"m", {{"a", 2}, {"b", 2}}, {0, 2, 1, 3}};
  EXPECT_EQ(mesh.deviceAt(1), 2);
  EXPECT_EQ(mesh.coordinateOf(2), 1);
  EXPECT_EQ(mesh.coordinates(1), (std::vector<int64_t>{1, 0}));
}
