// Running small programs written as text.
#pragma once

#include "Corpus.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

namespace lockstep::test {

inline interp::Tensor tensorOf(ElementType type, Shape shape, const std::vector<double> &values) {
  interp::Tensor tensor(type, std::move(shape));
  for (size_t i = 0; i < values.size(); ++i)
    tensor.setReal(i, values[i]);
  return tensor;
}

inline interp::Tensor f32(Shape shape, const std::vector<double> &values) {
  return tensorOf(ElementType::F32, std::move(shape), values);
}

/// 0, 1, 2, ...
inline interp::Tensor counting(Shape shape) {
  interp::Tensor tensor(ElementType::F32, std::move(shape));
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor.setReal(i, i);
  return tensor;
}

inline std::vector<double> valuesOf(const interp::Tensor &tensor) {
  std::vector<double> values;
  for (int64_t i = 0; i < tensor.size(); ++i)
    values.push_back(tensor.real(i));
  return values;
}

using Numbers = std::vector<double>;

/// One program and its context.
class Snippet {
public:
  explicit Snippet(const std::string &text, const Contract *contract = nullptr)
      : context(makeContext()), program(programOf(*context, text, contract)) {}

  /// Fails the test on an error.
  interp::Outcome run(const std::vector<interp::Tensor> &arguments, const interp::Options &options = {}) {
    if (!program)
      return {};
    llvm::Expected<interp::Outcome> outcome = interp::run(*program, arguments, options);
    if (!outcome) {
      ADD_FAILURE() << llvm::toString(outcome.takeError());
      return {};
    }
    return std::move(*outcome);
  }

  /// Values of a result.
  Numbers result(const std::vector<interp::Tensor> &arguments, unsigned number = 0,
                 const interp::Options &options = {}) {
    interp::Outcome outcome = run(arguments, options);
    return number < outcome.results.size() ? valuesOf(outcome.results[number]) : Numbers();
  }

  /// Text of the error; fails the test when there is none.
  std::string error(const std::vector<interp::Tensor> &arguments, const interp::Options &options = {}) {
    if (!program)
      return {};
    llvm::Expected<interp::Outcome> outcome = interp::run(*program, arguments, options);
    if (!outcome)
      return llvm::toString(outcome.takeError());
    ADD_FAILURE() << "expected an error";
    return {};
  }

  std::unique_ptr<mlir::MLIRContext> context;
  std::optional<Program> program;
};

/// A program that runs `body` on a 2 x 2 mesh of axes a and b: device 2 * a + b. The body reads %x of type `local` and
/// returns %y of type `localResult`.
inline std::string onMesh(const std::string &global, const std::string &in, const std::string &local,
                          const std::string &body, const std::string &localResult, const std::string &out,
                          const std::string &globalResult) {
  return R"(sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func public @main(%arg0: )" +
         global + ") -> " + globalResult + R"( {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, )" +
         in + ">] out_shardings=[<@mesh, " + out + R"(>] manual_axes={"a", "b"} (%x: )" + local + ") {\n" + body +
         "\n    sdy.return %y : " + localResult + "\n  } : (" + global + ") -> " + globalResult +
         "\n  return %0 : " + globalResult + "\n}\n";
}

} // namespace lockstep::test
