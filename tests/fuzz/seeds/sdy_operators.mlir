// Every operator of the dialect, in pretty and generic form, prints back the same.
// RUN: lockstep-opt %s | FileCheck %s
// RUN: lockstep-opt %s --mlir-print-op-generic | lockstep-opt | FileCheck %s
// RUN: lockstep-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>

// CHECK-LABEL: func.func @constant
func.func @constant() -> tensor<2xf32> {
  // GENERIC: "sdy.constant"() <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
  // CHECK: %0 = sdy.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = sdy.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @placements
func.func @placements(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
  // GENERIC: "sdy.sharding_constraint"(%{{.*}}) <{sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b"}p1], replicated={"c":(1)2}, unreduced={"c":(2)2}>}>
  // CHECK: %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}, {"b"}p1], replicated={"c":(1)2}, unreduced={"c":(2)2}> : tensor<8x16xf32>
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}, {"b"}p1], replicated={"c":(1)2}, unreduced={"c":(2)2}> : tensor<8x16xf32>
  // CHECK: %1 = sdy.reshard %0 <@mesh, [{"a"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
  %1 = sdy.reshard %0 <@mesh, [{"a"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
  // CHECK: sdy.sharding_group %1 group_id=21 : tensor<8x16xf32>
  sdy.sharding_group %1 group_id=21 : tensor<8x16xf32>
  // GENERIC: "sdy.propagation_barrier"(%{{.*}}) <{allowed_direction = 1 : i32}>
  // CHECK: %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<8x16xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<8x16xf32>
  // CHECK: %3 = sdy.data_flow_edge %2 sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  %3 = sdy.data_flow_edge %2 sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  // CHECK: %4 = sdy.data_flow_edge %3 : tensor<8x16xf32>
  %4 = sdy.data_flow_edge %3 : tensor<8x16xf32>
  // CHECK: %5 = sdy.func_data_flow_edge %4 : tensor<8x16xf32>
  %5 = sdy.func_data_flow_edge %4 : tensor<8x16xf32>
  return %5 : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @bodies
func.func @bodies(%arg0: tensor<8x16xf32>, %arg1: tensor<f32>) -> tensor<8x16xf32> {
  // GENERIC: "sdy.manual_computation"(%{{.*}}, %{{.*}}) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a", "b"}, {}]>, <@mesh, []>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>}> ({
  // CHECK: %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg2: tensor<4x16xf32>, %arg3: tensor<f32>) {
  // CHECK-NEXT: sdy.return %arg2 : tensor<4x16xf32>
  // CHECK-NEXT: } {lockstep.note = "x"} : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%x: tensor<4x16xf32>, %y: tensor<f32>) {
    sdy.return %x : tensor<4x16xf32>
  } {lockstep.note = "x"} : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
  // CHECK: %1 = sdy.named_computation<"f">(%0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] (%arg2: tensor<8x16xf32>) {
  // CHECK: } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = sdy.named_computation<"f">(%0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] (%x: tensor<8x16xf32>) {
    sdy.return %x : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: %2 = sdy.named_computation<"g">(%1) (%arg2: tensor<8x16xf32>) {
  %2 = sdy.named_computation<"g">(%1) (%x: tensor<8x16xf32>) {
    sdy.return %x : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT: sdy.return
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return %2 : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @collectives
func.func @collectives(%arg0: tensor<8x16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {}]>}) -> tensor<8x16x8xf32> {
  // GENERIC: "sdy.all_slice"(%{{.*}}) <{out_sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}, {}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{}, {"b"}, {}]>}>
  // CHECK: %0 = sdy.all_slice [{}, {"b"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}, {}]> : tensor<8x16x8xf32>
  %0 = sdy.all_slice [{}, {"b"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}, {}]> : tensor<8x16x8xf32>
  // CHECK: %1 = sdy.all_gather [{"a"}, {}, {}] %0 out_sharding=<@mesh, [{}, {"b"}, {}]> : tensor<8x16x8xf32>
  %1 = sdy.all_gather [{"a"}, {}, {}] %0 out_sharding=<@mesh, [{}, {"b"}, {}]> : tensor<8x16x8xf32>
  // CHECK: %2 = sdy.all_to_all [{"b"}: 1->2] %1 out_sharding=<@mesh, [{}, {}, {"b"}]> : tensor<8x16x8xf32>
  %2 = sdy.all_to_all [{"b"}: 1->2] %1 out_sharding=<@mesh, [{}, {}, {"b"}]> : tensor<8x16x8xf32>
  // CHECK: %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{}, {}, {"c":(1)2}]> : tensor<8x16x8xf32>
  %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{}, {}, {"c":(1)2}]> : tensor<8x16x8xf32>
  // Neighbouring digits of one axis are the whole axis.
  // CHECK: %4 = sdy.all_slice [{}, {}, {"c":(2)2}] %3 out_sharding=<@mesh, [{}, {}, {"c"}]> : tensor<8x16x8xf32>
  %4 = sdy.all_slice [{}, {}, {"c":(2)2}] %3 out_sharding=<@mesh, [{}, {}, {"c"}]> : tensor<8x16x8xf32>
  // CHECK: %5 = sdy.all_reduce {"b"} %4 out_sharding=<@mesh, [{}, {}, {"c"}]> : tensor<8x16x8xf32>
  %5 = sdy.all_reduce {"b"} %4 out_sharding=<@mesh, [{}, {}, {"c"}]> : tensor<8x16x8xf32>
  // CHECK: %6 = sdy.reduce_scatter [{"b"}, {}, {}] %5 out_sharding=<@mesh, [{"b"}, {}, {"c"}]> : tensor<8x16x8xf32>
  %6 = sdy.reduce_scatter [{"b"}, {}, {}] %5 out_sharding=<@mesh, [{"b"}, {}, {"c"}]> : tensor<8x16x8xf32>
  // CHECK: %7 = sdy.replicated_to_unreduced {"a"} %6 out_sharding=<@mesh, [{"b"}, {}, {"c"}], unreduced={"a"}> : tensor<8x16x8xf32>
  %7 = sdy.replicated_to_unreduced {"a"} %6 out_sharding=<@mesh, [{"b"}, {}, {"c"}], unreduced={"a"}> : tensor<8x16x8xf32>
  // CHECK: %8 = sdy.sharded_to_unreduced [{"b"}, {}, {}] %7 out_sharding=<@mesh, [{}, {}, {"c"}], unreduced={"a", "b"}> : tensor<8x16x8xf32>
  %8 = sdy.sharded_to_unreduced [{"b"}, {}, {}] %7 out_sharding=<@mesh, [{}, {}, {"c"}], unreduced={"a", "b"}> : tensor<8x16x8xf32>
  return %8 : tensor<8x16x8xf32>
}
