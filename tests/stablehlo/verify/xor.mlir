// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @xor_c1_types(%x: tensor<2xi32>, %y: tensor<2xi1>) {
  // expected-error @+1 {{'stablehlo.xor' op C1: expected operand 1 to have the result's type 'tensor<2xi32>', found 'tensor<2xi1>'}}
  %0 = stablehlo.xor %x, %y : (tensor<2xi32>, tensor<2xi1>) -> tensor<2xi32>
  return
}
