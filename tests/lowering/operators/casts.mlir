// A widening cast is taken before the sum, a narrowing one after it; sums of integers are cast after it.
func.func public @main(%x: tensor<12x6xbf16>, %y: tensor<12x6xf32>, %k: tensor<12x6xi32>) -> (tensor<6xf32>, tensor<6xbf16>, tensor<6xf32>) {
  %bzero = stablehlo.constant dense<0.0> : tensor<bf16>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %bzero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %1 = stablehlo.convert %0 : (tensor<6xbf16>) -> tensor<6xf32>
  %2 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
  %3 = stablehlo.convert %2 : (tensor<6xf32>) -> tensor<6xbf16>
  %4 = stablehlo.reduce(%k init: %izero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xi32>, tensor<i32>) -> tensor<6xi32>
  %5 = stablehlo.convert %4 : (tensor<6xi32>) -> tensor<6xf32>
  return %1, %3, %5 : tensor<6xf32>, tensor<6xbf16>, tensor<6xf32>
}
