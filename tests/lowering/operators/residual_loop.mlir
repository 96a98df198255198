// A scan over layers: activations are carried cut, residuals are stacked cut, the weights are whole.
func.func public @main(%x: tensor<12x6xf32>, %w: tensor<3x6x6xf32>) -> (tensor<12x6xf32>, tensor<3x6x6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x12x6xf32>
  %g = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x6x6xf32>
  %0:4 = stablehlo.while(%i = %izero, %h = %x, %stack = %z, %ws = %w) : tensor<i32>, tensor<12x6xf32>, tensor<3x12x6xf32>, tensor<3x6x6xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %ws, %i, %izero, %izero, sizes = [1, 6, 6] : (tensor<3x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6xf32>
    %r = stablehlo.reshape %s : (tensor<1x6x6xf32>) -> tensor<6x6xf32>
    %d = stablehlo.dot_general %h, %r, contracting_dims = [1] x [0] : (tensor<12x6xf32>, tensor<6x6xf32>) -> tensor<12x6xf32>
    %t = stablehlo.tanh %d : tensor<12x6xf32>
    %row = stablehlo.broadcast_in_dim %h, dims = [1, 2] : (tensor<12x6xf32>) -> tensor<1x12x6xf32>
    %st = stablehlo.dynamic_update_slice %stack, %row, %i, %izero, %izero : (tensor<3x12x6xf32>, tensor<1x12x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x12x6xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t, %st, %ws : tensor<i32>, tensor<12x6xf32>, tensor<3x12x6xf32>, tensor<3x6x6xf32>
  }
  %1:3 = stablehlo.while(%i = %izero, %dh = %0#1, %grad = %g) : tensor<i32>, tensor<12x6xf32>, tensor<3x6x6xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %last = stablehlo.subtract %n, %i : tensor<i32>
    %k = stablehlo.subtract %last, %one : tensor<i32>
    %s = stablehlo.dynamic_slice %0#2, %k, %izero, %izero, sizes = [1, 12, 6] : (tensor<3x12x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x12x6xf32>
    %r = stablehlo.reshape %s : (tensor<1x12x6xf32>) -> tensor<12x6xf32>
    %dw = stablehlo.dot_general %r, %dh, contracting_dims = [0] x [0] : (tensor<12x6xf32>, tensor<12x6xf32>) -> tensor<6x6xf32>
    %row = stablehlo.broadcast_in_dim %dw, dims = [1, 2] : (tensor<6x6xf32>) -> tensor<1x6x6xf32>
    %st = stablehlo.dynamic_update_slice %grad, %row, %k, %izero, %izero : (tensor<3x6x6xf32>, tensor<1x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x6x6xf32>
    %t = stablehlo.multiply %dh, %r : tensor<12x6xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t, %st : tensor<i32>, tensor<12x6xf32>, tensor<3x6x6xf32>
  }
  return %1#1, %1#2 : tensor<12x6xf32>, tensor<3x6x6xf32>
}
