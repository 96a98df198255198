// Reads one program into normal forms. A rank program is read once for all ranks: the rank's coordinate on every axis
// is an index variable. Only axes that steer control are specialised to their coordinates (Specialised.cpp), and only
// while the copies differ.
#pragma once

#include "verifier/read/Tensor.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace lockstep::verifier::engine {

/// Values an integer type can hold, as far as ranges express them.
Range integerBounds(ElementType type);

/// Whether the order of the members within a group matters to the collective.
bool isOrdered(Opcode collective);

enum class ReduceKind : uint8_t { Add, Multiply, Max, Min, And, Or, Other };

class Reader {
public:
  Reader(Normalizer &n, const Graph &graph) : n(n), s(n.s), graph(graph) {}

  /// The results of main for these (global) arguments.
  std::vector<Tensor> run(Span<Tensor> arguments);
  /// Same for a per-device program; results are placed.
  std::vector<Tensor> runPerDevice(Span<Tensor> arguments);

  Tensor global(const Tensor &placed); // undoes a placement
  Comb at(const Tensor &x, Span<Ix> index);
  Vec<Ix> formals(const Shape &shape);

  std::string whyUnsupported(NodeId node) const;
  /// Why runPerDevice gave nothing.
  const std::string &problem() const { return failure; }
  std::vector<ReplicaFinding> replicas;
  uint64_t nodesRead = 0;
  using Axis = RankAxis;
  const std::vector<Axis> &axes() const { return rankAxes; }
  /// The coordinate at which part k of a specialised value is taken.
  Substitution coordinate(unsigned part);

private:
  using Element = llvm::function_ref<Comb(Span<Ix>)>;
  using Values = Vec<Tensor, 2>;

  // Reader.cpp
  std::vector<Tensor> region(const Region &region, Span<Tensor> arguments);
  Values node(const Node &node);
  Values evaluate(const Node &node, Span<Tensor> operands);
  Values broken(const Node &node, NodeId origin);
  Tensor make(ValueId result, Element element);
  void fail(const std::string &why);
  Values identity(const Node &node, Span<Tensor> operands);

  // ReadControl.cpp
  Values loop(const Node &node, Span<Tensor> operands);
  Values branch(const Node &node, Span<Tensor> operands);
  Values manual(const Node &node, Span<Tensor> operands);
  void enterMesh(const Mesh &mesh, const Region &body);
  void leaveMesh();
  Ix digit(const AxisRef &axis);
  Ix pieceOf(Span<AxisRef> axes); // mixed radix number of the piece, over rank variables
  Tensor localArgument(const Tensor &global, const Sharding &sharding, const Shape &local, const std::vector<std::string> *only);
  Tensor placed(const Tensor &local, const Sharding &sharding, unsigned result, const std::vector<std::string> *only);

  // ReadElementwise.cpp, ReadInteger.cpp
  std::optional<Comb> unary(const Node &node, Comb x, ElementType type, ElementType to);
  std::optional<Comb> binary(const Node &node, Comb x, Comb y, ElementType type);
  std::optional<Comb> unaryFloat(Opcode op, Comb x);
  std::optional<Comb> binaryFloat(Opcode op, Comb x, Comb y);
  std::optional<Comb> unaryInteger(Opcode op, Comb x, ElementType type);
  std::optional<Comb> binaryInteger(Opcode op, Comb x, Comb y, ElementType type);
  std::optional<Comb> binaryBoolean(Opcode op, Comb x, Comb y);
  std::optional<Comb> compare(const CompareAttr &attr, Comb x, Comb y, ElementType type);
  std::optional<Comb> convert(Comb x, ElementType from, ElementType to);
  Comb extremumOf(bool max, Comb x, Comb y, ElementType type);
  Comb wrapped(Comb exact, Comb modular, ElementType type);
  Comb stripped(Comb x, ElementType type);
  Comb floatAdd(Comb x, Comb y);
  Comb floatMultiply(Comb x, Comb y);
  bool mayBeInfinite(Comb x) const;
  bool mayVanish(Comb x);
  Comb predicate(llvm::StringRef name, Comb x);

  // ReadShape.cpp
  Values constant(const Node &node);
  Comb literal(const ConstantAttr &attr, size_t i);
  Values shape(const Node &node, Span<Tensor> operands);
  Comb concatenated(const Node &node, Span<Tensor> operands, Span<Ix> index);
  Comb padded(const Node &node, Span<Tensor> operands, Span<Ix> index);
  Vec<Ix> reshaped(Span<Ix> index, const Shape &from, const Shape &to);
  // ReadSlices.cpp
  Ix clampedStart(Comb start, int64_t high);
  Values dynamicSlice(const Node &node, Span<Tensor> operands);
  Values dynamicUpdateSlice(const Node &node, Span<Tensor> operands);
  Values gather(const Node &node, Span<Tensor> operands);
  Values scatter(const Node &node, Span<Tensor> operands);
  std::optional<Comb> tableLookup(const Tensor &table, Comb index);

  // ReadContraction.cpp
  Values dot(const Node &node, Span<Tensor> operands);
  Values reduce(const Node &node, Span<Tensor> operands);
  Values reduceWindow(const Node &node, Span<Tensor> operands);
  Values convolution(const Node &node, Span<Tensor> operands);
  Values rowFunctions(const Node &node, Span<Tensor> operands);
  ReduceKind reducer(const Region &region);
  std::string regionText(const Region &region);
  std::optional<Comb> reduced(ReduceKind kind, Span<Var> vars, Comb x, ElementType type);
  std::optional<Comb> combined(ReduceKind kind, Comb x, Comb y, ElementType type);
  Var summed(int64_t extent) { return s.freeVar({0, extent - 1}); }

  // ReadCollective.cpp
  Values collective(const Node &node, Span<Tensor> operands);
  Values permute(const Node &node, Span<Tensor> operands);
  std::optional<std::vector<unsigned>> groupAxes(const CollectiveAttr &attr, bool ordered); // axes in the groups' order
  Comb partitionId();
  Comb collected(const Node &node, const Tensor &x, unsigned part, Span<Ix> index, Span<unsigned> axes, ReduceKind kind);

  // Specialised.cpp
  Values perCoordinate(const Node &node, Span<Tensor> operands);
  bool crossesSpecial(const Node &node);
  Comb reducedOver(ReduceKind kind, const Tensor &x, unsigned part, Span<Ix> index, Span<unsigned> axes);
  Comb takenAt(const Tensor &x, unsigned part, Span<Ix> index, const std::map<unsigned, Ix> &digits);
  Comb sumOfCopies(Span<Comb> copies);
  Values permuteAcross(const Node &node, Span<Tensor> operands);
  bool needsCoordinates(Comb x);
  bool mayJoinPerCoordinate(Comb x);
  Tensor instantiate(const Tensor &x, unsigned part);
  Tensor split(const Tensor &x);
  Tensor combine(Span<Tensor> parts);

  Normalizer &n;
  Store &s;
  const Graph &graph;
  std::vector<Tensor> values; // by ValueId

  const Mesh *mesh = nullptr;
  std::vector<Axis> rankAxes;  // of the current mesh
  std::vector<Ix> rankIx;      // the rank's coordinate per axis: its variable, or a constant while specialised
  Vec<unsigned> special;       // specialised axes
  std::vector<Vec<int64_t, 4>> coordinates; // of the specialised axes, row-major
  Vec<Var, 4> specialVars;     // sorted
  std::map<std::pair<uint32_t, bool>, std::optional<std::vector<unsigned>>> groupMemo;

  bool failed = false;
  std::string failure;
  std::map<NodeId, std::string> reasons;
};

} // namespace lockstep::verifier::engine
