func.func public @main(%x: tensor<12x6xf32>, %low: tensor<f32>, %high: tensor<f32>, %p: tensor<i1>) -> (tensor<12x6xf32>, tensor<12x6xf32>) {
  %0 = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<12x6xf32>, tensor<f32>) -> tensor<12x6xf32>
  %1 = stablehlo.select %p, %0, %x : tensor<i1>, tensor<12x6xf32>
  return %0, %1 : tensor<12x6xf32>, tensor<12x6xf32>
}
