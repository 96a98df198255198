// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @batch_norm_grad_c1_feature_index(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op C1: expected feature_index in [0, 2), found 2}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %s, %s, %x) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad_c2_element(%x: tensor<2x3xf32>, %s: tensor<3xf64>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op C2: expected every operand with elements of type 'f32', found 'f64'}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %s, %s, %x) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad_c3_grad_shape(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %g: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op C3: expected grad_output of shape [2, 3], found [3, 3]}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %s, %s, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad_c4_mean_shape(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op C4: expected mean of shape [3], found [2]}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %s, %x) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad_c5_scale_size(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op C5: expected scale of shape [3], found [2]}}
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %s, %s, %x) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}
