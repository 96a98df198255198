// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @is_finite_c1_shape(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.is_finite' op C1: expected result of shape [2], found [3]}}
  %0 = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<3xi1>
  return
}
