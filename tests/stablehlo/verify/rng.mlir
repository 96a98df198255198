// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @rng_c1_elements(%a: tensor<f32>, %b: tensor<f64>, %s: tensor<1xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op C1: expected b with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @rng_c2_normal_integers(%a: tensor<i32>, %s: tensor<1xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op C2: expected a floating-point type for NORMAL, found 'i32'}}
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @rng_c3_shape(%a: tensor<f32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op C3: expected shape of shape [1], found [2]}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4xf32>
  return
}
