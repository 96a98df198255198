// Operators of chlo and mhlo that make no sense: one message each.
// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{k = 5 is more than the extent 4 of the last dim}}
  %v, %i = chlo.top_k(%x, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{k must not be negative, found -1}}
  %v, %i = chlo.top_k(%x, k = -1) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{needs an operand with at least one dim}}
  %v, %i = chlo.top_k(%x, k = 1) : tensor<f32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{values must be 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %v, %i = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<3xf32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{indices must have the shape of the values, found 'tensor<3xi32>'}}
  %v, %i = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<3xi32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected the types of values and indices, found 1 types}}
  %v = chlo.top_k(%x, k = 2) : tensor<4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be tensor of floating-point values}}
  %0 = chlo.erf %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = chlo.square %x : tensor<4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{value of type 'f64' does not fit a result of 'tensor<4xf32>'}}
  %0 = "chlo.constant_like"(%x) <{value = 1.0 : f64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%l: tensor<8x4xf32>, %r: tensor<2x4x5xf32>, %n: tensor<2xi32>) {
  // expected-error @+1 {{needs exactly one ragged dim}}
  %0 = "chlo.ragged_dot"(%l, %r, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<8x4xf32>, tensor<2x4x5xf32>, tensor<2xi32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @f(%l: tensor<8x4xf32>, %r: tensor<2x4x5xf32>, %n: tensor<2xi32>) {
  // expected-error @+1 {{dim 2 is not a dim of the left operand 'tensor<8x4xf32>'}}
  %0 = "chlo.ragged_dot"(%l, %r, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x5xf32>, tensor<2xi32>) -> tensor<8x5xf32>
  return
}

// -----

// expected-error @+1 {{unknown list of dims 'lhs_dims'}}
module attributes {lockstep.a = #chlo.ragged_dot<lhs_dims = [2]>} {}

// -----

// expected-error @+1 {{'lhs_ragged_dimensions' is given twice}}
module attributes {lockstep.a = #chlo.ragged_dot<lhs_ragged_dimensions = [2], lhs_ragged_dimensions = [2]>} {}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{k = 5 is not in 0..4, the extent of the last dim}}
  %v, %i = mhlo.topk(%x, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{result must have the operand's type 'tensor<4xf32>', found 'tensor<2xf32>'}}
  %0 = mhlo.add_dependency %x, %t : (tensor<4xf32>, !stablehlo.token) -> tensor<2xf32>
  return
}

// -----

func.func @unknown_property(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected only attributes of the specification between <{ and }>, found "bogus"}}
  %0:2 = "chlo.top_k"(%x) <{k = 2 : i64, bogus = 1 : i64}> : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @unknown_property_mhlo(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected only attributes of the specification between <{ and }>, found "bogus"}}
  %0:2 = "mhlo.topk"(%x) <{k = 2 : i64, largest = true, bogus = 1 : i64}> : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}
