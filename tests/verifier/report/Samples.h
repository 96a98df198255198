// Results that the report tests write.
#pragma once

#include "lockstep/Report.h"

namespace lockstep::verifier::test {

/// Two proved results, a refuted one with a blamed operator, its twin with the same cause, an unsupported one.
inline Result refutedResult() {
  Result result;
  result.inputs = {{"mlp.mlir", std::string(64, 'a')}, {"mlp_dp2.mlir", std::string(64, 'b')}};
  result.mesh = "dp=2";
  result.statistics["seconds"] = 1.5;
  result.assumptions = {"the divisor at mlp.mlir:7 is not zero"};

  Obligation proved;
  proved.id = "value-0";
  proved.subject = "['b1'] (result 0)";
  proved.result = 0;
  proved.status = Status::Proved;
  result.obligations.push_back(proved);

  Obligation wrong;
  wrong.id = "value-1";
  wrong.subject = "['w1'] (result 1)";
  wrong.result = 1;
  wrong.status = Status::Refuted;
  wrong.method = Method::Interpretation;
  wrong.code = "EQ012";
  wrong.message = "differs from the logical value by up to 0.5 of its magnitude";
  wrong.counterexample = "cex.json";
  Difference difference;
  difference.element = {0, 3};
  difference.expected = 0.25;
  difference.found = 0.125;
  difference.bound = 1e-6;
  difference.relation = "partial sum: equals the logical value after summing over dp";
  difference.ranks = {{0, "dp=0", 0.125, true}, {1, "dp=1", 0.125, true}};
  difference.blame = Blame{"stablehlo.subtract", {"train.py", 12, 5}, {"mlp_dp2.mlir", 40, 11},
                           "uses a partial sum as if it were complete"};
  wrong.difference = difference;
  wrong.location = difference.blame->location;
  wrong.planLocation = difference.blame->planLocation;
  result.obligations.push_back(wrong);

  Obligation twin = wrong;
  twin.id = "value-2";
  twin.subject = "['w2'] (result 2)";
  twin.result = 2;
  twin.difference->element = {1};
  result.obligations.push_back(twin);

  Obligation unsupported;
  unsupported.id = "value-3";
  unsupported.subject = "['s'] (result 3)";
  unsupported.result = 3;
  unsupported.status = Status::Unsupported;
  unsupported.code = "EQ020";
  unsupported.message = "depends on the operator foo.bar in the plan, which is not supported";
  result.obligations.push_back(unsupported);
  result.coverage.operators = {{"foo.bar", 1}, {"stablehlo.add", 7}};
  result.coverage.unsupported = {{"foo.bar", {"mlp_dp2.mlir", 9, 3}, "not a known operator"}};
  return result;
}

/// Two proved values: one with a bound, one without.
inline Result provedResult() {
  Result result;
  result.levelReached = Level::Reordered;
  Obligation bounded;
  bounded.id = "value-0";
  bounded.subject = "['w'] (result 0)";
  bounded.result = 0;
  bounded.status = Status::Proved;
  bounded.level = Level::Reordered;
  bounded.levelReason = "stablehlo.all_reduce in the plan adds over ranks in an order that is not declared";
  bounded.bound.emplace();
  bounded.bound->relative = 3e-7;
  bounded.bound->logicalFactor = 1e-7;
  bounded.bound->planFactor = 2e-7;
  result.obligations.push_back(bounded);

  Obligation unbounded = bounded;
  unbounded.id = "value-1";
  unbounded.subject = "['n'] (result 1)";
  unbounded.result = 1;
  unbounded.bound = Bound{};
  unbounded.bound->reason = "stablehlo.rsqrt: the error of its operand has no bound";
  unbounded.bound->segments = {{true, "stablehlo.all_reduce", "f32", 8, 4.2e-7, 12, SourceLocation{"mlp_dp2.mlir", 31, 3}}};
  unbounded.bound->segmentsLeftOut = 2;
  result.obligations.push_back(unbounded);

  Obligation exact = bounded;
  exact.id = "value-2";
  exact.subject = "['step'] (result 2)";
  exact.result = 2;
  exact.level = Level::BitwiseReconfiguration;
  exact.levelReason.clear();
  exact.bound = Bound{};
  exact.bound->relative = 0;
  result.obligations.push_back(exact);
  return result;
}

inline std::string written(const Result &result, ReportFormat format, ReportOptions options = {}) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeReport(os, result, format, options);
  return text;
}

} // namespace lockstep::verifier::test
