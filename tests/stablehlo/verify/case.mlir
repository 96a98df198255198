// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @case_c1_no_branch(%i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' op C1: expected at least one branch, found none}}
  "stablehlo.case"(%i) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case_c2_arguments(%i: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' op C2: expected branches without arguments, found 1}}
  "stablehlo.case"(%i) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return
  }) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case_c3_branches_differ(%i: tensor<i32>, %x: tensor<f32>, %y: tensor<f64>) {
  // expected-error @+1 {{'stablehlo.case' op C3: expected results of branch 1[0] of type 'tensor<f32>', found 'tensor<f64>'}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f64>
  }) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @case_c4_results(%i: tensor<i32>, %x: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.case' op C4: expected results[0] of type 'tensor<f32>', found 'tensor<f64>'}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f64>
  return
}
