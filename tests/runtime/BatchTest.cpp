#include "Files.h"
#include "runtime/data/BatchMaker.h"
#include "runtime/data/NamedSource.h"
#include "runtime/data/Permutation.h"
#include "runtime/data/TokenSource.h"

#include <numeric>
#include <set>

namespace lockstep::runtime {
namespace {

struct BatchTest : FileTest {
  /// Windows of two tokens whose first token is twice the window's number.
  Result<BatchMaker> maker(uint16_t windows, Shape shape, Sampling sampling) {
    std::vector<uint16_t> values(windows * 2);
    std::iota(values.begin(), values.end(), uint16_t{0});
    std::vector<BatchArgument> arguments = {{"x", ElementType::I32, std::move(shape), std::nullopt},
                                            {"mask", ElementType::F32, {4, 2}, std::nullopt}};
    Result<TokenFile> file = TokenFile::open(write("t.bin", raw(values)));
    Result<TokenSource> source = TokenSource::create(std::move(*file), arguments, {Feed::Tokens, Feed::Ones});
    if (!source)
      return source.status();
    return BatchMaker::create(std::make_unique<TokenSource>(std::move(*source)), arguments, sampling);
  }
};

TEST_F(BatchTest, a_permutation_hits_every_index_once) {
  for (uint64_t count : {1u, 2u, 3u, 7u, 64u, 1000u}) {
    Permutation permutation(count, 42);
    std::set<uint64_t> seen;
    for (uint64_t i = 0; i < count; ++i)
      seen.insert(permutation[i]);
    EXPECT_EQ(seen.size(), count);
    EXPECT_LT(*seen.rbegin(), count);
  }
  Permutation a(1000, 1), b(1000, 2);
  uint64_t same = 0;
  for (uint64_t i = 0; i < 1000; ++i)
    same += a[i] == b[i];
  EXPECT_LT(same, 20u);
}

TEST_F(BatchTest, an_epoch_shows_every_sample_once_and_then_ends) {
  Result<BatchMaker> batches = maker(10, {4, 2}, {.seed = 3, .epochs = 2});
  ASSERT_TRUE(batches.ok()) << batches.status().message();
  EXPECT_EQ(batches->samplesPerStep(), 4u);
  std::vector<int32_t> firsts;
  for (uint64_t step = 0; step < 5; ++step) {
    auto batch = batches->make(step);
    ASSERT_TRUE(batch.ok()) << batch.status().message();
    std::vector<int32_t> tokens = valuesOf<int32_t>((*batch)[0]);
    for (size_t row = 0; row < 4; ++row) {
      EXPECT_EQ(tokens[2 * row + 1], tokens[2 * row] + 1);
      firsts.push_back(tokens[2 * row]);
    }
  }
  EXPECT_EQ(std::set<int32_t>(firsts.begin(), firsts.begin() + 10).size(), 10u);
  EXPECT_EQ(std::set<int32_t>(firsts.begin() + 10, firsts.end()).size(), 10u);
  EXPECT_NE(std::vector<int32_t>(firsts.begin(), firsts.begin() + 10),
            std::vector<int32_t>(firsts.begin() + 10, firsts.end()));
  EXPECT_EQ(batches->make(5).status().fault(), Fault::Exhausted);
}

TEST_F(BatchTest, samples_depend_on_seed_and_global_index_only) {
  Result<BatchMaker> a = maker(50, {4, 2}, {.seed = 1}), b = maker(50, {4, 2}, {.seed = 1}),
                     c = maker(50, {4, 2}, {.seed = 2});
  EXPECT_EQ(*a->make(7), *b->make(7)); // no step was made before
  EXPECT_NE(*a->make(7), *c->make(7));
  Result<BatchMaker> plain = maker(50, {4, 2}, {.shuffle = false});
  EXPECT_EQ(plain->sampleAt(13), 13u);
}

TEST_F(BatchTest, micro_batched_arguments_hold_the_same_samples) {
  Result<BatchMaker> flat = maker(50, {4, 2}, {.seed = 1}), nested = maker(50, {2, 2, 2}, {.seed = 1});
  ASSERT_TRUE(nested.ok()) << nested.status().message();
  EXPECT_EQ((*flat->make(3))[0], (*nested->make(3))[0]);
  EXPECT_NE(maker(50, {3, 2}, {}).status().message().find("takes 4 samples per step"), std::string::npos);
}

TEST_F(BatchTest, named_arrays_give_rows) {
  std::vector<float> x = {0, 1, 10, 11, 20, 21};
  std::vector<int32_t> y = {5, 6, 7};
  StoredTensor tensors[] = {{"x", ElementType::F32, {3, 2}, std::as_bytes(std::span(x))},
                            {"batch['y']", ElementType::I32, {3}, std::as_bytes(std::span(y))}};
  ASSERT_TRUE(writeSafetensors(path("d.safetensors"), tensors).ok());
  std::vector<BatchArgument> arguments = {{"batch['x']", ElementType::F32, {2, 2}, std::nullopt},
                                          {"batch['y']", ElementType::I32, {2}, std::pair(0.0, 6.0)}};
  auto source = [&](std::vector<BatchArgument> wanted) {
    return NamedSource::create(std::move(*SafetensorsFile::open(path("d.safetensors"))), std::move(wanted));
  };
  Result<NamedSource> named = source(arguments);
  ASSERT_TRUE(named.ok()) << named.status().message();
  Result<BatchMaker> batches =
      BatchMaker::create(std::make_unique<NamedSource>(std::move(*named)), arguments, {.shuffle = false, .epochs = 2});
  ASSERT_TRUE(batches.ok()) << batches.status().message();
  auto batch = batches->make(0);
  ASSERT_TRUE(batch.ok());
  EXPECT_EQ(valuesOf<float>((*batch)[0]), (std::vector<float>{0, 1, 10, 11}));
  EXPECT_EQ(valuesOf<int32_t>((*batch)[1]), (std::vector<int32_t>{5, 6}));
  EXPECT_NE(batches->make(1).status().message().find("value 7 in sample 2"), std::string::npos);

  arguments[0].shape = {2, 3};
  EXPECT_NE(source(arguments).status().message().find("does not fit"), std::string::npos);
  arguments[0] = {"z", ElementType::F32, {2, 2}, std::nullopt};
  EXPECT_NE(source(arguments).status().message().find("no tensor named 'z'"), std::string::npos);
}

} // namespace
} // namespace lockstep::runtime
