// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @optimization_barrier_c1_results(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op C1: expected results[0] of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @optimization_barrier_c1_result_count(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op C1: expected 1 entry in results, found 2}}
  %0:2 = "stablehlo.optimization_barrier"(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}
