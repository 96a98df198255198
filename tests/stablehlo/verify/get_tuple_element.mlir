// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @get_tuple_element_c1_index(%x: tuple<tensor<2xf32>>) {
  // expected-error @+1 {{'stablehlo.get_tuple_element' op C1: expected index in [0, 1), found 1}}
  %0 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @get_tuple_element_c2_result(%x: tuple<tensor<2xf32>>) {
  // expected-error @+1 {{'stablehlo.get_tuple_element' op C2: expected result of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<2xf32>>) -> tensor<3xf32>
  return
}
