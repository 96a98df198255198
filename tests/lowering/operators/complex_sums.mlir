func.func public @main(%x: tensor<12x6xf32>, %c: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<12x6xf32>) {
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %0 = stablehlo.complex %x, %x : tensor<12x6xcomplex<f32>>
  %1 = stablehlo.multiply %0, %0 : tensor<12x6xcomplex<f32>>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<6xcomplex<f32>>
  %3 = stablehlo.complex %c, %c : tensor<6xcomplex<f32>>
  %4 = stablehlo.slice %3 [2:3] : (tensor<6xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %5 = stablehlo.reshape %4 : (tensor<1xcomplex<f32>>) -> tensor<complex<f32>>
  %6 = stablehlo.reduce(%1 init: %5) applies stablehlo.add across dimensions = [0] : (tensor<12x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<6xcomplex<f32>>
  %7 = stablehlo.real %2 : (tensor<6xcomplex<f32>>) -> tensor<6xf32>
  %8 = stablehlo.imag %6 : (tensor<6xcomplex<f32>>) -> tensor<6xf32>
  %9 = stablehlo.constant dense<(0.5, 2.0)> : tensor<12x6xcomplex<f32>>
  %10 = stablehlo.multiply %0, %9 : tensor<12x6xcomplex<f32>>
  %11 = stablehlo.real %10 : (tensor<12x6xcomplex<f32>>) -> tensor<12x6xf32>
  return %7, %8, %11 : tensor<6xf32>, tensor<6xf32>, tensor<12x6xf32>
}
