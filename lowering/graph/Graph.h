// The step as the plan-making passes see it: one flat function (calls inlined) of values with *global* shapes, nested only
// by loops and branches. A pass reads one graph and writes the next; what it inserts are conversions between states, which
// are ordinary operators for the passes that follow. Attributes stay on the logical operation an op was made from.
#pragma once

#include "lowering/partition/State.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace mlir {
class Operation;
}

namespace lockstep::lowering {

struct Block;
struct Op;

struct Value {
  unsigned id = 0;
  mlir::Type element;
  Shape shape; // global
  Op *def = nullptr;     // none for block arguments
  unsigned index = 0;    // result or argument number
  std::optional<mlir::Location> loc; // of block arguments
  Block *block = nullptr;
  llvm::SmallVector<State, 2> states; // one per axis propagated so far
  std::optional<double> splat;        // every element is this known constant
  std::optional<unsigned> origin;     // id, in the graph a pass read, of the value this one stands for
};

enum class OpKind : uint8_t {
  Logical,    // an operation of the logical step
  Loop,       // while: regions are cond and body, operands are the initial values
  Branch,     // case or if: operand 0 selects the region, regions take no arguments
  Conversion, // changes the state of its operand on one axis; the value is the same
};

/// A change of state on one axis; `why` is for the reader of an explanation.
struct Conversion {
  unsigned axis = 0;
  State from, to;
  std::string why;
};

struct Op {
  OpKind kind = OpKind::Logical;
  mlir::Operation *source = nullptr; // none for conversions
  mlir::Location loc;
  Block *block = nullptr;
  llvm::SmallVector<Value *, 4> operands, results;
  std::vector<std::unique_ptr<Block>> regions;
  Conversion conversion;
  explicit Op(mlir::Location loc) : loc(loc) {}
  llvm::StringRef name() const; // "stablehlo.add"; "conversion"
};

struct Block {
  Op *parent = nullptr; // none for the function's body
  std::vector<Value *> arguments;
  std::vector<Op *> ops;
  std::vector<Value *> results; // what the block yields
};

class Graph {
public:
  Graph() = default;
  Graph(Graph &&) = default;
  Graph &operator=(Graph &&) = default;

  Block &body() { return *top; }
  const Block &body() const { return *top; }

  Value *addValue(mlir::Type element, Shape shape);
  /// A value of the same type, states and constant.
  Value *addLike(const Value &value);
  Op *addOp(OpKind kind, mlir::Operation *source, mlir::Location loc);
  Block *addRegion(Op &op);
  unsigned valueCount() const { return static_cast<unsigned>(values.size()); }

  /// Drops what no result of the body needs, loop-carried values included.
  void removeDead();

private:
  std::unique_ptr<Block> top = std::make_unique<Block>(); // blocks, values and ops keep their address when a graph moves
  std::deque<Value> values;
  std::deque<Op> ops;
};

/// Appends the op to the block and makes it the definition of its results.
void append(Block &block, Op &op);

/// Where the value is made: its operation's place, or the argument's.
mlir::Location placeOf(const Value &value);

/// What one coordinate of all axes holds of a value: every dim divided by the axes that cut it.
Shape localShape(const Value &value);

/// Whether the constant is the neutral element of the monoid for the element type.
bool isNeutral(const Value &value, Monoid monoid);

} // namespace lockstep::lowering
