// Meshes on the command line: "dp=2,tp=4".
#pragma once

#include "ir/core/Mesh.h"
#include "runtime/data/Status.h"

namespace lockstep::tool {

/// Axes major first. Fails for a malformed entry, a size below 1, or a name that occurs twice.
runtime::Result<std::vector<MeshAxis>> parseMesh(const std::string &text);

} // namespace lockstep::tool
