// REQUIRES: lockstep
// RUN: not lockstep lower %s --mesh dp=3 -o %t 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not lockstep lower %s --mesh dp=2 --batch tokens -o %t 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not lockstep lower %s --mesh dp=2 --data-axes tp -o %t 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not lockstep lower %s --mesh dp=2,dp=2 -o %t 2>&1 | FileCheck %s --check-prefix=TWICE

// DIVIDE: error: expected batch argument 1 'arg1' to divide over axis dp=3, found extent 20 in dim 0 [IN052]
// NAME: error: expected batch argument 'tokens' to be an argument of @main
// AXIS: error: expected data axis 'tp' to be an axis of the mesh
// TWICE: dp

func.func public @main(%w: tensor<6xf32> {lockstep.role = "state"}, %x: tensor<20x6xf32> {lockstep.role = "batch"}) -> tensor<6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20x6xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = stablehlo.subtract %w, %0 : tensor<6xf32>
  return %1 : tensor<6xf32>
}
