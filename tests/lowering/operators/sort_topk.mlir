func.func public @main(%x: tensor<12x6xf32>) -> (tensor<12x6xf32>, tensor<12x6xf32>, tensor<12x2xf32>, tensor<12x2xi32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<12x6xf32>) -> tensor<12x6xf32>
  %1 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<12x6xf32>) -> tensor<12x6xf32>
  %values, %indices = chlo.top_k(%x, k = 2) : tensor<12x6xf32> -> (tensor<12x2xf32>, tensor<12x2xi32>)
  return %0, %1, %values, %indices : tensor<12x6xf32>, tensor<12x6xf32>, tensor<12x2xf32>, tensor<12x2xi32>
}
