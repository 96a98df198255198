#include "tools/lockstep/commands/InspectModule.h"

#include "ir/import/Inspect.h"

namespace lockstep::tool {

void inspectProgram(llvm::raw_ostream &os, Program &program) { os << toText(inspect(program)); }

} // namespace lockstep::tool
