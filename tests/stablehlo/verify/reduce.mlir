// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @reduce_c1_input_shapes(%x: tensor<2xf32>, %y: tensor<3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op C1: expected every input of shape [2], found [3]}}
  %0:2 = "stablehlo.reduce"(%x, %y, %i, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @reduce_c2_init_element(%x: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.reduce' op C2: expected init_values of type 'tensor<f32>', found 'tensor<i32>'}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c2_init_rank(%x: tensor<2xf32>, %i: tensor<1xf32>) {
  // expected-error @+1 {{'stablehlo.reduce' op C2: expected init_values of type 'tensor<f32>', found 'tensor<1xf32>'}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<1xf32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c2_init_wider_than_body(%x: tensor<2xf32>, %i: tensor<f64>) {
  // expected-error @+1 {{'stablehlo.reduce' op C2: expected init_values with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f64>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c3_odd_operands(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op C3: expected as many inputs as init values and results and at least one, found 3 operands and 1 results}}
  %0 = "stablehlo.reduce"(%x, %i, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c4_dimension(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op C4: expected dimensions[0] in [0, 1), found 1}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c5_dimension_twice(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op C5: expected every dimension once in dimensions, found 0 twice}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0, 0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_c6_body_arguments(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op C6: expected body arguments[0] of type 'tensor<f32>', found 'tensor<f64>'}}
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f64>, %b: tensor<f32>) {
    stablehlo.return %b : tensor<f32>
  }
  return
}

// -----

func.func @reduce_c6_body_results(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op C6: expected 1 results of body, found 2}}
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }
  return
}

// -----

func.func @reduce_c6_body_narrows(%x: tensor<2xf64>, %i: tensor<f64>) {
  // expected-error @+1 {{'stablehlo.reduce' op C6: expected body to accumulate in a type that holds 'f64', found 'f32'}}
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    stablehlo.return %b : tensor<f32>
  }
  return
}

// -----

func.func @reduce_c7_result_shape(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op C7: expected result of shape [3], found [2]}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c8_result_element(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op C8: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf64>
  return
}
