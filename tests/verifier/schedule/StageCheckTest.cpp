// Known ways in which programs of stages do not fit together, one test each, beside plans that do.
#include "tests/verifier/check/Programs.h"
#include "verifier/schedule/StageCheck.h"

#include "gmock/gmock.h"

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;
using testing::HasSubstr;

namespace {

std::string send(int to, int micro, const std::string &tag = "act", const std::string &value = "%x") {
  return "plan.send " + value + " to " + std::to_string(to) + " micro_batch " + std::to_string(micro) + " tag \"" + tag +
         "\" : tensor<4xf32>\n";
}

std::string receive(const std::string &name, int from, int micro, const std::string &tag = "act") {
  return "%" + name + " = plan.recv from " + std::to_string(from) + " micro_batch " + std::to_string(micro) +
         " tag \"" + tag + "\" : tensor<4xf32>\n";
}

std::string group(const std::string &body) { return "plan.group {\n" + body + "plan.yield\n}\n"; }

std::string allReduce(const std::string &name, const std::string &groups, int channel, const std::string &by = "add") {
  return "%" + name + " = \"stablehlo.all_reduce\"(%x) <{channel_handle = #stablehlo.channel_handle<handle = " +
         std::to_string(channel) + ", type = 1>, replica_groups = dense<" + groups +
         ">, use_global_device_ids}> ({\n^bb0(%l: tensor<f32>, %r: tensor<f32>):\n  %acc = stablehlo." + by +
         " %l, %r : tensor<f32>\n  stablehlo.return %acc : tensor<f32>\n}) : (tensor<4xf32>) -> tensor<4xf32>\n";
}

/// Stages that all hold %x and return it; between, what they communicate.
std::vector<Obligation> check(const std::vector<std::string> &programs, int dp = 1, const std::string &functions = "",
                              const std::string &attributes = "") {
  std::string stages, all;
  for (size_t i = 0; i < programs.size(); ++i) {
    stages += "stage(%x: tensor<4xf32>) {\n" + programs[i] + "plan.return %x : tensor<4xf32>\n}\n";
    all += (i ? ", " : "") + std::to_string(i);
  }
  std::string placement = "[<[" + all + "], <@mesh, [{}]>>]";
  auto context = makeContext();
  Program program = programOf(
      *context, "sdy.mesh @mesh = <[\"pp\"=" + std::to_string(programs.size()) + ", \"dp\"=" + std::to_string(dp) + "]>\n" +
                    functions + "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n%0 = plan.step(%a) mesh=@mesh " +
                    "stage_axis=\"pp\" in_placements=" + placement + " out_placements=" + placement + "\n" + stages +
                    attributes + " : (tensor<4xf32>) -> tensor<4xf32>\nreturn %0 : tensor<4xf32>\n}\n");
  return checkStages(importGraph(program).graph);
}

/// Messages of all refuted obligations with that code.
std::string refuted(const std::vector<Obligation> &obligations, const std::string &code) {
  std::string messages;
  for (const Obligation &obligation : obligations)
    if (obligation.status == Status::Refuted && obligation.code == code)
      messages += obligation.message + "\n";
  return messages;
}

std::string anyFault(const std::vector<Obligation> &obligations) {
  std::string faults;
  for (const Obligation &obligation : obligations)
    if (obligation.status != Status::Proved)
      faults += obligation.code + ": " + obligation.message + "\n";
  return faults;
}

TEST(StageCheck, GpipeWithBlockingMessagesIsProved) {
  EXPECT_EQ(anyFault(check({send(1, 0) + send(1, 1) + receive("a", 1, 0, "grad") + receive("b", 1, 1, "grad"),
                            receive("a", 0, 0) + receive("b", 0, 1) + send(0, 0, "grad") + send(0, 1, "grad")})),
            "");
}

TEST(StageCheck, MissingReceiveOfTheLastMicroBatch) {
  auto found = check({send(1, 0) + send(1, 1) + receive("a", 1, 0, "grad"),
                      receive("a", 0, 0) + receive("b", 0, 1) + send(0, 0, "grad") + send(0, 1, "grad")});
  EXPECT_THAT(refuted(found, "CM006"), HasSubstr("stage 1 sends \"grad\" of micro-batch 1"));
  EXPECT_THAT(refuted(found, "CM006"), HasSubstr("stage 0 never receives it"));
}

// Steady state of 1F1B: stage 0 sends an activation and then waits for a gradient, stage 1 the other way round.
const std::string oneAhead = send(1, 0);
const std::string first = send(1, 1) + receive("a", 1, 0, "grad");
const std::string firstLast = receive("b", 1, 1, "grad");
const std::string second = receive("c", 0, 0) + send(0, 0, "grad") + receive("d", 0, 1) + send(0, 1, "grad");

TEST(StageCheck, BlockingMessagesOfOneForwardOneBackwardDeadlock) {
  auto found = check({oneAhead + first + firstLast, second});
  std::string message = refuted(found, "SC001");
  EXPECT_THAT(message, HasSubstr("stage 0 waits to send \"act\" of micro-batch 1 to stage 1"));
  EXPECT_THAT(message, HasSubstr("stage 1 waits to send \"grad\" of micro-batch 0 to stage 0"));
  EXPECT_THAT(message, HasSubstr("for stage 1"));
}

TEST(StageCheck, GroupedMessagesOfOneForwardOneBackwardDoNot) {
  std::string exchange = group(send(1, 1) + receive("a", 1, 0, "grad"));
  std::string other = receive("c", 0, 0) + group(send(0, 0, "grad") + receive("d", 0, 1)) + send(0, 1, "grad");
  EXPECT_EQ(anyFault(check({oneAhead + exchange + firstLast, other})), "");
}

TEST(StageCheck, CrossedSendsDeadlock) {
  auto found = check({send(1, 0, "p") + receive("a", 1, 0, "q"), send(0, 0, "q") + receive("a", 0, 0, "p")});
  EXPECT_THAT(refuted(found, "SC001"), HasSubstr("stage 0 waits to send \"p\""));
}

TEST(StageCheck, ALongerCycleIsFoundThroughNeighboursThatAreFine) {
  // 0 waits for 1, 1 for 2, 2 for 0; stage 3 only waits for stage 0.
  auto found = check({send(1, 0) + receive("a", 2, 0) + send(3, 0), send(2, 0) + receive("a", 0, 0),
                      send(0, 0) + receive("a", 1, 0), receive("a", 0, 0)});
  std::string message = refuted(found, "SC001");
  for (const char *stage : {"stage 0 waits", "stage 1 waits", "stage 2 waits"})
    EXPECT_THAT(message, HasSubstr(stage));
  EXPECT_THAT(message, testing::Not(HasSubstr("stage 3 waits")));
}

TEST(StageCheck, MessagesInAnotherOrder) {
  auto found = check({send(1, 0) + send(1, 1), receive("a", 0, 1) + receive("b", 0, 0)});
  EXPECT_THAT(refuted(found, "CM005"), HasSubstr("sent as \"act\" of micro-batch 0"));
  EXPECT_THAT(refuted(found, "CM005"), HasSubstr("received as \"act\" of micro-batch 1"));
}

TEST(StageCheck, WrongPeer) {
  auto found = check({send(2, 0), receive("a", 0, 0), ""});
  EXPECT_THAT(refuted(found, "CM006"), HasSubstr("stage 1 receives \"act\" of micro-batch 0"));
  EXPECT_THAT(refuted(found, "CM006"), HasSubstr("stage 2 never receives it"));
}

TEST(StageCheck, EndsOfAnotherSizeOrType) {
  std::string small = "%a = plan.recv from 0 micro_batch 0 tag \"act\" : tensor<2xf32>\n";
  EXPECT_THAT(refuted(check({send(1, 0), small}), "CM007"), HasSubstr("tensor<2xf32>"));
  std::string half = "%a = plan.recv from 0 micro_batch 0 tag \"act\" : tensor<4xbf16>\n";
  EXPECT_THAT(refuted(check({send(1, 0), half}), "CM007"), HasSubstr("tensor<4xbf16>"));
}

const std::string both = "[[0, 1]]> : tensor<1x2xi64";

TEST(StageCheck, AStageThatSkipsACollective) {
  auto found = check({allReduce("s", both, 1) + allReduce("t", both, 2), allReduce("s", both, 1)});
  EXPECT_THAT(refuted(found, "CM002"), HasSubstr("stage 1 does not take part"));
}

TEST(StageCheck, CollectivesThatDisagree) {
  EXPECT_THAT(refuted(check({allReduce("s", both, 1), allReduce("s", both, 1, "maximum")}), "CM001"),
              HasSubstr("stablehlo.maximum"));
  EXPECT_THAT(refuted(check({allReduce("s", both, 1), allReduce("s", both, 2)}), "CM001"), HasSubstr("channel 2"));
}

TEST(StageCheck, CommunicatorsInAnotherOrder) {
  // Communicators {0, 1} and {0, 1, 2}: each stage calls both, in different orders.
  std::string pair = "[[0, 1]]> : tensor<1x2xi64", all = "[[0, 1, 2]]> : tensor<1x3xi64";
  auto good = check({allReduce("s", pair, 1) + allReduce("t", all, 2), allReduce("s", pair, 1) + allReduce("t", all, 2),
                     allReduce("t", all, 2)});
  EXPECT_EQ(anyFault(good), "");
  auto bad = check({allReduce("s", pair, 1) + allReduce("t", all, 2), allReduce("t", all, 2) + allReduce("s", pair, 1),
                    allReduce("t", all, 2)});
  EXPECT_THAT(refuted(bad, "SC001"), HasSubstr("stage 0 waits in stablehlo.all_reduce"));
}

TEST(StageCheck, CollectivesAndMessagesShareAStream) {
  auto bad = check({allReduce("s", both, 1) + send(1, 0), receive("a", 0, 0) + allReduce("s", both, 1)});
  EXPECT_THAT(refuted(bad, "SC001"), HasSubstr("stage 1 waits to receive \"act\""));
  EXPECT_EQ(anyFault(check({send(1, 0) + allReduce("s", both, 1), receive("a", 0, 0) + allReduce("s", both, 1)})), "");
}

TEST(StageCheck, CostDoesNotGrowWithTheDevicesOfAStage) {
  auto found = check({send(1, 0), receive("a", 0, 0)}, /*dp=*/100000);
  EXPECT_EQ(anyFault(found), "");
}

TEST(StageCheck, RanksOfAStageMayHaveOtherPartners) {
  // dp = 2: devices 0, 1 | 2, 3 | 4, 5. Device 0 sums with stage 1, device 1 with stage 2.
  std::string groups = "[[0, 2], [1, 4], [3, 5]]> : tensor<3x2xi64";
  EXPECT_EQ(anyFault(check({allReduce("s", groups, 1), allReduce("s", groups, 1), allReduce("s", groups, 1)}, 2)), "");
}

const std::string work = "func.func private @f(%m: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {\n"
                         "  return %x : tensor<4xf32>\n}\n"
                         "func.func private @g(%m: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {\n"
                         "  return %y : tensor<4xf32>\n}\n";

std::string forward(const std::string &name, int micro) {
  return "%" + name + " = plan.call @f micro_batch " + std::to_string(micro) + " (%x) : (tensor<4xf32>) -> tensor<4xf32>\n";
}
std::string backward(const std::string &name, const std::string &stash, const std::string &sum, int micro) {
  return "%" + name + " = plan.call @g micro_batch " + std::to_string(micro) + " (%" + stash + ", %" + sum +
         ") : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n";
}

TEST(StageCheck, ActivationsInFlight) {
  // Both forward before both backward: two are held; the sums are no activations.
  std::string program = forward("a", 0) + forward("b", 1) + backward("s", "a", "x", 0) + backward("t", "b", "s", 1);
  for (const Obligation &obligation : check({program, ""}, 1, work))
    if (obligation.id == "memory-0") {
      EXPECT_THAT(obligation.subject, HasSubstr("2 micro-batches, 2 activations, 32 bytes"));
    }
  EXPECT_EQ(anyFault(check({program, ""}, 1, work, "{in_flight = array<i64: 2, 0>}")), "");
  EXPECT_THAT(refuted(check({program, ""}, 1, work, "{in_flight = array<i64: 1, 0>}"), "SC010"),
              HasSubstr("holds 2 micro-batches"));
}

TEST(StageCheck, DonatedBuffersAreNotReadLater) {
  std::string give = "%b = plan.call @f micro_batch 0 (%a) donates [0] : (tensor<4xf32>) -> tensor<4xf32>\n";
  EXPECT_EQ(anyFault(check({forward("a", 0) + give, ""}, 1, work)), "");
  EXPECT_THAT(refuted(check({forward("a", 0) + give + "%c = stablehlo.abs %a : tensor<4xf32>\n", ""}, 1, work), "ST004"),
              HasSubstr("is read"));
  std::string argument = "%b = plan.call @f micro_batch 0 (%x) donates [0] : (tensor<4xf32>) -> tensor<4xf32>\n";
  EXPECT_THAT(refuted(check({argument, ""}, 1, work), "ST004"), HasSubstr("is returned"));
  std::string twice = "%b = plan.call @g micro_batch 0 (%a, %a) donates [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n";
  EXPECT_THAT(refuted(check({forward("a", 0) + twice, ""}, 1, work), "ST004"), HasSubstr("given twice"));
}

} // namespace
