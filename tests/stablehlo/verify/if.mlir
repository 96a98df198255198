// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @if_c1_arguments(%p: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.if' op C1: expected branches without arguments, found 1}}
  "stablehlo.if"(%p) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @if_c2_branches_differ(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.if' op C2: expected 0 entries in results of false_branch, found 1}}
  "stablehlo.if"(%p) ({
    stablehlo.return
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @if_c3_results(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.if' op C3: expected results[0] of type 'tensor<f32>', found 'tensor<2xf32>'}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}
