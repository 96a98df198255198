// Small programs of the verifier's tests.
#pragma once

#include "ir/import/Program.h"
#include "verifier/import/GraphReader.h"

#include <gtest/gtest.h>

#include <memory>

namespace lockstep::verifier::test {

inline std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  registerInputDialects(registry);
  return std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
}

inline Program programOf(mlir::MLIRContext &context, llvm::StringRef text, const Contract *contract = nullptr,
                         Reading reading = Reading::Plan) {
  auto module = parseModuleText(text, "t.mlir", context);
  if (!module) {
    ADD_FAILURE() << llvm::toString(module.takeError());
    std::abort();
  }
  auto program = analyzeProgram(std::move(*module), "t.mlir", contract, reading);
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    std::abort();
  }
  return std::move(*program);
}

/// y = x * sum(x), the smallest step in which a missing reduction shows.
inline constexpr const char *scaleBySum = R"(
func.func public @main(%x: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result['y']"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %y = stablehlo.multiply %x, %b : tensor<8xf32>
  return %y : tensor<8xf32>
}
)";

/// The same on two ranks; `collective` is what stands between the local and the global sum.
inline std::string scaleBySumOnTwo(const std::string &collective) {
  return R"(
sdy.mesh @mesh = <["dp"=2]>
func.func public @main(%x: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result['y']"}) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"dp"}]>] out_shardings=[<@mesh, [{"dp"}]>] manual_axes={"dp"} (%a: tensor<4xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %local = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
)" + collective + R"(
    %b = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %y = stablehlo.multiply %a, %b : tensor<4xf32>
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
)";
}

inline std::string allReduce(const std::string &groups) {
  return R"(    %sum = "stablehlo.all_reduce"(%local) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = )" +
         groups + R"(, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %r = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>)";
}

inline std::string correctPlan() { return scaleBySumOnTwo(allReduce("dense<[[0, 1]]> : tensor<1x2xi64>")); }

inline std::string unreducedPlan() {
  return scaleBySumOnTwo("    %sum = stablehlo.add %local, %zero : tensor<f32>");
}

} // namespace lockstep::verifier::test
