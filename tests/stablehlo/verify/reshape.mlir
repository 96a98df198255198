// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @reshape_c1_element(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' op C1: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x2xf64>
  return
}

// -----

func.func @reshape_c2_size(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' op C2: expected a result of 4 elements, found 6}}
  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x3xf32>
  return
}
