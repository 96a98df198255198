// Text that is no operator or attribute: one message at the place, no fault.
// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @unknown_property(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected only attributes of the specification between <{ and }>, found "bogus"}}
  %0 = "stablehlo.slice"(%x) <{bogus, limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @unknown_comparison(%x: tensor<4xf32>) {
  // expected-error @+2 {{to be one of: EQ, NE, GE, GT, LE, LT}}
  // expected-error @+1 {{failed to parse ComparisonDirectionAttr}}
  %0 = stablehlo.compare IS, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @unknown_precision(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected DEFAULT, HIGH or HIGHEST, found BEST}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], precision = [BEST, DEFAULT] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @operand_types(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 2 operand types, found 1}}
  %0 = stablehlo.add %x, %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @select_types(%p: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{expected the types of predicate and value, or a function type}}
  %0 = stablehlo.select %p, %x, %x : tensor<4xf32>
  return
}

// -----

func.func @complex_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected a tensor of complex elements, found 'tensor<4xf32>'}}
  %0 = stablehlo.complex %x, %x : tensor<4xf32>
  return
}

// -----

func.func @tuple_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected a tuple type, found 'tensor<4xf32>'}}
  %0 = stablehlo.tuple %x : tensor<4xf32>
  return
}

// -----

func.func @format(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected a format such as e5m10, found m10e5}}
  %0 = stablehlo.reduce_precision %x, format = m10e5 : tensor<4xf32>
  return
}

// -----

func.func @reducer(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{expected a commutative stablehlo operator of two operands, found stablehlo.subtract}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.subtract across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @while_types(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 1 types, found 2}}
  %0 = stablehlo.while(%a = %x) : tensor<4xf32>, tensor<4xf32>
  cond {
    stablehlo.return
  } do {
    stablehlo.return
  }
  return
}

// -----

func.func @window(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{expected stride, pad, lhs_dilate, rhs_dilate or reverse, each once; found step}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {step = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

func.func @dimension_letter(%x: tensor<4x9x6xf32>, %k: tensor<3x6x8xf32>) {
  // expected-error @+1 {{expected b and f among the dimensions}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<3x6x8xf32>) -> tensor<4x7x8xf32>
  return
}

// -----

// expected-error @+1 {{expected one of offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map, index_vector_dim; found offsets}}
func.func private @gather_field() attributes {a = #stablehlo.gather<offsets = [0]>}

// -----

// expected-error @+1 {{expected offset_dims once}}
func.func private @gather_field_twice() attributes {a = #stablehlo.gather<offset_dims = [0], offset_dims = [1]>}

// -----

// expected-error @+1 {{unknown stablehlo attribute: nothing}}
func.func private @unknown_attribute() attributes {a = #stablehlo.nothing<1>}

// -----

// expected-error @+1 {{expected mode TOLERANCE beside a tolerance, found HIGHEST}}
func.func private @accuracy() attributes {a = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<HIGHEST>>}

// -----

// expected-error @+1 {{expected axes of the mesh, found 'z'}}
func.func private @mesh_axis() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "z">]>}

// -----

// expected-error @+1 {{expected no bound on static dimension 0, found 2}}
func.func private @bounds(tensor<2xf32, #stablehlo.bounds<2>>)

// -----

// expected-error @+1 {{expected one bound per dimension, found 2 bounds for 1 dimensions}}
func.func private @bounds_count(tensor<?xf32, #stablehlo.bounds<2, 3>>)

// -----

func.func @type_of_element(%x: tensor<4xf80>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of floating-point or complex values, but got 'tensor<4xf80>'}}
  %0 = stablehlo.exponential %x : tensor<4xf80>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error @+1 {{must be ranked tensor}}
  %0 = stablehlo.abs %x : tensor<*xf32>
  return
}

// -----

func.func @custom_call_layouts(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected operand_layouts and result_layouts together}}
  %0 = stablehlo.custom_call @f(%x) {operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @custom_call_layout(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected operand_layouts to permute the 1 dimensions of 'tensor<4xf32>', found dense<1> : tensor<1xindex>}}
  %0 = stablehlo.custom_call @f(%x) {operand_layouts = [dense<1> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @custom_call_function(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected called_computations to name functions, found @nowhere}}
  %0 = stablehlo.custom_call @f(%x) {called_computations = [@nowhere]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
