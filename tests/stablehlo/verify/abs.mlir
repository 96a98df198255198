// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @abs_c1_shape(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.abs' op C1: expected result of shape [2], found [3]}}
  %0 = stablehlo.abs %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @abs_c2_element_of_complex(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.abs' op C2: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.abs %x : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}
