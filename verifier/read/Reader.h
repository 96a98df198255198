// Reads one program into normal forms. A rank program is read once for all ranks: the rank's coordinate on every axis
// is an index variable. Only axes that steer control are specialised to their coordinates (Specialised.cpp), and only
// while the copies differ.
#pragma once

#include "verifier/graph/Groups.h"
#include "verifier/read/Tensor.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace lockstep::verifier::engine {

/// Values an integer type can hold, as far as ranges express them.
Range integerBounds(ElementType type);

/// Position of every batch dim of an index tensor, with a place for the index vector.
Vec<Ix> indexPosition(Span<Ix> batch, int64_t vectorDim, size_t order, Ix component);

enum class ReduceKind : uint8_t { Add, Multiply, Max, Min, And, Or, Other };

/// A loop of the logical program whose trip count depends on data: condition and state after a step as functions of a
/// symbolic state before it. One real tensor per part of every carried value.
struct DataLoop {
  unsigned depth = 0; // number of such loops around it
  std::vector<Tensor> initial;
  Comb condition;
  std::vector<Tensor> after, results;
};

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
  /// The loops on data that were read so far; the reader of the plan shares those of the logical program.
  std::shared_ptr<std::vector<DataLoop>> loops = std::make_shared<std::vector<DataLoop>>();
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
  Values dispatch(const Node &node, Span<Tensor> operands);
  Values evaluate(const Node &node, Span<Tensor> operands);
  Values broken(const Node &node, NodeId origin);
  Tensor make(ValueId result, Element element);
  void fail(const std::string &why);
  Values identity(const Node &node, Span<Tensor> operands);

  // ReadLoop.cpp
  struct Step {
    Comb condition;
    std::vector<Tensor> after;
    NodeId unsupported = kNone;
  };
  Values dataLoop(const Node &node, Span<Tensor> operands);
  std::vector<Tensor> slotsOf(Span<Tensor> xs);
  std::vector<Tensor> fromSlots(Span<Tensor> like, Span<Tensor> slots);
  Comb stateSymbol(size_t k, const std::string &slot, ElementType type, const Shape &shape, Span<Ix> index);
  std::optional<Step> stepOf(const Node &node, Span<Tensor> operands, const std::vector<Tensor> &state);
  std::vector<std::map<int64_t, unsigned>> cuts(const DataLoop &known, const std::vector<Tensor> &initial);
  bool matches(const DataLoop &known, const Node &node, Span<Tensor> operands, const std::vector<Tensor> &initial,
               std::vector<Tensor> &results);

  // ReadControl.cpp
  Values loop(const Node &node, Span<Tensor> operands);
  Values branch(const Node &node, Span<Tensor> operands);
  Values manual(const Node &node, Span<Tensor> operands);
  Values stages(const Node &node, Span<Tensor> operands); // ReadStages.cpp
  void enterMesh(const Mesh &mesh, Span<const Region *> bodies);
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
  Comb infiniteCompare(Direction d, Comb x, Comb y);
  Comb floatAdd(Comb x, Comb y);
  Comb floatMultiply(Comb x, Comb y);
  bool mayBeInfinite(Comb x) const;
  bool mayVanish(Comb x);
  Comb predicate(llvm::StringRef name, Comb x);

  // ReadRounded.cpp
  std::optional<Values> rounded(const Node &node, Span<Tensor> operands);
  Comb roundedLiteral(double value);
  Values roundedElementwise(const Node &node, Span<Tensor> operands);
  std::optional<Values> roundedConvert(const Node &node, const Tensor &x);
  Values roundedSum(const Node &node, Span<Tensor> operands);
  bool roundsWhenSummed(const Node &node, Span<Tensor> operands);
  bool isReplacing(const Node &node, Span<Tensor> operands);
  std::string sumText(const Node &node, Span<Tensor> operands);

  // ReadShape.cpp
  Values constant(const Node &node);
  Comb literal(const ConstantAttr &attr, size_t i);
  std::optional<Comb> stepFunction(const ConstantAttr &attr, size_t count, Ix index);
  Values shape(const Node &node, Span<Tensor> operands);
  Comb concatenated(const Node &node, Span<Tensor> operands, Span<Ix> index);
  Comb padded(const Node &node, Span<Tensor> operands, Span<Ix> index);
  Vec<Ix> reshaped(Span<Ix> index, const Shape &from, const Shape &to);
  // ReadSlices.cpp
  Ix clampedStart(Comb start, int64_t high);
  Values dynamicSlice(const Node &node, Span<Tensor> operands);
  Values dynamicUpdateSlice(const Node &node, Span<Tensor> operands);
  Values gather(const Node &node, Span<Tensor> operands);
  std::optional<Comb> tableLookup(const Tensor &table, Comb index);

  // ReadScatter.cpp
  struct Hit {
    Vec<Var> vars;    // over the updates
    Vec<Comb> guards; // all hold: the update at `place` hits
    Vec<Ix> place;
  };
  Values scatter(const Node &node, Span<Tensor> operands);
  Hit hitOf(const ScatterAttr &g, const Tensor &x, const Tensor &indices, const Tensor &updates, Span<Ix> index);
  void solve(Hit &hit);
  Comb scatteredSum(const Hit &hit, const Tensor &x, const Tensor &updates, Span<Ix> index);
  std::optional<Comb> neutral(ReduceKind kind, ElementType type);

  // ReadContraction.cpp
  Values dot(const Node &node, Span<Tensor> operands);
  Values reduce(const Node &node, Span<Tensor> operands);
  ReduceKind reducer(const Region &region);
  struct Combiner {
    ReduceKind kind = ReduceKind::Other;
    bool isOpaque = false;
    std::string text; // of the region, opaque ones only
  };
  /// How a reduction of `count` inputs, whole or in windows, combines; nothing when its region is not understood.
  std::optional<Combiner> combinerOf(const Node &node, size_t count);
  Comb sumOfProducts(Span<Var> vars, Comb inside, Comb x, ElementType xType, Comb y, ElementType yType, ElementType type);
  std::optional<Comb> reduced(ReduceKind kind, Span<Var> vars, Comb x, ElementType type);
  std::optional<Comb> combined(ReduceKind kind, Comb x, Comb y, ElementType type);
  /// A variable to sum over within the element at hand. It occurs in no value, so the next operator may have it again.
  Var summed(int64_t extent);
  Comb factorAt(const Tensor &x, Span<Ix> index);

  // ReadWindow.cpp
  Values reduceWindow(const Node &node, Span<Tensor> operands);
  Values selectAndScatter(const Node &node, Span<Tensor> operands);
  Values convolution(const Node &node, Span<Tensor> operands);
  Ix windowPlace(const WindowAttr &w, size_t d, int64_t extent, Ix window, Ix tap, Vec<Comb> &guards);
  Comb conjunction(Span<Comb> guards);
  Comb piecewise(Span<Comb> guards, Comb x, Comb y);
  Comb notGuard(Comb guard);
  void separate(Vec<Comb> &guards);

  // ReadWhole.cpp
  Values rowFunctions(const Node &node, Span<Tensor> operands);
  Values wholeOperands(const Node &node, Span<Tensor> operands);
  Comb wholeElement(const std::string &label, const WholeAttr &attr, Span<Tensor> operands, unsigned result,
                    Span<Ix> index, ElementType type);
  std::string regionText(const Region &region);
  Normalizer::ScalarTraits opaqueTraits(ElementType type);

  // ReadNorm.cpp
  Values batchNorm(const Node &node, Span<Tensor> operands);
  Values map(const Node &node, Span<Tensor> operands);

  // ReadComplex.cpp
  Values complexNode(const Node &node, Span<Tensor> operands);
  Values componentwise(const Node &node, Span<Tensor> operands);
  Values bilinear(const Node &node, Span<Tensor> operands);
  Values complexElements(const Node &node, Span<Tensor> operands);
  /// The type of a result when the node is read on parts of complex operands.
  static ElementType partOf(ElementType result, ElementType operand) { return isComplex(result) ? operand : result; }
  Tensor component(const Tensor &x, bool imaginary);
  Tensor complexOf(Tensor re, Tensor im, ElementType type);
  using PointwiseOf = llvm::function_ref<Comb(Span<Comb>)>;
  Tensor pointwise(Span<Tensor> xs, ElementType type, PointwiseOf of);

  // ReadCollective.cpp
  Values collective(const Node &node, Span<Tensor> operands);
  Values permute(const Node &node, Span<Tensor> operands);
  std::optional<std::vector<AxisDigit>> groupDigits(const CollectiveAttr &attr, bool ordered); // in the groups' order
  Ix digitOf(Ix coordinate, const AxisDigit &digit);
  Ix withDigit(Ix coordinate, const AxisDigit &digit, Ix value);
  Comb exchanged(const Node &node, const Tensor &x, Span<Ix> index, Ix own, int64_t size,
                 llvm::function_ref<Comb(Span<Ix>)> reduce, llvm::function_ref<Comb(Span<Ix>, Ix)> take);
  Comb enumerated(const Node &node, const Tensor &x, Span<Ix> index, const GroupTable &groups, ReduceKind kind);
  bool canEnumerate(const GroupTable &groups) const;
  Comb deviceNumber(bool partition);
  Comb stagePartitionId(); // ReadStages.cpp
  // Device numbers as positions on `mesh`: the same, or within a stage those of its devices.
  std::optional<GroupTable> groupsHere(const CollectiveAttr &attr);
  std::optional<PermuteAttr> pairsHere(const PermuteAttr &attr);
  Comb collected(const Node &node, const Tensor &x, unsigned part, Span<Ix> index, Span<AxisDigit> digits, ReduceKind kind);

  // Specialised.cpp
  Values perCoordinate(const Node &node, Span<Tensor> operands);
  bool crossesSpecial(const Node &node);
  Comb reducedOver(ReduceKind kind, const Tensor &x, unsigned part, Span<Ix> index, Span<AxisDigit> digits);
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

  class Stages;
  Stages *stage = nullptr; // whose programs are being read
  const Mesh *mesh = nullptr;
  std::vector<Axis> rankAxes;  // of the current mesh
  std::vector<Ix> rankIx;      // the rank's coordinate per axis: its variable, or a constant while specialised
  std::map<int64_t, Vec<Var, 2>> summedVars; // by extent
  std::map<int64_t, unsigned> summedInUse;
  Vec<unsigned> special;       // specialised axes
  std::vector<Vec<int64_t, 4>> coordinates; // of the specialised axes, row-major
  Vec<Var, 4> specialVars;     // sorted
  std::map<std::pair<uint32_t, bool>, std::optional<std::vector<AxisDigit>>> groupMemo;

  unsigned loopDepth = 0;
  bool failed = false;
  std::string failure;
  std::map<NodeId, std::string> reasons;
};

} // namespace lockstep::verifier::engine
