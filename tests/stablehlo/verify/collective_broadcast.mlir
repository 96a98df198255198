// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @collective_broadcast_c1_device_twice(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op C1: expected replica_groups to list every device once, found 1 twice}}
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @collective_broadcast_c2_id_out_of_range(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op C2: expected replica_groups with ids in [0, 4), found 4}}
  %0 = "stablehlo.collective_broadcast"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[1, 4]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
}

// -----

func.func @collective_broadcast_c3_result_type(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op C3: expected result of type 'tensor<2xf32>', found 'tensor<3xf32>'}}
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @collective_broadcast_c4_root_type(%x: tensor<2xf32>, %r: tensor<1xi64>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op C4: expected the root operand of type 'tensor<1xi32>', found 'tensor<1xi64>'}}
  %0 = "stablehlo.collective_broadcast"(%x, %r) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>, tensor<1xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @collective_broadcast_c5_result_count(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op C5: expected 1 entry in results, found 2}}
  %0:2 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}
