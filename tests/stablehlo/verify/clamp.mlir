// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @clamp_c1_min_shape(%x: tensor<2xf32>, %m: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.clamp' op C1: expected min to be a scalar or of the shape of 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = stablehlo.clamp %m, %x, %x : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c2_max_shape(%x: tensor<2xf32>, %m: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.clamp' op C2: expected max to be a scalar or of the shape of 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = stablehlo.clamp %x, %x, %m : (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c3_element(%x: tensor<2xf32>, %m: tensor<f64>) {
  // expected-error @+1 {{'stablehlo.clamp' op C3: expected min with elements of type 'f32', found 'f64'}}
  %0 = stablehlo.clamp %m, %x, %x : (tensor<f64>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c4_result(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.clamp' op C4: expected result of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = stablehlo.clamp %x, %x, %x : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}
