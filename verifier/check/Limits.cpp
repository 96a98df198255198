#include "verifier/check/Limits.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <unistd.h>

namespace lockstep::verifier {

Deadline::Deadline(const VerifyOptions &options) : options(options), start(std::chrono::steady_clock::now()) {}

double Deadline::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double Deadline::remainingSeconds() const {
  if (options.timeoutSeconds <= 0)
    return std::numeric_limits<double>::infinity();
  return options.timeoutSeconds - options.spentSeconds - seconds();
}

bool Deadline::stop() {
  if (!why.empty())
    return true;
  if (options.interrupted && options.interrupted())
    why = "interrupted";
  else if (remainingSeconds() <= 0)
    why = llvm::formatv("time limit of {0} s", options.timeoutSeconds == std::floor(options.timeoutSeconds)
                                                   ? llvm::formatv("{0:f0}", options.timeoutSeconds).str()
                                                   : llvm::formatv("{0}", options.timeoutSeconds).str());
  // Reading /proc costs microseconds, so not on every call.
  else if (options.memoryMib && calls++ % 64 == 0 && residentMib() > options.memoryMib)
    why = "memory limit of " + std::to_string(options.memoryMib) + " MiB";
  return !why.empty();
}

uint64_t residentMib() {
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (!file)
    return 0;
  unsigned long long total = 0, resident = 0;
  int fields = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  if (fields != 2)
    return 0;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) / (1024 * 1024);
}

} // namespace lockstep::verifier
