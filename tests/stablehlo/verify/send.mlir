// RUN: lockstep-opt %s --split-input-file --verify-diagnostics

func.func @send_c1_pairs(%x: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op C1: expected source_target_pairs of shape [n, 2], found 'tensor<2xi64>'}}
  %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c2_source_twice(%x: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op C2: expected every source once in source_target_pairs, found 0 twice}}
  %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c3_target_twice(%x: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op C3: expected every target once in source_target_pairs, found 1 twice}}
  %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c4_id(%x: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op C4: expected source_target_pairs with ids in [0, 16777216), found -1}}
  %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c5_channel_type(%x: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op C5: expected channel type 2 of a host transfer, found 1}}
  %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
