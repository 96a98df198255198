// Whatever the bytes are: a module, or one clear error.
#include "ir/import/Bytes.h"
#include "ir/import/Precheck.h"
#include "tests/import/Load.h"

#include "mlir/Bytecode/BytecodeWriter.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdio>
#include <fstream>

using namespace lockstep;

namespace {

constexpr const char *kStep = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n";

std::string gzip(const std::string &text) {
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  stream.avail_in = text.size();
  stream.next_out = reinterpret_cast<Bytef *>(packed.data());
  stream.avail_out = packed.size();
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string fileWith(const std::string &name, const std::string &bytes) {
  std::string path = testing::TempDir() + "/" + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

std::string fileError(const std::string &path) {
  mlir::MLIRContext context;
  return test::message(loadProgram(path, context));
}

std::string bytecode() {
  mlir::MLIRContext context;
  Program program = test::load(context, test::corpus("plans/mlp_dp4_mean.mlir"));
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  EXPECT_TRUE(mlir::succeeded(mlir::writeBytecodeToFile(program.module.get(), stream)));
  return bytes;
}

TEST(Parse, textGzipAndBytecode) {
  mlir::MLIRContext context;
  EXPECT_EQ(test::load(context, fileWith("a.mlir", kStep)).arguments.size(), 1u);
  EXPECT_EQ(test::load(context, fileWith("a.gz", gzip(kStep))).arguments.size(), 1u);
  EXPECT_EQ(test::load(context, fileWith("b.gz", gzip("// first member\n") + gzip(kStep))).arguments.size(), 1u);
  Program plan = test::load(context, fileWith("a.mlirbc", bytecode()));
  EXPECT_EQ(plan.form, ProgramForm::ManualComputation);
  EXPECT_EQ(plan.mesh.str(), "dp=4");
}

TEST(Parse, filesThatCannotBeRead) {
  EXPECT_EQ(fileError("/nowhere/x.mlir"), "/nowhere/x.mlir: error: cannot read the file: No such file or directory [IN002]");
  EXPECT_EQ(fileError("/tmp"), "/tmp: error: expected a file, found a directory [IN002]");
  std::string empty = fileWith("empty.mlir", "");
  EXPECT_EQ(fileError(empty), empty + ": error: expected an MLIR module, found an empty file [IN001]");
  std::string blank = fileWith("blank.mlir", " \n\n");
  EXPECT_EQ(fileError(blank), blank + ": error: expected an MLIR module, found an empty file [IN001]");
}

TEST(Parse, damagedGzip) {
  std::string packed = gzip(std::string(kStep) + "// some more text, so that there is something to cut off\n");
  std::string cut = fileWith("cut.gz", packed.substr(0, packed.size() / 2));
  EXPECT_EQ(fileError(cut), cut + ": error: cannot unpack gzip: the compressed data ends early [IN002]");
  std::string broken = packed;
  broken[15] ^= 0x55;
  broken[20] ^= 0x55;
  std::string damaged = fileWith("damaged.gz", broken);
  EXPECT_EQ(fileError(damaged), damaged + ": error: cannot unpack gzip: the compressed data is damaged [IN002]");
}

TEST(Parse, gzipBombEndsAtTheLimit) {
  std::string path = fileWith("bomb.gz", gzip(std::string(8 << 20, ' ')));
  auto bytes = readBytes(path, 1 << 20);
  EXPECT_EQ(test::message(bytes.takeError()), path + ": error: the file unpacks to more than 1 MiB [IN002]");
  std::string large = fileWith("large.txt", std::string(3 << 20, ' '));
  EXPECT_EQ(test::message(readBytes(large, 1 << 20).takeError()), large + ": error: the file has more than 1 MiB [IN002]");
}

TEST(Parse, otherFiles) {
  EXPECT_EQ(test::errorOf("HloModule jit_f, entry_computation_layout={()->f32[]}\n"),
            "t.mlir:1:1: error: expected an MLIR module, found XLA's HLO text [IN001]\n"
            "  HloModule jit_f, entry_computation_layout={()->f32...\n  ^\n  note: convert it to StableHLO first");
  EXPECT_EQ(test::errorOf(llvm::StringRef("\x7f" "ELF\2\1\1\0\0\0", 10)),
            "t.mlir:1:8: error: expected MLIR text, found a NUL byte [IN001]\n  ?ELF???\?\?\?\n         ^\n"
            "  note: is this a binary file?");
  EXPECT_EQ(test::errorOf("import jax\n"),
            "t.mlir:1:1: error: expected an operator, found 'import' [IN001]\n  import jax\n  ^");
}

TEST(Parse, syntaxErrorsHaveLineAndCaret) {
  EXPECT_EQ(test::errorOf("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %x, : tensor<2xf32>\n"
                          "  return %0 : tensor<2xf32>\n}\n"),
            "t.mlir:2:25: error: expected SSA operand [IN001]\n    %0 = stablehlo.add %x, : tensor<2xf32>\n"
            "                          ^");
  EXPECT_EQ(test::errorOf("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %y : tensor<2xf32>\n}\n"),
            "t.mlir:2:10: error: use of undeclared SSA value name [IN001]\n    return %y : tensor<2xf32>\n           ^");
}

TEST(Parse, longLinesAreShortened) {
  std::string arguments;
  for (int i = 0; i < 100; ++i)
    arguments += "%a" + std::to_string(i) + ": tensor<2xf32>, ";
  EXPECT_EQ(test::errorOf("func.func @main(" + arguments + "%b: tensr<2xf32>, " + arguments + "%c: tensor<f32>) { return }"),
            "t.mlir:1:2110: error: expected non-function type [IN001]\n"
            "  ...2>, %a97: tensor<2xf32>, %a98: tensor<2xf32>, %a99: tensor<2xf32>, %b: tensr<2xf32>, %a0: tensor<2xf32>, "
            "%a1: tensor<2xf...\n"
            "                                                                           ^");
}

TEST(Parse, unknownDialectsAndOperators) {
  EXPECT_EQ(test::errorOf("func.func @main() {\n  %0 = tosa.add\n  return\n}\n"),
            "t.mlir:2:8: error: unknown dialect 'tosa' of operator 'tosa.add' [IN004]\n    %0 = tosa.add\n         ^\n"
            "  note: an input may use the dialects builtin, func, stablehlo, chlo, sdy and mhlo");
  EXPECT_EQ(test::errorOf("func.func @main() {\n  %0 = \"tosa.add\"() : () -> tensor<f32>\n  return\n}\n"),
            "t.mlir:2:8: error: unknown dialect 'tosa' of operator 'tosa.add' [IN004]\n"
            "    %0 = \"tosa.add\"() : () -> tensor<f32>\n         ^\n"
            "  note: an input may use the dialects builtin, func, stablehlo, chlo, sdy and mhlo");
  EXPECT_EQ(test::errorOf("func.func @main() {\n  %0 = vhlo.add_v1\n  return\n}\n"),
            "t.mlir:2:8: error: unknown dialect 'vhlo' of operator 'vhlo.add_v1' [IN004]\n    %0 = vhlo.add_v1\n         ^\n"
            "  note: this is a portable StableHLO artifact; write the module as text instead");
  EXPECT_EQ(test::errorOf("func.func @main() {\n  %0 = stablehlo.frobnicate\n  return\n}\n"),
            "t.mlir:2:8: error: unknown operator 'stablehlo.frobnicate' [IN005]\n    %0 = stablehlo.frobnicate\n         ^\n"
            "  note: it is not among the operators that can be read; see docs/operators.md");
  EXPECT_EQ(test::errorOf("func.func @main() {\n  %0 = \"stablehlo.frobnicate\"() : () -> tensor<f32>\n  return\n}\n"),
            "t.mlir:2:8: error: unknown operator 'stablehlo.frobnicate' [IN005]\n"
            "    %0 = \"stablehlo.frobnicate\"() : () -> tensor<f32>\n         ^\n"
            "  note: it is not among the operators that can be read; see docs/operators.md");
  EXPECT_EQ(test::errorOf("func.func @main() attributes {x = #nvvm.target<\"a\">} {\n  return\n}\n"),
            "t.mlir:1:41: error: unknown dialect 'nvvm' of an attribute [IN004]\n"
            "  func.func @main() attributes {x = #nvvm.target<\"a\">} {\n                                          ^\n"
            "  note: an input may use the dialects builtin, func, stablehlo, chlo, sdy and mhlo");
}

TEST(Parse, invalidModules) {
  EXPECT_EQ(test::errorOf("func.func @main() { return }\nfunc.func @main() { return }\n"),
            "t.mlir:2:1: error: redefinition of symbol named 'main' [IN003]\n  func.func @main() { return }\n  ^\n"
            "  note: see existing symbol definition here");
  EXPECT_EQ(test::errorOf("func.func @main() {\n  %0 = stablehlo.constant dense<0.0> : tensor<f32>\n}\n"),
            "t.mlir:2:8: error: block with no terminator [IN003]\n    %0 = stablehlo.constant dense<0.0> : tensor<f32>\n"
            "         ^");
  EXPECT_EQ(test::errorOf("sdy.mesh @m = <[\"a\"=2, \"a\"=2]>\nfunc.func @main() { return }\n"),
            "t.mlir:1:15: error: custom op 'sdy.mesh' mesh axis \"a\" is declared twice [IN001]\n"
            "  sdy.mesh @m = <[\"a\"=2, \"a\"=2]>\n                ^");
}

TEST(Parse, locationsOfTheProgramGoIntoTheNote) {
  EXPECT_EQ(test::errorOf("sdy.mesh @m = <[\"a\"=2]>\nfunc.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                          "  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{\"a\"}]>] out_shardings=[<@m, [{\"a\"}]>] "
                          "manual_axes={\"a\"} (%y: tensor<3xf32>) {\n    sdy.return %y : tensor<3xf32>\n  } : (tensor<3xf32>) -> "
                          "tensor<3xf32> loc(\"model.py\":7:3)\n  return %0 : tensor<3xf32>\n}\n"),
            "t.mlir: error: 'sdy.manual_computation' op operand 0, dim 0: extent 3 does not divide into 2 pieces over the "
            "manual axes [IN003]\n  note: made at model.py:7:3");
}

TEST(Parse, severalErrorsAreCounted) {
  std::string text = "sdy.mesh @m = <[\"a\"=2]>\n";
  for (int i = 0; i < 3; ++i)
    text += "func.func @f" + std::to_string(i) +
            "(%x: tensor<3xf32> {sdy.sharding = #sdy.sharding<@m, [{\"b\"}]>}) { return }\n";
  EXPECT_EQ(test::errorOf(text),
            "t.mlir:2:1: error: 'func.func' op sharding of argument 0: axis \"b\" is not an axis of mesh "
            "#sdy.mesh<[\"a\"=2]> [IN003]\n"
            "  func.func @f0(%x: tensor<3xf32> {sdy.sharding = #s...\n  ^\n  note: 2 more errors");
}

TEST(Parse, deepNesting) {
  for (const char *open : {"(", "[", "{", "<"}) {
    std::string text = "func.func @main() attributes {a = ";
    for (int i = 0; i < 100000; ++i)
      text += open;
    EXPECT_EQ(test::errorOf(text).substr(0, 67), "t.mlir:1:534: error: brackets are nested more than 500 deep [IN006]") << open;
  }
  EXPECT_EQ(test::errorOf("#map = affine_map<(d0) -> (" + std::string(100000, '-') + "d0)>").substr(0, 82),
            "t.mlir:1:8: error: affine maps and sets are not part of training steps [IN001]\n  #");
  // Strings and comments nest nothing.
  std::string text = "// " + std::string(1000, '(') + "\nmodule attributes {lockstep.a = \"" + std::string(1000, '[') + "\"} {\n" +
                     std::string(kStep) + "}\n";
  mlir::MLIRContext context;
  EXPECT_EQ(test::analyze(context, text).arguments.size(), 1u);
}

TEST(Parse, truncatedText) {
  mlir::MLIRContext context;
  auto bytes = readBytes(test::corpus("plans/mlp_dp4_mean.mlir"));
  ASSERT_TRUE(bool(bytes));
  std::string text = (*bytes)->getBuffer().str();
  for (size_t size = 1; size < text.size() - 8; size += text.size() / 40) {
    auto module = parseModuleText(text.substr(0, size), "t.mlir", context);
    ASSERT_FALSE(bool(module)) << size;
    std::string message = llvm::toString(module.takeError());
    EXPECT_EQ(message.substr(0, 7), "t.mlir:") << message;
    EXPECT_LT(message.size(), 1000u);
  }
}

TEST(Parse, damagedBytecode) {
  std::string bytes = bytecode();
  for (size_t size : {size_t(4), size_t(20), bytes.size() / 2, bytes.size() - 3}) {
    mlir::MLIRContext context;
    std::string message = test::message(parseModuleText(bytes.substr(0, size), "t.mlirbc", context));
    EXPECT_EQ(message.substr(0, 10), "t.mlirbc: ") << message;
    EXPECT_NE(message.find("bytecode can be read only when this version of Lockstep wrote it; text always can"),
              std::string::npos) << message;
  }
}

TEST(Parse, ninetyMegabytes) {
  mlir::MLIRContext context;
  Program plan = test::load(context, test::corpus("large/llama3_405b_unrolled_dp256_tp8_sp.mlir"));
  EXPECT_EQ(plan.mesh.str(), "dp=256 x tp=8");
  EXPECT_EQ(plan.arguments.size(), 3415u);
}

} // namespace
