// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @dynamic_update_slice_c1_result(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op C1: expected result of type 'tensor<4xf32>', found 'tensor<5xf32>'}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @dynamic_update_slice_c2_element(%x: tensor<4xf32>, %u: tensor<2xf64>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op C2: expected update with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf64>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice_c3_rank(%x: tensor<4xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op C3: expected update of rank 1, found 2}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2x2xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice_c4_starts(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op C4: expected 1 entry in start_indices, found 2}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice_c5_start_scalar(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op C5: expected start_indices[0] to be a scalar, found 'tensor<1xi32>'}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice_c6_update_beyond_operand(%x: tensor<4xf32>, %u: tensor<5xf32>, %i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op C6: expected dimension 0 of update at most 4, found 5}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  return
}
