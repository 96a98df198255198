func.func public @main(%x: tensor<4x12x6xf32>, %w: tensor<6x8xf32>, %y: tensor<4x6x8xf32>) -> (tensor<4x12x8xf32>, tensor<4x12x8xf32>, tensor<6x8xf32>, tensor<8x6xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<4x12x6xf32>, tensor<6x8xf32>) -> tensor<4x12x8xf32>
  %1 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x12x6xf32>, tensor<4x6x8xf32>) -> tensor<4x12x8xf32>
  %2 = stablehlo.dot_general %x, %0, contracting_dims = [0, 1] x [0, 1] : (tensor<4x12x6xf32>, tensor<4x12x8xf32>) -> tensor<6x8xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<8x6xf32>
  return %0, %1, %2, %4 : tensor<4x12x8xf32>, tensor<4x12x8xf32>, tensor<6x8xf32>, tensor<8x6xf32>
}
