// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @recv_c1_pairs(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op C1: expected source_target_pairs of shape [n, 2], found 'tensor<1x1xi64>'}}
  %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0]]> : tensor<1x1xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c2_source_twice(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op C2: expected every source once in source_target_pairs, found 0 twice}}
  %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c3_target_twice(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op C3: expected every target once in source_target_pairs, found 1 twice}}
  %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @recv_c4_id(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op C4: expected source_target_pairs with ids in [0, 4), found 5}}
  %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 5]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
}

// -----

func.func @recv_c5_channel_type(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op C5: expected channel type 3 of a host transfer, found 2}}
  %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_c6_no_result(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op C6: expected at least one result, found none}}
  "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> ()
  return
}

// -----

func.func @recv_c8_no_token(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op C8: expected a token as last result, found 'tensor<2xf32>'}}
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> tensor<2xf32>
  return
}
