// Where results go: standard output, or a file that appears whole or not at all.
#pragma once

#include "runtime/data/AtomicFile.h"

#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace lockstep::tool {

class Output {
public:
  /// `-` is standard output. Fails at once when the file cannot be created, before any work is done.
  static runtime::Result<Output> open(const std::string &path);

  bool isStandard() const { return !file.has_value(); }
  const std::string &path() const { return name; }
  runtime::Status write(llvm::StringRef text);
  /// Puts the file in place; does nothing for standard output.
  runtime::Status commit();

private:
  std::string name;
  std::optional<runtime::AtomicFile> file;
};

} // namespace lockstep::tool
