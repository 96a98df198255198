func.func public @main(%x: tensor<12x1x6xf32>, %y: tensor<6xf32>) -> (tensor<6x4x12xf32>, tensor<4x12x6xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1, 2] : (tensor<12x1x6xf32>) -> tensor<12x4x6xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [2] : (tensor<6xf32>) -> tensor<12x4x6xf32>
  %2 = stablehlo.add %0, %1 : tensor<12x4x6xf32>
  %3 = stablehlo.transpose %2, dims = [2, 1, 0] : (tensor<12x4x6xf32>) -> tensor<6x4x12xf32>
  %4 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<12x4x6xf32>) -> tensor<4x12x6xf32>
  return %3, %4 : tensor<6x4x12xf32>, tensor<4x12x6xf32>
}
