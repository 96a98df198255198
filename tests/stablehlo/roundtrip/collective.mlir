// Text as JAX prints it is printed again unchanged, and also comes back from the generic form.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff %t.given %t.generic
module {
  func.func @ids() {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.replica_id : tensor<ui32>
    return
  }
  func.func @groups(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %9 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %1:2 = "stablehlo.all_reduce"(%arg0, %arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>, <name = "y", size = 2>], device_ids=dense<[7, 6, 5, 4, 3, 2, 1, 0]> : tensor<8xi64>>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>, #stablehlo.axis_ref<name = "y">]>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %9 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
    %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<4x12xf32>
    %3 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %9 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
    %4 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, split_count = 3 : i64, split_dimension = 1 : i64}> : (tensor<4x6xf32>) -> tensor<12x2xf32>
    %5 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %6 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %7 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %9 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %8 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @transfers(%arg0: tensor<4x6xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x6xf32>, !stablehlo.token) -> !stablehlo.token
    %1:2 = "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4x6xf32>, !stablehlo.token)
    %2 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>, !stablehlo.token) -> !stablehlo.token
    %3:2 = "stablehlo.infeed"(%arg1) <{infeed_config = "config", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<4x6xf32>, !stablehlo.token)
    %4 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = "config"}> : (tensor<4x6xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
  func.func @started(%arg0: tensor<4x6xf32>) {
    %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg1: tensor<4x6xf32>):
      %2 = stablehlo.slice %arg1 [0:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
      stablehlo.return %2 : tensor<2x6xf32>
    }) : (tensor<4x6xf32>) -> !stablehlo.future<tensor<2x6xf32>>
    %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2x6xf32>>) -> tensor<2x6xf32>
    return
  }
}

