// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @all_reduce_c1_device_twice(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C1: expected replica_groups to list every device once, found 1 twice}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

sdy.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @all_reduce_c1_axis_twice(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C1: expected sound mesh axes: replica_groups: expected every part of an axis at most once (mesh dp=2 x tp=4)}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "tp">, #stablehlo.axis_ref<name = "tp">]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

sdy.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @all_reduce_c1_unknown_axis(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C1: expected sound mesh axes: replica_groups: expected an axis of the mesh, found 'ep' (mesh dp=2 x tp=4)}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "ep">]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

sdy.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @all_reduce_c1_sub_axis_does_not_divide(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C1: expected sound mesh axes: replica_groups: expected a sub-axis that divides 'tp', found (1)3 (mesh dp=2 x tp=4)}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "tp", sub_axis_info = (1)3>]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @all_reduce_c2_device_missing(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C2: expected replica_groups to list all 4 devices, 1 is missing}}
  %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @all_reduce_c2_mesh_of_other_size(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C2: expected replica_groups over a mesh of 4 devices, found 2}}
  %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @all_reduce_c3_id_out_of_range(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C3: expected replica_groups with ids in [0, 4), found 4}}
  %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
}

// -----

func.func @all_reduce_c3_unknown_mesh(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C3: expected replica_groups to name a mesh of the module, found @nowhere}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = [#stablehlo.axis_ref<name = "ep">]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @all_reduce_c4_global_ids_without_channel(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C4: expected a positive channel beside use_global_device_ids, found 0}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @all_reduce_c5_computation_narrows(%x: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C5: expected computation to accumulate in a type that holds 'f64', found 'f32'}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @all_reduce_c5_computation_arguments(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C5: expected 2 computation arguments, found 1}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @all_reduce_c6_result_shape(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C6: expected result of shape [2], found [4]}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_c6_result_count(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C6: expected 1 entry in results, found 2}}
  %0:2 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @all_reduce_c7_result_element(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op C7: expected result with elements of type 'f32', found 'f64'}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf64>
  return
}
