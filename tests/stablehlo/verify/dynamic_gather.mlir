// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @dynamic_gather_c1_rank(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op C1: expected operand of rank 1, found 2}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x?xf32>
  return
}

// -----

func.func @dynamic_gather_c2_index_vector_dim(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op C2: expected index_vector_dim in [0, 3), found 3}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>}> : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x?xf32>
  return
}

// -----

func.func @dynamic_gather_c3_start_index_map(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op C3: expected 1 entry in start_index_map, found 2}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>}> : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x?xf32>
  return
}

// -----

func.func @dynamic_gather_c5_offset_dims(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op C5: expected offset_dims[0] in [0, 2), found 2}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x?xf32>
  return
}

// -----

func.func @dynamic_gather_c7_collapsed_range(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op C7: expected collapsed_slice_dims[0] in [0, 2), found 2}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x?xf32>
  return
}

// -----

func.func @dynamic_gather_c10_start_index_map_range(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op C10: expected start_index_map[0] in [0, 2), found 2}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>}> : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x?xf32>
  return
}

// -----

func.func @dynamic_gather_c11_slice_sizes(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %s: tensor<3xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op C11: expected slice_sizes of shape [2], found [3]}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<3xi64>) -> tensor<3x?xf32>
  return
}

// -----

func.func @dynamic_gather_c13_result_rank(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op C13: expected result of rank 2, found 1}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_gather_c14_element(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op C14: expected result with elements of type 'f32', found 'f64'}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x?xf64>
  return
}
