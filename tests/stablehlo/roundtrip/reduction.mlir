// Text as JAX prints it is printed again unchanged, and also comes back from the generic form.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff %t.given %t.generic
module {
  func.func @reduce(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<4x5xbf16>, %arg5: tensor<bf16>) {
    %0 = stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.maximum across dimensions = [1] {note = "kept"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.reduce(%arg0 init: %arg2) across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%arg6: tensor<f32>, %arg7: tensor<f32>)  {
      %6 = stablehlo.subtract %arg6, %arg7 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }
    %3:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [1] : (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
     reducer(%arg6: tensor<f32>, %arg8: tensor<f32>) (%arg7: tensor<i32>, %arg9: tensor<i32>)  {
      stablehlo.return %arg6, %arg9 : tensor<f32>, tensor<i32>
    }
    %4 = stablehlo.reduce(%arg0 init: %arg2) across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%arg6: tensor<f32>, %arg7: tensor<f32>)  {
      %6 = stablehlo.add %arg7, %arg6 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }
    %5 = stablehlo.reduce(%arg4 init: %arg5) across dimensions = [1] : (tensor<4x5xbf16>, tensor<bf16>) -> tensor<4xf32>
     reducer(%arg6: tensor<f32>, %arg7: tensor<f32>)  {
      %6 = stablehlo.add %arg6, %arg7 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }
    return
  }
  func.func @windows(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg2) <{base_dilations = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 3>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %4 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x5xf32>
    %1 = "stablehlo.reduce_window"(%arg0, %arg2) <{window_dimensions = array<i64: 4, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %4 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<1x6xf32>
    %2 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %4 = stablehlo.compare GE, %arg3, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %4 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
    %3 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %4 = stablehlo.power %arg3, %arg4 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @batch_norm(%arg0: tensor<4x6xf32>, %arg1: tensor<6xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>)
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>)
    return
  }
}

