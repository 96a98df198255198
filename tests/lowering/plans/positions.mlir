// REQUIRES: lockstep
// RUN: lockstep lower %s --mesh pod=2,dp=3 2>/dev/null | FileCheck %s

// Two axes cut the batch, the major one into larger blocks. Each device counts the positions of its own rows: the place of
// the block on both axes is added to a local count. The sum is reduced over both axes at once.

// CHECK: sdy.mesh @mesh = <["pod"=2, "dp"=3]>
// CHECK: in_shardings=[<@mesh, [{}]>, <@mesh, [{"pod", "dp"}, {}]>]
// CHECK: %[[A:.*]] = stablehlo.partition_id
// CHECK: stablehlo.divide %[[A]], %{{.*}} : tensor<ui32>
// CHECK: stablehlo.remainder
// CHECK: stablehlo.iota dim = 0 : tensor<2xi32>
// CHECK: stablehlo.convert %{{.*}} : (tensor<2xi32>) -> tensor<2xf32>
// CHECK-NOT: tensor<12x
// CHECK: "stablehlo.all_reduce"
// CHECK-SAME: replica_groups = dense<{{\[\[}}0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>
// CHECK-NOT: all_reduce
// CHECK: sdy.return

func.func public @main(%w: tensor<6xf32> {lockstep.role = "state"}, %x: tensor<12x6xf32> {lockstep.role = "batch"}) -> tensor<6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.iota dim = 0 : tensor<12xf32>
  %1 = stablehlo.cosine %0 : tensor<12xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<12xf32>) -> tensor<12x6xf32>
  %3 = stablehlo.multiply %x, %2 : tensor<12x6xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
  %5 = stablehlo.subtract %w, %4 : tensor<6xf32>
  return %5 : tensor<6xf32>
}
