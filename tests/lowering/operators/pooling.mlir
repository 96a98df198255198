// Pooling and its gradient; the window slides over dim 1.
func.func public @main(%x: tensor<12x6x4xf32>, %g: tensor<12x3x4xf32>, %v: tensor<f32>) -> (tensor<12x6x4xf32>, tensor<12x6x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %g, %zero) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<12x6x4xf32>, tensor<12x3x4xf32>, tensor<f32>) -> tensor<12x6x4xf32>
  %1 = "stablehlo.select_and_scatter"(%x, %g, %v) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<12x6x4xf32>, tensor<12x3x4xf32>, tensor<f32>) -> tensor<12x6x4xf32>
  return %0, %1 : tensor<12x6x4xf32>, tensor<12x6x4xf32>
}
