func.func public @main(%x: tensor<12x6xf32>, %y: tensor<12x6xi1>) -> (tensor<12x6xf32>, tensor<12x6xf32>, tensor<12x6xi1>, tensor<i32>) {
  %0 = stablehlo.constant dense<7> : tensor<i32>
  return %x, %x, %y, %0 : tensor<12x6xf32>, tensor<12x6xf32>, tensor<12x6xi1>, tensor<i32>
}
