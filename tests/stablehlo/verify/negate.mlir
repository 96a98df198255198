// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @negate_c1_result_type(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.negate' op C1: expected operand 0 to have the result's type 'tensor<2xf64>', found 'tensor<2xf32>'}}
  %0 = stablehlo.negate %x : (tensor<2xf32>) -> tensor<2xf64>
  return
}
