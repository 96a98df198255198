// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @map_c1_shape(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.map' op C1: expected every input of shape [2], found [3]}}
  %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @map_c2_no_input() {
  // expected-error @+1 {{'stablehlo.map' op C2: expected at least one input, found none}}
  %0 = "stablehlo.map"() <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : () -> tensor<2xf32>
  return
}

// -----

func.func @map_c3_dimensions(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.map' op C3: expected dimensions to be 0 to 2 in order, found 1, 0}}
  %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_c4_arguments(%x: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.map' op C4: expected computation arguments[0] of type 'tensor<f64>', found 'tensor<f32>'}}
  %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @map_c4_result(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.map' op C4: expected computation results[0] of type 'tensor<f64>', found 'tensor<f32>'}}
  %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}
