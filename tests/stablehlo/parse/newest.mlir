// Forms of the newest specification, and other spellings of what is printed differently.
// RUN: lockstep-opt %s | FileCheck %s
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt | FileCheck %s

// CHECK-LABEL: @collective_reduce
func.func @collective_reduce(%x: tensor<4xf32>, %root: tensor<1xi32>) {
  // CHECK: "stablehlo.collective_reduce"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  %0 = "stablehlo.collective_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "stablehlo.collective_broadcast"(%{{.*}}, %{{.*}}) <{has_dynamic_root, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}>
  %2 = "stablehlo.collective_broadcast"(%x, %root) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

func.func private @callee(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// CHECK-LABEL: @composite_regions
func.func @composite_regions(%x: tensor<4xf32>) {
  // CHECK: stablehlo.composite "my.op" %{{.*}} ({
  %0 = "stablehlo.composite"(%x) <{decomposition = @callee, name = "my.op"}> ({
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// Attributes in the plain dictionary, as text without properties has them.
// CHECK-LABEL: @without_properties
func.func @without_properties(%x: tensor<4xf32>) {
  // CHECK: stablehlo.slice %{{.*}} [0:2] {note = 1 : i64} : (tensor<4xf32>) -> tensor<2xf32>
  %0 = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>, note = 1 : i64} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: @attributes
// CHECK-SAME: bounds = #stablehlo.bounds<2, ?>
// CHECK-SAME: conv = #stablehlo.conv<[b, f, 0]x[i, o, 0]->[b, f, 0]>
// CHECK-SAME: dot = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>
// CHECK-SAME: gather = #stablehlo.gather<offset_dims = [0], start_index_map = [1]>
// CHECK-SAME: mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 3>]>
// CHECK-SAME: precision = #stablehlo<precision HIGHEST>
// CHECK-SAME: scatter = #stablehlo.scatter<>
func.func private @attributes() attributes {
  bounds = #stablehlo.type_extensions<bounds = [2, ?]>,
  conv = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2],
                         kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [2],
                         output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>,
  dot = #stablehlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [2], rhs_batching_dimensions = [1], lhs_batching_dimensions = [0]>,
  gather = #stablehlo.gather<start_index_map = [1], offset_dims = [0], index_vector_dim = 0>,
  mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, <name = "y", size = 3>]>,
  precision = #stablehlo<precision HIGHEST>,
  scatter = #stablehlo.scatter<>
}

// CHECK-LABEL: @no_indices
func.func @no_indices(%x: tensor<f32>) {
  // CHECK: stablehlo.dynamic_slice %{{.*}}, sizes = [] : (tensor<f32>) -> tensor<f32>
  %0 = stablehlo.dynamic_slice %x, , sizes = [] : (tensor<f32>) -> tensor<f32>
  return
}
