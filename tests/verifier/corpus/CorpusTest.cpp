// Real plans with one fault each are refuted, plans that only look wrong are not.
#include "tests/verifier/corpus/Corpus.h"

#include <gtest/gtest.h>

using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

const auto named = [](const auto &info) { return info.param.testName(); };

class RefutedTest : public ::testing::TestWithParam<Pair> {};

TEST_P(RefutedTest, ByExecution) {
  VerifyOptions options;
  options.prove = false; // what is asked here is the search for counterexamples
  auto result = verifyPair(GetParam(), options);
  ASSERT_TRUE(static_cast<bool>(result)) << llvm::toString(result.takeError());
  EXPECT_EQ(result->verdict(), Status::Refuted) << summaryOf(*result);
}

INSTANTIATE_TEST_SUITE_P(Corpus, RefutedTest, ::testing::ValuesIn(pairsNamed({
    "buggy/mlp_dp4_mean__sum_instead_of_mean", "buggy/mlp_dp4_padded__padded_divisor",
    "buggy/mlp_dp4_sum__missing_psum_one_leaf", "buggy/mlp_dp4_tp2__divisor_wrong_axis",
    "buggy/mlp_dp4_tp2__psum_wrong_axis", "buggy/mlp_dp4_vma__psum_on_top_of_automatic",
    "buggy/mlp_tp4__bias_over_tp", "buggy/mlp_zero2_flat__scatter_interleaved",
    "buggy/dropout_rows_dp4__dropout_same_on_all_ranks", "buggy/drop_dp2_accum__schedule_per_microbatch",
    "buggy/diff_dp3_ring__ring_gather_off_by_one", "buggy/dlrm_dp2_mp4_rows__row_offset_by_dp_rank",
    "buggy/lora_dp2_tp2__scale_by_local_rank", "buggy/master_dp4_ep1__max_of_partial_second_moment",
    "buggy/master_dp5_placed__pieces_overlap", "buggy/moe_ep2__aux_loss_local",
    "buggy/mtp_dp4_accum__clip_has_no_effect", "buggy/mtp_dp4_accum__denominator_of_microbatch",
    "buggy/mtp_dp4_zero_rows__pad_rows_counted", "buggy/vit_dp4__lr_clock_times_world",
    "buggy/vit_zero1_bucket__decay_mask_of_rank0", "buggy/gpt_dp4__double_division"})), named);

class NotRefutedTest : public ::testing::TestWithParam<Pair> {};

TEST_P(NotRefutedTest, ByExecution) {
  VerifyOptions options;
  options.prove = false;
  auto result = verifyPair(GetParam(), options);
  ASSERT_TRUE(static_cast<bool>(result)) << llvm::toString(result.takeError());
  EXPECT_EQ(result->verdict(), Status::Unknown) << summaryOf(*result); // never proved without a proof either
}

INSTANTIATE_TEST_SUITE_P(Corpus, NotRefutedTest, ::testing::ValuesIn(pairsNamed({
    "plans/mlp_dp4_padded", "plans/mlp_dp4_tp2", "plans/mlp_zero2_flat", "plans/mlp_dp2_manual_tp2_auto",
    "plans/dropout_rows_dp4", "plans/dropout_whole_dp4", "plans/drop_sp2", "plans/diff_dp2_hand",
    "plans/dlrm_mp4_tables", "plans/lora_dp4_merged", "plans/master_dp5_placed", "plans/moe_ep2",
    "plans/mtp_dp4_accum", "plans/vit_dp2_fused"})), named);

} // namespace
