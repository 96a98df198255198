// Collectives against the sharding of their operand.
// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error @+1 {{does not lead from the operand's sharding #sdy.sharding<@m, [{"a"}, {}]> to out_sharding #sdy.sharding<@m, [{}, {"b"}]>: dim 1 differs}}
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@m, [{}, {"b"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{has axes for 1 dims, the tensor has 2}}
  %0 = sdy.all_gather [{"a"}] %x out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
  // expected-error @+1 {{dim 0 differs}}
  %0 = sdy.reduce_scatter [{"a"}] %x out_sharding=<@m, [{"b"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{axis "a" cuts a dim of the tensor}}
  %0 = sdy.all_reduce {"a"} %x out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{axis "z" is not an axis of mesh #sdy.mesh<["a"=2, "b"=2]>}}
  %0 = sdy.all_reduce {"z"} %x out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error @+1 {{dim 0 differs}}
  %0 = sdy.all_to_all [{"a"}: 0->1] %x out_sharding=<@m, [{"b"}, {"a"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{dim 2 is not a dim of the tensor}}
  %0 = sdy.all_to_all [{"a"}: 0->2] %x out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{dim 1 is named twice}}
  %0 = sdy.all_to_all [{"a"}: 0->1, {"b"}: 1->0] %x out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{needs at least one parameter}}
  %0 = sdy.all_to_all [] %x out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{dim 0 has another number of pieces than the operand}}
  %0 = sdy.collective_permute %x out_sharding=<@m, [{"b"}]> : tensor<8xf32>
  return
}
