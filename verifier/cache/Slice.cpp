#include "verifier/cache/Slice.h"

namespace lockstep::verifier::cache {

namespace {

class Slicer {
public:
  explicit Slicer(Graph &graph) : g(graph), needed(graph.values.size()) {}

  void run(const std::vector<unsigned> &results) {
    Region &body = g.functions[g.main].body;
    keep(body.results, results);
    if (g.form == GraphForm::PerDevice) {
      keep(g.resultShardings, results);
      if (!g.globalResultShapes.empty())
        keep(g.globalResultShapes, results);
    }
    prune(body);
  }

private:
  Graph &g;
  std::vector<bool> needed;

  template <typename List> static void keep(List &list, const std::vector<unsigned> &which) {
    List kept;
    for (unsigned i : which)
      kept.push_back(std::move(list[i]));
    list = std::move(kept);
  }

  /// All that a region uses, also of what is around it.
  void needAll(const Region &r) {
    for (ValueId result : r.results)
      needed[result] = true;
    for (NodeId id : r.nodes) {
      for (ValueId operand : g.nodes[id].operands)
        needed[operand] = true;
      for (const Region &nested : g.nodes[id].regions)
        needAll(nested);
    }
  }

  void prune(Region &r) {
    for (ValueId result : r.results)
      needed[result] = true;
    std::vector<NodeId> kept;
    for (size_t i = r.nodes.size(); i-- > 0;) {
      Node &node = g.nodes[r.nodes[i]];
      std::vector<unsigned> used;
      for (unsigned k = 0; k < node.results.size(); ++k)
        if (needed[node.results[k]])
          used.push_back(k);
      if (used.empty())
        continue;
      kept.push_back(r.nodes[i]);
      if (node.opcode == Opcode::ManualComputation)
        pruneManual(node, used);
      else
        for (const Region &nested : node.regions)
          needAll(nested);
      for (ValueId operand : node.operands)
        needed[operand] = true;
    }
    r.nodes.assign(kept.rbegin(), kept.rend());
  }

  void pruneManual(Node &node, const std::vector<unsigned> &used) {
    ManualAttr &attr = std::get<ManualAttr>(node.attributes);
    keep(node.results, used);
    keep(attr.out, used);
    keep(node.regions[0].results, used);
    for (unsigned i = 0; i < node.results.size(); ++i)
      g.values[node.results[i]].index = i;
    prune(node.regions[0]);
  }
};

} // namespace

Graph sliced(const Graph &graph, const std::vector<unsigned> &results) {
  Graph copy = graph;
  Slicer(copy).run(results);
  return copy;
}

} // namespace lockstep::verifier::cache
