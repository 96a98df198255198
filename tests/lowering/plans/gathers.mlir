// REQUIRES: lockstep
// RUN: lockstep lower %s --mesh dp=2 --explain -o %t 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: FileCheck %s < %t

// A sum over earlier samples needs all of them: they are gathered, which is said, and the sums are cut again by slicing.

// EXPLAIN: batch: arg1 (argument 1, dim 0)
// EXPLAIN: all_gather over dp: 144 bytes, 'stablehlo.reduce_window' needs all of dim 0
// EXPLAIN: all_reduce add over dp: 24 bytes, 'stablehlo.subtract' needs the whole sum
// EXPLAIN: 2 collectives, 168 bytes per device
// EXPLAIN: remark: gathers 144 bytes per device over dp at {{.*}}: 'stablehlo.reduce_window' needs all of dim 0

// CHECK: %[[ALL:.*]] = "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 0 : i64
// CHECK-SAME: (tensor<6x6xf32>) -> tensor<12x6xf32>
// CHECK: %[[SUMS:.*]] = "stablehlo.reduce_window"(%[[ALL]]
// CHECK: %[[START:.*]] = stablehlo.multiply
// CHECK: stablehlo.dynamic_slice %[[SUMS]], %[[START]], %{{.*}}, sizes = [6, 6]
// CHECK: "stablehlo.all_reduce"

func.func public @main(%w: tensor<6xf32> {lockstep.role = "state"}, %x: tensor<12x6xf32> {lockstep.role = "batch"}) -> tensor<6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[11, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 12, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<12x6xf32>, tensor<f32>) -> tensor<12x6xf32>
  %1 = stablehlo.multiply %0, %x : tensor<12x6xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
  %3 = stablehlo.subtract %w, %2 : tensor<6xf32>
  return %3 : tensor<6xf32>
}
