// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @dynamic_slice_c1_element(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op C1: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf64>
  return
}

// -----

func.func @dynamic_slice_c2_sizes(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op C2: expected 1 entry in slice_sizes, found 2}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2, 2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_slice_c2_starts(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op C2: expected 1 entry in start_indices, found 2}}
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_slice_c3_start_types(%x: tensor<4x4xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op C3: expected start_indices of one type 'tensor<i32>', found 'tensor<i64>'}}
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_slice_c4_size_beyond_operand(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op C4: expected slice_sizes[0] from 0 to 4, found 5}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [5] : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @dynamic_slice_c5_result(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op C5: expected result of shape [2], found [3]}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<3xf32>
  return
}
