// The steps of analyzeProgram, each filling one part of the Program. Private to ir/import.
#pragma once

#include "ir/import/Program.h"

namespace lockstep::analysis {

/// An InputError about the module as a whole.
llvm::Error fault(const Program &program, llvm::StringRef code, const llvm::Twine &message,
                  const llvm::Twine &note = "");

/// "argument 3 'p.w1'", "result 0 '[0].w1'".
std::string nameOf(const ArgumentInfo &argument, size_t index);
std::string nameOf(const ResultInfo &result, size_t index);

/// @main, with a body.
llvm::Error findMain(Program &program);
/// Names, element types and (as written) shapes of arguments and results.
llvm::Error readBoundary(Program &program);
/// Form, mesh and shardings; turns the shapes of per-device modules into global ones.
llvm::Error readForm(Program &program, const Contract *contract, Reading reading);
/// Mesh and placements of a plan of stages; false when the module is none.
llvm::Expected<bool> readStages(Program &program, const Contract *contract, Reading reading);
/// Ranges, roles, tolerances of the contract (its shardings belong to readForm).
llvm::Error applyContract(Program &program, const Contract &contract);
/// Roles and the pairs of state arguments and results.
void readRoles(Program &program);
/// Warnings about attributes that nobody here knows.
void reportUnknownAttributes(Program &program);

/// The argument or result that an entry means.
llvm::Expected<unsigned> resolve(const Program &program, const Contract &contract, const ContractEntry &entry,
                                 bool argument);

} // namespace lockstep::analysis
