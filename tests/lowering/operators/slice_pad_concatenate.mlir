func.func public @main(%x: tensor<12x6xf32>, %y: tensor<12x4xf32>, %v: tensor<f32>) -> (tensor<12x2xf32>, tensor<5x6xf32>, tensor<12x13xf32>, tensor<12x10xf32>, tensor<24x6xf32>, tensor<12x6xf32>) {
  %0 = stablehlo.slice %x [0:12, 1:5:2] : (tensor<12x6xf32>) -> tensor<12x2xf32>
  %1 = stablehlo.slice %x [2:7, 0:6] : (tensor<12x6xf32>) -> tensor<5x6xf32>
  %2 = stablehlo.pad %x, %v, low = [0, 1], high = [0, 1], interior = [0, 1] : (tensor<12x6xf32>, tensor<f32>) -> tensor<12x13xf32>
  %3 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<12x6xf32>, tensor<12x4xf32>) -> tensor<12x10xf32>
  %4 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<12x6xf32>, tensor<12x6xf32>) -> tensor<24x6xf32>
  %5 = stablehlo.reverse %x, dims = [0] : tensor<12x6xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<12x2xf32>, tensor<5x6xf32>, tensor<12x13xf32>, tensor<12x10xf32>, tensor<24x6xf32>, tensor<12x6xf32>
}
