// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @dynamic_reshape_c1_element(%x: tensor<6xf32>, %d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op C1: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.dynamic_reshape %x, %d : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x3xf64>
  return
}

// -----

func.func @dynamic_reshape_c2_size(%x: tensor<6xf32>, %d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op C2: expected a result of 6 elements, found 8}}
  %0 = stablehlo.dynamic_reshape %x, %d : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dynamic_reshape_c4_output_shape(%x: tensor<6xf32>, %d: tensor<3xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op C4: expected output_shape of shape [2], found [3]}}
  %0 = stablehlo.dynamic_reshape %x, %d : (tensor<6xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  return
}
