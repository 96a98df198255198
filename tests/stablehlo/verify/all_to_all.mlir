// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @all_to_all_c1_split_dimension(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op C1: expected split_dimension in [0, 2), found 2}}
  %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 2 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all_c2_split_does_not_divide(%x: tensor<3x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op C2: expected dimension 0 of operand to be a multiple of split_count 2, found 3}}
  %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<3x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all_c3_concat_dimension(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op C3: expected concat_dimension in [0, 2), found -1}}
  %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all_c4_split_count(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op C4: expected split_count[0] at least 1, found 0}}
  %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 0 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all_c5_device_twice(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op C5: expected replica_groups to list every device once, found 1 twice}}
  %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @all_to_all_c6_device_missing(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op C6: expected replica_groups to list all 4 devices, 2 is missing}}
  %0 = "stablehlo.all_to_all"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @all_to_all_c7_id_out_of_range(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op C7: expected replica_groups with ids in [0, 4), found 9}}
  %0 = "stablehlo.all_to_all"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 9]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}
}

// -----

func.func @all_to_all_c8_group_size(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op C8: expected groups of split_count 2 processes, found 4}}
  %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all_c9_result_shape(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op C9: expected result of shape [2, 12], found [4, 6]}}
  %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @all_to_all_c9_result_shape_of_one_dimension(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op C9: expected result of shape [4, 6], found [2, 12]}}
  %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}
