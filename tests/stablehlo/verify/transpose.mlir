// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @transpose_c1_element(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op C1: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>
  return
}

// -----

func.func @transpose_c2_count(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op C2: expected 2 entries in permutation, found 1}}
  %0 = stablehlo.transpose %x, dims = [0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c2_twice(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op C2: expected every dimension once in permutation, found 0 twice}}
  %0 = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c2_range(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op C2: expected permutation[1] in [0, 2), found 2}}
  %0 = stablehlo.transpose %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c3_result_shape(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op C3: expected result of shape [3, 2], found [2, 3]}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
