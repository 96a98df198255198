// Text as JAX prints it is printed again unchanged, and also comes back from the generic form.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff %t.given %t.generic
module {
  func.func @approximations(%arg0: tensor<2x3xf32>, %arg1: tensor<4xcomplex<f64>>, %arg2: tensor<bf16>) {
    %0 = stablehlo.cbrt %arg0 : tensor<2x3xf32>
    %1 = stablehlo.cosine %arg1 : tensor<4xcomplex<f64>>
    %2 = stablehlo.exponential %arg2 : tensor<bf16>
    %3 = stablehlo.exponential_minus_one %arg0 : tensor<2x3xf32>
    %4 = stablehlo.log %arg0 : tensor<2x3xf32>
    %5 = stablehlo.log_plus_one %arg0 : tensor<2x3xf32>
    %6 = stablehlo.logistic %arg0 : tensor<2x3xf32>
    %7 = stablehlo.rsqrt %arg0 : tensor<2x3xf32>
    %8 = stablehlo.sine %arg0 : tensor<2x3xf32>
    %9 = stablehlo.sqrt %arg0 : tensor<2x3xf32>
    %10 = stablehlo.tan %arg0 : tensor<2x3xf32>
    %11 = stablehlo.tanh %arg0 : tensor<2x3xf32>
    return
  }
  func.func @accuracy(%arg0: tensor<2x3xf32>) {
    %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-01, rtol = 2.000000e-01, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
    %1 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x3xf32>
    return
  }
  func.func @exact(%arg0: tensor<2x3xf32>, %arg1: tensor<5xi32>, %arg2: tensor<5xui8>, %arg3: tensor<i1>, %arg4: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.ceil %arg0 : tensor<2x3xf32>
    %1 = stablehlo.floor %arg0 : tensor<2x3xf32>
    %2 = stablehlo.round_nearest_afz %arg0 : tensor<2x3xf32>
    %3 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
    %4 = stablehlo.negate %arg1 : tensor<5xi32>
    %5 = stablehlo.sign %arg4 : tensor<4xcomplex<f32>>
    %6 = stablehlo.not %arg3 : tensor<i1>
    %7 = stablehlo.count_leading_zeros %arg2 : tensor<5xui8>
    %8 = stablehlo.popcnt %arg1 : tensor<5xi32>
    %9 = stablehlo.abs %arg0 : tensor<2x3xf32>
    %10 = stablehlo.abs %arg4 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %11 = stablehlo.real %arg4 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %12 = stablehlo.imag %arg0 : tensor<2x3xf32>
    %13 = stablehlo.is_finite %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi1>
    %14 = stablehlo.reduce_precision %arg0, format = e8m7 : tensor<2x3xf32>
    %15 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3x2xui16>
    return
  }
  func.func @conversions(%arg0: tensor<2xf32>, %arg1: tensor<?xf32>) {
    %0 = stablehlo.convert %arg0 : tensor<2xf32>
    %1 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf64>
    %2 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xbf16>
    %3 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf16>
    %4 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf8E3M4>
    %5 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf8E4M3>
    %6 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf8E4M3FN>
    %7 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf8E4M3FNUZ>
    %8 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf8E4M3B11FNUZ>
    %9 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf8E5M2>
    %10 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf8E5M2FNUZ>
    %11 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf8E8M0FNU>
    %12 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf4E2M1FN>
    %13 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf6E2M3FN>
    %14 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf6E3M2FN>
    %15 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xi1>
    %16 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xi2>
    %17 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xui2>
    %18 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xi4>
    %19 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xui4>
    %20 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xi8>
    %21 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xui8>
    %22 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xi16>
    %23 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xui16>
    %24 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xi64>
    %25 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xui64>
    %26 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xcomplex<f64>>
    %27 = stablehlo.negate %arg1 : (tensor<?xf32>) -> tensor<2xf32>
    return
  }
}

