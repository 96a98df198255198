// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @complex_c1_parts(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.complex' op C1: expected rhs of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = stablehlo.complex %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_c2_shape(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.complex' op C2: expected result of shape [2], found [3]}}
  %0 = stablehlo.complex %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @complex_c3_element(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.complex' op C3: expected result with elements of type 'complex<f32>', found 'complex<f64>'}}
  %0 = stablehlo.complex %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}
