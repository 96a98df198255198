// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @real_c1_shape(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.real' op C1: expected result of shape [2], found [3]}}
  %0 = stablehlo.real %x : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

func.func @real_c2_element(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.real' op C2: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.real %x : (tensor<2xf32>) -> tensor<2xf64>
  return
}
