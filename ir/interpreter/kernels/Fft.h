// Discrete Fourier transforms over the last dims.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

enum class FftType : uint8_t { Fft, Ifft, Rfft, Irfft };
/// `length`: extents of the transformed dims (of the real side for Rfft and Irfft), at most three.
Result fft(const Tensor &x, FftType type, llvm::ArrayRef<int64_t> length);

} // namespace lockstep::interp
