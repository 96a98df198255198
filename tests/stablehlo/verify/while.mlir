// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @while_c1_cond_arguments(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.while' op C1: expected arguments of cond[0] of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<2xf32>):
    stablehlo.return %a : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @while_c1_cond_result(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.while' op C1: expected cond to return tensor<i1>, found ('tensor<2xf32>')}}
  %0 = stablehlo.while(%a = %x) : tensor<2xf32>
  cond {
    stablehlo.return %a : tensor<2xf32>
  } do {
    stablehlo.return %a : tensor<2xf32>
  }
  return
}

// -----

func.func @while_c2_body_results(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.while' op C2: expected results of body[0] of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = stablehlo.while(%a = %x) : tensor<2xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %y : tensor<3xf32>
  }
  return
}

// -----

func.func @while_c3_results(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.while' op C3: expected results[0] of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<2xf32>):
    stablehlo.return %a : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<3xf32>
  return
}
