// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @dynamic_pad_c1_element(%x: tensor<2xf32>, %v: tensor<f64>, %d: tensor<1xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op C1: expected padding_value with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.dynamic_pad %x, %v, %d, %d, %d : (tensor<2xf32>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_c2_low(%x: tensor<2xf32>, %v: tensor<f32>, %d: tensor<1xi64>, %e: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op C2: expected edge_padding_low of shape [1], found [2]}}
  %0 = stablehlo.dynamic_pad %x, %v, %e, %d, %d : (tensor<2xf32>, tensor<f32>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_c4_rank(%x: tensor<2xf32>, %v: tensor<f32>, %d: tensor<1xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op C4: expected result of rank 1, found 2}}
  %0 = stablehlo.dynamic_pad %x, %v, %d, %d, %d : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}
