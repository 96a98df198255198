// What the machine has. Libraries are looked for at run time, so that the tool starts without any of them.
#pragma once

#include <string>
#include <vector>

namespace lockstep::tool {

struct Finding {
  std::string subject; // "CUDA driver"
  bool found = false;
  std::string detail; // version, or what was looked for
};

std::vector<Finding> probeLibraries(); // Z3, CUDA, NCCL, MPI
std::vector<Finding> probeMachine();   // processor, memory, GPUs

} // namespace lockstep::tool
