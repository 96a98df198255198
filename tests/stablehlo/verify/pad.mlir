// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @pad_c1_padding_value(%x: tensor<2xf32>, %v: tensor<f64>) {
  // expected-error @+1 {{'stablehlo.pad' op C1: expected padding_value with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [1], interior = [0] : (tensor<2xf32>, tensor<f64>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_c1_padding_value_rank(%x: tensor<2xf32>, %v: tensor<1xf32>) {
  // expected-error @+1 {{'stablehlo.pad' op C1: expected padding_value of rank 0, found 1}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [1], interior = [0] : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_c2_count(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op C2: expected 1 entry in edge_padding_high, found 2}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [1, 1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_c3_interior(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op C3: expected interior_padding[0] at least 0, found -1}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [1], interior = [-1] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_c4_result_shape(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op C4: expected result of shape [5], found [4]}}
  %0 = stablehlo.pad %x, %v, low = [1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_c4_nothing_left(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op C4: expected padding that leaves dimension 0 a size of at least 0, found -1}}
  %0 = stablehlo.pad %x, %v, low = [-2], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

func.func @pad_c4_overflow(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op C4: expected result of shape [9223372036854775807], found [0]}}
  %0 = stablehlo.pad %x, %v, low = [9223372036854775807], high = [9223372036854775807], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return
}
