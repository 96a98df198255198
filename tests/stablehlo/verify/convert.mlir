// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @convert_c1_shape(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.convert' op C1: expected result of shape [2], found [3]}}
  %0 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<3xf64>
  return
}
