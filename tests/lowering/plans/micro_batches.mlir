// REQUIRES: lockstep
// RUN: lockstep lower %s --mesh dp=2 2>/dev/null | FileCheck %s

// The step splits its batch into 4 micro-batches itself. Blocks of consecutive samples would be whole micro-batches, so
// every micro-batch is cut inside; the sum is carried partial and reduced once, after the loop.

// CHECK: %[[SPLIT:.*]] = stablehlo.reshape %arg1 : (tensor<32x6xf32>) -> tensor<4x2x4x6xf32>
// CHECK: sdy.manual_computation(%arg0, %[[SPLIT]]) in_shardings=[<@mesh, [{}]>, <@mesh, [{}, {"dp"}, {}, {}]>]
// CHECK: stablehlo.reshape %{{.*}} : (tensor<4x1x4x6xf32>) -> tensor<16x6xf32>
// CHECK: %[[LOOP:.*]]:3 = stablehlo.while
// CHECK-NOT: all_reduce
// CHECK: stablehlo.return
// CHECK-NOT: all_reduce
// CHECK: stablehlo.return
// CHECK: "stablehlo.all_reduce"(%[[LOOP]]#1)
// CHECK-NOT: all_reduce
// CHECK: sdy.return

func.func public @main(%w: tensor<6xf32> {lockstep.role = "state"}, %x: tensor<32x6xf32> {lockstep.role = "batch"}) -> tensor<6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %xs = stablehlo.reshape %x : (tensor<32x6xf32>) -> tensor<4x8x6xf32>
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<6xf32>
  %0:3 = stablehlo.while(%i = %izero, %a = %z, %b = %xs) : tensor<i32>, tensor<6xf32>, tensor<4x8x6xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %b, %i, %izero, %izero, sizes = [1, 8, 6] : (tensor<4x8x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x6xf32>
    %e = stablehlo.exponential %s : tensor<1x8x6xf32>
    %r = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %t = stablehlo.add %a, %r : tensor<6xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t, %b : tensor<i32>, tensor<6xf32>, tensor<4x8x6xf32>
  }
  %1 = stablehlo.subtract %w, %0#1 : tensor<6xf32>
  return %1 : tensor<6xf32>
}
