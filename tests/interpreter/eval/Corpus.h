// Access to the corpus of real modules for tests.
#pragma once

#include "ir/import/Program.h"
#include "ir/interpreter/Inputs.h"
#include "ir/interpreter/Interpreter.h"

#include "nlohmann/json.hpp"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::test {

/// The content of a gzip file below the corpus folder.
std::string readCorpusFile(const std::string &relativePath);
nlohmann::json readCorpusJson(const std::string &relativePath);

/// A context in which every input dialect may be loaded.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// Loads "plans/mlp_tp4.mlir" with the contract that the manifest names, if any. A failure fails the test.
std::optional<Program> loadCorpusProgram(mlir::MLIRContext &context, const std::string &module,
                                         const nlohmann::json &manifest);

/// Parses and analyzes text; a failure fails the test.
std::optional<Program> programOf(mlir::MLIRContext &context, const std::string &text,
                                 const Contract *contract = nullptr);

/// An argument as a golden file describes it.
interp::Recipe recipeOf(const nlohmann::json &argument);

/// Letters, digits and underscores only, as names of test cases must be.
std::string testName(std::string path);

} // namespace lockstep::test
