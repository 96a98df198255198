#include "verifier/schedule/StageCheck.h"

#include <map>

namespace lockstep::verifier {

namespace {

class Donations {
public:
  Donations(const Graph &graph, const Region &program) : graph(graph) {
    for (NodeId id : program.nodes)
      visit(id, id);
    for (ValueId returned : program.results)
      read(returned, kNone, "is returned");
  }

  std::vector<DonationFault> faults;

private:
  const Graph &graph;
  std::map<ValueId, NodeId> given;

  void read(ValueId value, NodeId reader, const std::string &how) {
    auto donated = given.find(value);
    if (donated == given.end())
      return;
    std::string text = "a value whose buffer the call at " + graph.locationOf(donated->second).str() + " took " + how;
    if (reader != kNone)
      text += " at " + graph.locationOf(reader).str();
    faults.push_back({donated->second, reader, std::move(text)});
  }

  void visit(NodeId id, NodeId outer) {
    const Node &node = graph.node(id);
    for (ValueId operand : node.operands)
      read(operand, outer, "is read");
    for (const Region &region : node.regions)
      for (NodeId inner : region.nodes)
        visit(inner, outer);
    const auto *call = std::get_if<CallAttr>(&node.attributes);
    if (!call)
      return;
    for (int64_t position : call->donates) {
      ValueId value = node.operands[static_cast<size_t>(position)];
      given.try_emplace(value, id);
      for (size_t i = 0; i < node.operands.size(); ++i)
        if (static_cast<int64_t>(i) != position && node.operands[i] == value)
          return faults.push_back({id, id, "the call at " + graph.locationOf(id).str() +
                                               " takes the buffer of an operand that it is given twice"});
    }
  }
};

} // namespace

std::vector<DonationFault> donationFaults(const Graph &graph, const Region &program) {
  return Donations(graph, program).faults;
}

} // namespace lockstep::verifier
