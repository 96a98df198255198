// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @infeed_c1_no_result(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.infeed' op C1: expected at least one result, found none}}
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> ()
  return
}

// -----

func.func @infeed_c2_token_in_front(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.infeed' op C2: expected tensors in front of the token, found '!stablehlo.token'}}
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @infeed_c3_no_token(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.infeed' op C3: expected a token as last result, found 'tensor<2xf32>'}}
  %0 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> tensor<2xf32>
  return
}
