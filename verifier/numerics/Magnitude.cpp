// Walks a program on all devices at once: control, the border of rank programs, collectives.
#include "verifier/numerics/Magnitude.h"

#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Generate.h"
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Shape.h"
#include "verifier/numerics/Dependence.h"
#include "verifier/numerics/Measure.h"

#include <algorithm>

namespace lockstep::verifier {

using interp::Tensor;

namespace {

using Held = std::vector<Measured>; // by device; one entry outside of rank programs

class Machine {
public:
  explicit Machine(const Graph &graph) : graph(graph), values(graph.values.size()) {}

  llvm::Expected<std::vector<Measured>> run(const std::vector<Tensor> &arguments) {
    std::vector<Held> held;
    for (const Tensor &argument : arguments)
      held.push_back({{inF64(argument), isFloat(argument.type()) ? magnitudeOf(argument) : Tensor()}});
    if (graph.form == GraphForm::PerDevice) {
      if (llvm::Error error = enter(graph.mesh, graph.argumentShardings, held))
        return error;
    }
    if (llvm::Error error = region(graph.body(), held))
      return error;
    std::vector<Held> results = resultsOf(graph.body());
    if (graph.form == GraphForm::PerDevice)
      leave(graph.resultShardings, results);
    std::vector<Measured> out;
    for (Held &result : results)
      out.push_back(result.front());
    return out;
  }

private:
  const Graph &graph;
  const Mesh *mesh = nullptr;
  std::vector<Held> values; // by ValueId

  size_t worldSize() const { return mesh ? static_cast<size_t>(mesh->deviceCount()) : 1; }

  static Tensor inF64(const Tensor &x) {
    if (!isFloat(x.type()))
      return x;
    Tensor out(x.type(), x.shape(), true);
    for (int64_t i = 0; i < x.size(); ++i)
      out.setReal(i, x.real(i));
    return out;
  }

  std::vector<Held> resultsOf(const Region &region) {
    std::vector<Held> results;
    for (ValueId id : region.results)
      results.push_back(values[id]);
    return results;
  }

  llvm::Error region(const Region &region, const std::vector<Held> &arguments) {
    for (size_t i = 0; i < region.arguments.size() && i < arguments.size(); ++i)
      values[region.arguments[i]] = arguments[i];
    for (NodeId id : region.nodes)
      if (llvm::Error error = execute(graph.node(id)))
        return error;
    return llvm::Error::success();
  }

  void set(const Node &node, std::vector<Held> results) {
    for (size_t i = 0; i < node.results.size(); ++i)
      values[node.results[i]] = std::move(results[i]);
  }

  llvm::Error execute(const Node &node) {
    std::vector<Held> operands;
    for (ValueId id : node.operands)
      operands.push_back(values[id]);
    switch (node.opcode) {
    case Opcode::OptimizationBarrier: case Opcode::Identity: case Opcode::ShardingConstraint: case Opcode::Reshard:
    case Opcode::PropagationBarrier:
      set(node, operands);
      return llvm::Error::success();
    case Opcode::Call: case Opcode::Composite: {
      const Region &body = graph.functions[std::get<CallAttr>(node.attributes).function].body;
      if (llvm::Error error = region(body, operands))
        return error;
      set(node, resultsOf(body));
      return llvm::Error::success();
    }
    case Opcode::While: return loop(node, operands);
    case Opcode::ManualComputation: return manual(node, operands);
    case Opcode::AllReduce: case Opcode::ReduceScatter: case Opcode::AllGather: case Opcode::AllToAll:
      return collective(node, operands);
    case Opcode::CollectivePermute: return permute(node, operands);
    case Opcode::PartitionId: {
      Held ids;
      for (size_t device = 0; device < worldSize(); ++device)
        ids.push_back({interp::scalarInteger(ElementType::UI32, static_cast<int64_t>(device), true), {}});
      set(node, {ids});
      return llvm::Error::success();
    }
    default: return perDevice(node, operands);
    }
  }

  llvm::Error perDevice(const Node &node, const std::vector<Held> &operands) {
    if (node.results.size() != 1 || (!node.regions.empty() && node.opcode != Opcode::Reduce && node.opcode != Opcode::Scatter))
      return notMeasured(node);
    Held results;
    for (size_t device = 0; device < worldSize(); ++device) {
      std::vector<Measured> x;
      for (const Held &operand : operands)
        x.push_back(operand[device]);
      MeasuredOr result = measureOperator(graph, node, x);
      if (!result)
        return result.takeError();
      results.push_back(std::move(*result));
    }
    set(node, {results});
    return llvm::Error::success();
  }

  llvm::Error loop(const Node &node, std::vector<Held> state) {
    for (;;) {
      if (llvm::Error error = region(node.regions[0], state))
        return error;
      if (!resultsOf(node.regions[0])[0][0].value.integer(0))
        break;
      if (llvm::Error error = region(node.regions[1], state))
        return error;
      state = resultsOf(node.regions[1]);
    }
    set(node, state);
    return llvm::Error::success();
  }

  llvm::Error manual(const Node &node, std::vector<Held> operands) {
    const auto &attr = std::get<ManualAttr>(node.attributes);
    if (attr.manualAxes.size() != graph.meshes[attr.mesh].axes.size())
      return notMeasured(node);
    if (llvm::Error error = enter(graph.meshes[attr.mesh], attr.in, operands))
      return error;
    if (llvm::Error error = region(node.regions[0], operands))
      return error;
    std::vector<Held> results = resultsOf(node.regions[0]);
    leave(attr.out, results);
    set(node, results);
    return llvm::Error::success();
  }

  /// Cuts global values into the devices' pieces.
  llvm::Error enter(const Mesh &entered, const std::vector<Sharding> &shardings, std::vector<Held> &operands) {
    mesh = &entered;
    for (size_t i = 0; i < operands.size(); ++i) {
      Measured whole = operands[i][0];
      llvm::Expected<Shape> local = localShape(entered, shardings[i], whole.value.shape());
      if (!local)
        return local.takeError();
      operands[i].clear();
      for (int64_t device = 0; device < entered.deviceCount(); ++device) {
        std::vector<int64_t> start = pieceOffset(entered, shardings[i], whole.value.shape(), device), limit = start;
        for (size_t d = 0; d < limit.size(); ++d)
          limit[d] += (*local)[d];
        std::vector<int64_t> ones(start.size(), 1);
        auto cut = [&](const Tensor &x) { return llvm::cantFail(interp::slice(x, start, limit, ones)); };
        operands[i].push_back({cut(whole.value), isFloat(whole.value.type()) ? cut(whole.magnitude) : Tensor()});
      }
    }
    return llvm::Error::success();
  }

  /// Puts the devices' pieces together.
  void leave(const std::vector<Sharding> &shardings, std::vector<Held> &results) {
    for (size_t i = 0; i < results.size(); ++i) {
      Held pieces = std::move(results[i]);
      Shape whole = globalShape(*mesh, shardings[i], pieces[0].value.shape());
      auto paste = [&](auto member) {
        Tensor out(pieces[0].value.type(), whole, true);
        for (int64_t device = 0; device < mesh->deviceCount(); ++device) {
          std::vector<int64_t> start = pieceOffset(*mesh, shardings[i], whole, device);
          copyInto(out, member(pieces[static_cast<size_t>(device)]), start);
        }
        return out;
      };
      Measured out{paste([](const Measured &m) -> const Tensor & { return m.value; }), {}};
      if (isFloat(out.value.type()))
        out.magnitude = paste([](const Measured &m) -> const Tensor & { return m.magnitude; });
      results[i] = {out};
    }
    mesh = nullptr;
  }

  static void copyInto(Tensor &out, const Tensor &piece, const std::vector<int64_t> &start) {
    std::vector<int64_t> index(start.size(), 0);
    for (int64_t flat = 0; flat < piece.size(); ++flat) {
      int64_t rest = flat, at = 0;
      for (size_t d = index.size(); d-- > 0; rest /= piece.shape()[d])
        index[d] = rest % piece.shape()[d];
      for (size_t d = 0; d < index.size(); ++d)
        at = at * out.shape()[d] + start[d] + index[d];
      isFloat(piece.type()) ? out.setReal(at, piece.real(flat)) : out.setInteger(at, piece.integer(flat));
    }
  }

  std::vector<std::vector<int64_t>> groupsOf(const CollectiveAttr &attr) const {
    if (!graph.groupTables[attr.groups].empty())
      return graph.groupTables[attr.groups];
    std::vector<int64_t> all;
    for (size_t device = 0; device < worldSize(); ++device)
      all.push_back(static_cast<int64_t>(device));
    return {all};
  }

  /// What the member at position `own` gets from the group's tensors.
  interp::Result collected(const Node &node, const std::vector<Tensor> &members, size_t own, bool magnitudes) {
    const auto &attr = std::get<CollectiveAttr>(node.attributes);
    int64_t size = static_cast<int64_t>(members.size());
    auto block = [&](const Tensor &x, int64_t number) {
      std::vector<int64_t> start(x.shape().size(), 0), limit = x.shape(), ones(start.size(), 1);
      size_t dim = static_cast<size_t>(attr.dim);
      start[dim] = number * (limit[dim] / size);
      limit[dim] = start[dim] + limit[dim] / size;
      return interp::slice(x, start, limit, ones);
    };
    if (node.opcode == Opcode::AllGather)
      return interp::concatenate(members, attr.dim);
    if (node.opcode == Opcode::AllToAll) {
      std::vector<Tensor> blocks;
      for (const Tensor &member : members) {
        interp::Result piece = block(member, static_cast<int64_t>(own));
        if (!piece)
          return piece.takeError();
        blocks.push_back(*piece);
      }
      return interp::concatenate(blocks, attr.concatDim);
    }
    Opcode combiner = combinerOf(graph, node.regions[0]);
    bool largest = combiner == Opcode::Maximum || (combiner == Opcode::Minimum && magnitudes);
    if (combiner != Opcode::Add && combiner != Opcode::Maximum && combiner != Opcode::Minimum)
      return notMeasured(node);
    interp::Result total = interp::foldInOrder(members, largest                      ? interp::Primitive::Maximum
                                                        : combiner == Opcode::Minimum ? interp::Primitive::Minimum
                                                                                      : interp::Primitive::Add);
    if (!total || node.opcode == Opcode::AllReduce)
      return total;
    return block(*total, static_cast<int64_t>(own));
  }

  llvm::Error collective(const Node &node, const std::vector<Held> &operands) {
    std::vector<Held> results;
    for (const Held &x : operands) {
      Held out(x.size());
      for (const std::vector<int64_t> &group : groupsOf(std::get<CollectiveAttr>(node.attributes))) {
        std::vector<Tensor> values, magnitudes;
        for (int64_t device : group) {
          values.push_back(x[static_cast<size_t>(device)].value);
          magnitudes.push_back(x[static_cast<size_t>(device)].magnitude);
        }
        for (size_t own = 0; own < group.size(); ++own) {
          Measured &target = out[static_cast<size_t>(group[own])];
          interp::Result value = collected(node, values, own, false);
          if (!value)
            return value.takeError();
          target.value = *value;
          if (!isFloat(value->type()))
            continue;
          interp::Result magnitude = collected(node, magnitudes, own, true);
          if (!magnitude)
            return magnitude.takeError();
          target.magnitude = *magnitude;
        }
      }
      results.push_back(std::move(out));
    }
    set(node, results);
    return llvm::Error::success();
  }

  llvm::Error permute(const Node &node, const std::vector<Held> &operands) {
    const Held &x = operands[0];
    Tensor zero(x[0].value.type(), x[0].value.shape(), true);
    Held out(x.size(), Measured{zero, isFloat(zero.type()) ? zero : Tensor()});
    for (const auto &[from, to] : std::get<PermuteAttr>(node.attributes).pairs)
      out[static_cast<size_t>(to)] = x[static_cast<size_t>(from)];
    set(node, {out});
    return llvm::Error::success();
  }
};

} // namespace

llvm::Expected<std::vector<Measured>> measure(const Graph &graph, const std::vector<Tensor> &arguments) {
  return Machine(graph).run(arguments);
}

} // namespace lockstep::verifier
