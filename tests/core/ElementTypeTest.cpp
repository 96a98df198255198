#include "ir/core/ElementType.h"

#include <gtest/gtest.h>

using namespace lockstep;

TEST(ElementType, EveryNameParsesBackToItself) {
  for (int i = 0; i <= static_cast<int>(ElementType::C128); ++i) {
    auto type = static_cast<ElementType>(i);
    EXPECT_EQ(parseElementType(name(type)), type) << name(type);
  }
  EXPECT_EQ(parseElementType("f31"), std::nullopt);
}

TEST(ElementType, ClassesAreDisjointAndCoverAll) {
  for (int i = 0; i <= static_cast<int>(ElementType::C128); ++i) {
    auto type = static_cast<ElementType>(i);
    int classes = isFloat(type) + isComplex(type) + isBoolean(type) + isSigned(type) + isUnsigned(type);
    EXPECT_EQ(classes, 1) << name(type);
  }
}

TEST(ElementType, Widths) {
  EXPECT_EQ(bitWidth(ElementType::I4), 4u);
  EXPECT_EQ(byteWidth(ElementType::I4), 1u);
  EXPECT_EQ(byteWidth(ElementType::BF16), 2u);
  EXPECT_EQ(byteWidth(ElementType::C128), 16u);
}
