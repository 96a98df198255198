func.func public @main(%x: tensor<12x6xf32>, %v: tensor<f32>, %u: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<f32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %v) applies stablehlo.maximum across dimensions = [0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = stablehlo.reduce(%x init: %low) applies stablehlo.minimum across dimensions = [0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
  %2 = stablehlo.maximum %0, %u : tensor<6xf32>
  %3 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  return %2, %1, %3 : tensor<6xf32>, tensor<6xf32>, tensor<f32>
}
