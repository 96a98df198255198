func.func public @main(%t: tensor<8x6xf32>, %i: tensor<1xi32>, %u: tensor<6xf32>, %x: tensor<12x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
  %0 = "stablehlo.scatter"(%t, %i, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<1xi32>, tensor<6xf32>) -> tensor<8x6xf32>
  %p = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = "stablehlo.scatter"(%z, %i, %p) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<1xi32>, tensor<6xf32>) -> tensor<8x6xf32>
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}
