func.func public @main(%x: tensor<12x6xf32>, %u: tensor<12x2xf32>, %i: tensor<i32>) -> (tensor<12x2xf32>, tensor<12x6xf32>, tensor<4x6xf32>, tensor<12x6xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %z, %i, sizes = [12, 2] : (tensor<12x6xf32>, tensor<i32>, tensor<i32>) -> tensor<12x2xf32>
  %1 = stablehlo.dynamic_update_slice %x, %u, %z, %i : (tensor<12x6xf32>, tensor<12x2xf32>, tensor<i32>, tensor<i32>) -> tensor<12x6xf32>
  %2 = stablehlo.dynamic_slice %x, %i, %z, sizes = [4, 6] : (tensor<12x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  %3 = stablehlo.dynamic_update_slice %x, %2, %i, %z : (tensor<12x6xf32>, tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<12x6xf32>
  return %0, %1, %2, %3 : tensor<12x2xf32>, tensor<12x6xf32>, tensor<4x6xf32>, tensor<12x6xf32>
}
