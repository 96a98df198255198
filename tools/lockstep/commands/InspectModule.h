// A module or plan in words: form, mesh, arguments and results, operators, communication.
#pragma once

#include "ir/import/Program.h"

#include "llvm/Support/raw_ostream.h"

namespace lockstep::tool {

void inspectContract(llvm::raw_ostream &os, const Contract &contract);
void inspectProgram(llvm::raw_ostream &os, Program &program);

} // namespace lockstep::tool
