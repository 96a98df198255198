// Forms, meshes and placements of the boundary, and what is said when they make no sense.
#include "tests/import/Load.h"

#include <gtest/gtest.h>

using namespace lockstep;

namespace {

TEST(Form, deviceOrderOfTheMeshIsKept) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    sdy.mesh @empty = <[]>
    sdy.mesh @mesh = <["dp"=2, "tp"=2], device_ids=[0, 2, 1, 3]>
    func.func @main(%x: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tp"}]>}, %s: tensor<f32> {sdy.sharding = #sdy.sharding<@empty, []>})
        -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"dp"}>}) {
      return %x : tensor<2xf32>
    })");
  EXPECT_EQ(program.form, ProgramForm::PerDevice);
  EXPECT_EQ(program.mesh.deviceIds, (std::vector<int64_t>{0, 2, 1, 3}));
  EXPECT_EQ(program.arguments[0].shape, Shape{4});
  EXPECT_EQ(program.argumentShardings[0].str(), "[{\"tp\"}]");
  EXPECT_EQ(program.resultShardings[0].str(), "[{}], unreduced={\"dp\"}");
  EXPECT_EQ(program.results[0].shape, Shape{2});
}

TEST(Form, inlinedMesh) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    func.func @main(%x: tensor<2xf32> {sdy.sharding = #sdy.sharding<mesh<["d"=4]>, [{"d":(2)2}]>}) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    })");
  EXPECT_EQ(program.form, ProgramForm::PerDevice);
  EXPECT_EQ(program.arguments[0].shape, Shape{4});
  EXPECT_EQ(program.argumentShardings[0].str(), "[{\"d\":(2)2}]");
  ASSERT_FALSE(program.warnings.empty());
  EXPECT_EQ(program.warnings[0], "result 0 'result0' has no sharding; each device is taken to hold the whole tensor");
}

TEST(Form, shardingsAsStrings) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2]>}"}} {
      func.func @main(%x: tensor<2xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22x\22}]>"}}) -> tensor<2xf32> {
        %0 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%x) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}]>]>"}} : (tensor<2xf32>) -> tensor<2xf32>
        return %0 : tensor<2xf32>
      }
    })");
  EXPECT_EQ(program.form, ProgramForm::PerDevice);
  EXPECT_EQ(program.mesh.str(), "x=2");
  EXPECT_EQ(program.arguments[0].shape, Shape{4});
  EXPECT_EQ(program.results[0].shape, Shape{4});
  EXPECT_EQ(program.resultShardings[0].str(), "[{\"x\"}]");
}

TEST(Form, hloStringsOnADeclaredMesh) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    sdy.mesh @m = <["a"=2, "b"=2]>
    func.func @main(%x: tensor<2x3xf32> {mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"},
                    %y: tensor<3xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<2x3xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"}) {
      return %x : tensor<2x3xf32>
    })");
  EXPECT_EQ(program.form, ProgramForm::PerDevice);
  EXPECT_EQ(program.mesh.str(), "a=2 x b=2");
  EXPECT_EQ(program.argumentShardings[0].str(), "[{\"b\"}, {}]");
  EXPECT_EQ(program.results[0].shape, (Shape{4, 6}));
}

TEST(Form, hloStringsOnAnAnonymousMesh) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    func.func @main(%x: tensor<2xf32> {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"},
                    %y: tensor<2xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    })");
  EXPECT_EQ(program.mesh.str(), "x0=4");
  EXPECT_EQ(program.argumentShardings[0].str(), "[{\"x0\":(1)2}]");
  EXPECT_EQ(program.arguments[1].shape, Shape{8});
}

TEST(Form, contractPlacesABareModule) {
  mlir::MLIRContext context;
  Contract contract = test::contract("[mesh]\ndp = 2\n[[argument]]\nindex = 0\nsharding = '[{\"dp\"}]'\n"
                                     "[[result]]\nindex = 0\nsharding = '[{}], unreduced={\"dp\"}'\n");
  const char *text = R"(
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    })";
  Program program = test::analyze(context, text, &contract);
  EXPECT_EQ(program.form, ProgramForm::PerDevice);
  EXPECT_EQ(program.arguments[0].shape, Shape{4});
  EXPECT_EQ(program.results[0].shape, Shape{2});
  EXPECT_EQ(test::analyze(context, text).form, ProgramForm::Logical);
}

TEST(Form, logicalStepKeepsItsShapes) {
  mlir::MLIRContext context;
  Program program =
      test::load(context, test::corpus("xla_spmd/mlp_dp4.sharded.mlir"), nullptr, Reading::Logical);
  EXPECT_EQ(program.form, ProgramForm::Logical);
  EXPECT_EQ(program.arguments[4].shape, (Shape{20, 12}));
}

std::string plan(const std::string &boundary, const std::string &before = "") {
  return test::errorOf(before + "func.func @main(" + boundary + ") -> tensor<f32> {\n  %c = stablehlo.constant dense<0.0> : "
                                "tensor<f32>\n  return %c : tensor<f32>\n}\n");
}

TEST(Form, badPlacements) {
  std::string meshes = "sdy.mesh @a = <[\"x\"=2]>\nsdy.mesh @b = <[\"y\"=2]>\n";
  EXPECT_EQ(plan("%p: tensor<2xf32> {sdy.sharding = #sdy.sharding<@a, [{\"x\"}]>}, %q: tensor<2xf32> {sdy.sharding = "
                 "#sdy.sharding<@b, [{\"y\"}]>}",
                 meshes),
            "t.mlir: error: argument 1 'arg1' is placed on the mesh y=2, others are on the mesh x=2 [IN013]");
  EXPECT_EQ(plan("%p: tensor<2xf32> {mhlo.sharding = \"{devices=[2}\"}"),
            "t.mlir: error: argument 0 'arg0': sharding: expected ']', found '}' at column 12 of '{devices=[2}' [IN013]");
  EXPECT_EQ(plan("%p: tensor<2xf32> {mhlo.sharding = \"{devices=[2,2]<=[4]}\"}"),
            "t.mlir: error: argument 0 'arg0': sharding: tiles have 2 dims, the tensor has 1 [IN013]");
  EXPECT_EQ(plan("%p: tensor<2xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = \"#sdy.sharding<@m, [{}]>\"}}"),
            "t.mlir: error: argument 0 'arg0': the mesh of its sharding is not declared [IN013]");
  EXPECT_EQ(plan("%p: tensor<2xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = \"#sdy.sharding<\"}}")
                .substr(0, 59),
            "t.mlir: error: argument 0 'arg0': error: unbalanced '<' cha");
}

TEST(Form, contractAgainstModule) {
  Contract contract = test::contract("[mesh]\nx = 2\n[[argument]]\nindex = 0\nsharding = '[{}]'\n");
  EXPECT_EQ(test::errorOf("sdy.mesh @a = <[\"x\"=2]>\nfunc.func @main(%p: tensor<2xf32> {sdy.sharding = #sdy.sharding<@a, "
                          "[{\"x\", ?}]>}) -> tensor<2xf32> {\n  return %p : tensor<2xf32>\n}\n",
                          &contract),
            "t.mlir: error: argument 0 'arg0' is placed as [{\"x\", ?}] by the module and as [{}] by the contract [IN021]");
  Contract twice = test::contract("[mesh]\nx = 2\n[[argument]]\nindex = 0\nsharding = '[{}]'\n[[argument]]\nindex = 0\n"
                                  "sharding = '[{}]'\n");
  EXPECT_EQ(test::errorOf("func.func @main(%p: tensor<2xf32>) -> tensor<2xf32> {\n  return %p : tensor<2xf32>\n}\n", &twice),
            "t.mlir: error: argument 0 'arg0' has two shardings in the contract, the second at c.toml:6 [IN021]");
  Contract unknown = test::contract("[mesh]\nx = 2\n[[argument]]\nindex = 0\nsharding = '[{\"y\"}]'\n");
  EXPECT_EQ(test::errorOf("func.func @main(%p: tensor<2xf32>) -> tensor<2xf32> {\n  return %p : tensor<2xf32>\n}\n", &unknown),
            "t.mlir: error: argument 0 'arg0': axis \"y\" is not on the mesh x=2 [IN013]");
  Contract order = test::contract("[mesh]\nx = 2\n[[argument]]\nindex = 0\nsharding = '[{\"x\"}, {}]'\n");
  EXPECT_EQ(test::errorOf("func.func @main(%p: tensor<2xf32>) -> tensor<2xf32> {\n  return %p : tensor<2xf32>\n}\n", &order),
            "t.mlir: error: argument 0 'arg0': its sharding [{\"x\"}, {}] has 2 dims, the tensor has 1 [IN013]");
}

TEST(Form, communicationWithoutMesh) {
  const char *text = R"(
    func.func @main() -> tensor<ui32> {
      %0 = stablehlo.partition_id : tensor<ui32>
      return %0 : tensor<ui32>
    })";
  EXPECT_EQ(test::errorOf(text),
            "t.mlir: error: the module depends on the device (stablehlo.partition_id) but names no mesh for its arguments "
            "[IN013]\n  note: give the mesh and the shardings in a contract");
  EXPECT_EQ(test::errorOf(text, nullptr, Reading::Logical),
            "t.mlir: error: the logical step must be a program for one device, found stablehlo.partition_id [IN013]");
}

TEST(Form, unpartitionedModule) {
  EXPECT_EQ(test::errorOf(R"(
    sdy.mesh @m = <["x"=2]>
    func.func @main(%p: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<4xf32> {
      %0 = sdy.sharding_constraint %p <@m, [{}]> : tensor<4xf32>
      return %0 : tensor<4xf32>
    })"),
            "t.mlir: error: the module is not partitioned: it has sharding constraints and shapes of whole tensors [IN015]\n"
            "  note: a plan is what the partitioner makes of it");
}

TEST(Form, twoManualMeshes) {
  EXPECT_EQ(test::errorOf(R"(
    sdy.mesh @a = <["x"=2]>
    sdy.mesh @b = <["y"=2]>
    func.func @main(%p: tensor<4xf32>) -> tensor<4xf32> {
      %0 = sdy.manual_computation(%p) in_shardings=[<@a, [{"x"}]>] out_shardings=[<@a, [{"x"}]>] manual_axes={"x"} (%q: tensor<2xf32>) {
        sdy.return %q : tensor<2xf32>
      } : (tensor<4xf32>) -> tensor<4xf32>
      %1 = sdy.manual_computation(%0) in_shardings=[<@b, [{"y"}]>] out_shardings=[<@b, [{"y"}]>] manual_axes={"y"} (%q: tensor<2xf32>) {
        sdy.return %q : tensor<2xf32>
      } : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    })"),
            "t.mlir: error: one manual computation is on the mesh x=2, another on the mesh y=2 [IN013]");
}

TEST(Form, mainMustBeThere) {
  EXPECT_EQ(test::errorOf("func.func @f() { return }"),
            "t.mlir: error: the module has no function @main, which is the whole training step [IN011]\n  note: it has @f");
  EXPECT_EQ(test::errorOf("func.func private @main()"), "t.mlir: error: @main has no body [IN011]");
  EXPECT_EQ(test::errorOf("func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }"),
            "t.mlir: error: argument 0 'arg0': expected a tensor of known extents, found tensor<?xf32> [IN012]");
  EXPECT_EQ(test::errorOf("func.func @main(%x: index) -> index { return %x : index }"),
            "t.mlir: error: argument 0 'arg0': expected a tensor, found index [IN012]");
  EXPECT_EQ(test::errorOf("func.func @main(%x: tensor<99999999x99999999xi8>) -> tensor<1xi8> { %c = stablehlo.constant "
                          "dense<0> : tensor<1xi8>\n return %c : tensor<1xi8> }"),
            "t.mlir: error: argument 0 'arg0': tensor<99999999x99999999xi8> has more than 2^48 elements [IN012]");
  EXPECT_EQ(test::errorOf("func.func @main(%x: tensor<2xi7>) -> tensor<2xi7> { return %x : tensor<2xi7> }"),
            "t.mlir: error: argument 0 'arg0': elements of tensor<2xi7> are of no supported type [IN012]");
}

TEST(Form, unknownAttributesAreReported) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    func.func @main(%x: tensor<2xf32> {my.hint = 1 : i32}) -> tensor<2xf32> {
      %0 = stablehlo.negate %x {speed = "fast"} : tensor<2xf32>
      %1 = stablehlo.negate %0 {speed = "slow"} : tensor<2xf32>
      return %1 : tensor<2xf32>
    })");
  std::vector<std::string> expected = {
      "1 argument is taken as state because of names or of the operators that update it",
      "unknown attribute 'my.hint' on argument 0 'arg0' is kept but not understood",
      "unknown attribute 'speed' on a stablehlo.negate and 1 more is kept but not understood"};
  EXPECT_EQ(program.warnings, expected);
}

} // namespace
