// How the runtime reports failure: a kind that decides the exit code, and one sentence. No exceptions, no LLVM.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace lockstep::runtime {

enum class Fault {
  None,
  BadInput,  // what the user gave is malformed or does not fit: exit 2
  Exhausted, // the data ended before the run did: exit 5
  System,    // the operating system refused: exit 5
};

class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Fault fault, std::string message) : kind(fault), text(std::move(message)) { assert(fault != Fault::None); }

  bool ok() const { return kind == Fault::None; }
  Fault fault() const { return kind; }
  /// Expected, found, where; lower case, no final dot.
  const std::string &message() const { return text; }

private:
  Fault kind = Fault::None;
  std::string text;
};

inline Status badInput(std::string message) { return {Fault::BadInput, std::move(message)}; }

/// A value or the reason why there is none.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : held(std::move(value)) {}
  Result(Status failure) : why(std::move(failure)) { assert(!why.ok() && "a failed result needs a reason"); }

  bool ok() const { return held.has_value(); }
  explicit operator bool() const { return ok(); }
  const Status &status() const { return why; }
  T &operator*() { return *held; }
  const T &operator*() const { return *held; }
  T *operator->() { return &*held; }
  const T *operator->() const { return &*held; }

private:
  std::optional<T> held;
  Status why;
};

} // namespace lockstep::runtime
