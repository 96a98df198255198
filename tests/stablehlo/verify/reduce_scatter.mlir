// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @reduce_scatter_c1_does_not_divide(%x: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op C1: expected dimension 0 of operand to be a multiple of the 2 processes in a group, found 3}}
  %0 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @reduce_scatter_c2_dimension(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op C2: expected scatter_dimension in [0, 1), found 1}}
  %0 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_scatter_c3_device_twice(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op C3: expected replica_groups to list every device once, found 0 twice}}
  %0 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @reduce_scatter_c4_device_missing(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op C4: expected replica_groups to list all 4 devices, 1 is missing}}
  %0 = "stablehlo.reduce_scatter"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @reduce_scatter_c5_id(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op C5: expected replica_groups with ids in [0, 4), found 5}}
  %0 = "stablehlo.reduce_scatter"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 5]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}
}

// -----

func.func @reduce_scatter_c6_channel(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op C6: expected a positive channel beside use_global_device_ids, found 0}}
  %0 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_scatter_c7_computation(%x: tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op C7: expected computation to accumulate in a type that holds 'i32', found 'f32'}}
  %0 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @reduce_scatter_c8_result_shape(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op C8: expected result of shape [2], found [4]}}
  %0 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_scatter_c9_result_element(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op C9: expected result with elements of type 'f32', found 'f64'}}
  %0 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf64>
  return
}
