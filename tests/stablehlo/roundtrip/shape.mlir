// Text as JAX prints it is printed again unchanged, and also comes back from the generic form.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff %t.given %t.generic
module {
  func.func @constants() {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %c = stablehlo.constant dense<[[1, 2], [3, -4]]> : tensor<2x2xi32>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %c_1 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = stablehlo.constant dense<[0x7FC00000, 1.000000e+00]> : tensor<2xf32>
    %cst_4 = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
    %cst_5 = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    %c_6 = stablehlo.constant dense<255> : tensor<3xui8>
    %cst_7 = stablehlo.constant dense<1.500000e+00> : tensor<f8E4M3FN>
    %cst_8 = stablehlo.constant {note = "kept"} dense<> : tensor<0xf32>
    %c_9 = stablehlo.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
    return
  }
  func.func @moves(%arg0: tensor<3x4xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<1x2xf32>) {
    %0 = stablehlo.iota dim = 1 : tensor<3x4xi32>
    %1 = stablehlo.broadcast %arg0, sizes = [2, 5] : (tensor<3x4xf32>) -> tensor<2x5x3x4xf32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [2, 0] : (tensor<3x4xf32>) -> tensor<4x2x3xf32>
    %3 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4x2x3xf32>
    %4 = stablehlo.reshape %arg0 : (tensor<3x4xf32>) -> tensor<2x6xf32>
    %5 = stablehlo.transpose %arg0, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[4,3]{0,1}"} : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %6 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<3x4xf32>
    %7 = stablehlo.slice %arg0 [0:1, 1:4:2] : (tensor<3x4xf32>) -> tensor<1x2xf32>
    %8 = stablehlo.slice %arg1 [] : (tensor<f32>) -> tensor<f32>
    %9 = stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [1, 2] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %10 = stablehlo.dynamic_slice %arg1,  sizes = [] : (tensor<f32>) -> tensor<f32>
    %11 = stablehlo.dynamic_update_slice %arg0, %arg3, %arg2, %arg2 : (tensor<3x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    %12 = stablehlo.pad %arg0, %arg1, low = [1, -1], high = [0, 2], interior = [2, 0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<8x5xf32>
    %13 = stablehlo.concatenate %arg0, %arg0, dim = 1 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x8xf32>
    %14 = stablehlo.concatenate %arg0, dim = 0 : (tensor<3x4xf32>) -> tensor<3x4xf32>
    return
  }
}

