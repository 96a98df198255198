// Every operator of mhlo that is read, in pretty and generic form, prints back as the published tools print it.
// RUN: lockstep-opt %s | FileCheck %s
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt | FileCheck %s

// CHECK-LABEL: func.func @mhlo
func.func @mhlo(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  // CHECK: %{{[0-9a-z_]+}} = mhlo.acos %arg0 : tensor<4xf32>
  %acos = mhlo.acos %x : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.acosh %arg0 : tensor<4xf32>
  %acosh = mhlo.acosh %x : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.asin %arg0 : tensor<4xf32>
  %asin = mhlo.asin %x : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.asinh %arg0 : tensor<4xf32>
  %asinh = mhlo.asinh %x : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.atanh %arg0 : tensor<4xf32>
  %atanh = mhlo.atanh %x : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.cosh %arg0 : tensor<4xf32>
  %cosh = mhlo.cosh %x : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.erf %arg0 : tensor<4xf32>
  %erf = mhlo.erf %x : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.sinh %arg0 : tensor<4xf32>
  %sinh = mhlo.sinh %x : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.copy %arg0 : tensor<4xf32>
  %copy = mhlo.copy %x : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.copy %arg0 {cross_program_prefetch_index = 0 : i32} : tensor<4xf32>
  %copy2 = mhlo.copy %x {cross_program_prefetch_index = 0 : i32} : tensor<4xf32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.mulhi %arg1, %arg1 : tensor<4xi32>
  %mulhi = mhlo.mulhi %i, %i : tensor<4xi32>
  // CHECK: %{{[0-9a-z_]+}} = mhlo.bitcast %arg0 {result_layout = dense<0> : tensor<1xindex>} : (tensor<4xf32>) -> tensor<2x2xf32>
  %bitcast = mhlo.bitcast %x {result_layout = dense<0> : tensor<1xindex>} : (tensor<4xf32>) -> tensor<2x2xf32>
  // CHECK: %{{[0-9a-z_]+}} = stablehlo.create_token : !stablehlo.token
  %token = stablehlo.create_token : !stablehlo.token
  // CHECK: %{{[0-9a-z_]+}} = mhlo.add_dependency %arg0, %12 : (tensor<4xf32>, !stablehlo.token) -> tensor<4xf32>
  %dep = mhlo.add_dependency %x, %token : (tensor<4xf32>, !stablehlo.token) -> tensor<4xf32>
  // CHECK: %values, %indices = mhlo.topk(%arg0, k = 2) {lockstep.note = "n"} : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %v, %ix = mhlo.topk(%x, k = 2) {lockstep.note = "n"} : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  // CHECK: %values_0, %indices_1 = mhlo.topk(%arg0, k = 2, largest = false) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %w, %iw = mhlo.topk(%x, k = 2, largest = false) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  // CHECK: %values_2, %indices_3 = mhlo.topk(%arg0, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %u, %iu = mhlo.topk(%x, k = 2, largest = true) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}
