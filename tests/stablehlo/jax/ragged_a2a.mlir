// Written by JAX; printed again unchanged.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff -B %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff -B %t.given %t.generic
module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<32x4xf32>, %arg1: tensor<32x4xf32>, %arg2: tensor<16xi32>, %arg3: tensor<16xi32>) -> (tensor<32x4xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1, %arg2, %arg3) in_shardings=[<@mesh, [{"b"}, {}]>, <@mesh, [{"b"}, {}]>, <@mesh, [{"b"}]>, <@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}, {}]>] manual_axes={"a", "b"} (%arg4: tensor<8x4xf32>, %arg5: tensor<8x4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi32>) {
      %1 = stablehlo.custom_call @ragged_all_to_all(%arg4, %arg5, %arg6, %arg7, %arg6, %arg7) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>}} : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<8x4xf32>
      sdy.return %1 : tensor<8x4xf32>
    } : (tensor<32x4xf32>, tensor<32x4xf32>, tensor<16xi32>, tensor<16xi32>) -> tensor<32x4xf32>
    return %0 : tensor<32x4xf32>
  }
}

