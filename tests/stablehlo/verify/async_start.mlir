// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @async_start_c1_two_operators(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op C1: expected one operator and a return in body, found 3 operators}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %1 = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %2 = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<1xf32>>
  return
}

// -----

func.func @async_start_c2_other_operator(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op C2: expected a collective or a slice in body, found stablehlo.negate}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %1 = stablehlo.negate %a : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @async_start_c3_arguments(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op C3: expected arguments of the operands' types ('tensor<2xf32>'), found ('tensor<3xf32>')}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    %1 = stablehlo.slice %a [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<1xf32>>
  return
}

// -----

func.func @async_start_c4_future(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op C4: expected a future of the returned types ('tensor<1xf32>'), found '!stablehlo.future<tensor<2xf32>>'}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %1 = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}
