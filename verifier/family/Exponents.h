// How the extents of a plan's values depend on the size N of one mesh axis. Every extent is e·(N/N0)^k, with e the
// extent in the plan as written and N0 the axis size there; a dim sharded over the axis has k = -1. The exponents of
// all dims are the solution of linear equations that the operators state.
#pragma once

#include "verifier/graph/Graph.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::verifier::family {

/// The step of a plan that holds only for the one axis size.
struct NeedsNumber {
  NodeId node = kNone; // kNone: a sharding or the mesh, not an operator
  std::string why;     // one sentence, lower case, no final dot
};

struct Dim {
  ValueId value = kNone;
  uint32_t dim = 0;
};

/// Unknown exponents of the dims of a graph's values, and the equations between them.
class Exponents {
public:
  explicit Exponents(const Graph &graph);

  void known(Dim dim, int exponent, NodeId why);
  /// exponent(b) = exponent(a) + by
  void shifted(Dim a, Dim b, int by, NodeId why);
  void equal(Dim a, Dim b, NodeId why) { shifted(a, b, 0, why); }
  /// The exponents of both lists have the same sum.
  void sameProduct(std::vector<Dim> a, std::vector<Dim> b, NodeId why);

  /// Solves; dims that nothing determines do not depend on the axis. The first contradiction, if there is one.
  std::optional<NeedsNumber> solve();

  int of(Dim dim) const { return exponent[index(dim)].value_or(0); }

private:
  struct Equation {
    std::vector<uint32_t> a, b;
    int by = 0; // sum(b) = sum(a) + by
    NodeId why = kNone;
  };

  uint32_t index(Dim dim) const { return offset[dim.value] + dim.dim; }
  bool propagate();
  bool reduceToOne(const Equation &equation);

  std::vector<uint32_t> offset;
  std::vector<std::optional<int>> exponent;
  std::vector<Equation> equations;
  std::vector<std::vector<uint32_t>> equationsOf; // by unknown
  std::vector<uint32_t> pending;
  std::optional<NeedsNumber> contradiction;
};

} // namespace lockstep::verifier::family
