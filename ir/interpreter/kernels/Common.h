// What the operator functions share: result types, combiners, windows.
//
// Every function of this folder is one operator of the StableHLO specification (or of CHLO / MHLO) on plain tensors.
// Rules that hold for all of them:
//  * Result types follow from the operands and the parameters. A tensor held in f64 mode gives a result in f64 mode.
//  * bf16, f16 and fp8 arithmetic is computed in f32 and each operator's result is rounded once. Transcendental
//    functions of f32 and narrower types are computed in f64 and rounded once.
//  * Integers wrap to their width.
//  * Operands or attributes that the operator does not accept give an error that says what was expected and what was
//    found; nothing asserts on them.
#pragma once

#include "ir/interpreter/Tensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::interp {

using Result = llvm::Expected<Tensor>;
using Results = llvm::Expected<std::vector<Tensor>>;
using Dims = std::vector<int64_t>;

/// A region as a function: scalar tensors in, scalar tensors out.
using ScalarFunction = std::function<Results(llvm::ArrayRef<Tensor>)>;

/// Combining functions that occur so often that they run without calling the region. `Replace` returns its second
/// operand (the update of a scatter).
enum class Primitive : uint8_t { Add, Multiply, Maximum, Minimum, And, Or, Xor, Replace };

/// A region of 2n scalars (n left operands, then n right operands) to n scalars. Exactly one member is used: the
/// primitive if there is one. Both ways give the same bits.
struct Combiner {
  std::optional<Primitive> primitive;
  ScalarFunction function;

  Combiner(Primitive primitive) : primitive(primitive) {}
  Combiner(ScalarFunction function) : function(std::move(function)) {}
};

/// Sliding windows of reduce_window and select_and_scatter. Empty vectors mean all ones (all zero for the padding).
struct WindowDims {
  Dims sizes, strides, baseDilations, windowDilations;
  std::vector<std::pair<int64_t, int64_t>> padding;
};

/// Error text in the house form; `operation` is the operator's name.
llvm::Error operatorError(llvm::StringRef operation, const std::string &message);

/// Error when an extent is negative or the tensor would have more than kMaxElements elements: shapes come from the
/// user's file, and one that cannot be held must not end the process.
constexpr int64_t kMaxElements = int64_t{1} << 31;
llvm::Error requireShape(llvm::StringRef operation, const Shape &shape);

} // namespace lockstep::interp
