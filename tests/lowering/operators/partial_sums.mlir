// Linear operators on a partial sum, each kind once, and the operators that need it whole.
func.func public @main(%x: tensor<12x4x6xf32>, %w: tensor<6x8xf32>, %r: tensor<4x6xf32>, %s: tensor<f32>, %i: tensor<2x1xi32>, %k: tensor<i32>) -> (tensor<4x8xf32>, tensor<6x4xf32>, tensor<4x6xf32>, tensor<4xf32>, tensor<4x6xf32>, tensor<2x6xf32>, tensor<4x12xf32>, tensor<4x9xf32>, tensor<4x6xf32>, tensor<1x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  %q = stablehlo.negate %p : tensor<4x6xf32>
  %0 = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.transpose %p, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %2 = stablehlo.subtract %p, %q : tensor<4x6xf32>
  %3 = stablehlo.reduce(%p init: %s) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.add %q, %r : tensor<4x6xf32>
  %5 = "stablehlo.gather"(%p, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<4x6xf32>, tensor<2x1xi32>) -> tensor<2x6xf32>
  %6 = stablehlo.concatenate %p, %q, dim = 1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x12xf32>
  %7 = stablehlo.pad %p, %zero, low = [0, 1], high = [0, 2], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x9xf32>
  %8 = stablehlo.divide %p, %r : tensor<4x6xf32>
  %9 = stablehlo.slice %p [1:2, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %10 = stablehlo.dynamic_update_slice %q, %9, %k, %z : (tensor<4x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  %11 = stablehlo.divide %r, %p : tensor<4x6xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<4x8xf32>, tensor<6x4xf32>, tensor<4x6xf32>, tensor<4xf32>, tensor<4x6xf32>, tensor<2x6xf32>, tensor<4x12xf32>, tensor<4x9xf32>, tensor<4x6xf32>, tensor<1x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>
}
