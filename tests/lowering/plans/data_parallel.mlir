// REQUIRES: lockstep
// RUN: lockstep lower %s --mesh dp=4 --unverified 2>/dev/null | FileCheck %s
// RUN: lockstep lower %s --mesh dp=1 --unverified 2>/dev/null | FileCheck %s --check-prefix=ALONE

// The gradient is a partial sum through the transpose and the product with the rate; it is reduced once, where the
// subtraction needs it. The loss is reduced after the division by a constant, the token count before it is a divisor.

// CHECK: sdy.mesh @mesh = <["dp"=4]>
// CHECK: func.func public @main(%arg0: tensor<6x3xf32> {lockstep.role = "state"}
// CHECK-SAME: %arg1: tensor<20x6xf32> {lockstep.role = "batch"}
// CHECK-SAME: -> (tensor<6x3xf32> {jax.result_info = "result[0]"}, tensor<f32>
// CHECK: sdy.manual_computation
// CHECK-SAME: in_shardings=[<@mesh, [{}, {}]>, <@mesh, [{"dp"}, {}]>, <@mesh, [{"dp"}, {}]>, <@mesh, [{"dp"}]>]
// CHECK-SAME: out_shardings=[<@mesh, [{}, {}]>, <@mesh, []>]
// CHECK-SAME: manual_axes={"dp"}
// CHECK: stablehlo.dot_general {{.*}} (tensor<5x6xf32>, tensor<6x3xf32>) -> tensor<5x3xf32>
// CHECK: %[[COUNT:.*]] = stablehlo.reduce(%{{.*}} applies stablehlo.add across dimensions = [0] : (tensor<5xf32>
// CHECK: %[[ALL:.*]] = "stablehlo.all_reduce"(%[[COUNT]])
// CHECK-SAME: channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
// CHECK-SAME: replica_groups = dense<{{\[\[}}0, 1, 2, 3]]> : tensor<1x4xi64>
// CHECK-SAME: use_global_device_ids
// CHECK: %[[GRAD:.*]] = stablehlo.dot_general {{.*}} contracting_dims = [0] x [0]{{.*}} -> tensor<3x6xf32>
// CHECK: %[[MOVED:.*]] = stablehlo.transpose %[[GRAD]]
// CHECK: %[[SCALED:.*]] = stablehlo.multiply %[[MOVED]]
// CHECK: %[[SUM:.*]] = "stablehlo.all_reduce"(%[[SCALED]])
// CHECK: stablehlo.subtract %{{.*}}, %[[SUM]]
// CHECK-NOT: stablehlo.all_reduce
// CHECK: sdy.return

// ALONE: sdy.mesh @mesh = <["dp"=1]>
// ALONE-NOT: stablehlo.all_reduce
// ALONE-NOT: stablehlo.partition_id
// ALONE: sdy.return

func.func public @main(%w: tensor<6x3xf32> {lockstep.role = "state"}, %x: tensor<20x6xf32> {lockstep.role = "batch"}, %y: tensor<20x3xf32> {lockstep.role = "batch"}, %m: tensor<20xf32> {lockstep.role = "batch"}) -> (tensor<6x3xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rate = stablehlo.constant dense<0.1> : tensor<6x3xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<20x6xf32>, tensor<6x3xf32>) -> tensor<20x3xf32>
  %1 = stablehlo.subtract %0, %y : tensor<20x3xf32>
  %2 = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<20xf32>) -> tensor<20x3xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<20x3xf32>
  %4 = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20xf32>, tensor<f32>) -> tensor<f32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<20x3xf32>
  %6 = stablehlo.divide %3, %5 : tensor<20x3xf32>
  %7 = stablehlo.dot_general %6, %x, contracting_dims = [0] x [0] : (tensor<20x3xf32>, tensor<20x6xf32>) -> tensor<3x6xf32>
  %8 = stablehlo.transpose %7, dims = [1, 0] : (tensor<3x6xf32>) -> tensor<6x3xf32>
  %9 = stablehlo.multiply %8, %rate : tensor<6x3xf32>
  %10 = stablehlo.subtract %w, %9 : tensor<6x3xf32>
  return %10, %4 : tensor<6x3xf32>, tensor<f32>
}
