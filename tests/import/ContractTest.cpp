// Contracts: what is read, and every message.
#include "ir/import/Contract.h"
#include "tests/import/Load.h"

#include <gtest/gtest.h>

using namespace lockstep;

namespace {

std::string error(llvm::StringRef text) { return test::message(Contract::parse(text, "c.toml")); }

TEST(Contract, everything) {
  Contract contract = test::contract(R"(
level = "statistical"
[mesh]
tp = 2
dp = 4
[[argument]]
index = 3
range = [0, 103]
role = "batch"
sharding = '[{"dp"}, {}], unreduced={"tp"}'
[[argument]]
name = "batch['tokens']"
range = [-0.5, 1e3]
[[result]]
index = 1
tolerance = 1e-5
)");
  EXPECT_EQ(contract.level, "statistical");
  EXPECT_EQ(contract.mesh->str(), "tp=2 x dp=4"); // in the order of the file
  ASSERT_EQ(contract.arguments.size(), 2u);
  EXPECT_EQ(contract.arguments[0].index, 3u);
  EXPECT_EQ(contract.arguments[0].line, 6u);
  EXPECT_EQ(*contract.arguments[0].range, (ValueRange{0, 103}));
  EXPECT_EQ(contract.arguments[0].role, Role::Batch);
  EXPECT_EQ(contract.arguments[0].sharding->str(), "[{\"dp\"}, {}], unreduced={\"tp\"}");
  EXPECT_EQ(contract.arguments[1].name, "batch['tokens']");
  EXPECT_EQ(*contract.arguments[1].range, (ValueRange{-0.5, 1000}));
  ASSERT_EQ(contract.results.size(), 1u);
  EXPECT_EQ(contract.results[0].tolerance, 1e-5);
}

TEST(Contract, emptyFileSaysNothing) {
  Contract contract = test::contract("# nothing\n");
  EXPECT_EQ(contract.level, "reordered");
  EXPECT_FALSE(contract.mesh);
}

TEST(Contract, unknownKeys) {
  EXPECT_EQ(error("levle = 'reordered'"),
            "c.toml:1:1: error: key 'levle' is unknown in the contract [IN020]\n  levle = 'reordered'\n  ^\n"
            "  note: did you mean 'level'?");
  EXPECT_EQ(error("[[argument]]\nindex = 1\nrnage = [0, 1]\n"),
            "c.toml:3:1: error: key 'rnage' is unknown in [[argument]] [IN020]\n  rnage = [0, 1]\n  ^\n"
            "  note: did you mean 'range'?");
  EXPECT_EQ(error("[[result]]\nindex = 1\nrange = [0, 1]\n"),
            "c.toml:3:1: error: key 'range' is unknown in [[result]] [IN020]\n  range = [0, 1]\n  ^\n"
            "  note: known here: index, name, sharding, tolerance");
}

TEST(Contract, wrongTypes) {
  EXPECT_EQ(error("level = 3"), "c.toml:1:9: error: level: expected a string, found an integer [IN020]\n  level = 3\n"
                                "          ^");
  EXPECT_EQ(error("mesh = 3"),
            "c.toml:1:8: error: mesh: expected a table of axes, [mesh], found an integer [IN020]\n  mesh = 3\n         ^");
  EXPECT_EQ(error("[mesh]\ndp = 'x'"),
            "c.toml:2:6: error: size of mesh axis 'dp': expected an integer, found a string [IN020]\n  dp = 'x'\n       ^");
  EXPECT_EQ(error("argument = 1"),
            "c.toml:1:12: error: argument: expected a list of tables, each starting with [[argument]], found an integer "
            "[IN020]\n  argument = 1\n             ^");
  EXPECT_EQ(error("[[argument]]\nindex = '3'"),
            "c.toml:2:9: error: index: expected an integer, found a string [IN020]\n  index = '3'\n          ^");
  EXPECT_EQ(error("[[argument]]\nindex = 1\nrange = 5"),
            "c.toml:3:9: error: range: expected two numbers, [lowest, highest], found an integer [IN020]\n  range = 5\n"
            "          ^");
  EXPECT_EQ(error("[[argument]]\nindex = 1\nrange = [1, 'a']"),
            "c.toml:3:13: error: range: expected a number, found a string [IN020]\n  range = [1, 'a']\n              ^");
  EXPECT_EQ(error("[[argument]]\nname = 1"),
            "c.toml:2:8: error: name: expected a string, found an integer [IN020]\n  name = 1\n         ^");
}

TEST(Contract, wrongValues) {
  EXPECT_EQ(error("level = 'bitwise'"),
            "c.toml:1:9: error: level 'bitwise' is unknown [IN020]\n  level = 'bitwise'\n          ^\n  note: known here: "
            "bitwise-reconfiguration, bitwise-replay, reordered, statistical, convergence, different");
  EXPECT_EQ(error("[mesh]\ndp = 0"),
            "c.toml:2:1: error: mesh axis 'dp' needs a name and a size of at least 1, with at most 2^31 devices in all "
            "[IN020]\n  dp = 0\n  ^");
  EXPECT_EQ(error("[[argument]]\nindex = -1"),
            "c.toml:2:9: error: index: expected a number from 0, found -1 [IN020]\n  index = -1\n          ^");
  EXPECT_EQ(error("[[argument]]\nindex = 1\nrange = [2, 1]"),
            "c.toml:3:9: error: range: the lowest value is above the highest [IN020]\n  range = [2, 1]\n          ^");
  EXPECT_EQ(error("[[argument]]\nindex = 1\nrange = [0, nan]"),
            "c.toml:3:13: error: range: expected a number, found nan [IN020]\n  range = [0, nan]\n              ^");
  EXPECT_EQ(error("[[argument]]\nindex = 1\nrange = [0, 9007199254740993]"),
            "c.toml:3:13: error: range: 9007199254740993 has too many digits to be exact [IN020]\n"
            "  range = [0, 9007199254740993]\n              ^");
  EXPECT_EQ(error("[[argument]]\nindex = 1\nrole = 'bach'"),
            "c.toml:3:8: error: role 'bach' is unknown [IN020]\n  role = 'bach'\n         ^\n  note: did you mean 'batch'?");
  EXPECT_EQ(error("[[argument]]\nindex = 1\nsharding = '[dp]'"),
            "c.toml:3:12: error: sharding: expected '{', found 'dp]' at column 2 of '[dp]' [IN020]\n  sharding = '[dp]'\n"
            "             ^");
  EXPECT_EQ(error("[[result]]\nindex = 1\ntolerance = -1"),
            "c.toml:3:13: error: tolerance: expected a finite number, at least 0 [IN020]\n  tolerance = -1\n"
            "              ^");
}

TEST(Contract, indexOrName) {
  EXPECT_EQ(error("[[argument]]\nrange = [0, 1]"),
            "c.toml:1:1: error: [[argument]]: expected either index or name, found neither [IN020]\n  [[argument]]\n  ^");
  EXPECT_EQ(error("[[argument]]\nindex = 1\nname = 'x'"),
            "c.toml:1:1: error: [[argument]]: expected either index or name, found both [IN020]\n  [[argument]]\n  ^");
}

TEST(Contract, notToml) {
  std::string text = error("[[argument]]\nindex 1\n");
  EXPECT_EQ(text.substr(0, 44), "c.toml:2:7: error: not valid TOML: Error whi") << text;
  EXPECT_NE(error("a = 1\na = 2\n").find("c.toml:2:"), std::string::npos);
  EXPECT_EQ(test::message(Contract::load("/nowhere/c.toml")),
            "/nowhere/c.toml: error: cannot read the file: No such file or directory [IN002]");
}

constexpr const char *kModule = R"(
func.func @main(%a: tensor<4xf32> loc("p['w']"), %b: tensor<4xi32> loc("x"), %c: tensor<4xi32> loc("x")) -> tensor<4xf32> {
  return %a : tensor<4xf32>
})";

std::string misfit(llvm::StringRef toml) {
  Contract contract = test::contract(toml);
  return test::errorOf(kModule, &contract);
}

TEST(Contract, isAppliedByIndexAndName) {
  mlir::MLIRContext context;
  Contract contract = test::contract("[[argument]]\nname = \"p['w']\"\nrole = 'state'\n[[argument]]\nindex = 0\n"
                                     "range = [0, 2]\n[[result]]\nindex = 0\ntolerance = 0.5\n");
  Program program = test::analyze(context, kModule, &contract);
  EXPECT_EQ(program.arguments[0].role, Role::State);
  EXPECT_EQ(*program.arguments[0].range, (ValueRange{0, 2}));
  EXPECT_EQ(program.results[0].tolerance, 0.5);
}

TEST(Contract, mustFitTheModule) {
  EXPECT_EQ(misfit("[[argument]]\nindex = 3\n"),
            "c.toml:1: error: argument index 3 is out of range: the module has 3 arguments [IN021]");
  EXPECT_EQ(misfit("[[result]]\nindex = 1\n"),
            "c.toml:1: error: result index 1 is out of range: the module has 1 results [IN021]");
  EXPECT_EQ(misfit("[[argument]]\nname = \"p['v']\"\n"),
            "c.toml:1: error: the module has no argument named 'p['v']' [IN021]\n  note: did you mean 'p['w']'?");
  EXPECT_EQ(misfit("[[argument]]\nname = 'x'\n"),
            "c.toml:1: error: argument 'x' is the name of both 1 and 2 [IN021]\n  note: give the index instead");
  EXPECT_EQ(misfit("[[argument]]\nindex = 0\nrange = [0, 1]\n[[argument]]\nname = \"p['w']\"\nrange = [0, 1]\n"),
            "c.toml:4: error: argument 0 'p['w']' has a range already [IN021]");
}

TEST(Contract, allOfTheCorpus) {
  for (const char *name : {"gpt", "moe", "dlrm", "xla_spmd__gpt_dp2_tp2.spmd"}) {
    auto contract = Contract::load(std::string(LOCKSTEP_TEST_CORPUS) + "/contracts/" + name + ".toml");
    EXPECT_TRUE(bool(contract)) << llvm::toString(contract.takeError());
  }
}

} // namespace
