// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @fft_c1_too_many_dimensions(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op C1: expected fft_length of at most 1 entries, found 2}}
  %0 = stablehlo.fft %x, type = FFT, length = [2, 4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft_c2_real_operand(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op C2: expected complex operand for FFT, found 'f32'}}
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @fft_c2_result_element(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op C2: expected result with elements of type 'complex<f32>', found 'f32'}}
  %0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @fft_c3_length_count(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op C3: expected the size of fft_length in [1, 4), found 0}}
  %0 = stablehlo.fft %x, type = FFT, length = [] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft_c4_real_length(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op C4: expected the real side of shape [5], found [4]}}
  %0 = stablehlo.fft %x, type = RFFT, length = [5] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @fft_c5_result_shape(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op C5: expected result of shape [3], found [4]}}
  %0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft_c5_operand_of_inverse(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op C5: expected a last dimension of operand of 3, found 4}}
  %0 = stablehlo.fft %x, type = IRFFT, length = [5] : (tensor<4xcomplex<f32>>) -> tensor<5xf32>
  return
}
