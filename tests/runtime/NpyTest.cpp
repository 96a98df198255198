#include "runtime/data/Npy.h"
#include "Files.h"

namespace lockstep::runtime {
namespace {

/// A .npy file as NumPy writes it: magic, version, length, padded header, data.
std::string npy(unsigned major, std::string header, std::string_view data) {
  size_t preamble = major == 1 ? 10 : 12;
  header.resize((preamble + header.size() + 1 + 63) / 64 * 64 - preamble - 1, ' ');
  header += '\n';
  std::string text("\x93NUMPY", 6);
  text += static_cast<char>(major);
  text += '\0';
  for (size_t i = 0; i < preamble - 8; ++i)
    text += static_cast<char>(header.size() >> (8 * i));
  return text + header + std::string(data);
}

std::string dict(const std::string &descr, const std::string &shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
}

struct NpyTest : FileTest {
  std::string errorOf(const std::string &content) {
    Result<NpyFile> file = NpyFile::open(write("bad.npy", content));
    EXPECT_FALSE(file.ok());
    return file.ok() ? "" : file.status().message();
  }
};

TEST_F(NpyTest, all_versions_are_read) {
  for (unsigned major : {1u, 2u, 3u}) {
    Result<NpyFile> file =
        NpyFile::open(write("a.npy", npy(major, dict("<f4", "(2, 3)"), raw(std::vector<float>{0, 1, 2, 3, 4, 5}))));
    ASSERT_TRUE(file.ok()) << file.status().message();
    EXPECT_EQ(file->type(), ElementType::F32);
    EXPECT_EQ(file->shape(), (Shape{2, 3}));
    EXPECT_EQ(valuesOf<float>(file->bytes()), (std::vector<float>{0, 1, 2, 3, 4, 5}));
  }
}

TEST_F(NpyTest, column_major_arrays_come_out_row_major) {
  // a[i][j][k] = 100 i + 10 j + k with extents 2, 3, 4, stored with i running fastest.
  std::vector<int16_t> stored, expected;
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i)
        stored.push_back(static_cast<int16_t>(100 * i + 10 * j + k));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        expected.push_back(static_cast<int16_t>(100 * i + 10 * j + k));
  Result<NpyFile> file = NpyFile::open(write("a.npy", npy(1, dict("<i2", "(2, 3, 4)", true), raw(stored))));
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_EQ(valuesOf<int16_t>(file->bytes()), expected);
}

TEST_F(NpyTest, scalars_vectors_and_empty_arrays) {
  EXPECT_EQ(NpyFile::open(write("a", npy(1, dict("<i8", "()"), raw(std::vector<int64_t>{5}))))->shape(), Shape{});
  EXPECT_EQ(NpyFile::open(write("b", npy(1, dict("|u1", "(3,)"), "abc")))->type(), ElementType::UI8);
  EXPECT_EQ(NpyFile::open(write("c", npy(1, dict("<f8", "(0, 7)"), "")))->shape(), (Shape{0, 7}));
  EXPECT_TRUE(NpyFile::open(write("d", npy(1, dict("<f8", "(0, 7)", true), ""))).ok());
}

TEST_F(NpyTest, malformed_files_are_refused) {
  std::string good = npy(1, dict("<f4", "(2,)"), raw(std::vector<float>{1, 2}));
  EXPECT_NE(errorOf("").find("not a .npy"), std::string::npos);
  EXPECT_NE(errorOf("PK\3\4 a zip file").find("not a .npy"), std::string::npos);
  EXPECT_NE(errorOf(good.substr(0, 9)).find("not a .npy"), std::string::npos);
  EXPECT_NE(errorOf(good.substr(0, 40)).find("truncated"), std::string::npos);
  EXPECT_NE(errorOf(npy(4, dict("<f4", "(2,)"), "")).find("version 1, 2 or 3"), std::string::npos);
  EXPECT_NE(errorOf(good + "x").find("expected 8 data bytes"), std::string::npos);
  EXPECT_NE(errorOf(good.substr(0, good.size() - 1)).find("expected 8 data bytes"), std::string::npos);
  EXPECT_NE(errorOf(npy(1, dict(">f4", "(2,)"), "12345678")).find("'>f4'"), std::string::npos);
  EXPECT_NE(errorOf(npy(1, dict("|O", "(2,)"), "")).find("'|O'"), std::string::npos);
  EXPECT_NE(errorOf(npy(1, dict("<f4", "(-2,)"), "")).find("malformed .npy header"), std::string::npos);
  EXPECT_NE(errorOf(npy(1, dict("<f4", "(99999999999999999999,)"), "")).find("malformed"), std::string::npos);
  EXPECT_NE(errorOf(npy(1, dict("<f4", "(9223372036854775807, 16)"), "")).find("too large"), std::string::npos);
  EXPECT_NE(errorOf(npy(1, "{'descr': '<f4', 'shape': (2,), }", "12345678")).find("malformed"), std::string::npos);
  EXPECT_NE(errorOf(npy(1, dict("<f4", "(2,)") + " import os", "12345678")).find("malformed"), std::string::npos);
}

} // namespace
} // namespace lockstep::runtime
