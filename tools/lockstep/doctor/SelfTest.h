// A whole round trip on a tiny step: parse, execute, prove the right plan, refute the wrong one.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lockstep::tool {

struct Check {
  std::string what;
  bool passed = false;
  std::string detail; // what was found when it failed
  double seconds = 0;
};

std::vector<Check> selfTest(const std::function<bool()> &interrupted);

} // namespace lockstep::tool
