// Small integers that one device computes from its own number: what rank-dependent control flow is decided by.
#pragma once

#include "verifier/graph/Graph.h"

#include <map>
#include <optional>
#include <vector>

namespace lockstep::verifier {

/// Values of short integer tensors as far as constants and the device's number determine them. Everything else is
/// unknown, which is never wrong.
class Scalars {
public:
  Scalars(const Graph &graph, int64_t device) : graph(graph), device(device) {}

  /// Sets the results of an operator without regions.
  void evaluate(const Node &node);
  void forget(const Node &node);
  void set(ValueId target, ValueId source) { assign(target, elements(source)); }
  using Elements = std::vector<int64_t>;
  /// Nothing when they are not known.
  std::optional<Elements> elements(ValueId value) const;
  void assign(ValueId value, std::optional<Elements> elements);
  /// The single element of a value.
  std::optional<int64_t> scalar(ValueId value) const;

private:
  const Elements *known(ValueId value) const;
  std::optional<Elements> compute(const Node &node) const;
  std::optional<Elements> elementwise(const Node &node) const;

  const Graph &graph;
  int64_t device;
  std::map<ValueId, Elements> values;
};

} // namespace lockstep::verifier
