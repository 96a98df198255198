// Random-like bits made by a loop over whole counters are made per device in cut form.
func.func public @main(%x: tensor<12x6xf32>, %key: tensor<ui32>) -> (tensor<12x6xf32>, tensor<6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.iota dim = 0 : tensor<72xui32>
  %b = stablehlo.reshape %a : (tensor<72xui32>) -> tensor<12x6xui32>
  %k = stablehlo.broadcast_in_dim %key, dims = [] : (tensor<ui32>) -> tensor<12x6xui32>
  %c = stablehlo.add %b, %k : tensor<12x6xui32>
  %0:3 = stablehlo.while(%i = %izero, %u = %c, %v = %k) : tensor<i32>, tensor<12x6xui32>, tensor<12x6xui32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %s = stablehlo.add %u, %v : tensor<12x6xui32>
    %w = stablehlo.xor %u, %s : tensor<12x6xui32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %v, %w : tensor<i32>, tensor<12x6xui32>, tensor<12x6xui32>
  }
  %1 = stablehlo.xor %0#1, %0#2 : tensor<12x6xui32>
  %2 = stablehlo.convert %1 : (tensor<12x6xui32>) -> tensor<12x6xf32>
  %3 = stablehlo.multiply %x, %2 : tensor<12x6xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %3, %4 : tensor<12x6xf32>, tensor<6xf32>
}
