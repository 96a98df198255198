// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @tuple_c1_elements(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.tuple' op C1: expected elements[0] of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = "stablehlo.tuple"(%x) : (tensor<2xf32>) -> tuple<tensor<3xf32>>
  return
}
