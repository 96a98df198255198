// Every operator and attribute of the dialect, printed and parsed again.
// RUN: lockstep-opt %s | FileCheck %s
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt | FileCheck %s
// RUN: lockstep-opt %s --mlir-print-debuginfo | lockstep-opt | FileCheck %s

sdy.mesh @mesh = <["pp"=2, "dp"=2]>

func.func private @forward(%m: tensor<i32>, %w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<2x4xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %row = stablehlo.multiply %m, %two : tensor<i32>
  %rows = stablehlo.dynamic_slice %x, %row, %zero, sizes = [2, 4] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  %y = stablehlo.dot_general %rows, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func private @join(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @main
func.func @main(%w: tensor<4x4xf32>, %x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4x4xf32>) {
  // CHECK: plan.step(%{{.*}}, %{{.*}}) mesh=@mesh stage_axis="pp"
  // CHECK-NEXT: in_placements=[<[0, 1], <@mesh, [{}, {}]>>, <[0], <@mesh, [{"dp"}, {}]>>]
  // CHECK-NEXT: out_placements=[<[1], <@mesh, [{"dp"}, {}]>>, <[0, 1], <@mesh, [{}, {}]>>]
  %0:2 = plan.step(%w, %x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0, 1], <@mesh, [{}, {}]>>, <[0], <@mesh, [{"dp"}, {}]>>]
    out_placements=[<[1], <@mesh, [{"dp"}, {}]>>, <[0, 1], <@mesh, [{}, {}]>>]
    // CHECK-NEXT: stage(%[[W:.*]]: tensor<4x4xf32>, %[[X:.*]]: tensor<4x4xf32>) {
    stage(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
      // CHECK: %[[Y0:.*]] = plan.call @forward micro_batch 0(%[[W]], %[[X]]) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
      %y0 = plan.call @forward micro_batch 0 (%a, %b) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
      // CHECK: plan.send %[[Y0]] to 1 micro_batch 0 tag "act" : tensor<2x4xf32>
      plan.send %y0 to 1 micro_batch 0 tag "act" : tensor<2x4xf32>
      %y1 = plan.call @forward micro_batch 1 (%a, %b) donates [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
      // CHECK: donates [1]
      // CHECK: plan.group {
      %back = plan.group {
        plan.send %y1 to 1 micro_batch 1 tag "act" : tensor<2x4xf32>
        // CHECK: %[[R:.*]] = plan.recv from 1 tag "back" : tensor<2x4xf32>
        %r = plan.recv from 1 tag "back" : tensor<2x4xf32>
        // CHECK: plan.yield %[[R]] : tensor<2x4xf32>
        plan.yield %r : tensor<2x4xf32>
      // CHECK: } : tensor<2x4xf32>
      } : tensor<2x4xf32>
      // CHECK: plan.order = #plan.order<ring, accumulate = f32>
      %s = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %sum = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %sum : tensor<f32>
      }) {plan.order = #plan.order<ring, accumulate = f32>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
      // CHECK: plan.return %{{.*}} : tensor<4x4xf32>
      plan.return %s : tensor<4x4xf32>
    }
    // CHECK-NEXT: } stage(%{{.*}}: tensor<4x4xf32>) {
    stage(%a: tensor<4x4xf32>) {
      %y0 = plan.recv from 0 micro_batch 0 tag "act" : tensor<2x4xf32>
      %y1 = plan.group {
        %r = plan.recv from 0 micro_batch 1 tag "act" : tensor<2x4xf32>
        plan.send %y0 to 0 tag "back" : tensor<2x4xf32>
        plan.yield %r : tensor<2x4xf32>
      } : tensor<2x4xf32>
      %y = plan.call @join(%y0, %y1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
      // CHECK: plan.order = #plan.order<tree, slots = 8>
      %s = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %sum = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %sum : tensor<f32>
      }) {plan.order = #plan.order<tree, slots = 8>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
      plan.return %y, %s : tensor<4x4xf32>, tensor<4x4xf32>
    }
    // CHECK: {in_flight = array<i64: 2, 1>} : (tensor<4x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4x4xf32>)
    {in_flight = array<i64: 2, 1>} : (tensor<4x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4x4xf32>)
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<4x4xf32>
}
