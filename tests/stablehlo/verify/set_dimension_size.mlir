// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @set_dimension_size_c1_dimension(%x: tensor<2xf32>, %s: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.set_dimension_size' op C1: expected dimension in [0, 1), found 1}}
  %0 = stablehlo.set_dimension_size %x, %s, dim = 1 : (tensor<2xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @set_dimension_size_c2_size(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.set_dimension_size' op C2: expected size of rank 0, found 1}}
  %0 = stablehlo.set_dimension_size %x, %s, dim = 0 : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @set_dimension_size_c3_result(%x: tensor<2x3xf32>, %s: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.set_dimension_size' op C3: expected result of shape [?, 3], found [?, 4]}}
  %0 = stablehlo.set_dimension_size %x, %s, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x4xf32>
  return
}
