// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @scatter_c1_input_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>, %v: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C1: expected every input of shape [4], found [5]}}
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<5xf32>, tensor<3x1xi32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  return
}

// -----

func.func @scatter_c2_rank(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C2: expected inputs of rank 2, found 3}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c3_update_shapes(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>, %v: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C3: expected every update of shape [3], found [2]}}
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<3x1xi32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @scatter_c4_update_batch(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C4: expected dimension 1 of updates of size 3, found 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x2x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c4_update_window_beyond_input(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x7xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C4: expected dimension 2 of updates at most 6, found 7}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x7xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c5_result_count(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C5: expected as many inputs as updates and results and at least one, found 2 inputs and updates and 2 results}}
  %0:2 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> (tensor<4x5x6xf32>, tensor<4x5x6xf32>)
  return
}

// -----

func.func @scatter_c6_update_element(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf64>) {
  // expected-error @+1 {{'stablehlo.scatter' op C6: expected updates with elements of type 'f32', found 'f64'}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf64>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c7_window_order(%x: tensor<4x5x6x7xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6x7xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C7: expected update_window_dims in ascending order, found [3, 2]}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6x7xf32>, tensor<4x3x1xi32>, tensor<4x3x6x7xf32>) -> tensor<4x5x6x7xf32>
  return
}

// -----

func.func @scatter_c7_window_twice(%x: tensor<4x5x6x7xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6x7xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C7: expected every dimension once in update_window_dims, found 2 twice}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6x7xf32>, tensor<4x3x1xi32>, tensor<4x3x6x7xf32>) -> tensor<4x5x6x7xf32>
  return
}

// -----

func.func @scatter_c8_window_range(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C8: expected update_window_dims[0] in [0, 3), found 3}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c9_inserted_and_batching(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C9: expected every dimension once in inserted_window_dims and input_batching_dims, found 0 twice}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c10_inserted_order(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C10: expected inserted_window_dims in ascending order, found [1, 0]}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c11_inserted_range(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C11: expected inserted_window_dims[0] in [0, 3), found 3}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [3], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c12_batching_order(%x: tensor<4x4x6xf32>, %i: tensor<4x4x1xi32>, %u: tensor<4x4x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C12: expected input_batching_dims in ascending order, found [1, 0]}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x4x6xf32>, tensor<4x4x1xi32>, tensor<4x4x6xf32>) -> tensor<4x4x6xf32>
  return
}

// -----

func.func @scatter_c13_batching_range(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C13: expected input_batching_dims[0] in [0, 3), found 3}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [3], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c14_indices_batching_twice(%x: tensor<4x4x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C14: expected every dimension once in scatter_indices_batching_dims, found 0 twice}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x4x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x4x6xf32>
  return
}

// -----

func.func @scatter_c15_indices_batching_range(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C15: expected scatter_indices_batching_dims[0] in [0, 3), found 3}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c16_index_vector_dim_batched(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C16: expected scatter_indices_batching_dims without index_vector_dim, found 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c17_batching_counts(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C17: expected 1 entry in scatter_indices_batching_dims, found 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c18_batching_sizes(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C18: expected inputs dimension 0 of size 3, as batching dimension 1 of the indices, found 4}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c19_index_count(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C19: expected 1 entry in scatter_dims_to_operand_dims, found 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c20_batched_index(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C20: expected every dimension once in scatter_dims_to_operand_dims and input_batching_dims, found 0 twice}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c21_index_range(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C21: expected scatter_dims_to_operand_dims[0] in [0, 3), found 3}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [3], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c22_index_vector_dim(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C22: expected index_vector_dim in [0, 4), found 4}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 4>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @scatter_c23_computation(%x: tensor<4x5x6xi32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xi32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C23: expected update_computation to accumulate in a type that holds 'i32', found 'f32'}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xi32>, tensor<4x3x1xi32>, tensor<4x3x6xi32>) -> tensor<4x5x6xi32>
  return
}

// -----

func.func @scatter_c24_result_shape(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C24: expected every result of shape [4, 5, 6], found [4, 5, 7]}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x7xf32>
  return
}

// -----

func.func @scatter_c25_result_element(%x: tensor<4x5x6xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op C25: expected result with elements of type 'f32', found 'f64'}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf64>
  return
}
