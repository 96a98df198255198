// doctor: what the tool was built with, what the machine has, and whether the tool works here.
#include "tools/lockstep/cli/Registry.h"
#include "tools/lockstep/cli/Version.h"
#include "tools/lockstep/doctor/Probe.h"
#include "tools/lockstep/doctor/SelfTest.h"

#include "llvm/Support/Format.h"

#include <CLI/CLI.hpp>

namespace lockstep::tool {
namespace {

void print(llvm::raw_ostream &os, const std::vector<Finding> &findings) {
  for (const Finding &finding : findings)
    os << llvm::format("  %-12s %s\n", finding.subject.c_str(), finding.detail.c_str());
}

class Doctor : public Command {
public:
  Doctor() : Command("doctor", "Show versions found on this machine and run a self-test", "lockstep doctor") {}

  void configure(CLI::App &app) override { app.add_flag("--no-self-test", skipTest, "Only show versions"); }

  int run(Session &session) override {
    session.out << versionText() << "\n\nlibraries\n";
    print(session.out, probeLibraries());
    session.out << "\nmachine\n";
    print(session.out, probeMachine());
    if (skipTest)
      return kSuccess;
    session.out << "\nself-test\n";
    bool good = true;
    for (const Check &check : selfTest(session.interrupted)) {
      good &= check.passed;
      session.out << "  " << (check.passed ? "ok    " : "FAILED") << llvm::format(" %6.3f s  ", check.seconds)
                  << check.what << (check.detail.empty() ? "" : ": " + check.detail) << '\n';
    }
    return good ? kSuccess : kInternal;
  }

private:
  bool skipTest = false;
};

} // namespace

std::unique_ptr<Command> makeDoctor() { return std::make_unique<Doctor>(); }

} // namespace lockstep::tool
