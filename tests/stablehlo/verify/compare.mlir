// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @compare_c1_elements(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.compare' op C1: expected rhs with elements of type 'f32', found 'i32'}}
  %0 = stablehlo.compare EQ, %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c2_operand_shape(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.compare' op C2: expected rhs of shape [2], found [3]}}
  %0 = stablehlo.compare EQ, %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c2_result_shape(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.compare' op C2: expected result of shape [2], found [3]}}
  %0 = stablehlo.compare EQ, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @compare_c3_signed_floats(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.compare' op C3: expected a compare_type for elements of type 'f32', found SIGNED}}
  %0 = stablehlo.compare EQ, %x, %x, SIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_total_order_of_complex(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.compare' op C3: expected a compare_type for elements of type 'complex<f32>', found TOTALORDER}}
  %0 = stablehlo.compare EQ, %x, %x, TOTALORDER : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c3_signed_unsigned(%x: tensor<2xui32>) {
  // expected-error @+1 {{'stablehlo.compare' op C3: expected a compare_type for elements of type 'ui32', found SIGNED}}
  %0 = stablehlo.compare LT, %x, %x, SIGNED : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
  return
}
