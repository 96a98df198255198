// Text as JAX prints it is printed again unchanged, and also comes back from the generic form.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff %t.given %t.generic
module {
  func.func @contractions(%arg0: tensor<5x2x3xf32>, %arg1: tensor<5x3x4xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf8E4M3FN>, %arg5: tensor<3x4xf8E5M2>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
    %1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x5x4xf32>
    %2 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
    %3 = stablehlo.dot_general %arg4, %arg5, contracting_dims = [1] x [0] : (tensor<2x3xf8E4M3FN>, tensor<3x4xf8E5M2>) -> tensor<2x4xf32>
    %4 = stablehlo.dot_general %arg3, %arg3, contracting_dims = [] x [] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
    %5 = stablehlo.dot %arg2, %arg3 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
    %6 = stablehlo.dot %arg3, %arg3, precision = [HIGH, DEFAULT] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
    %7 = stablehlo.einsum %arg2, %arg2, config = "ab,cb->ac" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
    %8 = stablehlo.unary_einsum %arg2, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
    return
  }
  func.func @convolutions(%arg0: tensor<4x9x6xf32>, %arg1: tensor<3x6x8xf32>, %arg2: tensor<1x8x8x4xf32>, %arg3: tensor<3x3x2x8xf32>, %arg4: tensor<1x2xi64>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
    %1 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, f, 1, 0], window = {stride = [2, 1], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<1x8x8x4xf32>, tensor<3x3x2x8xf32>) -> tensor<1x8x15x3xf32>
    %2 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg4) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: true>, window_strides = array<i64: 1>}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>, tensor<1x2xi64>) -> tensor<4x?x8xf32>
    return
  }
  func.func @matrices(%arg0: tensor<2x3x3xf32>, %arg1: tensor<2x3x4xf32>, %arg2: tensor<5x8xcomplex<f32>>, %arg3: tensor<5x8xf32>, %arg4: tensor<5x5xcomplex<f32>>) {
    %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x3x3xf32>
    %1 = stablehlo.cholesky %arg0 : tensor<2x3x3xf32>
    %2 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %3 = stablehlo.fft %arg2, type = FFT, length = [8] : (tensor<5x8xcomplex<f32>>) -> tensor<5x8xcomplex<f32>>
    %4 = stablehlo.fft %arg2, type = IFFT, length = [5, 8] : (tensor<5x8xcomplex<f32>>) -> tensor<5x8xcomplex<f32>>
    %5 = stablehlo.fft %arg3, type = RFFT, length = [8] : (tensor<5x8xf32>) -> tensor<5x5xcomplex<f32>>
    %6 = stablehlo.fft %arg4, type = IRFFT, length = [8] : (tensor<5x5xcomplex<f32>>) -> tensor<5x8xf32>
    return
  }
}

