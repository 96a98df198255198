// libFuzzer entry: any bytes are read as a module, analysed, inspected and prepared. Only crashes, hangs and sanitizer
// reports are findings; every error is an answer.
//   cmake --preset asan && ninja -C build-asan lockstep_import_fuzzer
//   build-asan/bin/lockstep_import_fuzzer -max_total_time=300 -rss_limit_mb=4096 work tests/fuzz/seeds
#include "ir/import/Inspect.h"
#include "ir/import/Prepare.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  // Crashes of MLIR's bytecode reader are caught at run time by handlers that would hide findings here.
  if (mlir::isBytecode(llvm::MemoryBufferRef(text, "")) || text.starts_with("\x1f\x8b"))
    return -1;
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  auto module = parseModuleText(text, "fuzz.mlir", context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return 0;
  }
  auto program = analyzeProgram(std::move(*module), "fuzz.mlir", nullptr);
  if (!program) {
    llvm::consumeError(program.takeError());
    return 0;
  }
  toText(inspect(*program));
  PrepareOptions options;
  options.mostOperators = 20000;
  auto prepared = prepare(*program, options);
  llvm::consumeError(prepared.takeError());
  return 0;
}
