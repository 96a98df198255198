// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @sort_c1_no_input() {
  // expected-error @+1 {{'stablehlo.sort' op C1: expected at least one input, found none}}
  "stablehlo.sort"() <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : () -> ()
  return
}

// -----

func.func @sort_c2_result_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op C2: expected result of type 'tensor<4xf32>', found 'tensor<5xf32>'}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @sort_c3_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op C3: expected every input of shape [4], found [5]}}
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  return
}

// -----

func.func @sort_c4_dimension(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op C4: expected dimension in [-1, 1), found 1}}
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_c4_negative_dimension(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op C4: expected dimension in [-1, 1), found -2}}
  %0 = "stablehlo.sort"(%x) <{dimension = -2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_c5_comparator_arguments(%x: tensor<4xf64>) {
  // expected-error @+1 {{'stablehlo.sort' op C5: expected comparator arguments[0] of type 'tensor<f64>', found 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @sort_c5_comparator_result(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op C5: expected comparator results[0] of type 'tensor<i1>', found 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
