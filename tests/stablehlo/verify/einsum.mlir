// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @einsum_c1_inputs(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.einsum' op C1: expected einsum_config with 2 inputs and a result, found "ab->a"}}
  %0 = stablehlo.einsum %x, %x, config = "ab->a" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @einsum_c2_rank(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.einsum' op C2: expected operand of rank 3, found 2}}
  %0 = stablehlo.einsum %x, %x, config = "ab,abc->a" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @einsum_c3_size(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.einsum' op C3: expected one size per letter, found 3 and 2 for 'b'}}
  %0 = stablehlo.einsum %x, %x, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @einsum_c4_letter(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.einsum' op C4: expected letters of the result among the inputs', found 'd'}}
  %0 = stablehlo.einsum %x, %x, config = "ab,ac->ad" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @einsum_c5_result(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.einsum' op C5: expected result of shape [2, 2], found [2, 3]}}
  %0 = stablehlo.einsum %x, %x, config = "ab,cb->ac" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
