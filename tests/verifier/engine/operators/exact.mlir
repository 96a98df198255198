// Programs whose normal form must have the interpreter's values. One module per part.
func.func public @main(%x: tensor<2x3xi8>, %w: tensor<3x4xi8>) -> tensor<2x4xi32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  return %y : tensor<2x4xi32>
}
// -----
func.func public @main(%x: tensor<3x4xf32>, %w: tensor<4xf32>) -> tensor<3xf32> {
  %y = stablehlo.dot %x, %w : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
// -----
// Maximum over padded, strided windows.
func.func public @main(%x: tensor<2x5x6xf32>) -> tensor<2x3x3xf32> {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 3, 2>, window_strides = array<i64: 1, 2, 2>, padding = dense<[[0, 0], [1, 1], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x5x6xf32>, tensor<f32>) -> tensor<2x3x3xf32>
  return %y : tensor<2x3x3xf32>
}
// -----
func.func public @main(%x: tensor<6xf32>) -> tensor<8xf32> {
  %z = stablehlo.constant dense<3.0> : tensor<f32>
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.minimum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
// -----
// A sum with an initial value that counts in the padding.
func.func public @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %z = stablehlo.constant dense<2.0> : tensor<f32>
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}
// -----
// Cumulative maximum.
func.func public @main(%x: tensor<2x6xi32>) -> tensor<2x6xi32> {
  %z = stablehlo.constant dense<-2147483648> : tensor<i32>
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 6>, padding = dense<[[0, 0], [5, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x6xi32>, tensor<i32>) -> tensor<2x6xi32>
  return %y : tensor<2x6xi32>
}
// -----
// The gradient of a maximum over overlapping windows.
func.func public @main(%x: tensor<2x5x6xf32>, %g: tensor<2x3x3xf32>) -> tensor<2x5x6xf32> {
  %z = stablehlo.constant dense<0.5> : tensor<f32>
  %y = "stablehlo.select_and_scatter"(%x, %g, %z) <{window_dimensions = array<i64: 1, 3, 2>, window_strides = array<i64: 1, 2, 2>, padding = dense<[[0, 0], [1, 1], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare GE, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x5x6xf32>, tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x5x6xf32>
  return %y : tensor<2x5x6xf32>
}
// -----
// Replacing scatter whose updates are told apart by an iota in the indices.
func.func public @main(%x: tensor<3x5xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<3x5xf32> {
  %r = stablehlo.iota dim = 0 : tensor<3x1xi32>
  %j = stablehlo.concatenate %r, %i, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %y = "stablehlo.scatter"(%x, %j, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<3x5xf32>, tensor<3x2xi32>, tensor<3xf32>) -> tensor<3x5xf32>
  return %y : tensor<3x5xf32>
}
// -----
// The same with batching dims, adding.
func.func public @main(%x: tensor<3x5xf32>, %i: tensor<3x2x1xi32>, %u: tensor<3x2xf32>) -> tensor<3x5xf32> {
  %y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x5xf32>, tensor<3x2x1xi32>, tensor<3x2xf32>) -> tensor<3x5xf32>
  return %y : tensor<3x5xf32>
}
// -----
// Segment maximum.
func.func public @main(%x: tensor<4x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf32>) -> tensor<4x3xf32> {
  %y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<5x1xi32>, tensor<5x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
// -----
func.func public @main(%x: tensor<4x3xi32>, %i: tensor<5x1xi32>, %u: tensor<5x3xi32>) -> tensor<4x3xi32> {
  %y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.minimum %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<5x1xi32>, tensor<5x3xi32>) -> tensor<4x3xi32>
  return %y : tensor<4x3xi32>
}
// -----
// A window of updates at computed places, partly outside.
func.func public @main(%x: tensor<4x6xf32>, %i: tensor<2xi32>, %u: tensor<2x3xf32>) -> tensor<4x6xf32> {
  %y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}
// -----
func.func public @main(%x: tensor<3x5x4xf32>, %i: tensor<3x2xi32>) -> tensor<3x2x4xf32> {
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x5x4xf32>, tensor<3x2xi32>) -> tensor<3x2x4xf32>
  return %y : tensor<3x2x4xf32>
}
// -----
func.func public @main(%x: tensor<6x4xf32>, %i: tensor<3x1xi32>) -> tensor<3x4xf32> {
  %n = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<6x4xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}
// -----
// Grouped batches, reversed and dilated.
func.func public @main(%x: tensor<4x5x3xf32>, %w: tensor<2x3x4xf32>) -> tensor<2x8x4xf32> {
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]], lhs_dilate = [2], rhs_dilate = [3], reverse = [true]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x5x3xf32>, tensor<2x3x4xf32>) -> tensor<2x8x4xf32>
  return %y : tensor<2x8x4xf32>
}
// -----
func.func public @main(%x: tensor<2x4x5x4xf32>, %w: tensor<2x3x2x6xf32>) -> tensor<2x2x5x6xf32> {
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x4x5x4xf32>, tensor<2x3x2x6xf32>) -> tensor<2x2x5x6xf32>
  return %y : tensor<2x2x5x6xf32>
}
// -----
func.func public @main(%x: tensor<2x2x3xi32>, %w: tensor<2x3x4xi32>) -> tensor<2x2x4xi32> {
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x3xi32>, tensor<2x3x4xi32>) -> tensor<2x2x4xi32>
  return %y : tensor<2x2x4xi32>
}
// -----
func.func public @main(%x: tensor<4x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %y, %m, %v = "stablehlo.batch_norm_training"(%x, %s, %b) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %y, %m, %v : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
func.func public @main(%x: tensor<4x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %w: tensor<3xf32>) -> tensor<4x3xf32> {
  %v = stablehlo.multiply %w, %w : tensor<3xf32>
  %y = "stablehlo.batch_norm_inference"(%x, %s, %b, %m, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
// -----
func.func public @main(%x: tensor<4x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %w: tensor<3xf32>, %g: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %v = stablehlo.multiply %w, %w : tensor<3xf32>
  %a, %b, %c = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %a, %b, %c : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
func.func public @main(%x: tensor<4x3xf32>, %w: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %y = "stablehlo.map"(%x, %w) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %a = stablehlo.multiply %p, %q : tensor<f32>
    %b = stablehlo.exponential %a : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
// -----
// Complex arithmetic.
func.func public @main(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>, %c: tensor<4x2xf32>, %d: tensor<4x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %x = stablehlo.complex %a, %b : tensor<3x4xcomplex<f32>>
  %w = stablehlo.complex %c, %d : tensor<4x2xcomplex<f32>>
  %k = stablehlo.constant dense<(1.5, -2.0)> : tensor<3x2xcomplex<f32>>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x4xcomplex<f32>>, tensor<4x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %m = stablehlo.multiply %y, %k : tensor<3x2xcomplex<f32>>
  %q = stablehlo.divide %m, %y : tensor<3x2xcomplex<f32>>
  %e = stablehlo.exponential %m : tensor<3x2xcomplex<f32>>
  %n = stablehlo.negate %e : tensor<3x2xcomplex<f32>>
  %f = chlo.conj %n : tensor<3x2xcomplex<f32>> -> tensor<3x2xcomplex<f32>>
  %s = stablehlo.subtract %f, %q : tensor<3x2xcomplex<f32>>
  %r = stablehlo.real %s : (tensor<3x2xcomplex<f32>>) -> tensor<3x2xf32>
  %i = stablehlo.imag %s : (tensor<3x2xcomplex<f32>>) -> tensor<3x2xf32>
  %z = stablehlo.abs %m : (tensor<3x2xcomplex<f32>>) -> tensor<3x2xf32>
  return %r, %i, %z : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}
// -----
// Complex values through shapes, choices and sums.
func.func public @main(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>, %p: tensor<i1>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %x = stablehlo.complex %a, %b : tensor<3x4xcomplex<f32>>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x4xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
  %c = "stablehlo.if"(%p) ({
    %n = stablehlo.negate %t : tensor<4x3xcomplex<f32>>
    stablehlo.return %n : tensor<4x3xcomplex<f32>>
  }, {
    stablehlo.return %t : tensor<4x3xcomplex<f32>>
  }) : (tensor<i1>) -> tensor<4x3xcomplex<f32>>
  %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  %f = stablehlo.convert %a : (tensor<3x4xf32>) -> tensor<3x4xcomplex<f32>>
  %g = stablehlo.slice %f [0:1, 0:4] : (tensor<3x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
  %h = stablehlo.reshape %g : (tensor<1x4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %e = stablehlo.compare EQ, %s, %h : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  %o = stablehlo.select %e, %h, %s : tensor<4xi1>, tensor<4xcomplex<f32>>
  %u = stablehlo.broadcast_in_dim %o, dims = [0] : (tensor<4xcomplex<f32>>) -> tensor<4x2xcomplex<f32>>
  %r = stablehlo.real %u : (tensor<4x2xcomplex<f32>>) -> tensor<4x2xf32>
  %i = stablehlo.imag %u : (tensor<4x2xcomplex<f32>>) -> tensor<4x2xf32>
  return %r, %i : tensor<4x2xf32>, tensor<4x2xf32>
}
// -----
// Shapes and sizes as operands.
func.func public @main(%x: tensor<4x6xf32>) -> (tensor<2x2xf32>, tensor<7x7xf32>, tensor<3x8xf32>, tensor<2x4x6xf32>, tensor<4x3xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.5> : tensor<f32>
  %a = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %d = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %e = stablehlo.constant dense<[3, 8]> : tensor<2xi64>
  %f = stablehlo.constant dense<[2, 4, 6]> : tensor<3xi64>
  %g = stablehlo.constant dense<[4, 3]> : tensor<2xi64>
  %n = stablehlo.constant dense<0> : tensor<2xi64>
  %y0 = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<4x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x2xf32>
  %y1 = stablehlo.dynamic_pad %x, %zero, %a, %d, %n : (tensor<4x6xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<7x7xf32>
  %y2 = stablehlo.dynamic_reshape %x, %e : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<3x8xf32>
  %y3 = stablehlo.dynamic_broadcast_in_dim %x, %f, dims = [1, 2] : (tensor<4x6xf32>, tensor<3xi64>) -> tensor<2x4x6xf32>
  %y4 = stablehlo.dynamic_iota %g, dim = 1 : (tensor<2xi64>) -> tensor<4x3xi32>
  %y5 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<4x6xf32>) -> tensor<i32>
  return %y0, %y1, %y2, %y3, %y4, %y5 : tensor<2x2xf32>, tensor<7x7xf32>, tensor<3x8xf32>, tensor<2x4x6xf32>, tensor<4x3xi32>, tensor<i32>
}
// -----
func.func public @main(%x: tensor<4x6xf32>, %w: tensor<6xf32>, %p: tensor<4xi1>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xi1>, tensor<4x6xf32>) {
  %k = chlo.constant dense<2.0> : tensor<6xf32>
  %a = chlo.broadcast_add %x, %w : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %s = chlo.broadcast_subtract %a, %k : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %m = chlo.broadcast_multiply %w, %s {broadcast_dimensions = array<i64: 1>} : (tensor<6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %d = chlo.broadcast_divide %m, %k : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %u = chlo.broadcast_maximum %d, %w : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %v = chlo.broadcast_minimum %u, %k : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %c = "chlo.broadcast_compare"(%x, %w) {comparison_direction = #chlo<comparison_direction GT>} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xi1>
  %f = chlo.broadcast_select %c, %v, %m : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %l = "chlo.constant_like"(%x) {value = 1.5 : f32} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %v, %f, %c, %l : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xi1>, tensor<4x6xf32>
}
// -----
func.func public @main(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %d = mhlo.copy %x : tensor<4x6xf32>
  %o:2 = stablehlo.optimization_barrier %x, %d : tensor<4x6xf32>, tensor<4x6xf32>
  %y = stablehlo.add %o#0, %o#1 : tensor<4x6xf32>
  %z = stablehlo.custom_call @annotate_device_placement(%y) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %y, %z : tensor<4x6xf32>, tensor<4x6xf32>
}
// -----
// A loop with a constant number of steps, branches, calls.
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func public @main(%x: tensor<4xf32>, %k: tensor<i32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %l:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = func.call @twice(%a) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %j, %b : tensor<i32>, tensor<4xf32>
  }
  %y = "stablehlo.case"(%k) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %l#1 : tensor<4xf32>
  }, {
    %n = stablehlo.composite "test.twice" %x {decomposition = @twice} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %n : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %y, %l#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func public @main(%x: tensor<4x6xf32>, %p: tensor<4x6xi1>, %q: tensor<4x6xi1>, %i: tensor<i32>) -> (tensor<4x6xf32>, tensor<4x6xi1>, tensor<2x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) {
  %a = stablehlo.and %p, %q : tensor<4x6xi1>
  %b = stablehlo.or %a, %q : tensor<4x6xi1>
  %c = stablehlo.xor %b, %p : tensor<4x6xi1>
  %d = stablehlo.not %c : tensor<4x6xi1>
  %lo = stablehlo.constant dense<-0.1> : tensor<f32>
  %hi = stablehlo.constant dense<0.2> : tensor<f32>
  %e = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  %f = stablehlo.reduce_precision %e, format = e8m23 : tensor<4x6xf32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.dynamic_slice %x, %i, %z, sizes = [2, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>
  %u = stablehlo.dynamic_update_slice %x, %s, %z, %z : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  %n = stablehlo.is_finite %x : (tensor<4x6xf32>) -> tensor<4x6xi1>
  %m = stablehlo.select %n, %x, %e : tensor<4x6xi1>, tensor<4x6xf32>
  return %f, %d, %s, %u, %m : tensor<4x6xf32>, tensor<4x6xi1>, tensor<2x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>
}
// -----
// Ranks.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func public @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xi32>) {
  %0:5 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", "b"}, {}]>] out_shardings=[<@mesh, [{}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}]>] manual_axes={"a", "b"} (%l: tensor<2x4xf32>) {
    %g = "stablehlo.all_gather"(%l) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<8x4xf32>
    %h = "stablehlo.all_reduce"(%g) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %r = "stablehlo.reduce_scatter"(%h) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, scatter_dimension = 0 : i64, replica_groups = dense<[[0, 2, 1, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<2x4xf32>
    %t = "stablehlo.all_to_all"(%l) <{split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %b = "stablehlo.collective_broadcast"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[1, 0], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %i = stablehlo.partition_id : tensor<ui32>
    %j = stablehlo.replica_id : tensor<ui32>
    %k = stablehlo.add %i, %j : tensor<ui32>
    %n = stablehlo.convert %k : (tensor<ui32>) -> tensor<i32>
    %o = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %e = sdy.sharding_constraint %l <@mesh, [{}, {}]> : tensor<2x4xf32>
    sdy.return %g, %r, %b, %e, %o : tensor<8x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<1xi32>
  } : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xi32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xi32>
}
// -----
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func public @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", "b"}, {}]>] out_shardings=[<@mesh, [{"a", "b"}, {}]>] manual_axes={"a", "b"} (%l: tensor<2x4xf32>) {
    %m = "stablehlo.collective_permute"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, source_target_pairs = dense<[[0, 2], [2, 1], [3, 0]]> : tensor<3x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    sdy.return %m : tensor<2x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
func.func public @main(%x: tensor<4x6xf32>, %w: tensor<6xf32>) -> (tensor<3x8xf32>, tensor<4x6xf32>, tensor<9x7xf32>, tensor<2x6xf32>) {
  %z = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<3x8xf32>
  %r = stablehlo.reverse %x, dims = [1] : tensor<4x6xf32>
  %p = stablehlo.pad %x, %z, low = [1, 0], high = [1, 1], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x7xf32>
  %s = stablehlo.broadcast %w, sizes = [2] : (tensor<6xf32>) -> tensor<2x6xf32>
  %c = chlo.broadcast_complex %r, %w : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xcomplex<f32>>
  %i = stablehlo.imag %c : (tensor<4x6xcomplex<f32>>) -> tensor<4x6xf32>
  %y = stablehlo.subtract %r, %i : tensor<4x6xf32>
  return %b, %y, %p, %s : tensor<3x8xf32>, tensor<4x6xf32>, tensor<9x7xf32>, tensor<2x6xf32>
}
