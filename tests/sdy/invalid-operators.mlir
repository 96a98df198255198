// Operators that make no sense: one message each.
// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{sharding of argument 0: mesh @m is not declared in this module}}
func.func @f(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) { return }

// -----

sdy.mesh @m = <["a"=2]>
// expected-error @+1 {{sharding of argument 0: axis "b" is not an axis of mesh #sdy.mesh<["a"=2]>}}
func.func @f(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) { return }

// -----

sdy.mesh @m = <["a"=2]>
// expected-error @+1 {{sharding of argument 0 has 2 dims, the type 'tensor<4xf32>' has 1}}
func.func @f(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) { return }

// -----

// expected-error @+1 {{argument 0: expected #sdy.sharding<...> for 'sdy.sharding', found 3}}
func.func @f(%x: tensor<4xf32> {sdy.sharding = 3 : i32}) { return }

// -----

sdy.mesh @m = <["a"=2]>
// expected-error @+1 {{sharding of result 0: axis "a" is used twice}}
func.func private @f() -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"a"}]>})

// -----

sdy.mesh @m = <["a"=8]>
// expected-error @+1 {{sharding of result 0: axis "a":(2)2 overlaps "a":(1)4}}
func.func private @f() -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)4}, {"a":(2)2}]>})

// -----

sdy.mesh @m = <["a"=4]>
// expected-error @+1 {{"a":(1)4 is the whole axis and must be written "a"}}
func.func private @f() -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)4}, {}]>})

// -----

sdy.mesh @m = <["a"=4]>
// expected-error @+1 {{sub-axis "a":(2)3 does not divide the axis of size 4}}
func.func private @f() -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(2)3}, {}]>})

// -----

sdy.mesh @m = <["a"=4]>
// expected-error @+1 {{dim 1 has extent 0 and can't be sharded}}
func.func private @f() -> (tensor<4x0xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>})

// -----

sdy.mesh @m = <["a"=2]>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 1 results and 2 shardings}}
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, [{}]>]>} : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{sharding rule is for 2 operands and 1 results, the operator has 1 and 1}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {i=4}>} : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected #sdy.op_sharding_rule<...> for 'sdy.sharding_rule', found 1}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = 1 : i32} : tensor<4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2]>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{sharding has 0 dims, the type 'tensor<4xf32>' has 1}}
  %0 = sdy.sharding_constraint %x <@m, []> : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{with direction BOTH is no barrier}}
  %0 = sdy.propagation_barrier %x allowed_direction=BOTH : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{arguments of the body must have the types of the operands}}
  %0 = sdy.named_computation<"g">(%x) (%y: tensor<2xf32>) {
    sdy.return %y : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{values returned by the body must have the types of the results}}
  %0 = sdy.named_computation<"g">(%x) (%y: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{operand 0 of type 'tensor<8xf32>' must be 'tensor<4xf32>' in the body, found 'tensor<2xf32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%y: tensor<2xf32>) {
    sdy.return %y : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{result 0 of type 'tensor<4xf32>' must be 'tensor<2xf32>' in the body, found 'tensor<4xf32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 1 operands and 2 shardings for them}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>, <@m, []>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 1 results, its body has 2}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    sdy.return %y, %y : tensor<4xf32>, tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=3]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{operand 0, dim 0: extent 8 does not divide into 3 pieces over the manual axes}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{}]>] manual_axes={"a"} (%y: tensor<2xf32>) {
    sdy.return %y : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<2xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{operand 0, dim 0: the manual axis "a" must come before "b", which is not manual}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"b", "a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=4]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{operand 0, dim 0: the manual axis "a":(1)2 can't be split}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a":(1)2}]>] out_shardings=[<@m, [{}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{manual axis "b" is not an axis of mesh #sdy.mesh<["a"=2]>}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a", "b"} (%y: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{manual axis "a" is listed twice}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a", "a"} (%y: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{manual axis "a" belongs to no mesh: no sharding names a mesh that has it}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
    sdy.return
  } : () -> ()
  return
}

// -----

sdy.mesh @m = <["a"=2]>
sdy.mesh @n = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8xf32>, %z: tensor<8xf32>) {
  // expected-error @+1 {{sharding of operand 1 is on another mesh than that of the manual axes}}
  %0 = sdy.manual_computation(%x, %z) in_shardings=[<@m, [{"a"}]>, <@n, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>, %w: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2]>
func.func @f(%x: tensor<8xf32>) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    // expected-error @+1 {{axis "a" is manual already in the surrounding manual_computation}}
    %1 = sdy.manual_computation(%y) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%z: tensor<2xf32>) {
      sdy.return %z : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["dp"=2]>
func.func @unknown_property(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected only attributes of the specification between <{ and }>, found "bogus"}}
  %0 = "sdy.sharding_constraint"(%x) <{sharding = #sdy.sharding<@mesh, [{"dp"}]>, bogus = 1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
