// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @dynamic_conv_c4_padding_shape(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>, %p: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op C4: expected padding of shape [1, 2], found [2, 2]}}
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>, tensor<2x2xi64>) -> tensor<4x?x8xf32>
  return
}

// -----

func.func @dynamic_conv_c21_feature_group_count(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>, %p: tensor<1x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op C21: expected feature_group_count[0] at least 1, found 0}}
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64}> : (tensor<4x9x6xf32>, tensor<3x6x8xf32>, tensor<1x2xi64>) -> tensor<4x?x8xf32>
  return
}
