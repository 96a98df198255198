// Written by JAX; printed again unchanged.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff -B %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff -B %t.given %t.generic
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}, tensor<4xcomplex<f32>> {jax.result_info = "result[2]"}, tensor<4xi1> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
    %1 = stablehlo.real %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %2 = stablehlo.imag %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %3 = stablehlo.negate %2 : tensor<4xf32>
    %4 = stablehlo.complex %1, %3 : tensor<4xcomplex<f32>>
    %5 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
    %6 = stablehlo.abs %5 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %7 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
    %8 = stablehlo.exponential %7 : tensor<4xcomplex<f32>>
    %9 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
    %10 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
    %11 = stablehlo.compare EQ, %9, %10, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
    return %4, %6, %8, %11 : tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xi1>
  }
}

