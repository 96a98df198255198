// Positions and constants are made in cut form: every device makes its own.
func.func public @main(%x: tensor<12x6xf32>, %y: tensor<12x6xui64>) -> (tensor<12x6xf32>, tensor<12x6xui64>, tensor<12x6xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<12x6xf32>
  %1 = stablehlo.iota dim = 1 : tensor<12x6xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<12x6xf32>
  %3 = stablehlo.add %x, %2 : tensor<12x6xf32>
  %4 = stablehlo.iota dim = 0 : tensor<72xui64>
  %5 = stablehlo.reshape %4 : (tensor<72xui64>) -> tensor<12x6xui64>
  %6 = stablehlo.add %y, %5 : tensor<12x6xui64>
  %c = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.5, 2.5, 3.5, 4.5, 5.5, 6.5], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.25, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [7.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 2.0, 3.0, 4.0, 9.0, 6.0], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 2.0, 3.0, 4.0, 5.0, 8.0]]> : tensor<12x6xf32>
  %7 = stablehlo.multiply %3, %c : tensor<12x6xf32>
  return %3, %6, %7 : tensor<12x6xf32>, tensor<12x6xui64>, tensor<12x6xf32>
}
