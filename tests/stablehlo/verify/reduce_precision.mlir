// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @reduce_precision_c1_result(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' op C1: expected operand 0 to have the result's type 'tensor<2xf16>', found 'tensor<2xf32>'}}
  %0 = stablehlo.reduce_precision %x, format = e5m10 : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @reduce_precision_c2_exponent(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' op C2: expected exponent_bits at least 1, found 0}}
  %0 = stablehlo.reduce_precision %x, format = e0m10 : tensor<2xf32>
  return
}

// -----

func.func @reduce_precision_c3_mantissa(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' op C3: expected mantissa_bits at least 0, found -1}}
  %0 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
