// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @shift_left_c1_types(%x: tensor<2xi32>, %y: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.shift_left' op C1: expected operand 1 to have the result's type 'tensor<2xi32>', found 'tensor<2xi64>'}}
  %0 = stablehlo.shift_left %x, %y : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}
