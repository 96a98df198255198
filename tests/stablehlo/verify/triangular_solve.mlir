// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @triangular_solve_c1_elements(%a: tensor<2x2xf32>, %b: tensor<2x3xf64>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op C1: expected b with elements of type 'f32', found 'f64'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return
}

// -----

func.func @triangular_solve_c2_rank(%a: tensor<2x2xf32>, %b: tensor<1x2x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op C2: expected b of rank 2, found 3}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  return
}

// -----

func.func @triangular_solve_c3_square(%a: tensor<2x4xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op C3: expected square matrices in a, found 2 x 4}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @triangular_solve_c3_shared_dimension(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op C3: expected the shared dimension of b of size 2, found 3}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @triangular_solve_c4_result(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op C4: expected result of type 'tensor<2x3xf32>', found 'tensor<2x2xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @triangular_solve_c5_transpose(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op C5: expected transpose_a other than TRANSPOSE_INVALID}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
