// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @add_c1_operand_types(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.add' op C1: expected operand 1 to have the result's type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = stablehlo.add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @add_c1_result_type(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.add' op C1: expected operand 0 to have the result's type 'tensor<2xbf16>', found 'tensor<2xf32>'}}
  %0 = stablehlo.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xbf16>
  return
}
