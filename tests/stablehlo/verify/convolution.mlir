// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @convolution_c1_rank(%x: tensor<4x9x6xf32>, %k: tensor<3x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C1: expected rhs of rank 3, found 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c2_stride_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C2: expected 1 entry in window_strides, found 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c3_stride(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C3: expected window_strides[0] at least 1, found 0}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c4_padding(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C4: expected padding of shape [1, 2], found [2, 2]}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c5_lhs_dilation_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C5: expected 1 entry in lhs_dilation, found 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c6_lhs_dilation(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C6: expected lhs_dilation[0] at least 1, found 0}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c7_rhs_dilation_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C7: expected 1 entry in rhs_dilation, found 0}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c8_rhs_dilation(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C8: expected rhs_dilation[0] at least 1, found -1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {rhs_dilate = [-1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c9_reversal_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C9: expected 1 entry in window_reversal, found 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c10_batch_groups(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C10: expected the batch of lhs to be a multiple of batch_group_count 3, found 4}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c11_feature_groups(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C11: expected the features of lhs to be a multiple of feature_group_count 4, found 6}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c14_kernel_features(%x: tensor<4x9x6xf32>, %k: tensor<3x5x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C14: expected input features of rhs to be 6, found 5}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x5x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c15_output_features_by_batch_groups(%x: tensor<4x9x6xf32>, %k: tensor<3x6x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C15: expected output features of rhs to be a multiple of batch_group_count 4, found 6}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x6xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c16_output_features_by_feature_groups(%x: tensor<4x9x6xf32>, %k: tensor<3x2x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C16: expected output features of rhs to be a multiple of feature_group_count 3, found 8}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<4x9x6xf32>, tensor<3x2x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c21_feature_group_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C21: expected feature_group_count[0] at least 1, found 0}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c22_batch_group_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C22: expected batch_group_count[0] at least 1, found -1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = -1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c23_both_groups(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C23: expected feature_group_count or batch_group_count to be 1, found 2 and 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c25_result_shape(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C25: expected result of shape [4, 7, 8], found [4, 9, 8]}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x9x8xf32>
  return
}

// -----

func.func @convolution_c25_result_shape_with_window(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C25: expected result of shape [4, 8, 8], found [4, 9, 8]}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 1]], lhs_dilate = [2], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x9x8xf32>
  return
}

// -----

func.func @convolution_c26_result_rank(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C26: expected result of rank 3, found 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @convolution_c27_kinds(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xi32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C27: expected lhs and rhs with elements of one kind, found 'f32' and 'i32'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xi32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c12_input_spatial_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C12: expected 1 entry in input_spatial_dimensions, found 2}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c13_input_dimension_twice(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C13: expected every dimension once in the dimensions of the input, found 1 twice}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c13_input_dimension_range(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C13: expected the dimensions of the input[0] in [0, 3), found 7}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 7, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c17_kernel_spatial_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C17: expected 1 entry in kernel_spatial_dimensions, found 0}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c18_kernel_dimension_twice(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C18: expected every dimension once in the dimensions of the kernel, found 1 twice}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c19_output_spatial_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C19: expected 1 entry in output_spatial_dimensions, found 0}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = []>, feature_group_count = 1 : i64}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c20_output_dimension_twice(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C20: expected every dimension once in the dimensions of the output, found 1 twice}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @convolution_c24_precision_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op C24: expected 2 entries in precision_config, found 1}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>]}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}
