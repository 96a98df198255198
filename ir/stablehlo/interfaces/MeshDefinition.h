// The interface of operators that declare a mesh, so that collectives find one without knowing the dialect it is from.
#pragma once

#include "ir/core/Mesh.h"

#include "mlir/IR/OpDefinition.h"

#include "ir/stablehlo/interfaces/MeshDefinition.h.inc"
