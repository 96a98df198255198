// Attributes that make no sense: one message each.
// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{mesh axis "a" is declared twice}}
sdy.mesh @m = <["a"=2, "a"=2]>

// -----

// expected-error @+1 {{the size of mesh axis "a" must be at least 1, found 0}}
sdy.mesh @m = <["a"=0]>

// -----

// expected-error @+1 {{the name of a mesh axis must not be empty}}
sdy.mesh @m = <[""=2]>

// -----

// expected-error @+1 {{expected 4 device ids, one per position of the mesh, found 3}}
sdy.mesh @m = <["a"=2, "b"=2], device_ids=[0, 1, 2]>

// -----

// expected-error @+1 {{device id 1 occurs twice}}
sdy.mesh @m = <["a"=3], device_ids=[1, 1, 2]>

// -----

// expected-error @+1 {{device id 3 is not in 0..2}}
sdy.mesh @m = <["a"=3], device_ids=[1, 3, 2]>

// -----

// expected-error @+1 {{a mesh without axes takes exactly one device id, at least 0}}
sdy.mesh @m = <[], device_ids=[1, 2]>

// -----

// expected-error @+1 {{the mesh has more than 2^31 devices}}
sdy.mesh @m = <["a"=1000000, "b"=1000000]>

// -----

// expected-error @+1 {{the size of a sub-axis must be in 2..2^31, found 1}}
func.func private @f(tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)1}]>})

// -----

// expected-error @+1 {{the size before a sub-axis must be in 1..2^31, found 0}}
func.func private @f(tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(0)2}]>})

// -----

// expected-error @+1 {{'?' must be the last of a dim sharding}}
func.func private @f(tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{?, "a"}]>})

// -----

// expected-error @+1 {{expected a priority 'pN' or the end of the dim sharding}}
func.func private @f(tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}q1]>})

// -----

// expected-error @+1 {{a closed dim without axes takes no priority}}
func.func private @f(tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}p1]>})

// -----

// expected-error @+1 {{expected 'replicated' or 'unreduced'}}
func.func private @f(tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}], reduced={"a"}>})

// -----

// expected-error @+1 {{'unreduced' is given twice}}
func.func private @f(tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"a"}, unreduced={"b"}>})

// -----

// expected-error @+1 {{'replicated' needs at least one axis}}
func.func private @f(tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}], replicated={}>})

// -----

// expected-error @+1 {{factor k has no size}}
module attributes {lockstep.r = #sdy.op_sharding_rule<([i, k])->([i]) {i=2, j=2}>} {}

// -----

// expected-error @+1 {{factor i occurs twice in one tensor}}
module attributes {lockstep.r = #sdy.op_sharding_rule<([i, i])->([i]) {i=2}>} {}

// -----

// expected-error @+1 {{expected factor names i, j, ... z, z_1, ..., found 'ab'}}
module attributes {lockstep.r = #sdy.op_sharding_rule<([ab])->([i]) {i=2}>} {}

// -----

// expected-error @+1 {{expected the size of factor j, found k}}
module attributes {lockstep.r = #sdy.op_sharding_rule<([i])->([i]) {i=2, k=3}>} {}

// -----

// expected-error @+1 {{factor i may be in one of reduction, need_replication and permutation, once}}
module attributes {lockstep.r = #sdy.op_sharding_rule<([i])->([i]) {i=2} reduction={i} permutation={i}>} {}
