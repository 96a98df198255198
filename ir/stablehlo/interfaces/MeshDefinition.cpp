#include "ir/stablehlo/interfaces/MeshDefinition.h"

#include "ir/stablehlo/interfaces/MeshDefinition.cpp.inc"
