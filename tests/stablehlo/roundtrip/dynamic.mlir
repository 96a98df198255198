// Text as JAX prints it is printed again unchanged, and also comes back from the generic form.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff %t.given %t.generic
module {
  func.func @shapes(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xindex>, %arg3: tensor<f32>, %arg4: tensor<3x1xi32>, %arg5: tensor<i32>, %arg6: tensor<?x3xf32, #stablehlo.bounds<2, ?>>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    %1 = stablehlo.dynamic_iota %arg2, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
    %2 = stablehlo.dynamic_pad %arg0, %arg3, %arg1, %arg1, %arg1 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %3 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %4 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %5 = "stablehlo.dynamic_gather"(%arg0, %arg4, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<2x3xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x?xf32>
    %6 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
    %7 = stablehlo.set_dimension_size %arg0, %arg5, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>>
    %8 = stablehlo.add %arg0, %arg6 : (tensor<2x3xf32>, tensor<?x3xf32, #stablehlo.bounds<2, ?>>) -> tensor<2x3xf32>
    return
  }
  func.func @random(%arg0: tensor<f32>, %arg1: tensor<2xi64>, %arg2: tensor<2xui64>) {
    %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
    %1 = stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
    %output_state, %output = stablehlo.rng_bit_generator %arg2, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
    %output_state_0, %output_1 = stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui64>)
    %output_state_2, %output_3 = stablehlo.rng_bit_generator %arg2, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xf32>)
    return
  }
}

