// Written by JAX; printed again unchanged.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff -B %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff -B %t.given %t.generic
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i32>, %arg1: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}, tensor<i64> {jax.result_info = "result[2][0]"}, tensor<4xf32> {jax.result_info = "result[2][1]"}, tensor<4xf32> {jax.result_info = "result[3]"}, tensor<f32> {jax.result_info = "result[4][0]"}, tensor<4xf32> {jax.result_info = "result[4][1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare GT, %arg0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.convert %0 : (tensor<i1>) -> tensor<i32>
    %2 = "stablehlo.case"(%1) ({
      %11 = stablehlo.cosine %arg1 : tensor<4xf32>
      stablehlo.return %11 : tensor<4xf32>
    }, {
      %11 = stablehlo.sine %arg1 : tensor<4xf32>
      stablehlo.return %11 : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %3 = stablehlo.clamp %c_0, %arg0, %c_1 : tensor<i32>
    %4 = "stablehlo.case"(%3) ({
      %11 = stablehlo.sine %arg1 : tensor<4xf32>
      stablehlo.return %11 : tensor<4xf32>
    }, {
      %11 = stablehlo.cosine %arg1 : tensor<4xf32>
      stablehlo.return %11 : tensor<4xf32>
    }, {
      %11 = stablehlo.tan %arg1 : tensor<4xf32>
      stablehlo.return %11 : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %5:3 = stablehlo.while(%iterArg = %arg0, %iterArg_6 = %c_2, %iterArg_7 = %arg1) : tensor<i32>, tensor<i64>, tensor<4xf32>
    cond {
      %11 = stablehlo.convert %iterArg_6 : (tensor<i64>) -> tensor<i32>
      %12 = stablehlo.compare LT, %11, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %c_8 = stablehlo.constant dense<1> : tensor<i64>
      %11 = stablehlo.add %iterArg_6, %c_8 : tensor<i64>
      %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %13 = stablehlo.multiply %iterArg_7, %12 : tensor<4xf32>
      stablehlo.return %iterArg, %11, %13 : tensor<i32>, tensor<i64>, tensor<4xf32>
    }
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %c_4 = stablehlo.constant dense<0> : tensor<i64>
    %6:3 = stablehlo.while(%iterArg = %c_4, %iterArg_6 = %c_3, %iterArg_7 = %arg1) : tensor<i64>, tensor<i64>, tensor<4xf32>
    cond {
      %c_8 = stablehlo.constant dense<5> : tensor<i64>
      %11 = stablehlo.compare LT, %iterArg, %c_8, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %11:2 = func.call @closed_call(%iterArg_6, %iterArg_7) : (tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>)
      %c_8 = stablehlo.constant dense<1> : tensor<i64>
      %12 = stablehlo.add %iterArg, %c_8 : tensor<i64>
      stablehlo.return %12, %11#0, %11#1 : tensor<i64>, tensor<i64>, tensor<4xf32>
    }
    %7 = stablehlo.slice %arg1 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %8 = stablehlo.reshape %7 : (tensor<1xf32>) -> tensor<f32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %10:4 = stablehlo.while(%iterArg = %arg1, %iterArg_6 = %c_5, %iterArg_7 = %8, %iterArg_8 = %9) : tensor<4xf32>, tensor<i64>, tensor<f32>, tensor<4xf32>
    cond {
      %c_9 = stablehlo.constant dense<4> : tensor<i64>
      %11 = stablehlo.compare LT, %iterArg_6, %c_9, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %11 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_6) : (tensor<4xf32>, tensor<i64>) -> tensor<f32>
      %12:2 = func.call @closed_call_0(%iterArg_7, %11) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
      %13 = func.call @dynamic_update_index_in_dim(%iterArg_8, %12#1, %iterArg_6) : (tensor<4xf32>, tensor<f32>, tensor<i64>) -> tensor<4xf32>
      %c_9 = stablehlo.constant dense<1> : tensor<i64>
      %14 = stablehlo.add %iterArg_6, %c_9 : tensor<i64>
      stablehlo.return %iterArg, %14, %12#0, %13 : tensor<4xf32>, tensor<i64>, tensor<f32>, tensor<4xf32>
    }
    return %2, %4, %5#1, %5#2, %6#2, %10#2, %10#3 : tensor<4xf32>, tensor<4xf32>, tensor<i64>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>
  }
  func.func private @closed_call(%arg0: tensor<i64>, %arg1: tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg0, %c : tensor<i64>
    %1 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.add %arg1, %2 : tensor<4xf32>
    return %0, %3 : tensor<i64>, tensor<4xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4xf32>, %arg1: tensor<i64>) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<4xf32>, tensor<i64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @closed_call_0(%arg0: tensor<f32>, %arg1: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
    %1 = stablehlo.multiply %arg0, %arg1 : tensor<f32>
    return %0, %1 : tensor<f32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<i64>) -> tensor<4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<4xf32>, tensor<1xf32>, tensor<i64>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

