
    module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\"dp\"=2]>}"}} {
      func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
        %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x) : (tensor<8xf32>) -> tensor<4xf32>
        %1 = call @xla.sdy.manual_computation_body(%0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\"dp\"}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\"dp\"}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\"dp\"}]>]>"}} : (tensor<4xf32>) -> tensor<4xf32>
        %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) : (tensor<4xf32>) -> tensor<8xf32>
        return %2 : tensor<8xf32>
      }
      func.func private @xla.sdy.manual_computation_body(%x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = stablehlo.negate %x : tensor<4xf32>
        return %0 : tensor<4xf32>
      }
    }