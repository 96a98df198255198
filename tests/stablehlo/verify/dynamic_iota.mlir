// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @dynamic_iota_c1_dimension(%d: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_iota' op C1: expected iota_dimension in [0, 2), found 2}}
  %0 = stablehlo.dynamic_iota %d, dim = 2 : (tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_iota_c2_shape(%d: tensor<3xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_iota' op C2: expected output_shape of shape [2], found [3]}}
  %0 = stablehlo.dynamic_iota %d, dim = 1 : (tensor<3xi64>) -> tensor<?x?xf32>
  return
}
