func.func public @main(%x: tensor<12x6xf32>) -> (tensor<12xi32>, tensor<6xi32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.iota dim = 1 : tensor<12x6xi32>
  %i0 = stablehlo.iota dim = 0 : tensor<12x6xi32>
  %0:2 = stablehlo.reduce(%x init: %low), (%i1 init: %zero) across dimensions = [1] : (tensor<12x6xf32>, tensor<12x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<12xf32>, tensor<12xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>
    %k = stablehlo.select %c, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %v, %k : tensor<f32>, tensor<i32>
  }
  %1:2 = stablehlo.reduce(%x init: %low), (%i0 init: %zero) across dimensions = [0] : (tensor<12x6xf32>, tensor<12x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>
    %k = stablehlo.select %c, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %v, %k : tensor<f32>, tensor<i32>
  }
  return %0#1, %1#1 : tensor<12xi32>, tensor<6xi32>
}
