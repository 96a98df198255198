// The step of step.mlir on two ranks, four samples each.
module @plan {
  sdy.mesh @mesh = <["dp"=2]>
  func.func public @main(%w: tensor<3x2xf32> {lockstep.name = "params['w']", lockstep.role = "state", tf.aliasing_output = 0 : i32},
                         %t: tensor<i32> {lockstep.name = "t", lockstep.role = "state", tf.aliasing_output = 1 : i32},
                         %x: tensor<8x3xf32> {lockstep.name = "batch['x']", lockstep.role = "batch"},
                         %y: tensor<8x2xf32> {lockstep.name = "batch['y']", lockstep.role = "batch"})
      -> (tensor<3x2xf32> {jax.result_info = "result[0]['w']"}, tensor<i32> {jax.result_info = "result[1]"},
          tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0:3 = sdy.manual_computation(%w, %t, %x, %y) in_shardings=[<@mesh, [{}, {}]>, <@mesh, []>, <@mesh, [{"dp"}, {}]>, <@mesh, [{"dp"}, {}]>]
        out_shardings=[<@mesh, [{}, {}]>, <@mesh, []>, <@mesh, []>] manual_axes={"dp"}
        (%wl: tensor<3x2xf32>, %tl: tensor<i32>, %xl: tensor<4x3xf32>, %yl: tensor<4x2xf32>) {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %scale = stablehlo.constant dense<0.0625> : tensor<f32>
      %rate = stablehlo.constant dense<0.05> : tensor<3x2xf32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %p = stablehlo.dot_general %xl, %wl, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
      %d = stablehlo.subtract %p, %yl : tensor<4x2xf32>
      %s = stablehlo.multiply %d, %d : tensor<4x2xf32>
      %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
      %part = stablehlo.multiply %sum, %scale : tensor<f32>
      %loss = "stablehlo.all_reduce"(%part) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %own = stablehlo.dot_general %xl, %d, contracting_dims = [0] x [0] : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
      %g = "stablehlo.all_reduce"(%own) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) : (tensor<3x2xf32>) -> tensor<3x2xf32>
      %u = stablehlo.multiply %rate, %g : tensor<3x2xf32>
      %n = stablehlo.subtract %wl, %u : tensor<3x2xf32>
      %t1 = stablehlo.add %tl, %one : tensor<i32>
      sdy.return %n, %t1, %loss : tensor<3x2xf32>, tensor<i32>, tensor<f32>
    } : (tensor<3x2xf32>, tensor<i32>, tensor<8x3xf32>, tensor<8x2xf32>) -> (tensor<3x2xf32>, tensor<i32>, tensor<f32>)
    return %0#0, %0#1, %0#2 : tensor<3x2xf32>, tensor<i32>, tensor<f32>
  }
}
