// Written by JAX; printed again unchanged.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff -B %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff -B %t.given %t.generic
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}, tensor<4xf32> {jax.result_info = "result[2]"}, tensor<4xf32> {jax.result_info = "result[3]"}, tensor<4xf32> {jax.result_info = "result[4]"}, tensor<4xf32> {jax.result_info = "result[5]"}, tensor<4xf32> {jax.result_info = "result[6]"}, tensor<4xf32> {jax.result_info = "result[7]"}, tensor<4xf32> {jax.result_info = "result[8]"}, tensor<4xf32> {jax.result_info = "result[9]"}, tensor<4xf32> {jax.result_info = "result[10]"}, tensor<4xf32> {jax.result_info = "result[11]"}, tensor<4xf32> {jax.result_info = "result[12]"}, tensor<4xf32> {jax.result_info = "result[13]"}, tensor<4xf32> {jax.result_info = "result[14]"}, tensor<4xf32> {jax.result_info = "result[15]"}, tensor<4xf32> {jax.result_info = "result[16]"}, tensor<4xi1> {jax.result_info = "result[17]"}, tensor<4xf32> {jax.result_info = "result[18]"}, tensor<4xf32> {jax.result_info = "result[19]"}, tensor<4xf32> {jax.result_info = "result[20]"}, tensor<4xf32> {jax.result_info = "result[21]"}, tensor<4xf32> {jax.result_info = "result[22]"}, tensor<4xf32> {jax.result_info = "result[23]"}, tensor<4xf32> {jax.result_info = "result[24]"}, tensor<4xf32> {jax.result_info = "result[25]"}, tensor<4xi1> {jax.result_info = "result[26]"}, tensor<4xf32> {jax.result_info = "result[27]"}, tensor<4xf32> {jax.result_info = "result[28]"}, tensor<4xf32> {jax.result_info = "result[29]"}, tensor<4xf32> {jax.result_info = "result[30]"}, tensor<4xf32> {jax.result_info = "result[31]"}, tensor<4xf32> {jax.result_info = "result[32]"}, tensor<4xf32> {jax.result_info = "result[33]"}, tensor<4xf32> {jax.result_info = "result[34]"}, tensor<4xf32> {jax.result_info = "result[35]"}) {
    %0 = stablehlo.exponential %arg0 : tensor<4xf32>
    %1 = stablehlo.exponential_minus_one %arg0 : tensor<4xf32>
    %2 = stablehlo.log %arg0 : tensor<4xf32>
    %3 = stablehlo.log_plus_one %arg0 : tensor<4xf32>
    %4 = stablehlo.sqrt %arg0 : tensor<4xf32>
    %5 = stablehlo.rsqrt %arg0 : tensor<4xf32>
    %6 = stablehlo.cbrt %arg0 : tensor<4xf32>
    %7 = stablehlo.sine %arg0 : tensor<4xf32>
    %8 = stablehlo.cosine %arg0 : tensor<4xf32>
    %9 = stablehlo.tan %arg0 : tensor<4xf32>
    %10 = stablehlo.tanh %arg0 : tensor<4xf32>
    %11 = stablehlo.negate %arg0 : tensor<4xf32>
    %12 = stablehlo.exponential %11 : tensor<4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %14 = stablehlo.add %13, %12 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %16 = stablehlo.divide %15, %14 : tensor<4xf32>
    %17 = stablehlo.floor %arg0 : tensor<4xf32>
    %18 = stablehlo.ceil %arg0 : tensor<4xf32>
    %19 = call @round(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %20 = stablehlo.sign %arg0 : tensor<4xf32>
    %21 = stablehlo.abs %arg0 : tensor<4xf32>
    %22 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<4xi1>
    %23 = chlo.erf %arg0 : tensor<4xf32> -> tensor<4xf32>
    %24 = chlo.erf_inv %arg0 : tensor<4xf32> -> tensor<4xf32>
    %25 = chlo.lgamma %arg0 : tensor<4xf32> -> tensor<4xf32>
    %26 = chlo.digamma %arg0 : tensor<4xf32> -> tensor<4xf32>
    %27 = chlo.asin %arg0 : tensor<4xf32> -> tensor<4xf32>
    %28 = chlo.sinh %arg0 : tensor<4xf32> -> tensor<4xf32>
    %29 = chlo.atanh %arg0 : tensor<4xf32> -> tensor<4xf32>
    %30 = chlo.square %arg0 : tensor<4xf32> -> tensor<4xf32>
    %31 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %32 = stablehlo.abs %arg0 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_3 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %36 = stablehlo.multiply %33, %32 : tensor<4xf32>
    %37 = stablehlo.subtract %36, %34 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %41 = stablehlo.multiply %37, %38 : tensor<4xf32>
    %42 = stablehlo.subtract %41, %39 : tensor<4xf32>
    %cst_7 = stablehlo.constant dense<-1.30002498E-8> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %44 = stablehlo.add %42, %43 : tensor<4xf32>
    %45 = stablehlo.multiply %37, %44 : tensor<4xf32>
    %46 = stablehlo.subtract %45, %38 : tensor<4xf32>
    %cst_8 = stablehlo.constant dense<6.04699508E-8> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %48 = stablehlo.add %46, %47 : tensor<4xf32>
    %49 = stablehlo.multiply %37, %48 : tensor<4xf32>
    %50 = stablehlo.subtract %49, %44 : tensor<4xf32>
    %cst_9 = stablehlo.constant dense<-2.67079372E-7> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %52 = stablehlo.add %50, %51 : tensor<4xf32>
    %53 = stablehlo.multiply %37, %52 : tensor<4xf32>
    %54 = stablehlo.subtract %53, %48 : tensor<4xf32>
    %cst_10 = stablehlo.constant dense<1.11738757E-6> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %56 = stablehlo.add %54, %55 : tensor<4xf32>
    %57 = stablehlo.multiply %37, %56 : tensor<4xf32>
    %58 = stablehlo.subtract %57, %52 : tensor<4xf32>
    %cst_11 = stablehlo.constant dense<-4.41673819E-6> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %60 = stablehlo.add %58, %59 : tensor<4xf32>
    %61 = stablehlo.multiply %37, %60 : tensor<4xf32>
    %62 = stablehlo.subtract %61, %56 : tensor<4xf32>
    %cst_12 = stablehlo.constant dense<1.64484482E-5> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %64 = stablehlo.add %62, %63 : tensor<4xf32>
    %65 = stablehlo.multiply %37, %64 : tensor<4xf32>
    %66 = stablehlo.subtract %65, %60 : tensor<4xf32>
    %cst_13 = stablehlo.constant dense<-5.75419508E-5> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %68 = stablehlo.add %66, %67 : tensor<4xf32>
    %69 = stablehlo.multiply %37, %68 : tensor<4xf32>
    %70 = stablehlo.subtract %69, %64 : tensor<4xf32>
    %cst_14 = stablehlo.constant dense<1.88502891E-4> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %72 = stablehlo.add %70, %71 : tensor<4xf32>
    %73 = stablehlo.multiply %37, %72 : tensor<4xf32>
    %74 = stablehlo.subtract %73, %68 : tensor<4xf32>
    %cst_15 = stablehlo.constant dense<-5.76375576E-4> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %76 = stablehlo.add %74, %75 : tensor<4xf32>
    %77 = stablehlo.multiply %37, %76 : tensor<4xf32>
    %78 = stablehlo.subtract %77, %72 : tensor<4xf32>
    %cst_16 = stablehlo.constant dense<0.00163947558> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %80 = stablehlo.add %78, %79 : tensor<4xf32>
    %81 = stablehlo.multiply %37, %80 : tensor<4xf32>
    %82 = stablehlo.subtract %81, %76 : tensor<4xf32>
    %cst_17 = stablehlo.constant dense<-4.324310e-03> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %84 = stablehlo.add %82, %83 : tensor<4xf32>
    %85 = stablehlo.multiply %37, %84 : tensor<4xf32>
    %86 = stablehlo.subtract %85, %80 : tensor<4xf32>
    %cst_18 = stablehlo.constant dense<0.0105464607> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %88 = stablehlo.add %86, %87 : tensor<4xf32>
    %89 = stablehlo.multiply %37, %88 : tensor<4xf32>
    %90 = stablehlo.subtract %89, %84 : tensor<4xf32>
    %cst_19 = stablehlo.constant dense<-0.0237374157> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %92 = stablehlo.add %90, %91 : tensor<4xf32>
    %93 = stablehlo.multiply %37, %92 : tensor<4xf32>
    %94 = stablehlo.subtract %93, %88 : tensor<4xf32>
    %cst_20 = stablehlo.constant dense<0.0493052825> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %96 = stablehlo.add %94, %95 : tensor<4xf32>
    %97 = stablehlo.multiply %37, %96 : tensor<4xf32>
    %98 = stablehlo.subtract %97, %92 : tensor<4xf32>
    %cst_21 = stablehlo.constant dense<-9.490110e-02> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %100 = stablehlo.add %98, %99 : tensor<4xf32>
    %101 = stablehlo.multiply %37, %100 : tensor<4xf32>
    %102 = stablehlo.subtract %101, %96 : tensor<4xf32>
    %cst_22 = stablehlo.constant dense<0.171620905> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %104 = stablehlo.add %102, %103 : tensor<4xf32>
    %105 = stablehlo.multiply %37, %104 : tensor<4xf32>
    %106 = stablehlo.subtract %105, %100 : tensor<4xf32>
    %cst_23 = stablehlo.constant dense<-0.304682672> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %108 = stablehlo.add %106, %107 : tensor<4xf32>
    %109 = stablehlo.multiply %37, %108 : tensor<4xf32>
    %110 = stablehlo.subtract %109, %104 : tensor<4xf32>
    %cst_24 = stablehlo.constant dense<0.676795303> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %112 = stablehlo.add %110, %111 : tensor<4xf32>
    %113 = stablehlo.subtract %112, %104 : tensor<4xf32>
    %cst_25 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %115 = stablehlo.multiply %114, %113 : tensor<4xf32>
    %116 = stablehlo.divide %35, %32 : tensor<4xf32>
    %117 = stablehlo.subtract %116, %34 : tensor<4xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %121 = stablehlo.multiply %117, %118 : tensor<4xf32>
    %122 = stablehlo.subtract %121, %119 : tensor<4xf32>
    %cst_29 = stablehlo.constant dense<3.39623196E-9> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %124 = stablehlo.add %122, %123 : tensor<4xf32>
    %125 = stablehlo.multiply %117, %124 : tensor<4xf32>
    %126 = stablehlo.subtract %125, %118 : tensor<4xf32>
    %cst_30 = stablehlo.constant dense<2.26666899E-8> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %128 = stablehlo.add %126, %127 : tensor<4xf32>
    %129 = stablehlo.multiply %117, %128 : tensor<4xf32>
    %130 = stablehlo.subtract %129, %124 : tensor<4xf32>
    %cst_31 = stablehlo.constant dense<2.04891862E-7> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %132 = stablehlo.add %130, %131 : tensor<4xf32>
    %133 = stablehlo.multiply %117, %132 : tensor<4xf32>
    %134 = stablehlo.subtract %133, %128 : tensor<4xf32>
    %cst_32 = stablehlo.constant dense<2.89137051E-6> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %136 = stablehlo.add %134, %135 : tensor<4xf32>
    %137 = stablehlo.multiply %117, %136 : tensor<4xf32>
    %138 = stablehlo.subtract %137, %132 : tensor<4xf32>
    %cst_33 = stablehlo.constant dense<6.88975852E-5> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %140 = stablehlo.add %138, %139 : tensor<4xf32>
    %141 = stablehlo.multiply %117, %140 : tensor<4xf32>
    %142 = stablehlo.subtract %141, %136 : tensor<4xf32>
    %cst_34 = stablehlo.constant dense<0.00336911646> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %144 = stablehlo.add %142, %143 : tensor<4xf32>
    %145 = stablehlo.multiply %117, %144 : tensor<4xf32>
    %146 = stablehlo.subtract %145, %140 : tensor<4xf32>
    %cst_35 = stablehlo.constant dense<0.804490387> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %148 = stablehlo.add %146, %147 : tensor<4xf32>
    %149 = stablehlo.subtract %148, %140 : tensor<4xf32>
    %cst_36 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %151 = stablehlo.multiply %150, %149 : tensor<4xf32>
    %152 = stablehlo.sqrt %32 : tensor<4xf32>
    %153 = stablehlo.divide %151, %152 : tensor<4xf32>
    %cst_37 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %155 = stablehlo.compare LE, %32, %154, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %156 = stablehlo.select %155, %115, %153 : tensor<4xi1>, tensor<4xf32>
    %157 = stablehlo.maximum %arg0, %arg0 : tensor<4xf32>
    %158 = stablehlo.subtract %arg0, %arg0 : tensor<4xf32>
    %159 = stablehlo.compare NE, %158, %158, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %160 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    %161 = stablehlo.abs %158 : tensor<4xf32>
    %162 = stablehlo.negate %161 : tensor<4xf32>
    %163 = stablehlo.exponential %162 : tensor<4xf32>
    %164 = stablehlo.log_plus_one %163 : tensor<4xf32>
    %165 = stablehlo.add %157, %164 : tensor<4xf32>
    %166 = stablehlo.select %159, %160, %165 : tensor<4xi1>, tensor<4xf32>
    %167 = call @hypot(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %cst_38 = stablehlo.constant dense<2.500000e+00> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %169 = stablehlo.power %arg0, %168 : tensor<4xf32>
    %170 = stablehlo.multiply %arg0, %arg0 : tensor<4xf32>
    %171 = stablehlo.multiply %170, %arg0 : tensor<4xf32>
    %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %172 = call @remainder(%arg0, %cst_39) : (tensor<4xf32>, tensor<f64>) -> tensor<4xf32>
    %173 = stablehlo.atan2 %arg0, %arg0 : tensor<4xf32>
    %174 = chlo.next_after %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
    %175 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %156, %166, %167, %169, %171, %172, %173, %174, %175 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  func.func private @round(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @hypot(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.abs %arg0 : tensor<4xf32>
    %1 = stablehlo.abs %arg1 : tensor<4xf32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.compare EQ, %0, %2, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %5 = stablehlo.compare EQ, %1, %4, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %6 = stablehlo.or %3, %5 : tensor<4xi1>
    %7 = stablehlo.maximum %0, %1 : tensor<4xf32>
    %8 = stablehlo.minimum %0, %1 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %10 = stablehlo.compare EQ, %7, %9, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %12 = stablehlo.compare EQ, %7, %11, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %14 = call @_where(%12, %13, %7) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %15 = stablehlo.divide %8, %14 : tensor<4xf32>
    %16 = chlo.square %15 : tensor<4xf32> -> tensor<4xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %18 = stablehlo.add %17, %16 : tensor<4xf32>
    %19 = stablehlo.sqrt %18 : tensor<4xf32>
    %20 = stablehlo.multiply %7, %19 : tensor<4xf32>
    %21 = call @_where(%10, %7, %20) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %cst_5 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %22 = call @_where_0(%6, %cst_5, %21) : (tensor<4xi1>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
    return %22 : tensor<4xf32>
  }
  func.func private @_where(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4xi1>, tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @_where_0(%arg0: tensor<4xi1>, %arg1: tensor<f32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.select %arg0, %0, %arg2 : tensor<4xi1>, tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @remainder(%arg0: tensor<4xf32>, %arg1: tensor<f64>) -> tensor<4xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.compare NE, %2, %3, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %6 = stablehlo.compare LT, %2, %5, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.compare LT, %0, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %9 = stablehlo.compare NE, %6, %8, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %10 = stablehlo.and %9, %4 : tensor<4xi1>
    %11 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %12 = stablehlo.add %2, %11 : tensor<4xf32>
    %13 = stablehlo.select %10, %12, %2 : tensor<4xi1>, tensor<4xf32>
    return %13 : tensor<4xf32>
  }
}

