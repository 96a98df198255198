func.func public @main(%x: tensor<12x6xf32>) -> (tensor<12x6xf32>, tensor<12x3xf32>, tensor<12x6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{base_dilations = array<i64: 1, 1>, padding = dense<[[11, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 12, 1>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<12x6xf32>, tensor<f32>) -> tensor<12x6xf32>
  %1 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<12x6xf32>, tensor<f32>) -> tensor<12x3xf32>
  %2 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [0, 5]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 6>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<12x6xf32>, tensor<f32>) -> tensor<12x6xf32>
  return %0, %1, %2 : tensor<12x6xf32>, tensor<12x3xf32>, tensor<12x6xf32>
}
