// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @cholesky_c1_result(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' op C1: expected operand 0 to have the result's type 'tensor<3x3xf32>', found 'tensor<2x2xf32>'}}
  %0 = stablehlo.cholesky %x, lower = true : (tensor<2x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @cholesky_c2_rank(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' op C2: expected a of rank at least 2, found 1}}
  %0 = stablehlo.cholesky %x : tensor<2xf32>
  return
}

// -----

func.func @cholesky_c3_square(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' op C3: expected square matrices in a, found 2 x 3}}
  %0 = stablehlo.cholesky %x : tensor<2x3xf32>
  return
}
