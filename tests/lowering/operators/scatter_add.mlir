func.func public @main(%t: tensor<8x6xf32>, %i: tensor<12x4x1xi32>, %u: tensor<12x4x6xf32>, %l: tensor<12x8xf32>, %j: tensor<12x1xi32>, %v: tensor<12xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>, tensor<12x8xf32>, tensor<8x6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
  %0 = "stablehlo.scatter"(%z, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<12x4x1xi32>, tensor<12x4x6xf32>) -> tensor<8x6xf32>
  %1 = "stablehlo.scatter"(%t, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<12x4x1xi32>, tensor<12x4x6xf32>) -> tensor<8x6xf32>
  %2 = "stablehlo.scatter"(%l, %j, %v) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<12x8xf32>, tensor<12x1xi32>, tensor<12xf32>) -> tensor<12x8xf32>
  %3 = "stablehlo.scatter"(%t, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<12x4x1xi32>, tensor<12x4x6xf32>) -> tensor<8x6xf32>
  return %0, %1, %2, %3 : tensor<8x6xf32>, tensor<8x6xf32>, tensor<12x8xf32>, tensor<8x6xf32>
}
