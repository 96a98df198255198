#include "tools/lockstep/commands/InspectModule.h"

#include "ir/import/Inspect.h"

#include <cstdio>

namespace lockstep::tool {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

void writeEntries(llvm::raw_ostream &os, const char *what, const std::vector<ContractEntry> &entries) {
  for (const ContractEntry &entry : entries) {
    os << "  " << what << ' ' << (entry.index ? std::to_string(*entry.index) : "'" + entry.name.value_or("") + "'");
    if (entry.role)
      os << ", " << name(*entry.role);
    if (entry.range)
      os << ", in [" << number(entry.range->lo) << ", " << number(entry.range->hi) << "]";
    if (entry.sharding)
      os << ", placed " << entry.sharding->str();
    if (entry.tolerance)
      os << ", tolerance " << number(*entry.tolerance);
    os << '\n';
  }
}

} // namespace

void inspectContract(llvm::raw_ostream &os, const Contract &contract) {
  os << "contract: level " << contract.level;
  if (contract.mesh)
    os << ", mesh " << contract.mesh->str();
  os << '\n';
  writeEntries(os, "argument", contract.arguments);
  writeEntries(os, "result", contract.results);
}

void inspectProgram(llvm::raw_ostream &os, Program &program) { os << toText(inspect(program)); }

} // namespace lockstep::tool
