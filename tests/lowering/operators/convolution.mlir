func.func public @main(%x: tensor<12x5x5x4xf32>, %k: tensor<3x3x4x6xf32>) -> (tensor<12x5x5x6xf32>, tensor<3x3x4x6xf32>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<12x5x5x4xf32>, tensor<3x3x4x6xf32>) -> tensor<12x5x5x6xf32>
  %1 = stablehlo.convolution(%x, %0) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<12x5x5x4xf32>, tensor<12x5x5x6xf32>) -> tensor<3x3x4x6xf32>
  return %0, %1 : tensor<12x5x5x6xf32>, tensor<3x3x4x6xf32>
}
