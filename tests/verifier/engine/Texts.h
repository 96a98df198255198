// Programs as text, read for the engine.
#pragma once

#include "RandomTerms.h"
#include "ir/import/Program.h"
#include "verifier/import/GraphReader.h"
#include "verifier/read/Prove.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

namespace lockstep::verifier::test {

/// A context that knows every dialect of inputs.
inline mlir::MLIRContext &context() {
  static mlir::MLIRContext *shared = [] {
    mlir::DialectRegistry registry;
    registerInputDialects(registry);
    return new mlir::MLIRContext(registry, mlir::MLIRContext::Threading::DISABLED);
  }();
  return *shared;
}

inline Program programOf(const std::string &text) {
  auto module = parseModuleText(text, "test.mlir", context());
  if (!module) {
    ADD_FAILURE() << llvm::toString(module.takeError()) << "\n" << text;
    std::abort();
  }
  auto program = analyzeProgram(std::move(*module), "test.mlir", nullptr);
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError()) << "\n" << text;
    std::abort();
  }
  return std::move(*program);
}

inline Proof proveTexts(const std::string &logical, const std::string &plan, std::vector<ArgumentFacts> facts = {}) {
  Program a = programOf(logical), b = programOf(plan);
  ImportedGraph x = importGraph(a), y = importGraph(b);
  EXPECT_EQ(x.graph.check(), "");
  EXPECT_EQ(y.graph.check(), "");
  facts.resize(a.arguments.size());
  return prove(x.graph, y.graph, facts);
}

inline std::string summary(const Proof &proof) {
  std::string out = proof.problem;
  for (const ResultProof &r : proof.results)
    out += std::to_string(int(r.status)) + " " + r.operatorName + " " + r.reason + "\n  " + r.logicalTerm + "\n  " + r.planTerm + "\n";
  for (const ReplicaFinding &finding : proof.replicas)
    out += finding.message + "\n";
  return out;
}

} // namespace lockstep::verifier::test
