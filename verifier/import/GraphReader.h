// From an analysed MLIR program to the proof engine's graph. The only door: nothing else in the verifier that states
// or proves an obligation sees MLIR.
#pragma once

#include "lockstep/Result.h"
#include "verifier/graph/Graph.h"

#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace lockstep {
struct Program;
} // namespace lockstep

namespace lockstep::verifier {

struct ImportedGraph {
  Graph graph;
  std::vector<mlir::Operation *> operations; // by NodeId
};

/// Never fails: whatever is not understood becomes a node that is Unsupported, with its name and the reason, so that
/// every result that depends on it is unsupported too.
ImportedGraph importGraph(const Program &program);

/// How often each operator occurs in the graph, and what is not supported.
Coverage coverageOf(const Graph &graph);

/// Where an operator comes from: the user's source file when the module carries it, else the module's own text.
Location locationOf(mlir::Operation *operation);

/// Line and column of an operator in the module's text; nothing when the module carries other locations.
std::optional<SourceLocation> textLocationOf(mlir::Operation *operation, std::string_view programPath);

} // namespace lockstep::verifier
