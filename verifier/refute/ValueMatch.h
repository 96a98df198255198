// How the values of a plan's operators relate to values that the logical step makes.
#pragma once

#include "verifier/refute/Execution.h"
#include "verifier/refute/Fingerprint.h"
#include "verifier/refute/Pieces.h"

#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace mlir {
class Operation;
}

namespace lockstep::verifier {

enum class MatchKind : unsigned char {
  Exact,   // a logical value: on every rank, or cut over ranks
  Partial, // ranks hold addends of a logical value
  Scaled,  // a multiple of a logical value (whole, cut or partial)
  Trivial, // zero, or made of no data
  None,
};

struct ValueMatch {
  MatchKind kind = MatchKind::None;
  unsigned logical = 0;   // number of the logical value
  double ratio = 1;       // Scaled
  unsigned summedAxes = 0; // bit mask of mesh axes over which ranks hold addends
  /// Not recognised itself, but only moved together from values that were.
  bool isDerived = false;
};

/// Every value that one execution of the logical step makes.
class LogicalValues {
public:
  /// Arguments first, then every operator's results.
  void addArguments(llvm::ArrayRef<interp::Tensor> inputs);
  void observe(const interp::Observation &observation);
  void finish() { index.finish(); }

  const FingerprintIndex &prints() const { return index; }
  const PieceIndex &pieces() const { return blocks; }
  /// The operator that made a value; null for arguments.
  mlir::Operation *operationOf(unsigned id) const { return operations[id]; }

private:
  FingerprintIndex index;
  PieceIndex blocks;
  std::vector<mlir::Operation *> operations;
};

/// Matches one result on all ranks of a mesh. `tensors` holds one entry when all ranks agree.
ValueMatch matchValue(const LogicalValues &logical, const Mesh &mesh, llvm::ArrayRef<int64_t> devices,
                      llvm::ArrayRef<interp::Tensor> tensors);

/// "dp", "dp and tp".
std::string axisNames(const Mesh &mesh, unsigned mask);

} // namespace lockstep::verifier
