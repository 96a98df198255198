// Replica groups of collectives: sound ids or axes, and how many processes a group has.
#pragma once

#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"

#include <optional>

namespace lockstep::stablehlo {

/// The numbers of a collective's constraints on its groups; zero where the specification has none.
struct GroupNumbers {
  unsigned unique; // no id twice
  unsigned cover;  // every id
  unsigned range;  // ids that exist
};

/// Checks `replica_groups` and gives the number of processes in each group; nullopt if groups differ in size or the
/// size depends on a grid the module does not tell.
mlir::FailureOr<std::optional<int64_t>> checkGroups(mlir::Operation *op, mlir::SymbolTableCollection &symbols,
                                                    GroupNumbers numbers);

/// `use_global_device_ids` needs a channel.
llvm::LogicalResult checkChannel(mlir::Operation *op, unsigned number);

/// Pairs of processes: C1 shape, C2 sources once, C3 targets once, C4 ids that exist.
llvm::LogicalResult checkSourceTargetPairs(mlir::Operation *op);

} // namespace lockstep::stablehlo
