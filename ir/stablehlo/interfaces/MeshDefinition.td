// What an operator that declares a mesh under a symbol says to those who refer to it by name.
#ifndef LOCKSTEP_MESH_DEFINITION_TD
#define LOCKSTEP_MESH_DEFINITION_TD

include "mlir/IR/OpBase.td"

def MeshDefinition : OpInterface<"MeshDefinition"> {
  let cppNamespace = "::lockstep";
  let description = "An operator that declares a mesh; `sdy.mesh` is one.";
  let methods = [InterfaceMethod<"The mesh, under the operator's symbol name.", "::lockstep::Mesh", "definedMesh">];
}

#endif
