// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @constant_c1_type() {
  // expected-error @+1 {{'stablehlo.constant' op C1: expected result of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}
