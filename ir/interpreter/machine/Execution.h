// Runs prepared blocks on all ranks in lockstep: operator by operator, every executing rank before the next operator.
#pragma once

#include "ir/core/Mesh.h"
#include "ir/interpreter/Interpreter.h"
#include "ir/interpreter/evaluate/Table.h"
#include "ir/interpreter/machine/Plan.h"
#include "ir/interpreter/machine/RankValue.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockstep::interp {

/// What all ranks of one run share.
struct Session {
  const Options &options;
  mlir::Operation *module;
  mlir::Operation *main;
  EvaluatorTable table;
  Outcome outcome;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<FunctionPlan>> plans;
  llvm::DenseMap<mlir::Operation *, Tensor> constants;
  std::map<std::string, mlir::Operation *> symbols;

  Session(const Options &options, mlir::Operation *module, mlir::Operation *main);
  /// A function of the module by name, null when there is none.
  mlir::Operation *function(llvm::StringRef name) const;
  llvm::Expected<FunctionPlan *> plan(mlir::Operation *function);
};

/// The devices that run a program in lockstep. Outside of every rank program there is one rank and no device.
struct World {
  Mesh mesh;
  std::vector<int64_t> devices; // ascending; empty outside of rank programs. Position in here = rank.
  /// How `devices` splits into replicas and partitions: device = replica * partitions + partition.
  int64_t replicas = 1, partitions = 1;
  /// Axes along which the program sees pieces; along the others of the mesh it sees whole tensors.
  std::set<std::string> manualAxes;
  /// Replica groups may leave out devices that do not come to them.
  bool groupsMayLeaveOut = false;
  /// Tensors sent and not yet received: by channel and target rank, oldest first.
  struct Parcel {
    Tensors tensors;
    unsigned sender;
    mlir::Operation *op;
  };
  std::map<std::pair<int64_t, unsigned>, std::deque<Parcel>> inTransit;

  bool isRankProgram() const { return !devices.empty(); }
  size_t rankCount() const { return devices.empty() ? 1 : devices.size(); }
  /// One device at every position of a mesh. The module says how devices split into replicas and partitions.
  static World onMesh(const Mesh &mesh, mlir::Operation *module);
  /// An error when something was sent that nobody received.
  llvm::Error checkNothingInTransit() const;
  /// Rank of a device, nullopt when it is not in this world.
  std::optional<unsigned> rankOf(int64_t device) const;
};

/// The values of one activation of a function.
struct Frame {
  std::vector<RankValue> values;
  unsigned depth = 0; // of calls
  explicit Frame(size_t valueCount, unsigned depth = 0) : values(valueCount), depth(depth) {}
};

class Execution {
public:
  Execution(Session &session, World &world, Frame &frame, RankSet ranks)
      : session(session), world(world), frame(frame), ranks(ranks) {}

  Session &session;
  World &world;
  Frame &frame;
  const RankSet ranks; // that execute here

  /// Executes a block on these ranks and returns what its terminator does.
  llvm::Expected<std::vector<RankValue>> run(const BlockPlan &block, std::vector<RankValue> arguments);
  /// The same with other ranks, a subset.
  llvm::Expected<std::vector<RankValue>> runOn(RankSet subset, const BlockPlan &block,
                                               std::vector<RankValue> arguments);
  /// A new activation of a function on these ranks.
  llvm::Expected<std::vector<RankValue>> call(mlir::Operation *caller, llvm::StringRef callee,
                                              std::vector<RankValue> arguments);

  const RankValue &operand(const Step &step, unsigned i) const { return frame.values[step.operands[i]]; }
  /// All operands; those that nobody reads afterwards leave the frame, so that their elements may be changed in place.
  std::vector<RankValue> takeOperands(const Step &step);
  void setResult(const Step &step, unsigned i, RankValue value) { frame.values[step.results[i]] = std::move(value); }
  void setResults(const Step &step, std::vector<RankValue> values);

  /// Every executing rank computes the same here, as far as operands tell.
  bool isUniform(const Step &step) const;
  bool f64() const { return session.options.f64; }
  int64_t device(unsigned rank) const { return world.devices.empty() ? 0 : world.devices[rank]; }

  /// Executes one step and frees what dies with it.
  llvm::Error execute(const Step &step);
  /// What follows an executed step: types are checked, the observer told, the dead freed.
  llvm::Error conclude(const Step &step);

private:
  llvm::Error executePure(const Step &step);
  llvm::Expected<Tensors> executeOn(const Step &step, unsigned rank);
  llvm::Error checkTypes(const Step &step) const;
  void observe(const Step &step) const;
};

} // namespace lockstep::interp
