// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @reduce_window_c1_odd_operands(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C1: expected as many inputs as init values and results and at least one, found 1 operands and 1 results}}
  %0 = "stablehlo.reduce_window"(%x) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c2_input_shapes(%x: tensor<2xf32>, %y: tensor<3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C2: expected every input of shape [2], found [3]}}
  %0:2 = "stablehlo.reduce_window"(%x, %y, %i, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>)
  return
}

// -----

func.func @reduce_window_c3_init(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C3: expected init_values of type 'tensor<f32>', found 'tensor<i32>'}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c4_window_count(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C4: expected 1 entry in window_dimensions, found 2}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c5_window_size(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C5: expected window_dimensions[0] at least 1, found 0}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c6_stride_count(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C6: expected 1 entry in window_strides, found 0}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c7_stride(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C7: expected window_strides[0] at least 1, found 0}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c8_base_dilation_count(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C8: expected 1 entry in base_dilations, found 2}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{base_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c9_base_dilation(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C9: expected base_dilations[0] at least 1, found -1}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{base_dilations = array<i64: -1>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c10_window_dilation_count(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C10: expected 1 entry in window_dilations, found 2}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c11_window_dilation(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C11: expected window_dilations[0] at least 1, found 0}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dilations = array<i64: 0>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c12_padding(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C12: expected padding of shape [1, 2], found [2, 2]}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c13_body(%x: tensor<4xi32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C13: expected body to accumulate in a type that holds 'i32', found 'f32'}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  return
}

// -----

func.func @reduce_window_c15_result_shape(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C15: expected result of shape [2], found [3]}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{padding = dense<1> : tensor<1x2xi64>, window_dilations = array<i64: 2>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_window_c16_result_element(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op C16: expected result with elements of type 'f32', found 'f64'}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf64>
  return
}
