// Reads modules: text, gzip, bytecode. Whatever the bytes are, the answer is a verified module or one InputError.
#include "ir/import/Bytes.h"
#include "ir/import/Diagnostics.h"
#include "ir/import/Precheck.h"
#include "ir/import/Program.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"

using llvm::Expected;
using llvm::StringRef;
using mlir::ModuleOp;
using mlir::OwningOpRef;

namespace lockstep {
namespace {

// The parser recurses with the nesting of the text, which precheck() bounds; this is ample for that bound, also in
// builds with sanitizers. Untouched pages cost nothing.
constexpr unsigned kStackBytes = 512u << 20;

OwningOpRef<ModuleOp> parseBuffer(StringRef bytes, StringRef name, mlir::MLIRContext &context) {
  auto buffer = llvm::MemoryBuffer::getMemBuffer(bytes, name, /*RequiresNullTerminator=*/true);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return mlir::parseSourceFile<ModuleOp>(sources, mlir::ParserConfig(&context));
}

OwningOpRef<ModuleOp> parseOnLargeStack(StringRef bytes, StringRef name, mlir::MLIRContext &context) {
  OwningOpRef<ModuleOp> module;
  llvm::thread parser(std::optional<unsigned>(kStackBytes), [&] { module = parseBuffer(bytes, name, context); });
  parser.join();
  return module;
}

// Bytecode is trusted by MLIR's reader far more than text: damaged bytes can make it crash. The crash is caught and
// reported; the context must not be used for anything else then, which holds because the command ends.
OwningOpRef<ModuleOp> parseBytecode(StringRef bytes, StringRef name, mlir::MLIRContext &context, bool &crashed) {
  OwningOpRef<ModuleOp> module;
  bool threaded = context.isMultithreadingEnabled();
  context.disableMultithreading();
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  crashed = !recovery.RunSafelyOnThread([&] { module = parseBuffer(bytes, name, context); }, kStackBytes);
  llvm::CrashRecoveryContext::Disable();
  if (!crashed && threaded)
    context.enableMultithreading();
  return module;
}

llvm::Error bytecodeError(llvm::Error error) {
  return llvm::handleErrors(std::move(error), [](std::unique_ptr<InputError> known) -> llvm::Error {
    known->line = known->column = 0;
    known->note += std::string(known->note.empty() ? "" : "; ") +
                   "bytecode can be read only when this version of Lockstep wrote it; text always can";
    return llvm::Error(std::move(known));
  });
}

Expected<OwningOpRef<ModuleOp>> parseBytes(StringRef bytes, StringRef name, mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  registerInputDialects(registry);
  context.appendDialectRegistry(registry);
  DiagnosticCollector diagnostics(context);
  OwningOpRef<ModuleOp> module;
  if (mlir::isBytecode(llvm::MemoryBufferRef(bytes, name))) {
    bool crashed = false;
    module = parseBytecode(bytes, name, context, crashed);
    if (crashed)
      return bytecodeError(llvm::make_error<InputError>("IN001", name.str(), 0, 0, "the bytecode is damaged"));
    if (!module)
      return bytecodeError(diagnostics.takeError(name, ""));
    return module;
  }
  if (std::optional<TextFault> fault = precheck(bytes)) {
    auto error = std::make_unique<InputError>(fault->code, name.str(), 0, 0, fault->message);
    error->note = fault->note;
    if (!bytes.trim().empty())
      locate(*error, bytes, fault->offset);
    return llvm::Error(std::move(error));
  }
  module = parseOnLargeStack(bytes, name, context);
  if (!module)
    return diagnostics.takeError(name, bytes);
  return module;
}

} // namespace

Expected<OwningOpRef<ModuleOp>> parseModuleFile(StringRef path, mlir::MLIRContext &context) {
  Expected<std::unique_ptr<llvm::MemoryBuffer>> bytes = readBytes(path);
  if (!bytes)
    return bytes.takeError();
  return parseBytes((*bytes)->getBuffer(), path == "-" ? "<stdin>" : path, context);
}

Expected<OwningOpRef<ModuleOp>> parseModuleText(StringRef text, StringRef name, mlir::MLIRContext &context) {
  // The lexer wants a NUL behind the text, which a StringRef does not promise.
  Expected<std::unique_ptr<llvm::MemoryBuffer>> bytes =
      unpack(llvm::MemoryBuffer::getMemBufferCopy(text, name), name);
  if (!bytes)
    return bytes.takeError();
  return parseBytes((*bytes)->getBuffer(), name, context);
}

} // namespace lockstep
