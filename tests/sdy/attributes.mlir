// Every attribute of the dialect, in pretty and generic form, prints back the same.
// RUN: lockstep-opt %s --split-input-file | FileCheck %s
// RUN: lockstep-opt %s --split-input-file --mlir-print-op-generic | lockstep-opt --split-input-file | FileCheck %s

// CHECK-LABEL: module @meshes
module @meshes {
  // CHECK: sdy.mesh @empty = <[]>
  sdy.mesh @empty = <[]>
  // CHECK: sdy.mesh @maximal = <[], device_ids=[3]>
  sdy.mesh @maximal = <[], device_ids=[3]>
  // CHECK: sdy.mesh @plain = <["dp"=2, "tp"=3]>
  sdy.mesh @plain = <["dp"=2, "tp"=3]>
  // Ids in counting order are the default.
  // CHECK: sdy.mesh @counting = <["dp"=2, "tp"=2]>
  sdy.mesh @counting = <["dp"=2, "tp"=2], device_ids=[0, 1, 2, 3]>
  // CHECK: sdy.mesh @ordered = <["dp"=2, "tp"=2], device_ids=[0, 2, 1, 3]>
  sdy.mesh @ordered = <["dp"=2, "tp"=2], device_ids=[0, 2, 1, 3]>
  // CHECK: sdy.mesh @more = <["a b"=1]> {stablehlo.mesh = {axes = [{name = "a b", size = 1 : i64}]}}
  sdy.mesh @more = <["a b"=1]> {stablehlo.mesh = {axes = [{name = "a b", size = 1 : i64}]}}
}

// -----

// CHECK-LABEL: module @shardings
module @shardings {
  sdy.mesh @mesh = <["a"=2, "b"=8, "c"=4, "d"=2]>
  // CHECK: func.func private @f(tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}
  func.func private @f(tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>},
  // CHECK-SAME: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b":(2)4, ?}, {}]>}
                       tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b":(2)4, ?}, {}]>},
  // CHECK-SAME: #sdy.sharding<@mesh, [{?}, {"a"}p0, {"b", ?}p12], replicated={"c":(1)2}, unreduced={"c":(2)2, "d"}>
                       tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a"}p0, {"b", ?}p12], replicated={"c":(1)2}, unreduced={"c":(2)2, "d"}>},
  // The two groups may come in either order.
  // CHECK-SAME: #sdy.sharding<@mesh, [{}], replicated={"a"}, unreduced={"b"}>
                       tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"b"}, replicated={"a"}>},
  // CHECK-SAME: #sdy.sharding<mesh<["x"=2]>, [{"x"}]>
                       tensor<4xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>})
}

// -----

// CHECK-LABEL: module @rules
module @rules attributes {
  // CHECK-SAME: lockstep.r0 = #sdy.op_sharding_rule<([i, j], [])->([i, jk]) {i=8, j=16, k=4}>
  lockstep.r0 = #sdy.op_sharding_rule<([i, j],[])->([i, jk]) {i=8, j=16, k=4}>,
  // CHECK-SAME: lockstep.r1 = #sdy.op_sharding_rule<([i, *])->([i, *]) {i=20, j=1, k=3} reduction={j} need_replication={i} permutation={k} blocked_propagation={i, j}, custom>
  lockstep.r1 = #sdy.op_sharding_rule<([i, *])->([i, *]) {i=20, j=1, k=3} reduction={j} need_replication={i} permutation={k} blocked_propagation={i, j}, custom>,
  // CHECK-SAME: lockstep.r2 = #sdy.op_sharding_rule<([])->([])>
  lockstep.r2 = #sdy.op_sharding_rule<([])->([])>,
  // CHECK-SAME: lockstep.r3 = #sdy.op_sharding_rule<([zz_1])->([z_2]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=2, z_1=2, z_2=4}>
  lockstep.r3 = #sdy.op_sharding_rule<([zz_1])->([z_2]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=2, z_1=2, z_2=4}>
} {}

// -----

// CHECK-LABEL: module @parts
module @parts attributes {
  // CHECK-SAME: lockstep.a = #sdy<mesh_axis"a"=2>
  lockstep.a = #sdy<mesh_axis "a"=2>,
  // CHECK-SAME: lockstep.b = #sdy<axis_ref"a":(2)4>
  lockstep.b = #sdy<axis_ref"a":(2)4>,
  // CHECK-SAME: lockstep.c = #sdy<sub_axis_info(2)4>
  lockstep.c = #sdy<sub_axis_info(2)4>,
  // CHECK-SAME: lockstep.d = #sdy<dimension_sharding{"a", ?}p1>
  lockstep.d = #sdy<dimension_sharding {"a", ?}p1>,
  // CHECK-SAME: lockstep.e = #sdy<manual_axes{"a", "b"}>
  lockstep.e = #sdy<manual_axes{"a", "b"}>,
  // CHECK-SAME: lockstep.f = #sdy<axis_ref_list{"a"}>
  lockstep.f = #sdy<axis_ref_list{"a"}>,
  // CHECK-SAME: lockstep.g = #sdy<list_of_axis_ref_lists[{"a"}, {}]>
  lockstep.g = #sdy<list_of_axis_ref_lists[{"a"}, {}]>,
  // CHECK-SAME: lockstep.h = #sdy<all_to_all_param{"b"}: 0->2>
  lockstep.h = #sdy<all_to_all_param{"b"}: 0->2>,
  // CHECK-SAME: lockstep.i = #sdy<all_to_all_param_list[{"b"}: 0->2, {"c"}: 1->3]>
  lockstep.i = #sdy<all_to_all_param_list[{"b"}: 0->2, {"c"}: 1->3]>,
  // CHECK-SAME: lockstep.j = #sdy.sharding_per_value<[<@m, []>, <@m, [{}]>]>
  lockstep.j = #sdy.sharding_per_value<[<@m, []>, <@m, [{}]>]>
} {}
