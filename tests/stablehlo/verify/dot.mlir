// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @dot_c1_rank(%x: tensor<2x3x4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op C1: expected lhs of rank 1 or 2, found 3}}
  %0 = stablehlo.dot %x, %y : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_c2_contracting_size(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op C2: expected the last dimension of lhs to be the first of rhs, 4, found 3}}
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_c3_kinds(%x: tensor<2x3xf32>, %y: tensor<3xi32>) {
  // expected-error @+1 {{'stablehlo.dot' op C3: expected lhs and rhs with elements of one kind, found 'f32' and 'i32'}}
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_c4_precision_count(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op C4: expected 2 entries in precision_config, found 1}}
  %0 = stablehlo.dot %x, %y, precision = [HIGH] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_c5_result_shape(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op C5: expected result of shape [2], found [3]}}
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}
