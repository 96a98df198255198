// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @concatenate_c1_elements(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.concatenate' op C1: expected inputs[1] with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<2xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_c2_shapes(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op C2: expected inputs[1] of shape [2, 3], found [2, 4]}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_c3_no_input() {
  // expected-error @+1 {{'stablehlo.concatenate' op C3: expected at least one input, found none}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_c4_dimension(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op C4: expected dimension in [0, 1), found 1}}
  %0 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_c5_result_element(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op C5: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @concatenate_c6_result_shape(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op C6: expected result of shape [4], found [3]}}
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}
