#include "ir/interpreter/Interpreter.h"

#include "ir/core/InputError.h"
#include "ir/import/Program.h"
#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/interpreter/machine/Execution.h"
#include "ir/interpreter/ranks/Placement.h"

namespace lockstep::interp {
namespace {

using Values = std::vector<RankValue>;

llvm::Error argumentError(const Program &program, const llvm::Twine &message) {
  return llvm::make_error<InputError>(code::argument, program.path, 0, 0, message.str());
}

std::string argumentText(const Program &program, size_t i) {
  return "argument " + std::to_string(i) + " (" + program.arguments[i].name + ")";
}

// The same elements in the storage that the run uses.
Tensor stored(const Tensor &tensor, bool f64Mode) {
  if (tensor.storage() == storageOf(tensor.type(), f64Mode))
    return tensor;
  Tensor result(tensor.type(), tensor.shape(), f64Mode);
  if (isComplex(tensor.type())) {
    auto copy = [](auto from, auto to) { std::copy(from.begin(), from.end(), to.begin()); };
    if (f64Mode)
      copy(tensor.values<float>(), result.data<double>());
    else
      copy(tensor.values<double>(), result.data<float>());
    return result;
  }
  for (int64_t i = 0; i < tensor.size(); ++i)
    result.setReal(i, tensor.real(i));
  return result;
}

llvm::Error checkArguments(const Program &program, llvm::ArrayRef<Tensor> arguments) {
  if (arguments.size() != program.arguments.size())
    return argumentError(program, "@main takes " + llvm::Twine(program.arguments.size()) + " arguments, found " +
                                      llvm::Twine(arguments.size()));
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    const ArgumentInfo &expected = program.arguments[i];
    if (argument.type() != expected.type || argument.shape() != expected.shape)
      return argumentError(program, argumentText(program, i) + ": expected " +
                                        Tensor(expected.type, expected.shape).typeString() + ", found " +
                                        argument.typeString());
  }
  return llvm::Error::success();
}

llvm::Expected<Values> runMain(Session &session, World &world, RankSet ranks, Values arguments) {
  llvm::Expected<FunctionPlan *> plan = session.plan(session.main);
  if (!plan)
    return plan.takeError();
  Frame frame((*plan)->valueCount);
  return Execution(session, world, frame, ranks).run((*plan)->body, std::move(arguments));
}

llvm::Error runWhole(Session &session, llvm::ArrayRef<Tensor> arguments) {
  Values values;
  for (const Tensor &argument : arguments)
    values.emplace_back(stored(argument, session.options.f64));
  World world;
  unsigned only[] = {0};
  llvm::Expected<Values> results = runMain(session, world, only, std::move(values));
  if (!results)
    return results.takeError();
  for (const RankValue &result : *results)
    session.outcome.results.push_back(result.at(0));
  return llvm::Error::success();
}

llvm::Expected<Values> cutArguments(const Program &program, const World &world, llvm::ArrayRef<Tensor> arguments,
                                    bool f64Mode) {
  Values values;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Tensor whole = stored(argument, f64Mode);
    const Sharding &sharding = program.argumentShardings[i];
    if (cutsNothing(sharding) && whole.shape().size() == sharding.dims.size()) {
      values.emplace_back(std::move(whole));
      continue;
    }
    RankValue pieces = RankValue::perRank(world.rankCount());
    for (unsigned rank = 0; rank < world.rankCount(); ++rank) {
      llvm::Expected<Tensor> piece = cutPiece(whole, world.mesh, sharding, world.devices[rank]);
      if (!piece)
        return argumentError(program, argumentText(program, i) + ": " + llvm::toString(piece.takeError()));
      pieces[rank] = std::move(*piece);
    }
    values.push_back(std::move(pieces));
  }
  return values;
}

// Every device runs @main on its pieces.
llvm::Error runPerDevice(Session &session, const Program &program, llvm::ArrayRef<Tensor> arguments) {
  World world = World::onMesh(program.mesh, session.module);
  for (const MeshAxis &axis : program.mesh.axes)
    world.manualAxes.insert(axis.name);
  std::vector<unsigned> ranks;
  for (unsigned rank = 0; rank < world.rankCount(); ++rank)
    ranks.push_back(rank);
  llvm::Expected<Values> pieces = cutArguments(program, world, arguments, session.options.f64);
  if (!pieces)
    return pieces.takeError();
  llvm::Expected<Values> results = runMain(session, world, ranks, std::move(*pieces));
  if (!results)
    return results.takeError();
  if (llvm::Error e = world.checkNothingInTransit())
    return e;
  session.outcome.deviceResults.resize(ranks.size());
  for (auto [i, result] : llvm::enumerate(*results)) {
    std::vector<Tensor> all;
    for (unsigned rank : ranks) {
      all.push_back(result.at(rank));
      session.outcome.deviceResults[rank].push_back(result.at(rank));
    }
    llvm::Expected<Assembled> whole = assemble(all, world.devices, world.mesh, program.resultShardings[i]);
    if (!whole)
      return argumentError(program, "result " + llvm::Twine(i) + " (" + program.results[i].name +
                                        "): " + llvm::toString(whole.takeError()));
    if (whole->disagreement) {
      session.outcome.disagreements.push_back(*whole->disagreement);
      session.outcome.disagreements.back().result = i;
    }
    session.outcome.results.push_back(std::move(whole->global));
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<Outcome> run(const Program &program, llvm::ArrayRef<Tensor> arguments, const Options &options) {
  if (llvm::Error e = checkArguments(program, arguments))
    return std::move(e);
  mlir::func::FuncOp main = program.main;
  mlir::ModuleOp module = program.module.get();
  Session session(options, module, main);
  llvm::Error error =
      program.form == ProgramForm::PerDevice ? runPerDevice(session, program, arguments) : runWhole(session, arguments);
  if (error)
    return std::move(error);
  llvm::sort(session.outcome.disagreements,
             [](const Disagreement &a, const Disagreement &b) { return a.result < b.result; });
  return std::move(session.outcome);
}

} // namespace lockstep::interp
