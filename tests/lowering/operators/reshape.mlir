func.func public @main(%x: tensor<12x6xf32>, %y: tensor<24x3xf32>) -> (tensor<72xf32>, tensor<4x3x6xf32>, tensor<12x3x1x2xf32>, tensor<8x9xf32>, tensor<72xf32>) {
  %0 = stablehlo.reshape %x : (tensor<12x6xf32>) -> tensor<72xf32>
  %1 = stablehlo.reshape %x : (tensor<12x6xf32>) -> tensor<4x3x6xf32>
  %2 = stablehlo.reshape %x : (tensor<12x6xf32>) -> tensor<12x3x1x2xf32>
  %3 = stablehlo.reshape %y : (tensor<24x3xf32>) -> tensor<8x9xf32>
  %4 = stablehlo.reshape %3 : (tensor<8x9xf32>) -> tensor<72xf32>
  %5 = stablehlo.add %4, %0 : tensor<72xf32>
  return %0, %1, %2, %3, %5 : tensor<72xf32>, tensor<4x3x6xf32>, tensor<12x3x1x2xf32>, tensor<8x9xf32>, tensor<72xf32>
}
