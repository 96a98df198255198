// What is in the data files of a run, for `lockstep inspect`.
#pragma once

#include "runtime/data/Status.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace lockstep::tool {

enum class FileKind { Certificate, Module, Contract, Safetensors, Npy, Tokens, Result, Counterexample };

/// By the first bytes where the format has some, else by the name. Standard input and pipes are modules.
runtime::Result<FileKind> kindOf(const std::string &path);

runtime::Status inspectSafetensors(llvm::raw_ostream &os, const std::string &path);
runtime::Status inspectNpy(llvm::raw_ostream &os, const std::string &path);
runtime::Status inspectTokens(llvm::raw_ostream &os, const std::string &path);
runtime::Status inspectCounterexample(llvm::raw_ostream &os, const std::string &path);
/// "sha256  name" for every tensor, sorted by name.
runtime::Status digestSafetensors(llvm::raw_ostream &os, const std::string &path);

} // namespace lockstep::tool
