// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @bitcast_convert_c1_same_width(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op C1: expected result of shape [2], found [3]}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<3xi32>
  return
}

// -----

func.func @bitcast_convert_c1_split(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op C1: expected result of shape [2, 2], found [2, 3]}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x3xi16>
  return
}

// -----

func.func @bitcast_convert_c1_join(%x: tensor<2x3xi16>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op C1: expected operand of shape [2, 2], found [2, 3]}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2x3xi16>) -> tensor<2xf32>
  return
}

// -----

func.func @bitcast_convert_c2_complex(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op C2: expected both or neither of operand and result to be complex, found 'complex<f32>' and 'f64'}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}
