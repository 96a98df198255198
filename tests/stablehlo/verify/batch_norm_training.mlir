// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @batch_norm_training_c1_feature_index(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op C1: expected feature_index in [0, 2), found 5}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.001 : f32, feature_index = 5 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c2_element(%x: tensor<2x3xf32>, %s: tensor<3xf64>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op C2: expected every operand with elements of type 'f32', found 'f64'}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf64>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c3_scale(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op C3: expected scale of shape [3], found [2]}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %t, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c4_offset(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op C4: expected offset of shape [3], found [2]}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %t) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c5_batch_mean(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op C5: expected batch_mean of shape [3], found [2]}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c6_batch_var(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op C6: expected batch_var of shape [3], found [2]}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_training_c7_output(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op C7: expected output of shape [2, 3], found [3, 3]}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
