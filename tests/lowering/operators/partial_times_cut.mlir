// A partial sum over the cut dim meets values that are cut.
func.func public @main(%x: tensor<12x6xf32>, %y: tensor<12x6xf32>) -> (tensor<12x6xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<12x6xf32>, tensor<12x6xf32>) -> tensor<6x6xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<12x6xf32>, tensor<6x6xf32>) -> tensor<12x6xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<12x6xf32>
  %4 = stablehlo.divide %1, %3 : tensor<12x6xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x6xf32>, tensor<f32>) -> tensor<f32>
  return %4, %5 : tensor<12x6xf32>, tensor<f32>
}
