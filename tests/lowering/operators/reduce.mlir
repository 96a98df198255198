func.func public @main(%x: tensor<12x4x6xf32>, %k: tensor<12x6xi32>, %v: tensor<f32>) -> (tensor<4xf32>, tensor<12x6xf32>, tensor<12xf32>, tensor<f32>, tensor<6xi32>, tensor<6xi1>, tensor<6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<12x4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<12x4x6xf32>, tensor<f32>) -> tensor<12x6xf32>
  %2 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1, 2] : (tensor<12x4x6xf32>, tensor<f32>) -> tensor<12xf32>
  %3 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<12x4x6xf32>, tensor<f32>) -> tensor<f32>
  %4 = stablehlo.reduce(%k init: %izero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xi32>, tensor<i32>) -> tensor<6xi32>
  %kz = stablehlo.broadcast_in_dim %izero, dims = [] : (tensor<i32>) -> tensor<12x6xi32>
  %5 = stablehlo.compare GT, %k, %kz : (tensor<12x6xi32>, tensor<12x6xi32>) -> tensor<12x6xi1>
  %6 = stablehlo.reduce(%5 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<12x6xi1>, tensor<i1>) -> tensor<6xi1>
  %7 = stablehlo.reduce(%1 init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0, %1, %2, %3, %4, %6, %7 : tensor<4xf32>, tensor<12x6xf32>, tensor<12xf32>, tensor<f32>, tensor<6xi32>, tensor<6xi1>, tensor<6xf32>
}
