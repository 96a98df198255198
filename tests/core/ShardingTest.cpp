#include "ir/core/Sharding.h"

#include <gtest/gtest.h>

using namespace lockstep;

namespace {
Sharding parsed(llvm::StringRef text) {
  llvm::Expected<Sharding> sharding = Sharding::parse(text);
  EXPECT_TRUE(static_cast<bool>(sharding)) << text.str();
  return sharding ? *sharding : Sharding{};
}
std::string parseError(llvm::StringRef text) {
  llvm::Expected<Sharding> sharding = Sharding::parse(text);
  EXPECT_FALSE(static_cast<bool>(sharding));
  return sharding ? "" : llvm::toString(sharding.takeError());
}
const Mesh kMesh{"mesh", {{"dp", 2}, {"tp", 4}}, {}};
} // namespace

TEST(Sharding, PrintsWhatItParses) {
  for (llvm::StringRef text : {"[]", "[{}]", "[{\"dp\", \"tp\"}, {}]", "[{\"tp\":(2)2}, {?}]", "[{\"dp\", ?}]",
                               "[{}], replicated={\"dp\"}", "[{}], unreduced={\"tp\"}"})
    EXPECT_EQ(parsed(text).str(), text);
}

TEST(Sharding, ErrorNamesPlace) {
  EXPECT_EQ(parseError("[{dp}]"), "sharding: expected a quoted axis name, found 'dp}]' at column 3 of '[{dp}]'");
}

TEST(Sharding, MajorAxisFirst) {
  Sharding sharding = parsed("[{\"tp\", \"dp\"}]");
  // device = dp * 4 + tp, piece = tp * 2 + dp
  EXPECT_EQ(pieceIndex(kMesh, sharding.dims[0].axes, 5), 1 * 2 + 1);
  EXPECT_EQ(pieceOffset(kMesh, sharding, {16}, 5), (std::vector<int64_t>{6}));
}

TEST(Sharding, SubAxesAreDigits) {
  // tp = 4 as (1)2 then (2)2: coordinate 2 has digits 1, 0.
  Sharding major = parsed("[{\"tp\":(1)2}]"), minor = parsed("[{\"tp\":(2)2}]");
  EXPECT_EQ(pieceIndex(kMesh, major.dims[0].axes, 2), 1);
  EXPECT_EQ(pieceIndex(kMesh, minor.dims[0].axes, 2), 0);
}

TEST(Sharding, LocalShapeErrors) {
  auto error = [](llvm::StringRef text, Shape shape) {
    llvm::Expected<Shape> local = localShape(kMesh, parsed(text), shape);
    return local ? std::string() : llvm::toString(local.takeError());
  };
  EXPECT_EQ(error("[{\"dp\"}]", {4}), "");
  EXPECT_NE(error("[{\"tp\"}]", {6}).find("dim 0 of extent 6 does not divide into 4 pieces"), std::string::npos);
  EXPECT_NE(error("[{\"pp\"}]", {6}).find("axis \"pp\" is not on the mesh"), std::string::npos);
  EXPECT_NE(error("[{\"dp\"}, {\"dp\"}]", {4, 4}).find("used twice"), std::string::npos);
  EXPECT_NE(error("[{\"dp\"}]", {4, 4}).find("has 1 dims"), std::string::npos);
}
