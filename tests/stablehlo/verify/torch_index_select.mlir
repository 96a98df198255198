// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @torch_index_select_c1_dim(%x: tensor<4x5xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op C1: expected dim in [0, 2), found 2}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 2 : i64}> : (tensor<4x5xf32>, tensor<2xi32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @torch_index_select_c2_batch_dims(%x: tensor<4x5xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op C2: expected batch_dims in [0, 1), found 1}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 1 : i64, dim = 0 : i64}> : (tensor<4x5xf32>, tensor<2xi32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @torch_index_select_c5_result(%x: tensor<4x5xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op C5: expected result of shape [2, 5], found [4, 5]}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return
}
