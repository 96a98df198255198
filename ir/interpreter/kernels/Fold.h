// Inside this folder only: applying a combiner, and the order of reductions.
#pragma once

#include "ir/interpreter/kernels/Support.h"

namespace lockstep::interp {

/// One scalar per operand.
using Scalars = std::vector<Tensor>;

/// f(left..., right...) for a combiner that is a function; checks the number and types of what it returns.
llvm::Expected<Scalars> apply(llvm::StringRef operation, const ScalarFunction &function, const Scalars &left,
                              const Scalars &right);

/// Where a run of n > kLeafLength elements is split: after the largest power of two below n.
constexpr int64_t kLeafLength = 16;
int64_t splitOf(int64_t n);

/// A primitive on rows of elements of one type, settled after every step.
class RowCombiner {
public:
  static llvm::Expected<RowCombiner> make(Primitive primitive, ElementType type, Storage storage);

  /// out[i] = a[i] f b[i]; `out` may be `a` or `b`.
  void operator()(const std::byte *a, const std::byte *b, std::byte *out, size_t count) const {
    kernel(a, b, out, count);
    settle(type, storage, out, count);
  }

private:
  BinaryKernel kernel = nullptr;
  ElementType type = ElementType::F32;
  Storage storage = Storage::F32;
};

} // namespace lockstep::interp
