func.func public @main(%t: tensor<8x6xf32>, %i: tensor<12x4x1xi32>, %l: tensor<12x8xf32>, %j: tensor<12x1xi32>) -> (tensor<12x4x6xf32>, tensor<12xf32>, tensor<12x1xf32>) {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 6>}> : (tensor<8x6xf32>, tensor<12x4x1xi32>) -> tensor<12x4x6xf32>
  %1 = "stablehlo.gather"(%l, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<12x8xf32>, tensor<12x1xi32>) -> tensor<12xf32>
  %2 = "stablehlo.gather"(%l, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<12x8xf32>, tensor<12x1xi32>) -> tensor<12x1xf32>
  return %0, %1, %2 : tensor<12x4x6xf32>, tensor<12xf32>, tensor<12x1xf32>
}
