// Signal handlers can only reach static storage; it is kept inside this file.
#include "tools/lockstep/cli/Signals.h"

#include "tools/lockstep/cli/Command.h"

#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace lockstep::tool {
namespace {

std::atomic<bool> stopAsked{false};
/// Set once somebody has asked interrupted(): only then can an orderly end be expected.
std::atomic<bool> polled{false};

/// Prepared up front: a handler may neither allocate nor format.
struct Reproducer {
  char path[4096] = {};
  char script[65536] = {};
  size_t scriptSize = 0;
};
Reproducer reproducer;
alignas(16) char handlerStack[65536];

void onStop(int) {
  if (stopAsked.exchange(true) || !polled.load(std::memory_order_relaxed))
    ::_exit(kUndecided);
}

void put(int handle, const char *text, size_t size) {
  while (size > 0) {
    ssize_t count = ::write(handle, text, size);
    if (count <= 0)
      return;
    text += count;
    size -= static_cast<size_t>(count);
  }
}

void put(const char *text) { put(STDERR_FILENO, text, std::strlen(text)); }

[[noreturn]] void endWithReproducer(const char *what) {
  put("\nlockstep: internal error (");
  put(what);
  put(")");
  int handle = ::open(reproducer.path, O_WRONLY | O_CREAT | O_TRUNC, 0755);
  if (handle >= 0) {
    put(handle, reproducer.script, reproducer.scriptSize);
    ::close(handle);
    put("; please report it with the input files and ");
    put(reproducer.path);
  }
  put("\n");
  ::_exit(kInternal);
}

void onCrash(int signal) {
  switch (signal) {
  case SIGSEGV:
    endWithReproducer("invalid memory access or stack overflow");
  case SIGBUS:
    endWithReproducer("bus error: was an input file changed while it was read?");
  case SIGFPE:
    endWithReproducer("arithmetic exception");
  case SIGILL:
    endWithReproducer("illegal instruction");
  default:
    endWithReproducer("failed assertion or abort");
  }
}

void onFatal(void *, const char *reason, bool) { endWithReproducer(reason); }

std::string quoted(std::string_view word) {
  std::string text = "'";
  for (char c : word)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

void prepareReproducer(std::span<char *const> commandLine) {
  const char *folder = std::getenv("TMPDIR");
  std::snprintf(reproducer.path, sizeof reproducer.path, "%s/lockstep-reproducer-%d.sh", folder ? folder : "/tmp",
                static_cast<int>(::getpid()));
  char where[4096] = "/";
  if (!::getcwd(where, sizeof where))
    std::strcpy(where, "/");
  std::string text =
      "#!/bin/sh\n# Repeats a command that ended with an internal error.\ncd " + quoted(where) + "\nexec";
  for (const char *word : commandLine)
    text += " " + quoted(word);
  text += "\n";
  reproducer.scriptSize = std::min(text.size(), sizeof reproducer.script);
  std::memcpy(reproducer.script, text.data(), reproducer.scriptSize);
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  ::sigaction(signal, &action, nullptr);
}

} // namespace

void watchSignals() {
  handle(SIGINT, onStop, SA_RESTART);
  handle(SIGTERM, onStop, SA_RESTART);
}

bool interrupted() {
  polled.store(true, std::memory_order_relaxed);
  return stopAsked.load(std::memory_order_relaxed);
}

void watchCrashes(std::span<char *const> commandLine) {
  prepareReproducer(commandLine);
  stack_t stack{};
  stack.ss_sp = handlerStack;
  stack.ss_size = sizeof handlerStack;
  ::sigaltstack(&stack, nullptr); // a stack overflow leaves no room on the ordinary one
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    handle(signal, onCrash, SA_ONSTACK);
  llvm::install_fatal_error_handler(onFatal);
  llvm::install_bad_alloc_error_handler(onFatal);
  std::set_terminate([] { endWithReproducer("uncaught exception"); });
}

} // namespace lockstep::tool
