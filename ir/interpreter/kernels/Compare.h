// Inside this folder only: asking a comparator about elements of tensors.
#pragma once

#include "ir/interpreter/kernels/Sort.h"

namespace lockstep::interp {

/// Whether a comparator holds for the tuples at two places of the operands. The comparator must outlive this object.
class ElementOrder {
public:
  static llvm::Expected<ElementOrder> make(llvm::StringRef operation, llvm::ArrayRef<Tensor> operands,
                                           const Comparator &comparator);
  llvm::Expected<bool> holds(int64_t left, int64_t right) const;

private:
  std::string operation;
  std::vector<Tensor> operands; // only the compared one, or its keys, for a recognised comparison
  const ScalarFunction *function = nullptr;
  Direction direction = Direction::LT;
};

/// Integers in the order -NaN < -inf < ... < -0 < +0 < ... < inf < NaN: the codes read as sign and magnitude.
Tensor totalOrderKeys(const Tensor &x);

} // namespace lockstep::interp
