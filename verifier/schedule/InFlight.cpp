#include "verifier/schedule/StageCheck.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::verifier {

namespace {

int64_t microBatchOf(const Node &node) {
  if (const auto *call = std::get_if<CallAttr>(&node.attributes))
    return call->microBatch;
  if (const auto *message = std::get_if<MessageAttr>(&node.attributes))
    return message->microBatch;
  return -1;
}

uint64_t bytesOf(const Value &value) {
  uint64_t bytes = byteWidth(value.type);
  for (int64_t extent : value.shape)
    bytes *= static_cast<uint64_t>(extent);
  return bytes;
}

struct Life {
  int64_t microBatch = -1; // that it is made for
  size_t defined = 0, lastUse = 0;
  bool activation = false;
};

class Lives {
public:
  Lives(const Graph &graph, const Region &program) : graph(graph) {
    for (size_t at = 0; at < program.nodes.size(); ++at)
      visit(graph.node(program.nodes[at]), at);
    for (ValueId returned : program.results)
      if (auto known = lives.find(returned); known != lives.end())
        known->second.activation = false;
  }

  std::map<ValueId, Life> lives;

private:
  const Graph &graph;

  void define(ValueId value, int64_t microBatch, size_t at) { lives[value] = {microBatch, at, at, microBatch >= 0}; }

  void use(ValueId value, int64_t microBatch, size_t at) {
    auto known = lives.find(value);
    if (known == lives.end())
      return;
    known->second.lastUse = at;
    known->second.activation &= microBatch == known->second.microBatch;
  }

  void visit(const Node &node, size_t at) {
    if (node.opcode == Opcode::PlanGroup) {
      const Region &body = node.regions[0];
      for (NodeId id : body.nodes)
        for (ValueId operand : graph.node(id).operands)
          use(operand, microBatchOf(graph.node(id)), at);
      for (size_t i = 0; i < node.results.size(); ++i)
        define(node.results[i], microBatchOf(graph.node(graph.value(body.results[i]).definingNode)), at);
      return;
    }
    int64_t microBatch = microBatchOf(node);
    for (ValueId operand : node.operands)
      use(operand, microBatch, at);
    for (const Region &region : node.regions) // what regions capture
      capture(region, at);
    for (ValueId result : node.results)
      define(result, microBatch, at);
  }

  void capture(const Region &region, size_t at) {
    for (NodeId id : region.nodes) {
      for (ValueId operand : graph.node(id).operands)
        use(operand, -1, at);
      for (const Region &inner : graph.node(id).regions)
        capture(inner, at);
    }
  }
};

} // namespace

InFlight inFlight(const Graph &graph, const Region &program) {
  Lives found(graph, program);
  std::vector<std::vector<ValueId>> begins(program.nodes.size() + 1), ends(program.nodes.size() + 1);
  for (const auto &[value, life] : found.lives)
    if (life.activation && life.lastUse > life.defined) {
      begins[life.defined].push_back(value);
      ends[life.lastUse].push_back(value);
    }
  InFlight most;
  std::map<int64_t, unsigned> held; // values per micro-batch
  unsigned values = 0;
  uint64_t bytes = 0;
  for (size_t at = 0; at < program.nodes.size(); ++at) {
    for (ValueId value : begins[at]) {
      ++held[found.lives[value].microBatch];
      ++values;
      bytes += bytesOf(graph.value(value));
    }
    most.microBatches = std::max(most.microBatches, static_cast<unsigned>(held.size()));
    most.values = std::max(most.values, values);
    most.bytes = std::max(most.bytes, bytes);
    for (ValueId value : ends[at]) {
      auto own = held.find(found.lives[value].microBatch);
      if (--own->second == 0)
        held.erase(own);
      --values;
      bytes -= bytesOf(graph.value(value));
    }
  }
  return most;
}

} // namespace lockstep::verifier
