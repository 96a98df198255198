// Steps that make no sense: one constraint each.
// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

sdy.mesh @other = <["pp"=2, "dp"=2]>
func.func @mesh(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected a mesh of the module, found @mesh}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c1_axis(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C1: expected an axis of the mesh #sdy.mesh<["pp"=2, "dp"=2]> for the stages, found "tp"}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="tp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=3]>
func.func @step_c1_count(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C1: expected 3 programs, one per coordinate of "pp", found 2}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c2(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C2: expected one placement per operand, found 2 for 1}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>, <[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c2_result(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C2: expected one placement per result, found 0 for 1}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c3(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C3: operand 0 is placed on stage 2, the step has stages 0 to 1}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[2], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c3_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    // expected-error @+1 {{C3: expected every stage once, found 0 twice}}
    in_placements=[<[0, 0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c3_empty(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    // expected-error @+1 {{C3: expected a placement on at least one stage}}
    in_placements=[<[], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c3_order(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    // expected-error @+1 {{C3: expected stages in ascending order}}
    in_placements=[<[1, 0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
sdy.mesh @other = <["dp"=2]>
func.func @step_c4_mesh(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C4: expected result 0 on the mesh @mesh of the step, found @other}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@other, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c4_axis(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C4: the sharding of operand 0 uses the axis "pp", along which the stages lie}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{"pp"}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c4_order(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C4: sharding of operand 0 has 2 dims, the type 'tensor<4xf32>' has 1}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}, {}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=3]>
func.func @step_c4_divides(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C4: dim 0 of operand 0 has extent 4 and does not divide into 3 pieces}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{"dp"}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c5_count(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C5: expected the program of stage 1 to take 1 values, found 0}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0, 1], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c5_type(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C5: expected the program of stage 0 to take operand 0 as 'tensor<2xf32>', found 'tensor<4xf32>'}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{"dp"}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c6_count(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C6: expected the program of stage 0 to return 1 values, found 0}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[0, 1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c6_type(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C6: expected the program of stage 1 to return result 0 as 'tensor<2xf32>', found 'tensor<4xf32>'}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{"dp"}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c7(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C7: expected one bound of in_flight per stage, found 1 for 2}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    {in_flight = array<i64: 1>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2]>
func.func private @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C8: a collective between stages must stand directly in the programs of plan.step}}
  %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %sum = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @step_c8(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      %b = plan.call @inner(%a) : (tensor<4xf32>) -> tensor<4xf32>
      plan.send %b to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c9_self(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      // expected-error @+1 {{C9: expected another of the 2 stages than its own, which is 0, found 0}}
      plan.send %a to 0 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c9_range(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      // expected-error @+1 {{C9: expected another of the 2 stages than its own, which is 0, found 5}}
      plan.send %a to 5 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @step_c10(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  // expected-error @+1 {{C10: expected the function to hold nothing else and to return its results in their order}}
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.send %a to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @group_c1(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      plan.group {
        // expected-error @+1 {{C1: expected sends and receives only in a group}}
        %b = stablehlo.abs %a : tensor<4xf32>
        plan.yield
      }
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @group_c1_empty(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      // expected-error @+1 {{C1: expected at least one send or receive}}
      plan.group {
        plan.yield
      }
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @group_c2(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      %c = plan.group {
        %b = plan.recv from 1 tag "y" : tensor<4xf32>
        // expected-error @+1 {{C2: sends what the same group receives}}
        plan.send %b to 1 tag "x" : tensor<4xf32>
        plan.yield %b : tensor<4xf32>
      } : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @group_c3(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      // expected-error @+1 {{C3: expected to yield what is received in the group}}
      %c = plan.group {
        plan.send %a to 1 tag "x" : tensor<4xf32>
        plan.yield %a : tensor<4xf32>
      } : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @group_c3_types(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      // expected-error @+1 {{C3: expected results of the types that are yielded}}
      %c = plan.group {
        %b = plan.recv from 1 tag "x" : tensor<4xf32>
        plan.yield %b : tensor<4xf32>
      } : tensor<2xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @call_c1(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      // expected-error @+1 {{C1: expected a function with a body, found @nobody}}
      %b = plan.call @nobody(%a) : (tensor<4xf32>) -> tensor<4xf32>
      plan.send %b to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }
func.func @call_c2(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      // expected-error @+1 {{C2: expected a function of type '(tensor<i32>, tensor<4xf32>) -> tensor<4xf32>', @f has '(tensor<4xf32>) -> tensor<4xf32>'}}
      %b = plan.call @f micro_batch 1 (%a) : (tensor<4xf32>) -> tensor<4xf32>
      plan.send %b to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }
func.func @call_c2_number(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      // expected-error @+1 {{C2: expected a micro-batch number that tensor<i32> can hold, found 2147483648}}
      %b = plan.call @f micro_batch 2147483648 (%a) : (tensor<4xf32>) -> tensor<4xf32>
      plan.send %b to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }
func.func @call_c3(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      // expected-error @+1 {{C3: donates operand 1, it has 1}}
      %b = plan.call @f(%a) donates [1] : (tensor<4xf32>) -> tensor<4xf32>
      plan.send %b to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["pp"=2, "dp"=2]>
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }
func.func @call_c3_order(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%x) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{}]>>]
    out_placements=[<[1], <@mesh, [{}]>>]
    stage(%a: tensor<4xf32>) {
      // expected-error @+1 {{C3: expected operands in ascending order in donates}}
      %b = plan.call @f(%a) donates [0, 0] : (tensor<4xf32>) -> tensor<4xf32>
      plan.send %b to 1 tag "x" : tensor<4xf32>
      plan.return
    }
    stage() {
      %a = plan.recv from 0 tag "x" : tensor<4xf32>
      plan.return %a : tensor<4xf32>
    }
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{expected a positive number of slots for a tree and for nothing else, found 0}}
module attributes {a = #plan.order<tree>} {}

// -----

// expected-error @+1 {{expected a positive number of slots for a tree and for nothing else, found 2}}
module attributes {a = #plan.order<ring, slots = 2>} {}

// -----

// expected-error @+1 {{expected any, ring or tree, found best}}
module attributes {a = #plan.order<best>} {}

// -----

// expected-error @+1 {{has the attribute "plan.orders", which the dialect plan does not know}}
module attributes {plan.orders = 1 : i64} {}

// -----

// expected-error @+1 {{expected #plan.order<...> for 'plan.order', found 1}}
module attributes {plan.order = 1 : i64} {}

// -----

// expected-error @+1 {{is no reduction between devices and has no order}}
module attributes {plan.order = #plan.order<any>} {}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected only attributes of the specification between <{ and }>, found "color"}}
  "plan.send"(%x) <{stage = 1 : i64, tag = "x", color = 3 : i64}> : (tensor<4xf32>) -> ()
  return %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'plan.send' op expects parent op to be one of 'plan.step, plan.group'}}
  plan.send %x to 1 tag "x" : tensor<4xf32>
  return %x : tensor<4xf32>
}
