// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @iota_c1_dimension() {
  // expected-error @+1 {{'stablehlo.iota' op C1: expected iota_dimension in [0, 1), found 1}}
  %0 = stablehlo.iota dim = 1 : tensor<2xf32>
  return
}

// -----

func.func @iota_c1_scalar() {
  // expected-error @+1 {{'stablehlo.iota' op C1: expected iota_dimension in [0, 0), found 0}}
  %0 = stablehlo.iota dim = 0 : tensor<f32>
  return
}
