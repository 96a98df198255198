func.func public @main(%x: tensor<12x6xf32>, %y: tensor<12x6xf32>, %k: tensor<12x6xi32>) -> (tensor<12x6xf32>, tensor<12x6xf32>, tensor<12x6xi32>, tensor<12x6xi1>) {
  %0 = stablehlo.add %x, %y : tensor<12x6xf32>
  %1 = stablehlo.exponential %0 : tensor<12x6xf32>
  %2 = stablehlo.power %1, %y : tensor<12x6xf32>
  %3 = stablehlo.maximum %2, %x : tensor<12x6xf32>
  %4 = stablehlo.compare LT, %3, %1 : (tensor<12x6xf32>, tensor<12x6xf32>) -> tensor<12x6xi1>
  %5 = stablehlo.select %4, %x, %3 : tensor<12x6xi1>, tensor<12x6xf32>
  %6 = stablehlo.convert %k : (tensor<12x6xi32>) -> tensor<12x6xf32>
  %7 = stablehlo.multiply %6, %5 : tensor<12x6xf32>
  %8 = stablehlo.negate %7 : tensor<12x6xf32>
  %9 = stablehlo.shift_left %k, %k : tensor<12x6xi32>
  %10 = stablehlo.xor %9, %k : tensor<12x6xi32>
  return %8, %2, %10, %4 : tensor<12x6xf32>, tensor<12x6xf32>, tensor<12x6xi32>, tensor<12x6xi1>
}
