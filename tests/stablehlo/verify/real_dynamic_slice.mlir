// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @real_dynamic_slice_c1_element(%x: tensor<2xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op C1: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.real_dynamic_slice %x, %i, %i, %i : (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf64>
  return
}

// -----

func.func @real_dynamic_slice_c2_strides(%x: tensor<2xf32>, %i: tensor<1xi64>, %j: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op C2: expected strides of shape [1], found [2]}}
  %0 = stablehlo.real_dynamic_slice %x, %i, %i, %j : (tensor<2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}
