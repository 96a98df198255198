#include "tools/lockstep/doctor/SelfTest.h"

#include "ir/import/Program.h"
#include "ir/interpreter/Interpreter.h"
#include "lockstep/Verify.h"

#include "mlir/IR/MLIRContext.h"

#include <chrono>
#include <cmath>

namespace lockstep::tool {
namespace {

/// Linear regression: loss = mean((x w - y)^2), w' = w - 0.4 dloss/dw, for 4 samples.
constexpr llvm::StringLiteral kStep = R"(module {
  func.func public @main(%w: tensor<3x2xf32> {lockstep.name = "w", lockstep.role = "state", tf.aliasing_output = 0 : i32},
                         %x: tensor<4x3xf32> {lockstep.name = "x", lockstep.role = "batch"},
                         %y: tensor<4x2xf32> {lockstep.name = "y", lockstep.role = "batch"})
      -> (tensor<3x2xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %eighth = stablehlo.constant dense<0.125> : tensor<f32>
    %rate = stablehlo.constant dense<0.1> : tensor<3x2xf32>
    %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
    %d = stablehlo.subtract %p, %y : tensor<4x2xf32>
    %s = stablehlo.multiply %d, %d : tensor<4x2xf32>
    %t = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
    %loss = stablehlo.multiply %t, %eighth : tensor<f32>
    %g = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
    %u = stablehlo.multiply %rate, %g : tensor<3x2xf32>
    %n = stablehlo.subtract %w, %u : tensor<3x2xf32>
    return %n, %loss : tensor<3x2xf32>, tensor<f32>
  }
})";

/// The same on two ranks with two samples each. @GRADIENT is the summed gradient, or the rank's own.
constexpr llvm::StringLiteral kPlan = R"(module {
  sdy.mesh @mesh = <["dp"=2]>
  func.func public @main(%w: tensor<3x2xf32> {lockstep.name = "w", lockstep.role = "state", tf.aliasing_output = 0 : i32},
                         %x: tensor<4x3xf32> {lockstep.name = "x", lockstep.role = "batch"},
                         %y: tensor<4x2xf32> {lockstep.name = "y", lockstep.role = "batch"})
      -> (tensor<3x2xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0:2 = sdy.manual_computation(%w, %x, %y) in_shardings=[<@mesh, [{}, {}]>, <@mesh, [{"dp"}, {}]>, <@mesh, [{"dp"}, {}]>]
        out_shardings=[<@mesh, [{}, {}]>, <@mesh, []>] manual_axes={"dp"}
        (%wl: tensor<3x2xf32>, %xl: tensor<2x3xf32>, %yl: tensor<2x2xf32>) {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %eighth = stablehlo.constant dense<0.125> : tensor<f32>
      %rate = stablehlo.constant dense<0.1> : tensor<3x2xf32>
      %p = stablehlo.dot_general %xl, %wl, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
      %d = stablehlo.subtract %p, %yl : tensor<2x2xf32>
      %s = stablehlo.multiply %d, %d : tensor<2x2xf32>
      %t = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
      %part = stablehlo.multiply %t, %eighth : tensor<f32>
      %loss = "stablehlo.all_reduce"(%part) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %own = stablehlo.dot_general %xl, %d, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
      %sum = "stablehlo.all_reduce"(%own) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) : (tensor<3x2xf32>) -> tensor<3x2xf32>
      %u = stablehlo.multiply %rate, @GRADIENT : tensor<3x2xf32>
      %n = stablehlo.subtract %wl, %u : tensor<3x2xf32>
      sdy.return %n, %loss : tensor<3x2xf32>, tensor<f32>
    } : (tensor<3x2xf32>, tensor<4x3xf32>, tensor<4x2xf32>) -> (tensor<3x2xf32>, tensor<f32>)
    return %0#0, %0#1 : tensor<3x2xf32>, tensor<f32>
  }
})";

std::string planText(llvm::StringRef gradient) {
  auto [before, after] = kPlan.split("@GRADIENT");
  return (before + gradient + after).str();
}

llvm::Expected<Program> load(llvm::StringRef text, llvm::StringRef name, mlir::MLIRContext &context) {
  auto module = parseModuleText(text, name, context);
  if (!module)
    return module.takeError();
  return analyzeProgram(std::move(*module), name, nullptr);
}

/// w = 0, x = 1, y = 1: the loss is 1 and every weight moves by 0.1 * 4 samples * 1.
std::string checkExecution(const Program &program) {
  std::vector<interp::Tensor> arguments;
  for (const ArgumentInfo &argument : program.arguments) {
    arguments.emplace_back(argument.type, argument.shape);
    if (argument.name != "w")
      for (int64_t i = 0; i < arguments.back().size(); ++i)
        arguments.back().setReal(i, 1.0);
  }
  llvm::Expected<interp::Outcome> outcome = interp::run(program, arguments);
  if (!outcome)
    return llvm::toString(outcome.takeError());
  double weight = outcome->results[0].real(5), loss = outcome->results[1].real(0);
  if (std::abs(weight - 0.4) > 1e-6 || std::abs(loss - 1.0) > 1e-6)
    return "expected weight 0.4 and loss 1, found " + std::to_string(weight) + " and " + std::to_string(loss);
  return "";
}

std::string checkVerdict(const Program &step, const Program &plan, verifier::Status expected,
                         const std::function<bool()> &interrupted) {
  verifier::VerifyOptions options;
  options.interrupted = interrupted;
  llvm::Expected<verifier::Result> result = verifier::verify(step, plan, nullptr, options);
  if (!result)
    return llvm::toString(result.takeError());
  if (result->verdict() == expected)
    return "";
  return "expected " + std::string(name(expected)) + ", found " + std::string(name(result->verdict()));
}

class Recorder {
public:
  std::vector<Check> checks;

  /// `work` returns what went wrong, or nothing.
  bool record(const char *what, llvm::function_ref<std::string()> work) {
    auto start = std::chrono::steady_clock::now();
    std::string problem = work();
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    checks.push_back({what, problem.empty(), problem, seconds});
    return problem.empty();
  }
};

} // namespace

std::vector<Check> selfTest(const std::function<bool()> &interrupted) {
  mlir::DialectRegistry registry;
  registerInputDialects(registry);
  mlir::MLIRContext context(registry);
  Recorder recorder;
  std::vector<Program> programs;
  bool parsed = recorder.record("parse a step and two plans", [&]() -> std::string {
    for (const auto &[name, text] : {std::pair<llvm::StringRef, std::string>{"step", kStep.str()},
                                     {"plan", planText("%sum")},
                                     {"wrong plan", planText("%own")}}) {
      llvm::Expected<Program> program = load(text, name, context);
      if (!program)
        return llvm::toString(program.takeError());
      programs.push_back(std::move(*program));
    }
    return "";
  });
  if (!parsed)
    return recorder.checks;
  recorder.record("execute the step", [&] { return checkExecution(programs[0]); });
  recorder.record("execute the plan on two ranks", [&] { return checkExecution(programs[1]); });
  recorder.record("prove the plan",
                  [&] { return checkVerdict(programs[0], programs[1], verifier::Status::Proved, interrupted); });
  recorder.record("refute the wrong plan",
                  [&] { return checkVerdict(programs[0], programs[2], verifier::Status::Refuted, interrupted); });
  return recorder.checks;
}

} // namespace lockstep::tool
