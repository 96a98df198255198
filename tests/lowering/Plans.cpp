#include "Plans.h"

#include "ir/interpreter/Compare.h"
#include "ir/interpreter/Inputs.h"
#include "ir/interpreter/Interpreter.h"
#include "lowering/emit/Emitter.h"
#include "lowering/graph/Build.h"
#include "lowering/partition/AxisPass.h"

#include "gtest/gtest.h"
#include "mlir/IR/Verifier.h"

namespace lockstep::test {

static std::string textOf(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

llvm::Expected<Program> reread(mlir::OwningOpRef<mlir::ModuleOp> plan) {
  std::string text = textOf(*plan);
  auto module = parseModuleText(text, "plan.mlir", *plan->getContext());
  if (!module)
    return module.takeError();
  return analyzeProgram(std::move(*module), "plan.mlir", nullptr);
}

llvm::Expected<Program> planWithCuts(const Program &logical, const std::vector<AxisCut> &cuts) {
  auto graph = lowering::buildGraph(logical.main);
  if (!graph)
    return graph.takeError();
  Mesh mesh{"mesh", {}, {}};
  std::vector<unsigned> axes;
  for (const AxisCut &cut : cuts) {
    lowering::AxisGoal goal{cut.arguments, std::vector<lowering::State>(graph->body().results.size()), cut.axis.size};
    *graph = lowering::propagateAxis(*graph, goal).graph;
    axes.push_back(static_cast<unsigned>(mesh.axes.size()));
    mesh.axes.push_back(cut.axis);
  }
  lowering::Emitter emitter((*logical.module)->getContext(), mesh, axes);
  mlir::OwningOpRef<mlir::ModuleOp> plan = emitter.emitModule(logical, *graph);
  if (mlir::failed(mlir::verify(*plan)))
    return llvm::createStringError("the plan is not valid:\n" + textOf(*plan));
  return reread(std::move(plan));
}

void expectSameResults(const Program &logical, const Program &plan, uint64_t seed, double tolerance) {
  interp::InputOptions options;
  options.seed = seed;
  options.f64 = true;
  options.makePositive = interp::positiveArguments(logical);
  std::vector<interp::Tensor> arguments = interp::makeInputs(logical, options);
  interp::Options exact;
  exact.f64 = true;
  auto expected = interp::run(logical, arguments, exact);
  ASSERT_TRUE(static_cast<bool>(expected)) << llvm::toString(expected.takeError());
  auto actual = interp::run(plan, arguments, exact);
  ASSERT_TRUE(static_cast<bool>(actual)) << llvm::toString(actual.takeError()) << "\n" << textOf(*plan.module);
  EXPECT_TRUE(actual->disagreements.empty()) << "replicas of result " << actual->disagreements[0].result << " differ\n"
                                             << textOf(*plan.module);
  ASSERT_EQ(expected->results.size(), actual->results.size());
  for (size_t i = 0; i < expected->results.size(); ++i) {
    interp::Difference difference = interp::compareTensors(expected->results[i], actual->results[i], tolerance);
    EXPECT_TRUE(difference.agrees()) << "result " << i << ": expected " << difference.expected << ", found "
                                     << difference.actual << ", relative error " << difference.error << "\n"
                                     << textOf(*plan.module);
    for (int64_t element = 0; element < expected->results[i].size(); ++element)
      if (isFloat(expected->results[i].type()))
        ASSERT_EQ(expected->results[i].real(element), expected->results[i].real(element)) << "result " << i << " is no number";
  }
}

} // namespace lockstep::test
