// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @dynamic_broadcast_in_dim_c1_element(%x: tensor<2xf32>, %d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op C1: expected result with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %d, dims = [0] : (tensor<2xf32>, tensor<2xi64>) -> tensor<2x?xf64>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c2_count(%x: tensor<2xf32>, %d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op C2: expected 1 entry in broadcast_dimensions, found 2}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %d, dims = [0, 1] : (tensor<2xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c3_range(%x: tensor<2xf32>, %d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op C3: expected broadcast_dimensions[0] in [0, 2), found 2}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %d, dims = [2] : (tensor<2xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c4_twice(%x: tensor<2x2xf32>, %d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op C4: expected every dimension once in broadcast_dimensions, found 0 twice}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %d, dims = [0, 0] : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c5_size(%x: tensor<2xf32>, %d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op C5: expected dimension 0 of operand to be 1 or 3, found 2}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %d, dims = [0] : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c7_output_dimensions(%x: tensor<2xf32>, %d: tensor<3xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op C7: expected output_dimensions of shape [2], found [3]}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %d, dims = [0] : (tensor<2xf32>, tensor<3xi64>) -> tensor<2x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c8_known_twice(%x: tensor<2xf32>, %d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op C8: expected every dimension once in the known dimensions, found 0 twice}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %d, dims = [0] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c9_expanding_range(%x: tensor<2xf32>, %d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op C9: expected known_expanding_dimensions[0] in [0, 1), found 1}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %d, dims = [0] {known_expanding_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c10_nonexpanding_range(%x: tensor<2xf32>, %d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op C10: expected known_nonexpanding_dimensions[0] in [0, 1), found 1}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %d, dims = [0] {known_nonexpanding_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return
}
