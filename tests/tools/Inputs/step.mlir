// Linear regression on 8 samples: loss = sum((x w - y)^2) / 16, w' = w - 0.05 x^T (x w - y), t' = t + 1.
module @step {
  func.func public @main(%w: tensor<3x2xf32> {lockstep.name = "params['w']", lockstep.role = "state", tf.aliasing_output = 0 : i32},
                         %t: tensor<i32> {lockstep.name = "t", lockstep.role = "state", tf.aliasing_output = 1 : i32},
                         %x: tensor<8x3xf32> {lockstep.name = "batch['x']", lockstep.role = "batch"},
                         %y: tensor<8x2xf32> {lockstep.name = "batch['y']", lockstep.role = "batch"})
      -> (tensor<3x2xf32> {jax.result_info = "result[0]['w']"}, tensor<i32> {jax.result_info = "result[1]"},
          tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %scale = stablehlo.constant dense<0.0625> : tensor<f32>
    %rate = stablehlo.constant dense<0.05> : tensor<3x2xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x3xf32>, tensor<3x2xf32>) -> tensor<8x2xf32>
    %d = stablehlo.subtract %p, %y : tensor<8x2xf32>
    %s = stablehlo.multiply %d, %d : tensor<8x2xf32>
    %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<f32>
    %loss = stablehlo.multiply %sum, %scale : tensor<f32>
    %g = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %u = stablehlo.multiply %rate, %g : tensor<3x2xf32>
    %n = stablehlo.subtract %w, %u : tensor<3x2xf32>
    %t1 = stablehlo.add %t, %one : tensor<i32>
    return %n, %t1, %loss : tensor<3x2xf32>, tensor<i32>, tensor<f32>
  }
}
