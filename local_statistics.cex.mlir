module {
  module @logical attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
    func.func public @main(%arg0: tensor<9xf32>, %arg1: tensor<9xf32>, %arg2: tensor<6x9xf32>, %arg3: tensor<9x5xf32>, %arg4: tensor<9xf32>, %arg5: tensor<9xf32>, %arg6: tensor<18x6xf32>, %arg7: tensor<18xi32>) -> (tensor<9xf32> {jax.result_info = "result[0]['b']"}, tensor<9xf32> {jax.result_info = "result[0]['g']"}, tensor<6x9xf32> {jax.result_info = "result[0]['w1']"}, tensor<9x5xf32> {jax.result_info = "result[0]['w2']"}, tensor<9xf32> {jax.result_info = "result[1]['mean']"}, tensor<9xf32> {jax.result_info = "result[1]['var']"}, tensor<f32> {jax.result_info = "result[2]"}, tensor<f32> {jax.result_info = "result[3]"}) {
      %0 = stablehlo.dot_general %arg6, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<18x6xf32>, tensor<6x9xf32>) -> tensor<18x9xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<18x9xf32>, tensor<f32>) -> tensor<9xf32>
      %cst_0 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %3 = stablehlo.divide %1, %2 : tensor<9xf32>
      %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<18x9xf32>
      %6 = stablehlo.subtract %0, %5 : tensor<18x9xf32>
      %7 = stablehlo.multiply %6, %6 : tensor<18x9xf32>
      %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<18x9xf32>
      %9 = stablehlo.multiply %8, %6 : tensor<18x9xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.reduce(%7 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<18x9xf32>, tensor<f32>) -> tensor<9xf32>
      %cst_3 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %12 = stablehlo.divide %10, %11 : tensor<9xf32>
      %13 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
      %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<18x9xf32>
      %15 = stablehlo.subtract %0, %14 : tensor<18x9xf32>
      %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %17 = stablehlo.add %12, %16 : tensor<9xf32>
      %18 = stablehlo.rsqrt %17 : tensor<9xf32>
      %19 = stablehlo.divide %18, %17 : tensor<9xf32>
      %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %20 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %21 = stablehlo.multiply %20, %19 : tensor<9xf32>
      %22 = stablehlo.broadcast_in_dim %18, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
      %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<18x9xf32>
      %24 = stablehlo.multiply %15, %23 : tensor<18x9xf32>
      %25 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
      %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<18x9xf32>
      %27 = stablehlo.multiply %24, %26 : tensor<18x9xf32>
      %28 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
      %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<18x9xf32>
      %30 = stablehlo.add %27, %29 : tensor<18x9xf32>
      %31 = call @relu(%30) : (tensor<18x9xf32>) -> tensor<18x9xf32>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %32 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<18x9xf32>
      %33 = stablehlo.compare GT, %30, %32, FLOAT : (tensor<18x9xf32>, tensor<18x9xf32>) -> tensor<18x9xi1>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %34 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<18x9xf32>
      %35 = stablehlo.dot_general %31, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<18x9xf32>, tensor<9x5xf32>) -> tensor<18x5xf32>
      %36:3 = call @log_softmax(%35) : (tensor<18x5xf32>) -> (tensor<18x5xf32>, tensor<18x5xf32>, tensor<18x1xf32>)
      %37 = stablehlo.iota dim = 0 : tensor<5xi32>
      %38 = stablehlo.broadcast_in_dim %arg7, dims = [0] : (tensor<18xi32>) -> tensor<18x1xi32>
      %39 = stablehlo.broadcast_in_dim %37, dims = [1] : (tensor<5xi32>) -> tensor<1x5xi32>
      %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<1x5xi32>) -> tensor<18x5xi32>
      %41 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<18x1xi32>) -> tensor<18x5xi32>
      %42 = stablehlo.compare EQ, %40, %41, SIGNED : (tensor<18x5xi32>, tensor<18x5xi32>) -> tensor<18x5xi1>
      %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %43:2 = call @_where(%42, %36#0, %cst_8) : (tensor<18x5xi1>, tensor<18x5xf32>, tensor<f32>) -> (tensor<18x5xf32>, tensor<18x5xf32>)
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %44 = stablehlo.reduce(%43#0 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<18x5xf32>, tensor<f32>) -> tensor<f32>
      %45 = stablehlo.negate %44 : tensor<f32>
      %cst_10 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
      %46 = stablehlo.divide %45, %cst_10 : tensor<f32>
      %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %cst_12 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
      %47 = stablehlo.divide %cst_11, %cst_12 : tensor<f32>
      %48 = stablehlo.negate %47 : tensor<f32>
      %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<18x5xf32>
      %50 = call @_where_0(%42, %43#1, %49) : (tensor<18x5xi1>, tensor<18x5xf32>, tensor<18x5xf32>) -> tensor<18x5xf32>
      %51 = call @log_softmax_1(%36#1, %36#2, %50) : (tensor<18x5xf32>, tensor<18x1xf32>, tensor<18x5xf32>) -> tensor<18x5xf32>
      %52 = stablehlo.dot_general %51, %31, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<18x5xf32>, tensor<18x9xf32>) -> tensor<5x9xf32>
      %53 = stablehlo.transpose %52, dims = [1, 0] : (tensor<5x9xf32>) -> tensor<9x5xf32>
      %54 = stablehlo.dot_general %51, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<18x5xf32>, tensor<9x5xf32>) -> tensor<18x9xf32>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %55 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<18x9xf32>
      %56 = stablehlo.select %33, %54, %55 : tensor<18x9xi1>, tensor<18x9xf32>
      %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %57 = stablehlo.reduce(%56 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<18x9xf32>, tensor<f32>) -> tensor<9xf32>
      %58 = stablehlo.reshape %57 : (tensor<9xf32>) -> tensor<1x9xf32>
      %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %59 = stablehlo.reduce(%58 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<1x9xf32>, tensor<f32>) -> tensor<9xf32>
      %60 = stablehlo.multiply %24, %56 : tensor<18x9xf32>
      %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %61 = stablehlo.reduce(%60 init: %cst_16) applies stablehlo.add across dimensions = [0] : (tensor<18x9xf32>, tensor<f32>) -> tensor<9xf32>
      %62 = stablehlo.reshape %61 : (tensor<9xf32>) -> tensor<1x9xf32>
      %63 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<18x9xf32>
      %64 = stablehlo.multiply %56, %63 : tensor<18x9xf32>
      %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %65 = stablehlo.reduce(%62 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<1x9xf32>, tensor<f32>) -> tensor<9xf32>
      %66 = stablehlo.multiply %15, %64 : tensor<18x9xf32>
      %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.reduce(%66 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<18x9xf32>, tensor<f32>) -> tensor<9xf32>
      %68 = stablehlo.reshape %67 : (tensor<9xf32>) -> tensor<1x9xf32>
      %69 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<18x9xf32>
      %70 = stablehlo.multiply %64, %69 : tensor<18x9xf32>
      %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %71 = stablehlo.reduce(%68 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<1x9xf32>, tensor<f32>) -> tensor<9xf32>
      %72 = stablehlo.multiply %71, %21 : tensor<9xf32>
      %73 = stablehlo.negate %70 : tensor<18x9xf32>
      %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %74 = stablehlo.reduce(%73 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<18x9xf32>, tensor<f32>) -> tensor<9xf32>
      %75 = stablehlo.reshape %74 : (tensor<9xf32>) -> tensor<1x9xf32>
      %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %76 = stablehlo.reduce(%75 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<1x9xf32>, tensor<f32>) -> tensor<9xf32>
      %cst_22 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
      %77 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %78 = stablehlo.divide %72, %77 : tensor<9xf32>
      %79 = stablehlo.broadcast_in_dim %78, dims = [1] : (tensor<9xf32>) -> tensor<18x9xf32>
      %80 = stablehlo.multiply %79, %9 : tensor<18x9xf32>
      %81 = stablehlo.negate %80 : tensor<18x9xf32>
      %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %82 = stablehlo.reduce(%81 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<18x9xf32>, tensor<f32>) -> tensor<9xf32>
      %83 = stablehlo.reshape %82 : (tensor<9xf32>) -> tensor<1x9xf32>
      %84 = stablehlo.add %70, %80 : tensor<18x9xf32>
      %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %85 = stablehlo.reduce(%83 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<1x9xf32>, tensor<f32>) -> tensor<9xf32>
      %86 = stablehlo.add %76, %85 : tensor<9xf32>
      %cst_25 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
      %87 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %88 = stablehlo.divide %86, %87 : tensor<9xf32>
      %89 = stablehlo.broadcast_in_dim %88, dims = [1] : (tensor<9xf32>) -> tensor<18x9xf32>
      %90 = stablehlo.add %84, %89 : tensor<18x9xf32>
      %91 = stablehlo.dot_general %90, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<18x9xf32>, tensor<18x6xf32>) -> tensor<9x6xf32>
      %92 = stablehlo.transpose %91, dims = [1, 0] : (tensor<9x6xf32>) -> tensor<6x9xf32>
      %cst_26 = stablehlo.constant dense<0.899999976> : tensor<f32>
      %93 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %94 = stablehlo.multiply %93, %arg4 : tensor<9xf32>
      %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %95 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %96 = stablehlo.multiply %95, %3 : tensor<9xf32>
      %97 = stablehlo.add %94, %96 : tensor<9xf32>
      %cst_28 = stablehlo.constant dense<0.899999976> : tensor<f32>
      %98 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %99 = stablehlo.multiply %98, %arg5 : tensor<9xf32>
      %cst_29 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %100 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %101 = stablehlo.multiply %100, %12 : tensor<9xf32>
      %cst_30 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
      %102 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %103 = stablehlo.multiply %101, %102 : tensor<9xf32>
      %cst_31 = stablehlo.constant dense<1.700000e+01> : tensor<f32>
      %104 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %105 = stablehlo.divide %103, %104 : tensor<9xf32>
      %106 = stablehlo.add %99, %105 : tensor<9xf32>
      %107 = call @argmax(%35) : (tensor<18x5xf32>) -> tensor<18xi32>
      %108 = stablehlo.compare EQ, %107, %arg7, SIGNED : (tensor<18xi32>, tensor<18xi32>) -> tensor<18xi1>
      %109 = stablehlo.convert %108 : (tensor<18xi1>) -> tensor<18xf32>
      %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %110 = stablehlo.reduce(%109 init: %cst_32) applies stablehlo.add across dimensions = [0] : (tensor<18xf32>, tensor<f32>) -> tensor<f32>
      %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %111 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %112 = stablehlo.multiply %111, %59 : tensor<9xf32>
      %113 = stablehlo.subtract %arg0, %112 : tensor<9xf32>
      %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %114 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<9xf32>
      %115 = stablehlo.multiply %114, %65 : tensor<9xf32>
      %116 = stablehlo.subtract %arg1, %115 : tensor<9xf32>
      %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %117 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<6x9xf32>
      %118 = stablehlo.multiply %117, %92 : tensor<6x9xf32>
      %119 = stablehlo.subtract %arg2, %118 : tensor<6x9xf32>
      %cst_36 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %120 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<9x5xf32>
      %121 = stablehlo.multiply %120, %53 : tensor<9x5xf32>
      %122 = stablehlo.subtract %arg3, %121 : tensor<9x5xf32>
      %cst_37 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
      %123 = stablehlo.divide %110, %cst_37 : tensor<f32>
      return %113, %116, %119, %122, %97, %106, %46, %123 : tensor<9xf32>, tensor<9xf32>, tensor<6x9xf32>, tensor<9x5xf32>, tensor<9xf32>, tensor<9xf32>, tensor<f32>, tensor<f32>
    }
    func.func private @relu(%arg0: tensor<18x9xf32>) -> tensor<18x9xf32> {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<18x9xf32>
      %1 = stablehlo.maximum %arg0, %0 : tensor<18x9xf32>
      return %1 : tensor<18x9xf32>
    }
    func.func private @log_softmax(%arg0: tensor<18x5xf32>) -> (tensor<18x5xf32>, tensor<18x5xf32>, tensor<18x1xf32>) {
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<18x5xf32>, tensor<f32>) -> tensor<18xf32>
      %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<18xf32>
      %2 = stablehlo.maximum %1, %0 : tensor<18xf32>
      %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<18xf32>) -> tensor<18x1xf32>
      %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<18x1xf32>) -> tensor<18x5xf32>
      %5 = stablehlo.subtract %arg0, %4 : tensor<18x5xf32>
      %6 = stablehlo.exponential %5 : tensor<18x5xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<18x5xf32>, tensor<f32>) -> tensor<18xf32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<18xf32>) -> tensor<18x1xf32>
      %9 = stablehlo.log %8 : tensor<18x1xf32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<18x1xf32>) -> tensor<18x5xf32>
      %11 = stablehlo.subtract %5, %10 : tensor<18x5xf32>
      return %11, %6, %8 : tensor<18x5xf32>, tensor<18x5xf32>, tensor<18x1xf32>
    }
    func.func private @_where(%arg0: tensor<18x5xi1>, %arg1: tensor<18x5xf32>, %arg2: tensor<f32>) -> (tensor<18x5xf32>, tensor<18x5xf32>) {
      %0 = stablehlo.convert %arg2 : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<18x5xf32>
      %2 = stablehlo.select %arg0, %arg1, %1 : tensor<18x5xi1>, tensor<18x5xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<18x5xf32>
      return %2, %3 : tensor<18x5xf32>, tensor<18x5xf32>
    }
    func.func private @_where_0(%arg0: tensor<18x5xi1>, %arg1: tensor<18x5xf32>, %arg2: tensor<18x5xf32>) -> tensor<18x5xf32> {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<18x5xf32>
      %1 = stablehlo.select %arg0, %arg2, %0 : tensor<18x5xi1>, tensor<18x5xf32>
      return %1 : tensor<18x5xf32>
    }
    func.func private @log_softmax_1(%arg0: tensor<18x5xf32>, %arg1: tensor<18x1xf32>, %arg2: tensor<18x5xf32>) -> tensor<18x5xf32> {
      %0 = stablehlo.negate %arg2 : tensor<18x5xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<18x5xf32>, tensor<f32>) -> tensor<18xf32>
      %2 = stablehlo.reshape %1 : (tensor<18xf32>) -> tensor<18x1xf32>
      %3 = stablehlo.divide %2, %arg1 : tensor<18x1xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<18x1xf32>, tensor<f32>) -> tensor<18xf32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<18xf32>) -> tensor<18x5xf32>
      %6 = stablehlo.multiply %5, %arg0 : tensor<18x5xf32>
      %7 = stablehlo.add %arg2, %6 : tensor<18x5xf32>
      return %7 : tensor<18x5xf32>
    }
    func.func private @argmax(%arg0: tensor<18x5xf32>) -> tensor<18xi32> {
      %0 = stablehlo.iota dim = 1 : tensor<18x5xi32>
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<18x5xf32>, tensor<18x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<18xf32>, tensor<18xi32>)
       reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
        %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %4 = stablehlo.or %2, %3 : tensor<i1>
        %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %7 = stablehlo.and %5, %6 : tensor<i1>
        %8 = stablehlo.or %4, %7 : tensor<i1>
        %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
        %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
        stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
      }
      return %1#1 : tensor<18xi32>
    }
  }
  module @plan attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 1 : i32} {
    sdy.mesh @mesh = <["dp"=3]> {stablehlo.mesh = {axes = [{name = "dp", size = 3 : i64}]}}
    func.func public @main(%arg0: tensor<9xf32>, %arg1: tensor<9xf32>, %arg2: tensor<6x9xf32>, %arg3: tensor<9x5xf32>, %arg4: tensor<9xf32>, %arg5: tensor<9xf32>, %arg6: tensor<18x6xf32>, %arg7: tensor<18xi32>) -> (tensor<9xf32> {jax.result_info = "result[0]['b']"}, tensor<9xf32> {jax.result_info = "result[0]['g']"}, tensor<6x9xf32> {jax.result_info = "result[0]['w1']"}, tensor<9x5xf32> {jax.result_info = "result[0]['w2']"}, tensor<9xf32> {jax.result_info = "result[1]['mean']"}, tensor<9xf32> {jax.result_info = "result[1]['var']"}, tensor<f32> {jax.result_info = "result[2]"}, tensor<f32> {jax.result_info = "result[3]"}) {
      %0:8 = sdy.manual_computation(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{"dp"}, {}]>, <@mesh, [{"dp"}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{}]>, <@mesh, [{}]>, <@mesh, []>, <@mesh, []>] manual_axes={"dp"} (%arg8: tensor<9xf32>, %arg9: tensor<9xf32>, %arg10: tensor<6x9xf32>, %arg11: tensor<9x5xf32>, %arg12: tensor<9xf32>, %arg13: tensor<9xf32>, %arg14: tensor<6x6xf32>, %arg15: tensor<6xi32>) {
        %1 = stablehlo.dot_general %arg14, %arg10, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x6xf32>, tensor<6x9xf32>) -> tensor<6x9xf32>
        %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<9xf32>
        %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
        %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %4 = stablehlo.multiply %2, %3 : tensor<9xf32>
        %cst_1 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
        %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %6 = stablehlo.divide %4, %5 : tensor<9xf32>
        %7 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
        %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<6x9xf32>
        %9 = stablehlo.subtract %1, %8 : tensor<6x9xf32>
        %10 = stablehlo.multiply %9, %9 : tensor<6x9xf32>
        %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
        %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x9xf32>
        %12 = stablehlo.multiply %11, %9 : tensor<6x9xf32>
        %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %13 = stablehlo.reduce(%10 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<9xf32>
        %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
        %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %15 = stablehlo.multiply %13, %14 : tensor<9xf32>
        %cst_5 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
        %16 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %17 = stablehlo.divide %15, %16 : tensor<9xf32>
        %18 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
        %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<6x9xf32>
        %20 = stablehlo.subtract %1, %19 : tensor<6x9xf32>
        %cst_6 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
        %21 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %22 = stablehlo.add %17, %21 : tensor<9xf32>
        %23 = stablehlo.rsqrt %22 : tensor<9xf32>
        %24 = stablehlo.divide %23, %22 : tensor<9xf32>
        %cst_7 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
        %25 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %26 = stablehlo.multiply %25, %24 : tensor<9xf32>
        %27 = stablehlo.broadcast_in_dim %23, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
        %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<6x9xf32>
        %29 = stablehlo.multiply %20, %28 : tensor<6x9xf32>
        %30 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
        %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<6x9xf32>
        %32 = stablehlo.multiply %29, %31 : tensor<6x9xf32>
        %33 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
        %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<6x9xf32>
        %35 = stablehlo.add %32, %34 : tensor<6x9xf32>
        %36 = func.call @relu(%35) : (tensor<6x9xf32>) -> tensor<6x9xf32>
        %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %37 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x9xf32>
        %38 = stablehlo.compare GT, %35, %37, FLOAT : (tensor<6x9xf32>, tensor<6x9xf32>) -> tensor<6x9xi1>
        %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %39 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6x9xf32>
        %40 = stablehlo.dot_general %36, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x9xf32>, tensor<9x5xf32>) -> tensor<6x5xf32>
        %41:3 = func.call @log_softmax(%40) : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x1xf32>)
        %42 = stablehlo.iota dim = 0 : tensor<5xi32>
        %43 = stablehlo.broadcast_in_dim %arg15, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
        %44 = stablehlo.broadcast_in_dim %42, dims = [1] : (tensor<5xi32>) -> tensor<1x5xi32>
        %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<1x5xi32>) -> tensor<6x5xi32>
        %46 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<6x1xi32>) -> tensor<6x5xi32>
        %47 = stablehlo.compare EQ, %45, %46, SIGNED : (tensor<6x5xi32>, tensor<6x5xi32>) -> tensor<6x5xi1>
        %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %48:2 = func.call @_where(%47, %41#0, %cst_10) : (tensor<6x5xi1>, tensor<6x5xf32>, tensor<f32>) -> (tensor<6x5xf32>, tensor<6x5xf32>)
        %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %49 = stablehlo.reduce(%48#0 init: %cst_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<f32>
        %50 = stablehlo.negate %49 : tensor<f32>
        %cst_12 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
        %51 = stablehlo.divide %50, %cst_12 : tensor<f32>
        %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %cst_14 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
        %52 = stablehlo.divide %cst_13, %cst_14 : tensor<f32>
        %53 = stablehlo.negate %52 : tensor<f32>
        %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
        %55 = func.call @_where_0(%47, %48#1, %54) : (tensor<6x5xi1>, tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32>
        %56 = func.call @log_softmax_1(%41#1, %41#2, %55) : (tensor<6x5xf32>, tensor<6x1xf32>, tensor<6x5xf32>) -> tensor<6x5xf32>
        %57 = stablehlo.dot_general %56, %36, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x5xf32>, tensor<6x9xf32>) -> tensor<5x9xf32>
        %58 = stablehlo.transpose %57, dims = [1, 0] : (tensor<5x9xf32>) -> tensor<9x5xf32>
        %59 = stablehlo.dot_general %56, %arg11, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x5xf32>, tensor<9x5xf32>) -> tensor<6x9xf32>
        %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %60 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6x9xf32>
        %61 = stablehlo.select %38, %59, %60 : tensor<6x9xi1>, tensor<6x9xf32>
        %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %62 = stablehlo.reduce(%61 init: %cst_16) applies stablehlo.add across dimensions = [0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<9xf32>
        %63 = stablehlo.reshape %62 : (tensor<9xf32>) -> tensor<1x9xf32>
        %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %64 = stablehlo.reduce(%63 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<1x9xf32>, tensor<f32>) -> tensor<9xf32>
        %65 = stablehlo.multiply %29, %61 : tensor<6x9xf32>
        %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %66 = stablehlo.reduce(%65 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<9xf32>
        %67 = stablehlo.reshape %66 : (tensor<9xf32>) -> tensor<1x9xf32>
        %68 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<6x9xf32>
        %69 = stablehlo.multiply %61, %68 : tensor<6x9xf32>
        %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %70 = stablehlo.reduce(%67 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<1x9xf32>, tensor<f32>) -> tensor<9xf32>
        %71 = stablehlo.multiply %20, %69 : tensor<6x9xf32>
        %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %72 = stablehlo.reduce(%71 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<9xf32>
        %73 = stablehlo.reshape %72 : (tensor<9xf32>) -> tensor<1x9xf32>
        %74 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<6x9xf32>
        %75 = stablehlo.multiply %69, %74 : tensor<6x9xf32>
        %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %76 = stablehlo.reduce(%73 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<1x9xf32>, tensor<f32>) -> tensor<9xf32>
        %77 = stablehlo.multiply %76, %26 : tensor<9xf32>
        %78 = stablehlo.negate %75 : tensor<6x9xf32>
        %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %79 = stablehlo.reduce(%78 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<9xf32>
        %80 = stablehlo.reshape %79 : (tensor<9xf32>) -> tensor<1x9xf32>
        %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %81 = stablehlo.reduce(%80 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<1x9xf32>, tensor<f32>) -> tensor<9xf32>
        %cst_24 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
        %82 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %83 = stablehlo.divide %77, %82 : tensor<9xf32>
        %cst_25 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
        %84 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %85 = stablehlo.multiply %83, %84 : tensor<9xf32>
        %86 = stablehlo.broadcast_in_dim %85, dims = [1] : (tensor<9xf32>) -> tensor<6x9xf32>
        %87 = stablehlo.multiply %86, %12 : tensor<6x9xf32>
        %88 = stablehlo.negate %87 : tensor<6x9xf32>
        %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %89 = stablehlo.reduce(%88 init: %cst_26) applies stablehlo.add across dimensions = [0] : (tensor<6x9xf32>, tensor<f32>) -> tensor<9xf32>
        %90 = stablehlo.reshape %89 : (tensor<9xf32>) -> tensor<1x9xf32>
        %91 = stablehlo.add %75, %87 : tensor<6x9xf32>
        %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %92 = stablehlo.reduce(%90 init: %cst_27) applies stablehlo.add across dimensions = [0] : (tensor<1x9xf32>, tensor<f32>) -> tensor<9xf32>
        %93 = stablehlo.add %81, %92 : tensor<9xf32>
        %cst_28 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
        %94 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %95 = stablehlo.divide %93, %94 : tensor<9xf32>
        %cst_29 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
        %96 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %97 = stablehlo.multiply %95, %96 : tensor<9xf32>
        %98 = stablehlo.broadcast_in_dim %97, dims = [1] : (tensor<9xf32>) -> tensor<6x9xf32>
        %99 = stablehlo.add %91, %98 : tensor<6x9xf32>
        %100 = stablehlo.dot_general %99, %arg14, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x9xf32>, tensor<6x6xf32>) -> tensor<9x6xf32>
        %101 = stablehlo.transpose %100, dims = [1, 0] : (tensor<9x6xf32>) -> tensor<6x9xf32>
        %102 = "stablehlo.all_reduce"(%64) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
        ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
          %139 = stablehlo.add %arg16, %arg17 : tensor<f32>
          stablehlo.return %139 : tensor<f32>
        }) : (tensor<9xf32>) -> tensor<9xf32>
        %103 = "stablehlo.all_reduce"(%70) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
        ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
          %139 = stablehlo.add %arg16, %arg17 : tensor<f32>
          stablehlo.return %139 : tensor<f32>
        }) : (tensor<9xf32>) -> tensor<9xf32>
        %104 = "stablehlo.all_reduce"(%101) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
        ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
          %139 = stablehlo.add %arg16, %arg17 : tensor<f32>
          stablehlo.return %139 : tensor<f32>
        }) : (tensor<6x9xf32>) -> tensor<6x9xf32>
        %105 = "stablehlo.all_reduce"(%58) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
        ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
          %139 = stablehlo.add %arg16, %arg17 : tensor<f32>
          stablehlo.return %139 : tensor<f32>
        }) : (tensor<9x5xf32>) -> tensor<9x5xf32>
        %cst_30 = stablehlo.constant dense<0.899999976> : tensor<f32>
        %106 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %107 = stablehlo.multiply %106, %arg12 : tensor<9xf32>
        %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %108 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %109 = stablehlo.multiply %108, %6 : tensor<9xf32>
        %110 = stablehlo.add %107, %109 : tensor<9xf32>
        %cst_32 = stablehlo.constant dense<0.899999976> : tensor<f32>
        %111 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %112 = stablehlo.multiply %111, %arg13 : tensor<9xf32>
        %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %113 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %114 = stablehlo.multiply %113, %17 : tensor<9xf32>
        %cst_34 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
        %115 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %116 = stablehlo.multiply %114, %115 : tensor<9xf32>
        %cst_35 = stablehlo.constant dense<1.700000e+01> : tensor<f32>
        %117 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %118 = stablehlo.divide %116, %117 : tensor<9xf32>
        %119 = stablehlo.add %112, %118 : tensor<9xf32>
        %120 = func.call @argmax(%40) : (tensor<6x5xf32>) -> tensor<6xi32>
        %121 = stablehlo.compare EQ, %120, %arg15, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
        %122 = stablehlo.convert %121 : (tensor<6xi1>) -> tensor<6xf32>
        %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %123 = stablehlo.reduce(%122 init: %cst_36) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
        %cst_37 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %124 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %125 = stablehlo.multiply %124, %102 : tensor<9xf32>
        %126 = stablehlo.subtract %arg8, %125 : tensor<9xf32>
        %cst_38 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %127 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<9xf32>
        %128 = stablehlo.multiply %127, %103 : tensor<9xf32>
        %129 = stablehlo.subtract %arg9, %128 : tensor<9xf32>
        %cst_39 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %130 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<6x9xf32>
        %131 = stablehlo.multiply %130, %104 : tensor<6x9xf32>
        %132 = stablehlo.subtract %arg10, %131 : tensor<6x9xf32>
        %cst_40 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %133 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<9x5xf32>
        %134 = stablehlo.multiply %133, %105 : tensor<9x5xf32>
        %135 = stablehlo.subtract %arg11, %134 : tensor<9x5xf32>
        %136 = "stablehlo.all_reduce"(%51) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
        ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
          %139 = stablehlo.add %arg16, %arg17 : tensor<f32>
          stablehlo.return %139 : tensor<f32>
        }) : (tensor<f32>) -> tensor<f32>
        %137 = "stablehlo.all_reduce"(%123) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
        ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
          %139 = stablehlo.add %arg16, %arg17 : tensor<f32>
          stablehlo.return %139 : tensor<f32>
        }) : (tensor<f32>) -> tensor<f32>
        %cst_41 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
        %138 = stablehlo.divide %137, %cst_41 : tensor<f32>
        sdy.return %126, %129, %132, %135, %110, %119, %136, %138 : tensor<9xf32>, tensor<9xf32>, tensor<6x9xf32>, tensor<9x5xf32>, tensor<9xf32>, tensor<9xf32>, tensor<f32>, tensor<f32>
      } : (tensor<9xf32>, tensor<9xf32>, tensor<6x9xf32>, tensor<9x5xf32>, tensor<9xf32>, tensor<9xf32>, tensor<18x6xf32>, tensor<18xi32>) -> (tensor<9xf32>, tensor<9xf32>, tensor<6x9xf32>, tensor<9x5xf32>, tensor<9xf32>, tensor<9xf32>, tensor<f32>, tensor<f32>)
      return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7 : tensor<9xf32>, tensor<9xf32>, tensor<6x9xf32>, tensor<9x5xf32>, tensor<9xf32>, tensor<9xf32>, tensor<f32>, tensor<f32>
    }
    func.func private @relu(%arg0: tensor<6x9xf32>) -> tensor<6x9xf32> {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x9xf32>
      %1 = stablehlo.maximum %arg0, %0 : tensor<6x9xf32>
      return %1 : tensor<6x9xf32>
    }
    func.func private @log_softmax(%arg0: tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x1xf32>) {
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
      %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6xf32>
      %2 = stablehlo.maximum %1, %0 : tensor<6xf32>
      %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
      %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
      %5 = stablehlo.subtract %arg0, %4 : tensor<6x5xf32>
      %6 = stablehlo.exponential %5 : tensor<6x5xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
      %9 = stablehlo.log %8 : tensor<6x1xf32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
      %11 = stablehlo.subtract %5, %10 : tensor<6x5xf32>
      return %11, %6, %8 : tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x1xf32>
    }
    func.func private @_where(%arg0: tensor<6x5xi1>, %arg1: tensor<6x5xf32>, %arg2: tensor<f32>) -> (tensor<6x5xf32>, tensor<6x5xf32>) {
      %0 = stablehlo.convert %arg2 : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
      %2 = stablehlo.select %arg0, %arg1, %1 : tensor<6x5xi1>, tensor<6x5xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
      return %2, %3 : tensor<6x5xf32>, tensor<6x5xf32>
    }
    func.func private @_where_0(%arg0: tensor<6x5xi1>, %arg1: tensor<6x5xf32>, %arg2: tensor<6x5xf32>) -> tensor<6x5xf32> {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
      %1 = stablehlo.select %arg0, %arg2, %0 : tensor<6x5xi1>, tensor<6x5xf32>
      return %1 : tensor<6x5xf32>
    }
    func.func private @log_softmax_1(%arg0: tensor<6x5xf32>, %arg1: tensor<6x1xf32>, %arg2: tensor<6x5xf32>) -> tensor<6x5xf32> {
      %0 = stablehlo.negate %arg2 : tensor<6x5xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
      %2 = stablehlo.reshape %1 : (tensor<6xf32>) -> tensor<6x1xf32>
      %3 = stablehlo.divide %2, %arg1 : tensor<6x1xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<6x1xf32>, tensor<f32>) -> tensor<6xf32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<6xf32>) -> tensor<6x5xf32>
      %6 = stablehlo.multiply %5, %arg0 : tensor<6x5xf32>
      %7 = stablehlo.add %arg2, %6 : tensor<6x5xf32>
      return %7 : tensor<6x5xf32>
    }
    func.func private @argmax(%arg0: tensor<6x5xf32>) -> tensor<6xi32> {
      %0 = stablehlo.iota dim = 1 : tensor<6x5xi32>
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<6x5xf32>, tensor<6x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
       reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
        %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %4 = stablehlo.or %2, %3 : tensor<i1>
        %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %7 = stablehlo.and %5, %6 : tensor<i1>
        %8 = stablehlo.or %4, %7 : tensor<i1>
        %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
        %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
        stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
      }
      return %1#1 : tensor<6xi32>
    }
  }
}

