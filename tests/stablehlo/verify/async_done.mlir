// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @async_done_c1_type(%x: !stablehlo.future<tensor<1xf32>>) {
  // expected-error @+1 {{'stablehlo.async_done' op C1: expected the type of '!stablehlo.future<tensor<1xf32>>', found 'tensor<2xf32>'}}
  %0 = "stablehlo.async_done"(%x) : (!stablehlo.future<tensor<1xf32>>) -> tensor<2xf32>
  return
}
