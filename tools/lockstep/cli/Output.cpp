#include "tools/lockstep/cli/Output.h"

namespace lockstep::tool {

runtime::Result<Output> Output::open(const std::string &path) {
  Output output;
  output.name = path;
  if (path == "-")
    return output;
  runtime::Result<runtime::AtomicFile> file = runtime::AtomicFile::create(path);
  if (!file)
    return file.status();
  output.file.emplace(std::move(*file));
  return output;
}

runtime::Status Output::write(llvm::StringRef text) {
  if (file)
    return file->write(std::string_view(text));
  llvm::outs() << text;
  return {};
}

runtime::Status Output::commit() { return file ? file->commit() : runtime::Status(); }

} // namespace lockstep::tool
