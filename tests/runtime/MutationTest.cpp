// Damaged files: whatever bytes change or are cut off, reading ends with a value or a message.
#include "Files.h"
#include "runtime/data/BatchMaker.h"
#include "runtime/data/NamedSource.h"
#include "runtime/data/Npy.h"
#include "runtime/data/Permutation.h"
#include "runtime/data/TokenFile.h"

#include <fstream>

namespace lockstep::runtime {
namespace {

struct MutationTest : FileTest {
  /// Damages `content` in a way that depends on the round alone: a few bytes replaced, then perhaps the end cut off.
  static std::string damaged(std::string content, uint64_t round) {
    uint64_t random = mix(round);
    auto next = [&](uint64_t limit) {
      random = mix(random);
      return limit ? random % limit : 0;
    };
    constexpr std::string_view kInteresting = "{}[]\":,0123456789-\x00\x7f\xff";
    for (uint64_t changes = next(4) + 1; changes > 0 && !content.empty(); --changes) {
      char replacement = next(2) ? kInteresting[next(kInteresting.size())] : static_cast<char>(next(256));
      // Most damage goes to the header, where the structure is.
      content[next(next(3) ? std::min<size_t>(content.size(), 160) : content.size())] = replacement;
    }
    if (next(4) == 0)
      content.resize(next(content.size() + 1));
    return content;
  }

  /// Adds up every byte of what was read, so that a view outside the file is noticed.
  static uint64_t touch(std::span<const std::byte> bytes) {
    uint64_t sum = 0;
    for (std::byte byte : bytes)
      sum += static_cast<uint64_t>(byte);
    return sum;
  }
};

TEST_F(MutationTest, safetensors) {
  std::vector<float> values(12, 1.5f);
  StoredTensor tensors[] = {{"a", ElementType::F32, {3, 2}, std::as_bytes(std::span(values).first(6))},
                            {"b", ElementType::F32, {6}, std::as_bytes(std::span(values).last(6))}};
  ASSERT_TRUE(writeSafetensors(path("good"), tensors, {{"note", "x"}}).ok());
  std::ifstream file(path("good"), std::ios::binary);
  std::string good((std::istreambuf_iterator<char>(file)), {});
  unsigned accepted = 0, refused = 0;
  for (uint64_t round = 0; round < 500; ++round) {
    Result<SafetensorsFile> read = SafetensorsFile::open(write("bad", damaged(good, round)));
    if (!read) {
      EXPECT_FALSE(read.status().message().empty());
      ++refused;
      continue;
    }
    ++accepted;
    for (const StoredTensor &tensor : read->tensors())
      touch(tensor.bytes);
  }
  EXPECT_GT(refused, 150u);
  EXPECT_GT(accepted, 15u); // damage to the data itself is nothing a reader can see
}

TEST_F(MutationTest, npy) {
  std::string header = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }";
  header.resize(117, ' ');
  header += '\n';
  std::string good = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
                     raw(std::vector<float>{0, 1, 2, 3, 4, 5});
  ASSERT_TRUE(NpyFile::open(write("good.npy", good)).ok());
  unsigned refused = 0;
  for (uint64_t round = 0; round < 500; ++round) {
    Result<NpyFile> read = NpyFile::open(write("bad.npy", damaged(good, round)));
    if (read)
      touch(read->bytes());
    else
      ++refused;
  }
  EXPECT_GT(refused, 150u);
}

} // namespace
} // namespace lockstep::runtime
