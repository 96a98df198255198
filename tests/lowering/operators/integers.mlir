// Sums of integers wrap: products and sums commute with them, division and widening do not.
func.func public @main(%x: tensor<12x6xi8>, %u: tensor<12x6xui32>, %f: tensor<12x6xi1>) -> (tensor<6xi32>, tensor<6xi8>, tensor<6xui32>, tensor<6xi8>, tensor<6xi1>, tensor<6xui32>, tensor<6xi8>) {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %uzero = stablehlo.constant dense<0> : tensor<ui32>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %low = stablehlo.constant dense<-128> : tensor<i8>
  %three = stablehlo.constant dense<3> : tensor<6xi8>
  %big = stablehlo.constant dense<100> : tensor<12x6xi8>
  %xx = stablehlo.multiply %x, %big : tensor<12x6xi8>
  %0 = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xi8>, tensor<i8>) -> tensor<6xi8>
  %1 = stablehlo.convert %0 : (tensor<6xi8>) -> tensor<6xi32>
  %2 = stablehlo.divide %0, %three : tensor<6xi8>
  %3 = stablehlo.reduce(%u init: %uzero) applies stablehlo.maximum across dimensions = [0] : (tensor<12x6xui32>, tensor<ui32>) -> tensor<6xui32>
  %4 = stablehlo.multiply %0, %three : tensor<6xi8>
  %5 = stablehlo.reduce(%f init: %false) applies stablehlo.or across dimensions = [0] : (tensor<12x6xi1>, tensor<i1>) -> tensor<6xi1>
  %6 = stablehlo.reduce(%u init: %uzero) applies stablehlo.or across dimensions = [0] : (tensor<12x6xui32>, tensor<ui32>) -> tensor<6xui32>
  %7 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<12x6xi8>, tensor<i8>) -> tensor<6xi8>
  return %1, %2, %3, %4, %5, %6, %7 : tensor<6xi32>, tensor<6xi8>, tensor<6xui32>, tensor<6xi8>, tensor<6xi1>, tensor<6xui32>, tensor<6xi8>
}
