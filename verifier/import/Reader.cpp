// Walks functions and regions in program order and makes one node per operator.
#include "verifier/import/Reader.h"

#include "ir/import/Program.h"
#include "ir/plan/PlanOps.h"
#include "ir/sdy/SdyOps.h"
#include "ir/stablehlo/ReplicaGroups.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace lockstep::verifier {

namespace {

/// Placeholder for values that are no tensors (tokens, tuples): only Unsupported nodes make or read them.
std::pair<ElementType, Shape> typeOf(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  std::optional<ElementType> element = tensor ? elementType(type) : std::nullopt;
  if (!element || !tensor.hasStaticShape())
    return {ElementType::I1, {}};
  return {*element, shape(type)};
}

bool isRepresentable(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && elementType(type);
}

/// Operators without a meaning here, and why; they stay unsupported under their own name.
std::optional<std::string> whyUnread(Opcode opcode) {
  switch (opcode) {
  case Opcode::Rng:
    return "its values are not a function of its operands";
  case Opcode::DynamicConv:
  case Opcode::DynamicGather:
  case Opcode::DynamicPad:
  case Opcode::RealDynamicSlice:
    return "its sizes are only known when it runs";
  case Opcode::SetDimensionSize:
    return "tensors of changing size are not supported";
  case Opcode::Infeed:
  case Opcode::Outfeed:
  case Opcode::Send:
  case Opcode::Recv:
    return "it exchanges data with the outside of the program";
  case Opcode::AsyncStart:
  case Opcode::AsyncDone:
    return "asynchronous computations are not supported";
  default:
    return std::nullopt;
  }
}

GraphForm formOf(ProgramForm form) {
  switch (form) {
  case ProgramForm::Logical:
    return GraphForm::Logical;
  case ProgramForm::ManualComputation:
  case ProgramForm::Stages:
    return GraphForm::ManualComputation;
  case ProgramForm::PerDevice:
    return GraphForm::PerDevice;
  }
  return GraphForm::Logical;
}

} // namespace

ImportedGraph importGraph(const Program &program) { return Reader(program).read(); }

ImportedGraph Reader::read() {
  Graph &graph = imported.graph;
  graph.form = formOf(program.form);
  graph.mesh = program.mesh;
  graph.argumentShardings = program.argumentShardings;
  graph.resultShardings = program.resultShardings;
  if (program.form == ProgramForm::PerDevice)
    for (const ResultInfo &result : program.results)
      graph.globalResultShapes.push_back(result.shape);

  mlir::func::FuncOp main = program.main;
  if (stablehlo::DeviceGrid grid = stablehlo::deviceGrid(main); grid.replicas.value_or(1) > 1) {
    graph.replicas = *grid.replicas;
    graph.partitions = grid.partitions.value_or(1);
  }
  graph.main = *function(main.getSymName());
  // Functions are read when they are first called, so what nothing calls is not read at all.
  while (!pending.empty()) {
    mlir::func::FuncOp next = pending.back();
    pending.pop_back();
    readFunctionBody(functions[next.getSymName()], next);
  }
  return std::move(imported);
}

std::optional<uint32_t> Reader::function(llvm::StringRef name) {
  if (auto known = functions.find(name); known != functions.end())
    return known->second;
  mlir::ModuleOp module = *program.module;
  auto target = module.lookupSymbol<mlir::func::FuncOp>(name);
  if (!target || target.isExternal())
    return std::nullopt;
  uint32_t index = static_cast<uint32_t>(imported.graph.functions.size());
  imported.graph.functions.push_back({name.str(), {}});
  functions[name] = index;
  pending.push_back(target);
  return index;
}

uint32_t Reader::groupTable(std::vector<std::vector<int64_t>> groups) {
  auto [known, isNew] = groupIndex.try_emplace(groups, static_cast<uint32_t>(imported.graph.groupTables.size()));
  if (isNew)
    imported.graph.groupTables.push_back(std::move(groups));
  return known->second;
}

uint32_t Reader::mesh(Mesh mesh) {
  auto &meshes = imported.graph.meshes;
  auto known = llvm::find(meshes, mesh);
  if (known != meshes.end())
    return static_cast<uint32_t>(known - meshes.begin());
  meshes.push_back(std::move(mesh));
  return static_cast<uint32_t>(meshes.size() - 1);
}

void Reader::readFunctionBody(uint32_t index, mlir::func::FuncOp function) {
  Region body = readRegion(function.getBody());
  imported.graph.functions[index].body = std::move(body);
}

Region Reader::readRegion(mlir::Region &mlirRegion) {
  Region region;
  if (mlirRegion.empty())
    return region;
  for (mlir::BlockArgument argument : mlirRegion.front().getArguments()) {
    auto [type, shape] = typeOf(argument.getType());
    ValueId value = imported.graph.addValue(type, shape, kNone, argument.getArgNumber());
    values[argument] = value;
    region.arguments.push_back(value);
  }
  readBlockInto(mlirRegion.front(), region);
  mlir::Operation *terminator = mlirRegion.front().mightHaveTerminator() ? mlirRegion.front().getTerminator() : nullptr;
  if (terminator)
    for (mlir::Value operand : terminator->getOperands())
      region.results.push_back(values.lookup(operand));
  return region;
}

void Reader::readBlockInto(mlir::Block &block, Region &region) {
  for (mlir::Operation &operation : block)
    if (!operation.hasTrait<mlir::OpTrait::IsTerminator>())
      readOperation(operation, region);
}

void Reader::readOperation(mlir::Operation &operation, Region &region) {
  if (inlineNamedComputation(operation, region))
    return;
  llvm::StringRef name = operation.getName().getStringRef();
  if (name == "sdy.sharding_group") // no results, a hint for propagation
    return;
  if (!operation.getName().isRegistered())
    return readUnsupported(operation, "not a known operator", region);
  for (mlir::Region &inner : operation.getRegions())
    if (inner.getBlocks().size() > 1)
      return readUnsupported(operation, "regions of several blocks are not supported", region);
  if (readTuple(operation, region))
    return;
  if (!llvm::all_of(operation.getResultTypes(), isRepresentable))
    return readUnsupported(operation, "a result is no tensor of static shape", region);

  if (name == "plan.call")
    return readPlanCall(operation, region);
  if (readRewritten(operation, region))
    return;
  std::optional<Opcode> opcode = otherName(operation);
  if (!opcode)
    opcode = parseOpcode(std::string_view(name));
  if (!opcode && name.starts_with("sdy.") && operation.getNumRegions() == 0 &&
           operation.getOperandTypes() == operation.getResultTypes())
    opcode = Opcode::Identity; // placement only: the global value stays
  if (!opcode || *opcode == Opcode::Unsupported)
    return readUnsupported(operation, "no meaning is known for it", region);
  if (*opcode == Opcode::TopK)
    if (auto largest = operation.getAttrOfType<mlir::BoolAttr>("largest"); largest && !largest.getValue())
      return readUnsupported(operation, "it takes the smallest elements", region);
  ReadAttributes read = attributesOf(operation, *opcode);
  if (!read.problem.empty())
    return readUnsupported(operation, read.problem, region);
  append(operation, *opcode, std::move(read.attributes), region);
}

ReadAttributes Reader::attributesOf(mlir::Operation &operation, Opcode opcode) {
  if (auto read = readShapeAttributes(operation))
    return *read;
  if (auto read = readComputeAttributes(operation))
    return *read;
  if (auto read = readRankAttributes(operation, *this))
    return *read;
  if (auto read = readWholeAttributes(operation))
    return *read;
  if (auto why = whyUnread(opcode))
    return {{}, *why};
  return {};
}

NodeId Reader::append(mlir::Operation &operation, Opcode opcode, Attributes attributes, Region &region) {
  std::vector<ValueId> operands;
  operands.reserve(operation.getNumOperands());
  for (mlir::Value operand : operation.getOperands())
    operands.push_back(values.lookup(operand));
  return append(operation, opcode, std::move(operands), std::move(attributes), region);
}

NodeId Reader::append(mlir::Operation &operation, Opcode opcode, std::vector<ValueId> operands, Attributes attributes,
                      Region &region) {
  std::vector<Region> regions;
  for (mlir::Region &inner : operation.getRegions())
    regions.push_back(readRegion(inner));
  std::vector<std::pair<ElementType, Shape>> results;
  for (mlir::Type type : operation.getResultTypes())
    results.push_back(typeOf(type));

  NodeId node = imported.graph.addNode(opcode, std::move(operands), std::move(results), std::move(attributes),
                                       std::move(regions), location(operation));
  imported.operations.resize(node + 1);
  imported.operations[node] = &operation;
  for (auto [value, id] : llvm::zip_equal(operation.getResults(), imported.graph.nodes[node].results))
    values[value] = id;
  region.nodes.push_back(node);
  return node;
}

/// A call whose first operand is the number of its micro-batch.
void Reader::readPlanCall(mlir::Operation &operation, Region &region) {
  auto call = mlir::cast<plan::CallOp>(operation);
  CallAttr attr;
  std::optional<uint32_t> callee = function(call.getCallee());
  if (!callee)
    return readUnsupported(operation, "the module has no body for @" + call.getCallee().str(), region);
  attr.function = *callee;
  for (int64_t position : call.getDonates().value_or(llvm::ArrayRef<int64_t>()))
    attr.donates.push_back(position + (call.getMicroBatch() ? 1 : 0));
  std::optional<ValueId> number;
  if (call.getMicroBatch()) {
    attr.microBatch = static_cast<int64_t>(*call.getMicroBatch());
    ConstantAttr constant{ElementType::I32, true, {}};
    for (unsigned byte = 0; byte < 4; ++byte)
      constant.bytes.push_back(static_cast<uint8_t>(attr.microBatch >> (8 * byte)));
    NodeId node = imported.graph.addNode(Opcode::Constant, {}, {{ElementType::I32, {}}}, std::move(constant), {},
                                         location(operation));
    imported.operations.resize(node + 1);
    imported.operations[node] = &operation;
    number = imported.graph.nodes[node].results[0];
    region.nodes.push_back(node);
  }
  NodeId node = append(operation, Opcode::Call, std::move(attr), region);
  if (number)
    imported.graph.nodes[node].operands.insert(imported.graph.nodes[node].operands.begin(), *number);
}

void Reader::readUnsupported(mlir::Operation &operation, const std::string &why, Region &region) {
  // The regions are left out: they may hold anything, and what is inside has no meaning without the operator.
  std::vector<ValueId> operands;
  for (mlir::Value operand : operation.getOperands())
    operands.push_back(values.lookup(operand));
  std::vector<std::pair<ElementType, Shape>> results;
  for (mlir::Type type : operation.getResultTypes())
    results.push_back(typeOf(type));
  NodeId node = imported.graph.addNode(Opcode::Unsupported, std::move(operands), std::move(results), TextAttr{why}, {},
                                       location(operation));
  imported.graph.nodes[node].name = operation.getName().getStringRef().str();
  imported.operations.resize(node + 1);
  imported.operations[node] = &operation;
  for (auto [value, id] : llvm::zip_equal(operation.getResults(), imported.graph.nodes[node].results))
    values[value] = id;
  region.nodes.push_back(node);
}

bool Reader::inlineNamedComputation(mlir::Operation &operation, Region &region) {
  auto named = mlir::dyn_cast<sdy::NamedComputationOp>(operation);
  if (!named)
    return false;
  mlir::Block &block = named.getBody().front();
  for (auto [argument, operand] : llvm::zip_equal(block.getArguments(), operation.getOperands()))
    values[argument] = values.lookup(operand);
  readBlockInto(block, region);
  for (auto [result, operand] : llvm::zip_equal(operation.getResults(), block.getTerminator()->getOperands()))
    values[result] = values.lookup(operand);
  return true;
}

uint32_t Reader::location(mlir::Operation &operation) {
  auto [known, isNew] = locations.try_emplace(operation.getLoc(), 0);
  if (isNew) {
    known->second = static_cast<uint32_t>(imported.graph.locations.size());
    imported.graph.locations.push_back(locationOf(&operation));
  }
  return known->second;
}

Coverage coverageOf(const Graph &graph) {
  Coverage coverage;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node &node = graph.nodes[id];
    bool unsupported = node.opcode == Opcode::Unsupported;
    std::string name = unsupported ? node.name : std::string(spelling(node.opcode));
    ++coverage.operators[name];
    if (!unsupported)
      continue;
    Location location = graph.locationOf(id);
    const auto *why = std::get_if<TextAttr>(&node.attributes);
    coverage.unsupported.push_back(
        {name, {location.file, location.line, location.column}, why ? why->text : std::string()});
  }
  return coverage;
}

} // namespace lockstep::verifier
