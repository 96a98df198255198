#include "Files.h"
#include "runtime/data/Integers.h"
#include "runtime/data/TokenSource.h"

namespace lockstep::runtime {
namespace {

struct TokenTest : FileTest {
  TokenFile tokens(const std::vector<uint16_t> &values) {
    Result<TokenFile> file = TokenFile::open(write("t.bin", raw(values)));
    EXPECT_TRUE(file.ok());
    return std::move(*file);
  }
  static std::vector<int32_t> fill(const TokenSource &source, unsigned argument, uint64_t sample, size_t length) {
    std::vector<std::byte> row(length * 4);
    Status status = source.fill(argument, sample, row);
    EXPECT_TRUE(status.ok()) << status.message();
    return valuesOf<int32_t>(row);
  }
};

BatchArgument argument(std::string name, Shape shape, ElementType type = ElementType::I32) {
  return {std::move(name), type, std::move(shape), std::nullopt};
}

TEST_F(TokenTest, the_width_follows_flag_then_name) {
  std::string path16 = write("a.bin", raw(std::vector<uint16_t>{1, 65535}));
  std::string path32 = write("a.u32.bin", raw(std::vector<uint32_t>{70000}));
  EXPECT_EQ(TokenFile::open(path16)->size(), 2u);
  EXPECT_EQ(TokenFile::open(path16)->at(1), 65535);
  EXPECT_EQ(TokenFile::open(path32)->at(0), 70000);
  EXPECT_EQ(TokenFile::open(path32, TokenWidth::U16)->size(), 2u);
  EXPECT_EQ(TokenFile::open(path16, TokenWidth::U32)->size(), 1u);
  EXPECT_NE(TokenFile::open(write("odd.bin", "abc")).status().message().find("whole number of 2-byte"),
            std::string::npos);
}

TEST_F(TokenTest, integers_keep_sign_and_refuse_what_does_not_fit) {
  std::vector<std::byte> bytes(8);
  EXPECT_TRUE(storeInteger(ElementType::I16, -5, bytes));
  EXPECT_EQ(loadInteger(ElementType::I16, bytes), -5);
  EXPECT_FALSE(storeInteger(ElementType::I8, 128, bytes));
  EXPECT_FALSE(storeInteger(ElementType::UI8, -1, bytes));
  EXPECT_TRUE(storeInteger(ElementType::UI8, 255, bytes));
  EXPECT_TRUE(storeInteger(ElementType::I64, INT64_MIN, bytes));
  EXPECT_EQ(loadInteger(ElementType::I64, bytes), INT64_MIN);
  EXPECT_FALSE(storeInteger(ElementType::I1, 2, bytes));
}

TEST_F(TokenTest, targets_are_the_next_tokens) {
  std::vector<BatchArgument> arguments = {argument("batch['mask']", {2, 4}, ElementType::F32),
                                          argument("batch['targets']", {2, 4}), argument("batch['tokens']", {2, 4})};
  Result<std::vector<Feed>> feeds = chooseFeeds(arguments, {});
  ASSERT_TRUE(feeds.ok());
  EXPECT_EQ(*feeds, (std::vector<Feed>{Feed::Ones, Feed::Next, Feed::Tokens}));
  Result<TokenSource> source = TokenSource::create(tokens({0, 1, 2, 3, 4, 5, 6, 7, 8}), arguments, *feeds);
  ASSERT_TRUE(source.ok()) << source.status().message();
  EXPECT_EQ(source->sampleCount(), 2u);
  EXPECT_EQ(fill(*source, 2, 1, 4), (std::vector<int32_t>{4, 5, 6, 7}));
  EXPECT_EQ(fill(*source, 1, 1, 4), (std::vector<int32_t>{5, 6, 7, 8}));
  std::vector<std::byte> row(16);
  ASSERT_TRUE(source->fill(0, 0, row).ok());
  EXPECT_EQ(valuesOf<float>(row), (std::vector<float>{1, 1, 1, 1}));
}

TEST_F(TokenTest, the_last_window_needs_its_target) {
  std::vector<BatchArgument> both = {argument("tokens", {4}), argument("labels", {4})};
  EXPECT_EQ(TokenSource::create(tokens({0, 1, 2, 3, 4, 5, 6, 7}), both, {Feed::Tokens, Feed::Next})->sampleCount(), 1u);
  // A step that shifts the tokens itself is given one more and advances by the length it trains on.
  std::vector<BatchArgument> one = {argument("x", {2, 5})};
  Result<TokenSource> source = TokenSource::create(tokens({0, 1, 2, 3, 4, 5, 6, 7, 8}), one, {Feed::Tokens});
  EXPECT_EQ(source->sampleCount(), 2u);
  EXPECT_EQ(fill(*source, 0, 1, 5), (std::vector<int32_t>{4, 5, 6, 7, 8}));
}

TEST_F(TokenTest, unclear_feeds_are_asked_for) {
  std::vector<BatchArgument> arguments = {argument("a", {2, 4}), argument("b", {2, 4})};
  EXPECT_NE(chooseFeeds(arguments, {}).status().message().find("--feed 'a="), std::string::npos);
  std::pair<std::string, Feed> given[] = {{"b", Feed::Next}, {"a", Feed::Tokens}};
  EXPECT_EQ(*chooseFeeds(arguments, given), (std::vector<Feed>{Feed::Tokens, Feed::Next}));
  std::pair<std::string, Feed> unknown[] = {{"c", Feed::Next}};
  EXPECT_NE(chooseFeeds(arguments, unknown).status().message().find("'c'"), std::string::npos);
  EXPECT_FALSE(parseFeed("token").has_value());
}

TEST_F(TokenTest, tokens_outside_the_declared_range_are_refused) {
  BatchArgument bounded = argument("tokens", {2});
  bounded.range = {0, 100};
  Result<TokenSource> source = TokenSource::create(tokens({1, 2, 101, 3}), {bounded}, {Feed::Tokens});
  ASSERT_TRUE(source.ok());
  std::vector<std::byte> row(8);
  EXPECT_TRUE(source->fill(0, 0, row).ok());
  Status status = source->fill(0, 1, row);
  EXPECT_NE(status.message().find("token 101 at position 2"), std::string::npos) << status.message();
  EXPECT_NE(status.message().find("0 to 100"), std::string::npos);

  Result<TokenSource> narrow =
      TokenSource::create(tokens({300, 1}), {argument("tokens", {2}, ElementType::UI8)}, {Feed::Tokens});
  std::vector<std::byte> small(2);
  EXPECT_FALSE(narrow->fill(0, 0, small).ok());
}

TEST_F(TokenTest, misfits_are_refused) {
  EXPECT_FALSE(TokenSource::create(tokens({1, 2}), {argument("tokens", {4})}, {Feed::Tokens}).ok());
  EXPECT_FALSE(TokenSource::create(tokens({1, 2}), {argument("lr", {})}, {Feed::Ones}).ok());
  EXPECT_FALSE(TokenSource::create(tokens({1, 2}), {argument("x", {1}, ElementType::F32)}, {Feed::Tokens}).ok());
  EXPECT_FALSE(
      TokenSource::create(tokens({1, 2, 3, 4}), {argument("a", {1}), argument("b", {3})}, {Feed::Tokens, Feed::Next})
          .ok());
  EXPECT_FALSE(TokenSource::create(tokens({1, 2}), {}, {}).ok());
}

} // namespace
} // namespace lockstep::runtime
