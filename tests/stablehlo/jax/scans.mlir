// Written by JAX; printed again unchanged.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff -B %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff -B %t.given %t.generic
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xf32>) -> (tensor<4x6xf32> {jax.result_info = "result[0]"}, tensor<24xf32> {jax.result_info = "result[1]"}, tensor<4x6xf32> {jax.result_info = "result[2]"}, tensor<4x6xf32> {jax.result_info = "result[3]"}, tensor<4x6xf32> {jax.result_info = "result[4]"}) {
    %0 = call @cumsum(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = call @cumprod(%arg0) : (tensor<4x6xf32>) -> tensor<24xf32>
    %2 = call @cummax(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = call @cumlogsumexp(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %4 = stablehlo.slice %arg0 [0:3:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
    %5 = stablehlo.slice %arg0 [1:4:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
    %6 = stablehlo.add %4, %5 : tensor<2x6xf32>
    %7 = stablehlo.slice %6 [0:1:2, 0:6] : (tensor<2x6xf32>) -> tensor<1x6xf32>
    %8 = stablehlo.slice %6 [1:2:2, 0:6] : (tensor<2x6xf32>) -> tensor<1x6xf32>
    %9 = stablehlo.add %7, %8 : tensor<1x6xf32>
    %10 = stablehlo.slice %9 [0:0, 0:6] : (tensor<1x6xf32>) -> tensor<0x6xf32>
    %11 = stablehlo.slice %6 [2:2:2, 0:6] : (tensor<2x6xf32>) -> tensor<0x6xf32>
    %12 = stablehlo.add %10, %11 : tensor<0x6xf32>
    %13 = stablehlo.slice %6 [0:1, 0:6] : (tensor<2x6xf32>) -> tensor<1x6xf32>
    %14 = stablehlo.concatenate %13, %12, dim = 0 : (tensor<1x6xf32>, tensor<0x6xf32>) -> tensor<1x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.pad %14, %cst, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.pad %9, %cst_0, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    %17 = stablehlo.add %15, %16 : tensor<2x6xf32>
    %18 = stablehlo.slice %17 [0:1, 0:6] : (tensor<2x6xf32>) -> tensor<1x6xf32>
    %19 = stablehlo.slice %arg0 [2:4:2, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
    %20 = stablehlo.add %18, %19 : tensor<1x6xf32>
    %21 = stablehlo.slice %arg0 [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
    %22 = stablehlo.concatenate %21, %20, dim = 0 : (tensor<1x6xf32>, tensor<1x6xf32>) -> tensor<2x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.pad %22, %cst_1, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.pad %17, %cst_2, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %25 = stablehlo.add %23, %24 : tensor<4x6xf32>
    return %0, %1, %2, %3, %25 : tensor<4x6xf32>, tensor<24xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>
  }
  func.func private @cumsum(%arg0: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [5, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 6>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return %1 : tensor<4x6xf32>
  }
  func.func private @cumprod(%arg0: tensor<4x6xf32>) -> tensor<24xf32> {
    %0 = stablehlo.reshape %arg0 : (tensor<4x6xf32>) -> tensor<24xf32>
    %1 = call @cumprod_1(%0) : (tensor<24xf32>) -> tensor<24xf32>
    return %1 : tensor<24xf32>
  }
  func.func private @cumprod_1(%arg0: tensor<24xf32>) -> tensor<24xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1>, padding = dense<[[23, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 24>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<24xf32>, tensor<f32>) -> tensor<24xf32>
    return %0 : tensor<24xf32>
  }
  func.func private @cummax(%arg0: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return %1 : tensor<4x6xf32>
  }
  func.func private @cumlogsumexp(%arg0: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      %2 = stablehlo.subtract %arg1, %arg2 : tensor<f32>
      %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.add %arg1, %arg2 : tensor<f32>
      %5 = stablehlo.abs %2 : tensor<f32>
      %6 = stablehlo.negate %5 : tensor<f32>
      %7 = stablehlo.exponential %6 : tensor<f32>
      %8 = stablehlo.log_plus_one %7 : tensor<f32>
      %9 = stablehlo.add %1, %8 : tensor<f32>
      %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}

