// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @select_c1_pred_shape(%p: tensor<3xi1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.select' op C1: expected pred to be a scalar or of the shape of 'tensor<2xf32>', found 'tensor<3xi1>'}}
  %0 = stablehlo.select %p, %x, %x : tensor<3xi1>, tensor<2xf32>
  return
}

// -----

func.func @select_c2_branch_types(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.select' op C2: expected on_false of type 'tensor<2xf32>', found 'tensor<2xf64>'}}
  %0 = stablehlo.select %p, %x, %y : (tensor<i1>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @select_c2_result(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.select' op C2: expected result of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = stablehlo.select %p, %x, %x : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}
