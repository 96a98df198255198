// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @all_gather_c1_dim(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op C1: expected all_gather_dim in [0, 2), found 2}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_gather_c2_device_twice(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op C2: expected replica_groups to list every device once, found 0 twice}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @all_gather_c3_device_missing(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op C3: expected replica_groups to list all 4 devices, 2 is missing}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}
}

// -----

func.func @all_gather_c4_id_out_of_range(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op C4: expected replica_groups with ids in [0, 2), found 7}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 7]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_gather_c4_negative_id(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op C4: expected replica_groups with ids in [0, 2), found -2}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_gather_c4_one_dimensional_groups(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op C4: expected replica_groups of two dimensions, found 1}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_gather_c5_global_ids_without_channel(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op C5: expected a positive channel beside use_global_device_ids, found 0}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_gather_c6_result_shape(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op C6: expected result of shape [4, 2], found [2, 4]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_gather_c6_result_element(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op C6: expected result with elements of type 'f32', found 'f64'}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf64>
  return
}

// -----

sdy.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @all_gather_c6_result_shape_of_mesh_axes(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op C6: expected result of shape [8, 2], found [4, 2]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "tp">]>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}
