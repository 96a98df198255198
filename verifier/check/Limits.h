// When to stop: the user, the time limit or the memory limit. Asked often, so it is cheap.
#pragma once

#include "lockstep/Verify.h"

#include <atomic>
#include <chrono>

namespace lockstep::verifier {

class Deadline {
public:
  explicit Deadline(const VerifyOptions &options);

  /// True once work must end; `reason()` then says why. Stays true.
  bool stop();
  std::string reason() const { return why; }

  double seconds() const;          // since the start
  double remainingSeconds() const; // infinite without a limit

private:
  const VerifyOptions &options;
  std::chrono::steady_clock::time_point start;
  unsigned calls = 0;
  std::string why;
};

/// Resident memory of this process in MiB; 0 when the system does not say.
uint64_t residentMib();

} // namespace lockstep::verifier
