// RUN: lockstep-opt %s | lockstep-opt --mlir-print-op-generic | lockstep-opt | FileCheck %s
// CHECK: sdy.mesh @mesh = <["dp"=2]>
sdy.mesh @mesh = <["dp"=2]>
