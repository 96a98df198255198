// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @dot_general_c1_batching_counts(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C1: expected 1 entry in rhs_batching_dimensions, found 0}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c2_contracting_counts(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C2: expected 1 entry in rhs_contracting_dimensions, found 2}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1, 0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c3_lhs_twice(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C3: expected every dimension once in the dimensions of lhs, found 0 twice}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c4_rhs_twice(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C4: expected every dimension once in the dimensions of rhs, found 1 twice}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c5_lhs_batching_range(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C5: expected lhs_batching_dimensions[0] in [0, 2), found 2}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [2] x [0], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c6_lhs_contracting_range(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C6: expected lhs_contracting_dimensions[0] in [0, 2), found -1}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [-1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c7_rhs_batching_range(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C7: expected rhs_batching_dimensions[0] in [0, 2), found 5}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [5], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c8_rhs_contracting_range(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C8: expected rhs_contracting_dimensions[0] in [0, 2), found 2}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c9_batching_size(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C9: expected batching dimensions of equal size, found 2 for dimension 0 of lhs and 4 for dimension 0 of rhs}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c10_contracting_size(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C10: expected contracting dimensions of equal size, found 3 for dimension 1 of lhs and 4 for dimension 1 of rhs}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c11_precision_count(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C11: expected 2 entries in precision_config, found 3}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1], precision = [DEFAULT, HIGH, HIGHEST] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c12_result_shape(%x: tensor<5x2x3xf32>, %y: tensor<4x5x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C12: expected result of shape [5, 2, 4], found [2, 5, 4]}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [2] x [2] : (tensor<5x2x3xf32>, tensor<4x5x3xf32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @dot_general_c13_kinds(%x: tensor<2x3xf32>, %y: tensor<2x3xi32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C13: expected lhs and rhs with elements of one kind, found 'f32' and 'i32'}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c21_precision_beside_algorithm(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C21: expected precision_config DEFAULT beside an algorithm, found #stablehlo<precision HIGH>}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1], precision = [DEFAULT, HIGH], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c22_lhs_component_count(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C22: expected lhs_component_count[0] at least 1, found 0}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c23_rhs_component_count(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C23: expected rhs_component_count[0] at least 1, found -1}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = -1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c24_primitive_operations(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op C24: expected num_primitive_operations[0] at least 1, found 0}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}
