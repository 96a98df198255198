func.func public @main(%x: tensor<12x6xf32>, %w: tensor<6x6xf32>) -> (tensor<12x6xf32>, tensor<6x6xf32>) {
  %0 = call @layer(%x, %w) : (tensor<12x6xf32>, tensor<6x6xf32>) -> tensor<12x6xf32>
  %1 = call @layer(%0, %w) : (tensor<12x6xf32>, tensor<6x6xf32>) -> tensor<12x6xf32>
  %2:3 = stablehlo.optimization_barrier %x, %w, %1 : tensor<12x6xf32>, tensor<6x6xf32>, tensor<12x6xf32>
  %3 = call @layer(%2#0, %2#1) : (tensor<12x6xf32>, tensor<6x6xf32>) -> tensor<12x6xf32>
  %4 = stablehlo.dot_general %3, %2#2, contracting_dims = [0] x [0] : (tensor<12x6xf32>, tensor<12x6xf32>) -> tensor<6x6xf32>
  %5 = stablehlo.optimization_barrier %4 : tensor<6x6xf32>
  return %1, %5 : tensor<12x6xf32>, tensor<6x6xf32>
}
func.func private @layer(%x: tensor<12x6xf32>, %w: tensor<6x6xf32>) -> tensor<12x6xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<12x6xf32>, tensor<6x6xf32>) -> tensor<12x6xf32>
  %1 = stablehlo.tanh %0 : tensor<12x6xf32>
  return %1 : tensor<12x6xf32>
}
