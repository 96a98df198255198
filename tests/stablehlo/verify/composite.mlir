// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func private @callee(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @composite_c1_name(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op C1: expected name to be a namespace and an operator, found "square"}}
  %0 = stablehlo.composite "square" %x {decomposition = @callee} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @composite_c2_unknown_decomposition(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op C2: expected decomposition to name a function, found @nowhere}}
  %0 = stablehlo.composite "my.square" %x {decomposition = @nowhere} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @callee(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @composite_c3_inputs(%x: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op C3: expected inputs of types ('tensor<2xf32>'), found ('tensor<3xf32>')}}
  %0 = stablehlo.composite "my.square" %x {decomposition = @callee} : (tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @callee(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @composite_c4_results(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op C4: expected results of types ('tensor<2xf32>'), found ('tensor<3xf32>')}}
  %0 = stablehlo.composite "my.square" %x {decomposition = @callee} : (tensor<2xf32>) -> tensor<3xf32>
  return
}
