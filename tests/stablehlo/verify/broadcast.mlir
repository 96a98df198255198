// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @broadcast_c1_negative_size(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast' op C1: expected broadcast_sizes[0] at least 0, found -3}}
  %0 = stablehlo.broadcast %x, sizes = [-3] : (tensor<2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @broadcast_c2_element(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast' op C2: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.broadcast %x, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf64>
  return
}

// -----

func.func @broadcast_c3_result_shape(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast' op C3: expected result of shape [3, 2], found [2, 3]}}
  %0 = stablehlo.broadcast %x, sizes = [3] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}
