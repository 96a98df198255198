// The program as the proof engine reads it: a plain graph of operators, without MLIR. The importer fills it, nothing
// rewrites it. Ids index the vectors of Graph; a value or node belongs to exactly one graph.
#pragma once

#include "ir/core/ElementType.h"
#include "ir/core/Mesh.h"
#include "ir/core/Sharding.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep::verifier {

using ValueId = uint32_t;
using NodeId = uint32_t;
using Ids = std::vector<uint32_t>;
using Dims = std::vector<int64_t>;
inline constexpr uint32_t kNone = ~0u;

enum class Opcode : uint16_t {
#define LOCKSTEP_OPCODE(enumerator, spelling) enumerator,
#include "verifier/graph/Opcodes.def"
};

/// "stablehlo.add".
std::string_view spelling(Opcode opcode);
/// Inverse of spelling(); nullopt when there is no such operator.
std::optional<Opcode> parseOpcode(std::string_view spelling);

/// A place in a source file. Several operators may share one.
struct Location {
  std::string file;                   // may be empty
  unsigned line = 0, column = 0;      // 1-based, 0 when unknown
  std::string name;                   // loc("name"(...)), may be empty
  std::string str() const;            // "step.py:12:4", or the name, or "unknown location"
};

/// A dense array. `bytes` is little-endian dense storage, byteWidth(type) bytes an element, row-major; a splat stores
/// one element. Integers are two's complement in their own width, i1 is 0 or 1.
struct ConstantAttr {
  ElementType type = ElementType::F32;
  bool splat = true;
  std::vector<uint8_t> bytes;

  size_t elementsStored() const { return bytes.size() / byteWidth(type); }
  /// Stored element i (0 for a splat). Integer and boolean types only.
  int64_t integerAt(size_t i) const;
  /// Stored element i. Real floating-point types only; exact for every supported format.
  double floatAt(size_t i) const;
  /// False for what integerAt and floatAt cannot read (exponents alone, complex).
  bool isReadable() const;
};

struct DimAttr { int64_t dim = 0; };
struct DimsAttr { Dims dims; };
struct SliceAttr { Dims starts, limits, strides; };
struct PadAttr { Dims low, high, interior; };
struct DotAttr {
  Dims lhsBatch, rhsBatch, lhsContracting, rhsContracting;
  std::string precision;     // precision_config and algorithm as text; the real value does not depend on them
  bool hasAlgorithm = false; // products or sums are computed in formats of their own
};

struct GatherAttr {
  Dims offsetDims, collapsedSliceDims, operandBatchingDims, startIndicesBatchingDims, startIndexMap;
  int64_t indexVectorDim = 0;
  Dims sliceSizes;
  bool indicesAreSorted = false; // a promise of the program; the engine does not use it
};

struct ScatterAttr {
  Dims updateWindowDims, insertedWindowDims, inputBatchingDims, scatterIndicesBatchingDims, scatterDimsToOperandDims;
  int64_t indexVectorDim = 0;
  bool indicesAreSorted = false, uniqueIndices = false;
};

/// reduce_window and select_and_scatter. Missing attributes are filled in: 1 for strides and dilations, 0 for padding.
struct WindowAttr { Dims dimensions, strides, baseDilations, windowDilations; std::vector<std::pair<int64_t, int64_t>> padding; };

struct ConvolutionAttr {
  int64_t inputBatch = 0, inputFeature = 0, kernelInputFeature = 0, kernelOutputFeature = 0, outputBatch = 0,
          outputFeature = 0, featureGroups = 1, batchGroups = 1;
  Dims inputSpatial, kernelSpatial, outputSpatial;
  WindowAttr window; // spatial dims only; dimensions is empty, the extents are the kernel's
  std::vector<bool> reversal;
};

enum class Direction : uint8_t { EQ, NE, GE, GT, LE, LT };
/// Whether a stands in this relation to b.
bool holds(Direction direction, int64_t a, int64_t b);

struct CompareAttr {
  Direction direction = Direction::EQ;
  bool totalOrder = false; // compare_type TOTALORDER
};

struct SortAttr { int64_t dim = 0; bool stable = false; };
struct FeatureAttr { int64_t dim = 0; double epsilon = 0; };
struct CallAttr {
  uint32_t function = kNone; // index in Graph::functions
  // Of plan.call; its number arrives as a constant operand in front of the others.
  int64_t microBatch = -1;
  Dims donates; // positions among the node's operands
};
struct TextAttr { std::string text; };

/// An operator that is read as a function of whole operands (factorizations, transforms, random bits, custom calls).
/// Dims that only repeat the function, as batch dims do, are indices: per operand and result the dim of each index, or
/// -1 where it has none. All other dims are taken whole.
struct WholeAttr {
  std::string text; // every attribute: equal texts are equal functions
  std::vector<Dims> operands, results;
};

/// How the numbers in replica groups are to be read (StableHLO's four strategies). With one replica the last two are
/// the same: numbers are partitions.
enum class GroupMode : uint8_t { CrossReplica, CrossPartition, CrossReplicaAndPartition, FlattenedIds };

/// `groups` is an index in Graph::groupTables; every spelling (dense lists, V2/V3 iota, mesh axes) arrives as lists of
/// device numbers. An empty table entry means one group of all devices.
struct CollectiveAttr {
  uint32_t groups = kNone;
  GroupMode mode = GroupMode::FlattenedIds;
  int64_t dim = 0;        // gather, scatter or split dim
  int64_t concatDim = 0;  // all_to_all
  int64_t splitCount = 0; // all_to_all
  int64_t channel = 0;    // 0: none
};

/// Source and target device numbers; a device that is no target receives zeros.
struct PermuteAttr {
  GroupMode mode = GroupMode::CrossPartition;
  std::vector<std::pair<int64_t, int64_t>> pairs;
};

struct ManualAttr {
  uint32_t mesh = 0; // index in Graph::meshes
  std::vector<Sharding> in, out; // one per operand and per result
  std::vector<std::string> manualAxes;
};

/// A step of stages. Region s is run by the devices at coordinate s of the axis.
struct StepAttr {
  uint32_t mesh = 0; // index in Graph::meshes
  std::string stageAxis;
  std::vector<Sharding> in, out; // one per operand and per result, over the other axes
  std::vector<std::vector<unsigned>> inStages, outStages;
  Dims inFlight; // bound per stage, or empty
};

/// A message; the peer is a stage. microBatch < 0: of the whole step.
struct MessageAttr {
  unsigned peer = 0;
  int64_t microBatch = -1;
  std::string tag;
};

using Attributes =
    std::variant<std::monostate, ConstantAttr, DimAttr, DimsAttr, SliceAttr, PadAttr, DotAttr, GatherAttr, ScatterAttr,
                 WindowAttr, ConvolutionAttr, CompareAttr, SortAttr, FeatureAttr, CallAttr, TextAttr, WholeAttr, CollectiveAttr,
                 PermuteAttr, ManualAttr, StepAttr, MessageAttr>;

/// A block: its arguments, its operators in program order, and the operands of its terminator.
struct Region {
  std::vector<ValueId> arguments;
  std::vector<NodeId> nodes;
  std::vector<ValueId> results;
};

struct Value {
  ElementType type = ElementType::F32;
  Shape shape;
  NodeId definingNode = kNone; // kNone: a block argument
  uint32_t index = 0;          // result number, or argument number of its block
};

struct Node {
  Opcode opcode = Opcode::Unsupported;
  std::vector<ValueId> operands, results;
  Attributes attributes;
  std::vector<Region> regions;
  uint32_t location = kNone; // index in Graph::locations
  std::string name;          // Unsupported: spelling and why, for example "foo.bar"; else empty
};

struct Function {
  std::string name;
  Region body;
};

enum class GraphForm : uint8_t {
  Logical,           // one device
  ManualComputation, // global signature; ranks exist inside manual computations
  PerDevice,         // the whole program is run by every device of `mesh`
};

struct Graph {
  std::vector<Value> values;
  std::vector<Node> nodes;
  std::vector<Function> functions;
  uint32_t main = 0; // index in functions
  std::vector<Mesh> meshes;
  std::vector<std::vector<std::vector<int64_t>>> groupTables;
  std::vector<Location> locations;

  GraphForm form = GraphForm::Logical;
  /// PerDevice only: which devices run the program and how global arguments and results lie on them.
  Mesh mesh;
  std::vector<Sharding> argumentShardings, resultShardings;
  std::vector<Shape> globalResultShapes; // PerDevice only, may be empty: then derived from the shardings
  /// device = replica * partitions + partition on meshes of exactly that many devices; else all are partitions.
  int64_t replicas = 1, partitions = 0;

  const Region &body() const { return functions[main].body; }
  const Value &value(ValueId id) const { return values[id]; }
  const Node &node(NodeId id) const { return nodes[id]; }
  /// Where a node comes from; a default Location when unknown.
  Location locationOf(NodeId id) const;

  /// Building blocks for importers and tests.
  ValueId addValue(ElementType type, Shape shape, NodeId node = kNone, uint32_t index = 0);
  /// Appends a node with one result per entry of `results`; returns its id. The caller appends it to a region.
  NodeId addNode(Opcode opcode, std::vector<ValueId> operands, std::vector<std::pair<ElementType, Shape>> results,
                 Attributes attributes = {}, std::vector<Region> regions = {}, uint32_t location = kNone);

  /// Structural mistakes (ids out of range, wrong attribute kind, use before definition); empty when well formed.
  std::string check() const;
};

/// The shape of the global tensor whose pieces have shape `local`.
Shape globalShape(const Mesh &mesh, const Sharding &sharding, const Shape &local);

} // namespace lockstep::verifier
