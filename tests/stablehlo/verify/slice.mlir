// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @slice_c1_element(%x: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op C1: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.slice %x [0:2] : (tensor<3xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @slice_c2_count(%x: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op C2: expected 1 entry in start_indices, found 2}}
  %0 = stablehlo.slice %x [0:2, 0:1] : (tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_c2_counts_differ(%x: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op C2: expected 1 entry in limit_indices, found 2}}
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1, 2>, strides = array<i64: 1>}> : (tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @slice_c3_negative_start(%x: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op C3: expected start_indices[0] at least 0, found -1}}
  %0 = stablehlo.slice %x [-1:2] : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_c3_start_behind_limit(%x: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op C3: expected start_indices[0] at most limit 1, found 2}}
  %0 = stablehlo.slice %x [2:1] : (tensor<3xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @slice_c3_limit_beyond_operand(%x: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op C3: expected limit_indices[0] at most 3, found 4}}
  %0 = stablehlo.slice %x [0:4] : (tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_c4_stride(%x: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op C4: expected strides[0] at least 1, found 0}}
  %0 = stablehlo.slice %x [0:2:0] : (tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_c5_result_shape(%x: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op C5: expected result of shape [2], found [1]}}
  %0 = stablehlo.slice %x [0:3:2] : (tensor<3xf32>) -> tensor<1xf32>
  return
}
