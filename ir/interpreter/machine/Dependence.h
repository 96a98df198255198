// Which results of @main a value can influence.
#pragma once

#include <vector>

namespace mlir {
class Operation;
class Value;
} // namespace mlir

namespace lockstep::interp {

/// Follows uses forward inside of `main`: an operator that reads a value, itself or in a region, may change all its
/// results. A value of another function may influence every result. Ascending.
std::vector<unsigned> resultsOfMainThatDependOn(mlir::Value value, mlir::Operation *main);

} // namespace lockstep::interp
