// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @rng_bit_generator_c1_state(%s: tensor<2xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op C1: expected output_state of type 'tensor<2xui64>', found 'tensor<3xui64>'}}
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @rng_bit_generator_c2_threefry_state(%s: tensor<3xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op C2: expected an initial_state of 2 elements for THREE_FRY, found 'tensor<3xui64>'}}
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @rng_bit_generator_c2_philox_state(%s: tensor<4xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op C2: expected an initial_state of 2 or 3 elements for PHILOX, found 'tensor<4xui64>'}}
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}
