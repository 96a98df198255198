// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @broadcast_in_dim_c1_element(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op C1: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_in_dim_c2_count(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op C2: expected 1 entry in broadcast_dimensions, found 2}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c3_range(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op C3: expected broadcast_dimensions[0] in [0, 2), found 2}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c4_twice(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op C4: expected every dimension once in broadcast_dimensions, found 0 twice}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 0] : (tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c5_size(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op C5: expected dimension 0 of operand to be 1 or 3, the size of result dimension 1, found 2}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}
