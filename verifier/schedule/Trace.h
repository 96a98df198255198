// What the devices of a stage do, seen from outside: messages and collectives in program order. Free of MLIR.
#pragma once

#include "ir/core/Rendezvous.h"
#include "verifier/graph/Graph.h"

#include <string>
#include <vector>

namespace lockstep::verifier {

/// Something a program stops at.
struct Event {
  NodeId node = kNone;
  Post post;
};
using Trace = std::vector<Event>;

/// The traces of a step of stages. Devices of one stage do the same, so one of them speaks for all: `stages[s]` talks of
/// stages. That holds when each group of a collective across stages has devices of the same stages; otherwise
/// `devices` has the trace of every device, in terms of devices.
struct StageTraces {
  std::vector<Trace> stages;
  std::vector<Trace> devices; // empty when the stages are symmetric
  unsigned messages = 0, collectives = 0; // sends; ends of collectives across stages
};

StageTraces stageTraces(const Graph &graph, const Node &step);

/// The step of a plan of stages; null when the graph is none.
const Node *stepOf(const Graph &graph);

/// What members of a collective must agree on, in words: "stablehlo.all_reduce by stablehlo.add of tensor<4xf32>".
std::string signatureOf(const Graph &graph, const Node &node);
std::string typeText(const Value &value);
/// "\"act\" of micro-batch 2".
std::string keyText(const MessageAttr &message);

/// How a simulation ended, other than well.
struct Obstacle {
  std::optional<Mismatch> mismatch;
  std::vector<Waiting> waiting; // a cycle, or those who wait for somebody that has ended
  std::string text;
};

/// Runs the programs against one another; nothing is buffered, a group ends when all of it is posted at both sides.
/// `word` names a program: "stage".
std::optional<Obstacle> simulate(const std::vector<Trace> &traces, const std::string &word);

} // namespace lockstep::verifier
