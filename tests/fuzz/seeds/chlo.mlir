// Every operator of chlo that is read, in pretty and generic form, prints back as the published tools print it.
// RUN: lockstep-opt %s | FileCheck %s
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt | FileCheck %s

// CHECK-LABEL: func.func @chlo
func.func @chlo(%x: tensor<4xf32>, %s: tensor<f32>, %i: tensor<4xi32>, %p: tensor<4xi1>, %z: tensor<4xcomplex<f32>>, %l: tensor<8x4xf32>, %r: tensor<2x4x5xf32>, %n: tensor<2xi32>) {
  // CHECK: %{{[0-9a-z_]+}} = chlo.acos %arg0 : tensor<4xf32> -> tensor<4xf32>
  %acos = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.acosh %arg0 : tensor<4xf32> -> tensor<4xf32>
  %acosh = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.asin %arg0 : tensor<4xf32> -> tensor<4xf32>
  %asin = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.asinh %arg0 : tensor<4xf32> -> tensor<4xf32>
  %asinh = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.atan %arg0 : tensor<4xf32> -> tensor<4xf32>
  %atan = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.atanh %arg0 : tensor<4xf32> -> tensor<4xf32>
  %atanh = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.bessel_i1e %arg0 : tensor<4xf32> -> tensor<4xf32>
  %bessel_i1e = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.conj %arg0 : tensor<4xf32> -> tensor<4xf32>
  %conj = chlo.conj %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.cosh %arg0 : tensor<4xf32> -> tensor<4xf32>
  %cosh = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.digamma %arg0 : tensor<4xf32> -> tensor<4xf32>
  %digamma = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.erf %arg0 : tensor<4xf32> -> tensor<4xf32>
  %erf = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.erf_inv %arg0 : tensor<4xf32> -> tensor<4xf32>
  %erf_inv = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.erfc %arg0 : tensor<4xf32> -> tensor<4xf32>
  %erfc = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.lgamma %arg0 : tensor<4xf32> -> tensor<4xf32>
  %lgamma = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.sinh %arg0 : tensor<4xf32> -> tensor<4xf32>
  %sinh = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.square %arg0 : tensor<4xf32> -> tensor<4xf32>
  %square = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.tan %arg0 : tensor<4xf32> -> tensor<4xf32>
  %tan = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo._asin_acos_kernel %arg4 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %kernel = chlo._asin_acos_kernel %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  // CHECK: %{{[0-9a-z_]+}} = chlo.is_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
  %is_inf = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  // CHECK: %{{[0-9a-z_]+}} = chlo.is_neg_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
  %is_neg_inf = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  // CHECK: %{{[0-9a-z_]+}} = chlo.is_pos_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
  %is_pos_inf = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  // CHECK: %{{[0-9a-z_]+}} = chlo.mulhi %arg2, %arg2 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  %mulhi = chlo.mulhi %i, %i : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.next_after %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %next_after = chlo.next_after %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.polygamma %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %polygamma = chlo.polygamma %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.zeta %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %zeta = chlo.zeta %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.constant dense<1.000000e+00> : tensor<4xf32>
  %c = chlo.constant dense<1.0> : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  %like = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %values, %indices = chlo.top_k(%arg0, k = 2) {lockstep.note = "n"} : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %v, %ix = chlo.top_k(%x, k = 2) {lockstep.note = "n"} : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  // CHECK: %{{[0-9a-z_]+}} = "chlo.ragged_dot"(%arg5, %arg6, %arg7) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x5xf32>, tensor<2xi32>) -> tensor<8x5xf32>
  %rd = "chlo.ragged_dot"(%l, %r, %n) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x5xf32>, tensor<2xi32>) -> tensor<8x5xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_add = chlo.broadcast_add %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_atan2 = chlo.broadcast_atan2 %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_divide %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_divide = chlo.broadcast_divide %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_maximum %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_maximum = chlo.broadcast_maximum %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_minimum %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_minimum = chlo.broadcast_minimum %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_multiply %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_multiply = chlo.broadcast_multiply %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_next_after %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_next_after = chlo.broadcast_next_after %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_polygamma = chlo.broadcast_polygamma %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_power %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_power = chlo.broadcast_power %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_remainder %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_remainder = chlo.broadcast_remainder %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_subtract %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_subtract = chlo.broadcast_subtract %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_zeta %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b_zeta = chlo.broadcast_zeta %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_and %arg2, %arg2 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %b_and = chlo.broadcast_and %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_or %arg2, %arg2 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %b_or = chlo.broadcast_or %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_xor %arg2, %arg2 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %b_xor = chlo.broadcast_xor %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_shift_left %arg2, %arg2 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %b_shift_left = chlo.broadcast_shift_left %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_shift_right_arithmetic %arg2, %arg2 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %b_shift_right_arithmetic = chlo.broadcast_shift_right_arithmetic %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_shift_right_logical %arg2, %arg2 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %b_shift_right_logical = chlo.broadcast_shift_right_logical %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_complex %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  %b_complex = chlo.broadcast_complex %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_add %arg0, %arg0 {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %dims = chlo.broadcast_add %x, %x {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_compare %arg0, %arg1 {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %cmp = chlo.broadcast_compare %x, %s {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: %{{[0-9a-z_]+}} = chlo.broadcast_select %arg3, %arg0, %arg1 : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %sel = chlo.broadcast_select %p, %x, %s : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
