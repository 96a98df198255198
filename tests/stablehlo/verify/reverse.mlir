// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @reverse_c1_result(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' op C1: expected operand 0 to have the result's type 'tensor<3xf32>', found 'tensor<4xf32>'}}
  %0 = stablehlo.reverse %x, dims = [0] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @reverse_c2_twice(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' op C2: expected every dimension once in dimensions, found 0 twice}}
  %0 = stablehlo.reverse %x, dims = [0, 0] : tensor<4xf32>
  return
}

// -----

func.func @reverse_c3_range(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' op C3: expected dimensions[0] in [0, 1), found 1}}
  %0 = stablehlo.reverse %x, dims = [1] : tensor<4xf32>
  return
}
