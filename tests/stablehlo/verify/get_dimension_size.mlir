// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @get_dimension_size_c1_dimension(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op C1: expected dimension in [0, 1), found 1}}
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2xf32>) -> tensor<i32>
  return
}

// -----

func.func @get_dimension_size_c2_result(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op C2: expected result of rank 0, found 1}}
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2xf32>) -> tensor<1xi32>
  return
}
