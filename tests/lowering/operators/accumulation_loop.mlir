// Sums over the cut dim are accumulated in a loop, from zero, from a given value, and into rows of a stack.
func.func public @main(%x: tensor<12x4x6xf32>, %start: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<4x6xf32>, tensor<6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<6xf32>
  %zz = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %0:5 = stablehlo.while(%i = %izero, %sum = %z, %from = %start, %stack = %zz, %square = %z) : tensor<i32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6xf32>, tensor<6xf32>
  cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %s = stablehlo.dynamic_slice %x, %izero, %i, %izero, sizes = [12, 1, 6] : (tensor<12x4x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x1x6xf32>
    %r = stablehlo.reshape %s : (tensor<12x1x6xf32>) -> tensor<12x6xf32>
    %p = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
    %a = stablehlo.add %sum, %p : tensor<6xf32>
    %b = stablehlo.add %p, %from : tensor<6xf32>
    %row = stablehlo.reshape %p : (tensor<6xf32>) -> tensor<1x6xf32>
    %d = stablehlo.dynamic_update_slice %stack, %row, %i, %izero : (tensor<4x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    %q = stablehlo.multiply %square, %square : tensor<6xf32>
    %e = stablehlo.add %q, %p : tensor<6xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %a, %b, %d, %e : tensor<i32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6xf32>, tensor<6xf32>
  }
  return %0#1, %0#2, %0#3, %0#4 : tensor<6xf32>, tensor<6xf32>, tensor<4x6xf32>, tensor<6xf32>
}
