// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @collective_permute_c1_pairs(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op C1: expected source_target_pairs of shape [n, 2], found 'tensor<1x3xi64>'}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @collective_permute_c2_source_twice(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op C2: expected every source once in source_target_pairs, found 0 twice}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @collective_permute_c3_target_twice(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op C3: expected every target once in source_target_pairs, found 2 twice}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @collective_permute_c4_id_out_of_range(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op C4: expected source_target_pairs with ids in [0, 4), found 4}}
  %0 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 4]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
}

// -----

func.func @collective_permute_c4_negative_id(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op C4: expected source_target_pairs with ids in [0, 16777216), found -1}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @collective_permute_c5_result(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op C5: expected result of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<3xf32>
  return
}
