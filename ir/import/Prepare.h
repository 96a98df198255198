// Rewrites that make a module simpler to read without changing what it computes, done on a copy.
#pragma once

#include "ir/import/Program.h"

namespace lockstep {

struct PrepareOptions {
  /// Calls (and sdy.named_computation) are replaced by the bodies; operators of a callee are located at
  /// callsite(callee's place at call's place).
  bool inlineCalls = true;
  /// Manual computations of before Shardy (SPMDFullToShardShape ... SPMDShardToFullShape) and those that travel as
  /// strings become sdy.manual_computation; `@Sharding` calls become their operands.
  bool rewriteLegacy = true;
  /// sdy.sharding_constraint, sdy.reshard, barriers and edges become their operands (not in per-device modules, where
  /// a reshard moves data).
  bool dropHints = true;
  /// Copies that inlining may make; calls that double at every level grow without bound.
  size_t mostOperators = 2'000'000;
};

/// A copy of the program with a rewritten module, from which functions that @main does not reach are gone. Errors name
/// what cannot be rewritten: recursive calls, values that enter a manual computation without a sharding, ...
llvm::Expected<Program> prepare(const Program &program, const PrepareOptions &options = {});

} // namespace lockstep
