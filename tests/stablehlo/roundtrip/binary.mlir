// Text as JAX prints it is printed again unchanged, and also comes back from the generic form.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff %t.given %t.generic
module {
  func.func @arithmetic(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi1>, %arg2: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>
    %1 = stablehlo.add %arg1, %arg1 : tensor<2xi1>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<4xcomplex<f32>>
    %3 = stablehlo.maximum %arg0, %arg0 : tensor<2x3xf32>
    %4 = stablehlo.minimum %arg0, %arg0 : tensor<2x3xf32>
    %5 = stablehlo.subtract %arg0, %arg0 : tensor<2x3xf32>
    %6 = stablehlo.divide %arg0, %arg0 : tensor<2x3xf32>
    %7 = stablehlo.remainder %arg0, %arg0 : tensor<2x3xf32>
    %8 = stablehlo.power %arg0, %arg0 : tensor<2x3xf32>
    %9 = stablehlo.atan2 %arg0, %arg0 {note = "kept", sdy.priority = 1 : i64} : tensor<2x3xf32>
    %10 = stablehlo.complex %arg0, %arg0 : tensor<2x3xcomplex<f32>>
    return
  }
  func.func @bits(%arg0: tensor<2xi32>, %arg1: tensor<2xui64>, %arg2: tensor<2xi1>) {
    %0 = stablehlo.and %arg0, %arg0 : tensor<2xi32>
    %1 = stablehlo.or %arg2, %arg2 : tensor<2xi1>
    %2 = stablehlo.xor %arg1, %arg1 : tensor<2xui64>
    %3 = stablehlo.shift_left %arg0, %arg0 : tensor<2xi32>
    %4 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<2xi32>
    %5 = stablehlo.shift_right_logical %arg1, %arg1 : tensor<2xui64>
    return
  }
  func.func @choices(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2xui32>, %arg3: tensor<2xi1>, %arg4: tensor<i1>, %arg5: tensor<f32>, %arg6: tensor<2xcomplex<f32>>, %arg7: tensor<?xf32>) {
    %0 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %1 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %2 = stablehlo.compare GE, %arg0, %arg0, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %3 = stablehlo.compare GT, %arg1, %arg1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %4 = stablehlo.compare LE, %arg2, %arg2, UNSIGNED : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
    %5 = stablehlo.compare LT, %arg3, %arg3, UNSIGNED : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
    %6 = stablehlo.compare EQ, %arg6, %arg6, FLOAT : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
    %7 = stablehlo.compare EQ, %arg0, %arg0, NOTYPE : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %8 = stablehlo.select %arg3, %arg0, %arg0 : tensor<2xi1>, tensor<2xf32>
    %9 = stablehlo.select %arg4, %arg0, %arg0 : tensor<i1>, tensor<2xf32>
    %10 = stablehlo.select %arg4, %arg0, %arg7 : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
    %11 = stablehlo.clamp %arg0, %arg0, %arg0 : tensor<2xf32>
    %12 = stablehlo.clamp %arg5, %arg0, %arg5 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %13 = stablehlo.add %arg0, %arg7 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
    return
  }
}

