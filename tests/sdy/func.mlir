// RUN: lockstep-opt %s | FileCheck %s
// CHECK: func.func private @f(tensor<2xf32>) -> tensor<2xf32>
func.func private @f(tensor<2xf32>) -> tensor<2xf32>
