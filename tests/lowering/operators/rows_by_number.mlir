// x[arange(n), k] and its gradient, with the wrapping of negative indices that JAX writes; and the diagonal.
func.func public @main(%x: tensor<12x8xf32>, %k: tensor<12xi32>, %u: tensor<12xf32>, %s: tensor<12x12xf32>) -> (tensor<12xf32>, tensor<12x8xf32>, tensor<12xf32>, tensor<12x8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %fzero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.iota dim = 0 : tensor<12xi32>
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<12xi32>
  %c = stablehlo.compare LT, %i, %z, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
  %nn = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<12xi32>
  %w = stablehlo.add %i, %nn : tensor<12xi32>
  %j = stablehlo.select %c, %w, %i : tensor<12xi1>, tensor<12xi32>
  %a = stablehlo.broadcast_in_dim %j, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
  %b = stablehlo.reshape %k : (tensor<12xi32>) -> tensor<12x1xi32>
  %ab = stablehlo.concatenate %a, %b, dim = 1 : (tensor<12x1xi32>, tensor<12x1xi32>) -> tensor<12x2xi32>
  %aa = stablehlo.concatenate %a, %a, dim = 1 : (tensor<12x1xi32>, tensor<12x1xi32>) -> tensor<12x2xi32>
  %0 = "stablehlo.gather"(%x, %ab) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<12x8xf32>, tensor<12x2xi32>) -> tensor<12xf32>
  %fz = stablehlo.broadcast_in_dim %fzero, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
  %1 = "stablehlo.scatter"(%fz, %ab, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<12x8xf32>, tensor<12x2xi32>, tensor<12xf32>) -> tensor<12x8xf32>
  %2 = "stablehlo.gather"(%s, %aa) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<12x12xf32>, tensor<12x2xi32>) -> tensor<12xf32>
  %3 = "stablehlo.gather"(%x, %a) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<12x8xf32>, tensor<12x1xi32>) -> tensor<12x8xf32>
  return %0, %1, %2, %3 : tensor<12xf32>, tensor<12x8xf32>, tensor<12xf32>, tensor<12x8xf32>
}
