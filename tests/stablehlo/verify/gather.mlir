// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @gather_c1_rank(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C1: expected operand of rank 2, found 3}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c2_index_vector_dim(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C2: expected index_vector_dim in [0, 4), found 4}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 4>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c3_start_index_map(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C3: expected 1 entry in start_index_map, found 2}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c4_offset_twice(%x: tensor<4x5x6x7xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C4: expected every dimension once in offset_dims, found 2 twice}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6x7xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c4_offset_order(%x: tensor<4x5x6x7xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C4: expected offset_dims in ascending order, found [3, 2]}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6x7xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c5_offset_range(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C5: expected offset_dims[0] in [0, 3), found 3}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c6_collapsed_and_batching(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C6: expected every dimension once in collapsed_slice_dims and operand_batching_dims, found 0 twice}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c7_collapsed_order(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C7: expected collapsed_slice_dims in ascending order, found [1, 0]}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c8_collapsed_range(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C8: expected collapsed_slice_dims[0] in [0, 3), found 3}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [3], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c9_collapsed_slice_size(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C9: expected slice_sizes[1] at most 1, found 2}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c10_batching_order(%x: tensor<4x4x6xf32>, %i: tensor<4x4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C10: expected operand_batching_dims in ascending order, found [1, 0]}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x4x6xf32>, tensor<4x4x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c11_batching_range(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C11: expected operand_batching_dims[0] in [0, 3), found 3}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c12_batching_slice_size(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C12: expected slice_sizes[0] at most 1, found 2}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c13_indices_batching_twice(%x: tensor<4x4x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C13: expected every dimension once in start_indices_batching_dims, found 0 twice}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x4x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c14_indices_batching_range(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C14: expected start_indices_batching_dims[0] in [0, 3), found 3}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c15_index_vector_dim_batched(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C15: expected start_indices_batching_dims without index_vector_dim, found 2}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c16_batching_counts(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C16: expected 1 entry in start_indices_batching_dims, found 2}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c17_batching_sizes(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C17: expected operand dimension 0 of size 3, as batching dimension 1 of the indices, found 4}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c18_start_index_map_batched(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C18: expected every dimension once in start_index_map and operand_batching_dims, found 0 twice}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c19_start_index_map_range(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C19: expected start_index_map[0] in [0, 3), found 3}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c20_slice_sizes_count(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C20: expected 3 entries in slice_sizes, found 2}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c21_slice_size_beyond_operand(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C21: expected slice_sizes[2] from 0 to 6, found 7}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 7>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c21_negative_slice_size(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C21: expected slice_sizes[2] from 0 to 6, found -1}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, -1>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @gather_c22_result_shape(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C22: expected result of shape [4, 3, 6], found [3, 4, 6]}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<3x4x6xf32>
  return
}

// -----

func.func @gather_c23_result_element(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op C23: expected result with elements of type 'f32', found 'f64'}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf64>
  return
}
