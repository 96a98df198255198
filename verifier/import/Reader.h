// Shared state of the importer and one attribute reader per operator family.
#pragma once

#include "verifier/import/GraphReader.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <optional>
#include <string>

namespace lockstep::verifier {

/// What a family says about an operator: its attributes, or why it can't be represented.
struct ReadAttributes {
  Attributes attributes;
  std::string problem; // not empty: the operator becomes Unsupported
};

class Reader {
public:
  explicit Reader(const Program &program) : program(program) {}
  ImportedGraph read();

  /// Index in Graph::functions, reading the function when it is met first; nullopt when there is none of that name.
  std::optional<uint32_t> function(llvm::StringRef name);
  /// Index in Graph::groupTables; equal tables are stored once.
  uint32_t groupTable(std::vector<std::vector<int64_t>> groups);
  /// Index in Graph::meshes.
  uint32_t mesh(Mesh mesh);
  const Program &theProgram() const { return program; }

private:
  const Program &program;
  ImportedGraph imported;
  llvm::DenseMap<mlir::Value, ValueId> values;
  llvm::DenseMap<mlir::Value, std::vector<ValueId>> tuples; // what a tuple was made of
  llvm::DenseMap<mlir::Location, uint32_t> locations;
  llvm::StringMap<uint32_t> functions;
  std::vector<mlir::func::FuncOp> pending; // named, not yet read
  std::map<std::vector<std::vector<int64_t>>, uint32_t> groupIndex;

  void readFunctionBody(uint32_t index, mlir::func::FuncOp function);
  Region readRegion(mlir::Region &region);
  void readBlockInto(mlir::Block &block, Region &region);
  void readOperation(mlir::Operation &operation, Region &region);
  void readUnsupported(mlir::Operation &operation, const std::string &why, Region &region);
  void readPlanCall(mlir::Operation &operation, Region &region);
  bool inlineNamedComputation(mlir::Operation &operation, Region &region);
  bool readRewritten(mlir::Operation &operation, Region &region);
  bool readTuple(mlir::Operation &operation, Region &region);
  bool readBroadcasting(mlir::Operation &operation, Region &region);
  bool readShapeOperands(mlir::Operation &operation, Region &region);
  NodeId append(mlir::Operation &operation, Opcode opcode, Attributes attributes, Region &region);
  NodeId append(mlir::Operation &operation, Opcode opcode, std::vector<ValueId> operands, Attributes attributes,
                Region &region);
  ReadAttributes attributesOf(mlir::Operation &operation, Opcode opcode);
  uint32_t location(mlir::Operation &operation);
};

/// Readers of one family each: nullopt when the operator belongs to another family.
std::optional<ReadAttributes> readShapeAttributes(mlir::Operation &operation);
std::optional<ReadAttributes> readComputeAttributes(mlir::Operation &operation);
std::optional<ReadAttributes> readRankAttributes(mlir::Operation &operation, Reader &reader);
std::optional<ReadAttributes> readWholeAttributes(mlir::Operation &operation);

/// The operator that an operation is an instance of under another name; nullopt when it has no other name.
std::optional<Opcode> otherName(mlir::Operation &operation);

/// The elements of a constant, exactly; the problem names an attribute form that can't be read.
ReadAttributes readConstant(mlir::Attribute value);

} // namespace lockstep::verifier
