// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @collective_reduce_c1_device_twice(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_reduce' op C1: expected replica_groups to list every device once, found 1 twice}}
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @collective_reduce_c2_negative_id(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_reduce' op C2: expected replica_groups with ids in [0, 16777216), found -4}}
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[1, -4]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @collective_reduce_c3_result_shape(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_reduce' op C3: expected result of shape [2], found [3]}}
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @collective_reduce_c4_computation(%x: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.collective_reduce' op C4: expected computation to accumulate in a type that holds 'i32', found 'f32'}}
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  return
}
