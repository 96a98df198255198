func.func public @main(%x: tensor<12x6xf32>, %r: tensor<6xf32>, %k: tensor<i32>) -> (tensor<12x6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
  %0:3 = "stablehlo.case"(%k) ({
    %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<12x6xf32>
    %n = stablehlo.negate %p : tensor<6xf32>
    stablehlo.return %z, %n, %p : tensor<12x6xf32>, tensor<6xf32>, tensor<6xf32>
  }, {
    %e = stablehlo.exponential %x : tensor<12x6xf32>
    %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<6xf32>
    stablehlo.return %e, %z, %r : tensor<12x6xf32>, tensor<6xf32>, tensor<6xf32>
  }) : (tensor<i32>) -> (tensor<12x6xf32>, tensor<6xf32>, tensor<6xf32>)
  return %0#0, %0#1, %0#2 : tensor<12x6xf32>, tensor<6xf32>, tensor<6xf32>
}
