// Programs with functions that have no laws: equal normal forms must have equal values. Rows of the arguments repeat.
func.func public @main(%x: tensor<4x3x3xf32>) -> tensor<4x3x3xf32> {
  %t = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<4x3x3xf32>) -> tensor<4x3x3xf32>
  %s = stablehlo.dot_general %x, %t, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x3x3xf32>, tensor<4x3x3xf32>) -> tensor<4x3x3xf32>
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %e = stablehlo.compare EQ, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %d = stablehlo.convert %e : (tensor<3x3xi1>) -> tensor<3x3xf32>
  %b = stablehlo.broadcast_in_dim %d, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<4x3x3xf32>
  %p = stablehlo.add %s, %b : tensor<4x3x3xf32>
  %y = stablehlo.cholesky %p, lower = true : tensor<4x3x3xf32>
  return %y : tensor<4x3x3xf32>
}
// -----
func.func public @main(%a: tensor<4x3x3xf32>, %b: tensor<4x3x2xf32>) -> tensor<4x3x2xf32> {
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x3x3xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  return %y : tensor<4x3x2xf32>
}
// -----
func.func public @main(%a: tensor<3x3xf32>, %b: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %y = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
// -----
func.func public @main(%x: tensor<4x8xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x8xf32>) {
  %f = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
  %r = stablehlo.real %f : (tensor<4x5xcomplex<f32>>) -> tensor<4x5xf32>
  %i = stablehlo.imag %f : (tensor<4x5xcomplex<f32>>) -> tensor<4x5xf32>
  %m = stablehlo.multiply %f, %f : tensor<4x5xcomplex<f32>>
  %y = stablehlo.fft %m, type = IRFFT, length = [8] : (tensor<4x5xcomplex<f32>>) -> tensor<4x8xf32>
  return %r, %i, %y : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x8xf32>
}
// -----
func.func public @main(%s: tensor<2xui64>, %unused: tensor<f32>) -> (tensor<2xui64>, tensor<4x3xui32>) {
  %t, %y = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui32>)
  return %t, %y : tensor<2xui64>, tensor<4x3xui32>
}
// -----
func.func public @main(%x: tensor<4x6xf32>, %w: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x2xf32>, tensor<4x2xi32>) {
  %s:2 = "stablehlo.sort"(%x, %w) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
  %v, %i = chlo.top_k(%x, k = 2) : tensor<4x6xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %s#0, %s#1, %v, %i : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x2xf32>, tensor<4x2xi32>
}
// -----
// The place of the greatest element.
func.func public @main(%x: tensor<4x6xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %lo = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<4x6xi32>
  %y:2 = stablehlo.reduce(%x init: %lo), (%i init: %z) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f32>, tensor<i32>
  }
  return %y#0, %y#1 : tensor<4xf32>, tensor<4xi32>
}
// -----
// Cumulative products.
func.func public @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %z = stablehlo.constant dense<1.0> : tensor<f32>
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 6>, padding = dense<[[0, 0], [5, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.multiply %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}
// -----
// Several updates that multiply, and several that replace in two tensors at once.
func.func public @main(%x: tensor<4x5xf32>, %i: tensor<4x2x1xi32>, %u: tensor<4x2xf32>, %w: tensor<4x2xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
  %y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.multiply %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<4x2x1xi32>, tensor<4x2xf32>) -> tensor<4x5xf32>
  %z:2 = "stablehlo.scatter"(%x, %y, %i, %u, %w) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %t: tensor<f32>):
    stablehlo.return %r, %t : tensor<f32>, tensor<f32>
  }) : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x2x1xi32>, tensor<4x2xf32>, tensor<4x2xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>)
  return %y, %z#0, %z#1 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
}
// -----
// A loop whose trip count depends on data.
func.func public @main(%x: tensor<4xf32>, %b: tensor<f32>, %unused: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %ten = stablehlo.constant dense<10.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %q = stablehlo.multiply %b, %b : tensor<f32>
  %a0 = stablehlo.add %q, %one : tensor<f32>
  %l:2 = stablehlo.while(%v = %x, %s = %a0) : tensor<4xf32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %s, %ten : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %w = stablehlo.tanh %v : tensor<4xf32>
    %t = stablehlo.add %s, %s : tensor<f32>
    stablehlo.return %w, %t : tensor<4xf32>, tensor<f32>
  }
  return %l#0, %l#1 : tensor<4xf32>, tensor<f32>
}
// -----
func.func public @main(%x: tensor<4x3xf32>, %w: tensor<2x3x5xf32>, %g: tensor<2xi32>, %unused: tensor<f32>) -> tensor<4x5xf32> {
  %y = "chlo.ragged_dot"(%x, %w, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %y : tensor<4x5xf32>
}
// -----
func.func public @main(%x: tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %v, %i = mhlo.topk(%x, k = 2, largest = true) : tensor<4x6xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %v, %i : tensor<4x2xf32>, tensor<4x2xi32>
}
