// Which arguments a result updates, judged by the operators between them.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <vector>

namespace lockstep::analysis {

/// For each result of the function the arguments of the same type that reach it through operators which work element
/// by element (p - rate * g), nearest first: pairs of distance and argument. The search gives up after a while, so an
/// empty answer proves nothing.
std::vector<std::vector<std::pair<unsigned, unsigned>>> updateChains(mlir::func::FuncOp main);

} // namespace lockstep::analysis
