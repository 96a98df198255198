// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @multiply_c1_result_type(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.multiply' op C1: expected operand 0 to have the result's type 'tensor<2x1xf32>', found 'tensor<2xf32>'}}
  %0 = stablehlo.multiply %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x1xf32>
  return
}
