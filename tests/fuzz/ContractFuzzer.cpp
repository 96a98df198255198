// libFuzzer entry: any bytes are read as a contract, and as an XLA sharding string.
#include "ir/import/Contract.h"
#include "ir/import/HloSharding.h"

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  auto contract = Contract::parse(text, "fuzz.toml");
  llvm::consumeError(contract.takeError());
  auto hlo = HloSharding::parse(text);
  if (!hlo) {
    llvm::consumeError(hlo.takeError());
    return 0;
  }
  Mesh mesh{"m", {{"a", 2}, {"b", 6}}, {}};
  auto sharding = hlo->toSharding(mesh, 2);
  llvm::consumeError(sharding.takeError());
  anonymousMesh({*hlo});
  return 0;
}
