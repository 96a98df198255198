// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @batch_norm_inference_c1_feature_index(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op C1: expected feature_index in [0, 2), found -1}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 0.001 : f32, feature_index = -1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c2_element(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op C2: expected every result with elements of type 'f32', found 'f64'}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @batch_norm_inference_c3_scale(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op C3: expected scale of shape [3], found [2]}}
  %0 = "stablehlo.batch_norm_inference"(%x, %t, %s, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c4_offset(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op C4: expected offset of shape [3], found [2]}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %t, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c5_mean(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op C5: expected mean of shape [3], found [2]}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %t, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c6_variance(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op C6: expected variance of shape [3], found [2]}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %t) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference_c7_result(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op C7: expected result of shape [2, 3], found [3, 3]}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return
}
