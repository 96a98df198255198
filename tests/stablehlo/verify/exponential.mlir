// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @exponential_c1_result_type(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.exponential' op C1: expected operand 0 to have the result's type 'tensor<3xf32>', found 'tensor<2xf32>'}}
  %0 = stablehlo.exponential %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}
