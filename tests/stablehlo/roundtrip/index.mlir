// Text as JAX prints it is printed again unchanged, and also comes back from the generic form.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff %t.given %t.generic
module {
  func.func @gather(%arg0: tensor<4x5x6xf32>, %arg1: tensor<4x3x1xi32>, %arg2: tensor<3xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<4x5x6xf32>, tensor<4x3x1xi32>) -> tensor<4x3x6xf32>
    %1 = "stablehlo.gather"(%arg0, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], start_index_map = [0, 1, 2]>, slice_sizes = array<i64: 2, 2, 2>}> : (tensor<4x5x6xf32>, tensor<3xi64>) -> tensor<2x2x2xf32>
    %2 = "stablehlo.torch_index_select"(%arg0, %arg2) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<4x5x6xf32>, tensor<3xi64>) -> tensor<4x3x6xf32>
    return
  }
  func.func @scatter(%arg0: tensor<4x5x6xf32>, %arg1: tensor<4x3x1xi32>, %arg2: tensor<4x3x6xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4x5x6xf32>, tensor<4x3x1xi32>, tensor<4x3x6xf32>) -> tensor<4x5x6xf32>
    return
  }
  func.func @sort(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xi32>) {
    %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
      %2 = stablehlo.compare LT, %arg2, %arg3, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>, tensor<4x5xi32>)
    %1 = "stablehlo.sort"(%arg0) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.compare GT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    return
  }
}

