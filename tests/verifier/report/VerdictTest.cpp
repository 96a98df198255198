// How statuses merge and what a command exits with.
#include "lockstep/Result.h"

#include <gtest/gtest.h>

using namespace lockstep::verifier;

namespace {

constexpr Status all[] = {Status::Proved, Status::Unknown, Status::Unsupported, Status::Refuted};

// Written out, so that a change of the order of enumerators is noticed.
TEST(VerdictTest, MergingTable) {
  const Status expected[4][4] = {
      {Status::Proved, Status::Unknown, Status::Unsupported, Status::Refuted},
      {Status::Unknown, Status::Unknown, Status::Unsupported, Status::Refuted},
      {Status::Unsupported, Status::Unsupported, Status::Unsupported, Status::Refuted},
      {Status::Refuted, Status::Refuted, Status::Refuted, Status::Refuted},
  };
  for (size_t i = 0; i < 4; ++i)
    for (size_t k = 0; k < 4; ++k)
      EXPECT_EQ(merge(all[i], all[k]), expected[i][k]) << name(all[i]) << " with " << name(all[k]);
}

TEST(VerdictTest, NothingDecidedIsUnknown) { EXPECT_EQ(Result().verdict(), Status::Unknown); }

TEST(VerdictTest, StoppedEarlyIsNeverProved) {
  Result result;
  Obligation obligation;
  obligation.status = Status::Proved;
  result.obligations = {obligation};
  EXPECT_EQ(result.verdict(), Status::Proved);
  result.stopped = "time limit of 1 s";
  EXPECT_EQ(result.verdict(), Status::Unknown);
}

TEST(VerdictTest, RefutedStaysRefutedWhenStopped) {
  Result result;
  Obligation obligation;
  obligation.status = Status::Refuted;
  result.obligations = {obligation};
  result.stopped = "interrupted";
  EXPECT_EQ(result.verdict(), Status::Refuted);
}

TEST(VerdictTest, ExitCodes) {
  EXPECT_EQ(exitCode(Status::Proved), 0);
  EXPECT_EQ(exitCode(Status::Refuted), 1);
  EXPECT_EQ(exitCode(Status::Unknown), 3);
  EXPECT_EQ(exitCode(Status::Unsupported), 3);
}

TEST(VerdictTest, SpellingsRoundTrip) {
  for (Status status : all)
    EXPECT_EQ(parseStatus(name(status)), status);
  for (auto kind : {ObligationKind::Value, ObligationKind::Placement, ObligationKind::Communication,
                    ObligationKind::Schedule, ObligationKind::State, ObligationKind::Memory})
    EXPECT_EQ(parseObligationKind(name(kind)), kind);
  for (auto method : {Method::NormalForm, Method::Smt, Method::Interpretation, Method::Simulation})
    EXPECT_EQ(parseMethod(name(method)), method);
  EXPECT_FALSE(parseStatus("Proved"));
}

} // namespace
