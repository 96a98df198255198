// Every spelling of replica groups gives the devices that take part together.
#include "ir/import/Program.h"
#include "ir/stablehlo/ReplicaGroups.h"
#include "ir/stablehlo/StablehloOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace lockstep;
using namespace lockstep::stablehlo;

namespace {

class ReplicaGroupsTest : public testing::Test {
protected:
  ReplicaGroupsTest() : context(registry()) {}

  static mlir::DialectRegistry registry() {
    mlir::DialectRegistry registry;
    registerInputDialects(registry);
    return registry;
  }

  /// The collective of a module whose head and attributes are given.
  mlir::Operation *parse(const std::string &head, const std::string &body) {
    std::string text = head + " {\n" + body + "\n}\n";
    module = mlir::parseSourceString<mlir::ModuleOp>(text, mlir::ParserConfig(&context));
    mlir::Operation *found = nullptr;
    if (module)
      module->walk([&](mlir::Operation *op) {
        if (op->hasAttr("replica_groups") || op->hasAttr("source_target_pairs"))
          found = op;
      });
    return found;
  }

  mlir::Operation *broadcast(const std::string &head, const std::string &attributes, const std::string &before = "") {
    return parse(head, before + R"(
      func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
        %0 = "stablehlo.collective_broadcast"(%x) <{)" +
                           attributes + R"(}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
        return %0 : tensor<8x8xf32>
      })");
  }

  mlir::Operation *allReduce(const std::string &head, const std::string &attributes, const std::string &before = "") {
    return parse(head, before + R"(
      func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
        %0 = "stablehlo.all_reduce"(%x) <{)" +
                           attributes + R"(}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %1 = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %1 : tensor<f32>
        }) : (tensor<8xf32>) -> tensor<8xf32>
        return %0 : tensor<8xf32>
      })");
  }

  Groups groups(mlir::Operation *op) {
    if (!op) {
      ADD_FAILURE() << "module does not parse or verify";
      return {};
    }
    llvm::Expected<Groups> result = replicaGroups(op);
    if (result)
      return *result;
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

const std::string fourPartitions = "module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32}";
const std::string global = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids";
const std::string channel = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

TEST_F(ReplicaGroupsTest, DenseGroupsKeepTheirOrder) {
  auto *op = allReduce(fourPartitions, "replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>" + global);
  EXPECT_EQ(groups(op), (Groups{{2, 0}, {1, 3}}));
}

TEST_F(ReplicaGroupsTest, SplatIsOneGroupOfOne) {
  auto *op = allReduce("module attributes {mhlo.num_partitions = 1 : i32}",
                       "replica_groups = dense<0> : tensor<1x1xi64>" + global);
  EXPECT_EQ(groups(op), (Groups{{0}}));
}

TEST_F(ReplicaGroupsTest, HexadecimalTextIsRead) {
  auto *op = allReduce(fourPartitions,
                       "replica_groups = dense<\"0x0300000000000000020000000000000001000000000000000000000000000000\"> : "
                       "tensor<2x2xi64>" + global);
  EXPECT_EQ(groups(op), (Groups{{3, 2}, {1, 0}}));
}

TEST_F(ReplicaGroupsTest, PaddingOfUnevenGroupsIsDropped) {
  auto *op = allReduce(fourPartitions, "replica_groups = dense<[[0, 1, 2], [3, -1, -1]]> : tensor<2x3xi64>" + global);
  EXPECT_EQ(groups(op), (Groups{{0, 1, 2}, {3}}));
}

TEST_F(ReplicaGroupsTest, NoGroupsMeanOneOfAll) {
  auto *op = allReduce(fourPartitions, "replica_groups = dense<> : tensor<0x0xi64>" + global);
  EXPECT_EQ(groups(op), (Groups{{0, 1, 2, 3}}));
}

TEST_F(ReplicaGroupsTest, AxesOfNamedMesh) {
  auto *op = allReduce(fourPartitions,
                       "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = "
                       "[#stablehlo.axis_ref<name = \"dp\">]>" + global,
                       "sdy.mesh @mesh = <[\"dp\"=2, \"tp\"=2]>");
  EXPECT_EQ(groups(op), (Groups{{0, 2}, {1, 3}}));
}

TEST_F(ReplicaGroupsTest, DeviceOrderOfNamedMesh) {
  auto *op = allReduce(fourPartitions,
                       "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = "
                       "[#stablehlo.axis_ref<name = \"tp\">]>" + global,
                       "sdy.mesh @mesh = <[\"dp\"=2, \"tp\"=2], device_ids=[3, 1, 2, 0]>");
  EXPECT_EQ(groups(op), (Groups{{3, 1}, {2, 0}}));
}

TEST_F(ReplicaGroupsTest, OrderOfAxesIsOrderOfMembers) {
  const std::string mesh = "sdy.mesh @mesh = <[\"dp\"=2, \"tp\"=2]>";
  const std::string start = "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [";
  auto *op = allReduce(fourPartitions,
                       start + "#stablehlo.axis_ref<name = \"tp\">, #stablehlo.axis_ref<name = \"dp\">]>" + global, mesh);
  EXPECT_EQ(groups(op), (Groups{{0, 2, 1, 3}}));
}

TEST_F(ReplicaGroupsTest, SubAxesOfInlinedMesh) {
  const std::string eight = "module attributes {mhlo.num_partitions = 8 : i32}";
  const std::string start = "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "
                            "\"x\", size = 8>]>, axes = [#stablehlo.axis_ref<name = \"x\", sub_axis_info = ";
  EXPECT_EQ(groups(allReduce(eight, start + "(1)2>]>" + global)), (Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(groups(allReduce(eight, start + "(2)2>]>" + global)), (Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
  EXPECT_EQ(groups(allReduce(eight, start + "(4)2>]>" + global)), (Groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
}

TEST_F(ReplicaGroupsTest, CrossReplicaRepeatsForEveryPartition) {
  auto *op = allReduce("module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32}",
                       "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>");
  EXPECT_EQ(groups(op), (Groups{{0, 2}, {1, 3}}));
}

TEST_F(ReplicaGroupsTest, CrossReplicaAndPartitionJoinsThem) {
  auto *op = allReduce("module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32}",
                       "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>" + channel);
  EXPECT_EQ(groups(op), (Groups{{0, 2, 1, 3}}));
}

TEST_F(ReplicaGroupsTest, CrossPartitionRepeatsForEveryReplica) {
  auto *op = broadcast("module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32}",
                      "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>" + channel);
  EXPECT_EQ(groups(op), (Groups{{0, 1}, {2, 3}}));
}

// The verifier rejects these before anybody asks, so the grid is given by hand.
TEST_F(ReplicaGroupsTest, MissingAndOutOfRangeIdsAreNamed) {
  auto with = [&](const std::string &ids, int64_t devices) {
    auto *op = allReduce("module", "replica_groups = " + ids + global);
    if (!op)
      return std::string("module does not parse or verify");
    auto result = replicaGroups(op, DeviceGrid{1, devices});
    return result ? std::string("no error") : llvm::toString(result.takeError());
  };
  EXPECT_NE(with("dense<[[0, 1]]> : tensor<1x2xi64>", 3).find("device 2 is missing"), std::string::npos);
  EXPECT_NE(with("dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>", 3).find("below 3"), std::string::npos);
  EXPECT_NE(with("dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>", 3).find("below 3"), std::string::npos);
  EXPECT_EQ(with("dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>", 4), "no error");
}

TEST_F(ReplicaGroupsTest, BroadcastMayLeaveDevicesOut) {
  auto *op = broadcast(fourPartitions, "replica_groups = dense<[[1, 3]]> : tensor<1x2xi64>" + channel);
  EXPECT_EQ(groups(op), (Groups{{1, 3}}));
}

TEST_F(ReplicaGroupsTest, UnsoundGroupsDoNotVerify) {
  auto axes = [&](const std::string &axes) {
    return allReduce("module attributes {mhlo.num_partitions = 8 : i32}",
                     "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = \"x\", "
                     "size = 8>]>, axes = [" + axes + "]>" + global);
  };
  EXPECT_EQ(axes("#stablehlo.axis_ref<name = \"x\", sub_axis_info = (3)2>"), nullptr);
  EXPECT_EQ(axes("#stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)4>, #stablehlo.axis_ref<name = \"x\", "
                 "sub_axis_info = (2)2>"),
            nullptr);
  EXPECT_EQ(allReduce(fourPartitions, "replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>"), nullptr);
  EXPECT_EQ(allReduce(fourPartitions, "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = "
                                      "[#stablehlo.axis_ref<name = \"x\">]>" + global),
            nullptr);
}

TEST_F(ReplicaGroupsTest, PairsAreDevices) {
  auto *op = parse("module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32}", R"(
      func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
        %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}>
          : (tensor<8xf32>) -> tensor<8xf32>
        return %0 : tensor<8xf32>
      })");
  ASSERT_NE(op, nullptr);
  llvm::Expected<Pairs> pairs = sourceTargetPairs(op);
  ASSERT_TRUE(bool(pairs)) << llvm::toString(pairs.takeError());
  EXPECT_EQ(*pairs, (Pairs{{0, 2}, {1, 3}}));
}

} // namespace
