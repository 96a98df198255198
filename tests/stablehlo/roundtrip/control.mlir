// Text as JAX prints it is printed again unchanged, and also comes back from the generic form.
// RUN: grep -v '^//' %s > %t.given && lockstep-opt %s > %t.printed && diff %t.given %t.printed
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt > %t.generic && diff %t.given %t.generic
module {
  func.func @branches(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<2xf32>) {
    %0 = "stablehlo.if"(%arg0) ({
      stablehlo.return %arg2 : tensor<2xf32>
    }, {
      %2 = stablehlo.negate %arg2 : tensor<2xf32>
      stablehlo.return %2 : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    %1:2 = "stablehlo.case"(%arg1) ({
      stablehlo.return %arg2, %arg0 : tensor<2xf32>, tensor<i1>
    }, {
      stablehlo.return %arg2, %arg0 : tensor<2xf32>, tensor<i1>
    }) {note = "kept"} : (tensor<i32>) -> (tensor<2xf32>, tensor<i1>)
    "stablehlo.case"(%arg1) ({
      stablehlo.return 
    }) : (tensor<i32>) -> ()
    return
  }
  func.func @loops(%arg0: tensor<2xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
    %0:2 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0) : tensor<i32>, tensor<2xf32> attributes {note = "kept"}
    cond {
      %1 = stablehlo.compare LT, %iterArg, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %iterArg, %arg2 : tensor<i32>
      stablehlo.return %1, %iterArg_0 : tensor<i32>, tensor<2xf32>
    }
    stablehlo.while()
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      stablehlo.return 
    }
    return
  }
  func.func @packing(%arg0: tensor<2xf32>, %arg1: tensor<i32>, %arg2: !stablehlo.token) {
    %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2xf32>, tensor<i32>
    stablehlo.optimization_barrier()
    %1 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2xf32>, tensor<i32>>
    %2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
    %3 = stablehlo.tuple  : tuple<>
    %4 = stablehlo.create_token : !stablehlo.token
    %5 = stablehlo.after_all %arg2, %4 : !stablehlo.token
    return
  }
  func.func private @square(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @calls(%arg0: tensor<2xf32>) {
    %0 = stablehlo.custom_call @target(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.custom_call @"a target"(%arg0) {api_version = 4 : i32, backend_config = {a = 1 : i64}, called_computations = [@square], has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
    %2:2 = stablehlo.custom_call @Sharding(%arg0, %arg0) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    stablehlo.custom_call @nothing() : () -> ()
    %3 = stablehlo.composite "my.square" %arg0 {decomposition = @square} : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.composite "my.square" %arg0 {composite_attributes = {a = 1 : i32}, decomposition = @square, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

