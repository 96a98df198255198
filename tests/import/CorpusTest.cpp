// Every module of the corpus is read and classified.
#include "tests/import/Load.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

using namespace lockstep;

namespace {

std::vector<std::string> modules(const std::string &folder) {
  std::vector<std::string> paths;
  for (const auto &entry : std::filesystem::directory_iterator(std::string(LOCKSTEP_TEST_CORPUS) + "/" + folder))
    if (entry.path().string().ends_with(".mlir.gz"))
      paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string stem(const std::string &path) {
  std::string name = std::filesystem::path(path).filename().string();
  return name.substr(0, name.find('.'));
}

void expectForm(const std::string &folder, ProgramForm form) {
  std::vector<std::string> paths = modules(folder);
  EXPECT_FALSE(paths.empty());
  for (const std::string &path : paths) {
    mlir::MLIRContext context;
    Program program = test::load(context, path);
    EXPECT_EQ(program.form, form) << path;
    EXPECT_EQ(program.mesh.deviceCount() > 1, form != ProgramForm::Logical) << path;
    EXPECT_EQ(program.argumentShardings.size(), form == ProgramForm::PerDevice ? program.arguments.size() : 0) << path;
  }
}

TEST(Corpus, logicalSteps) { expectForm("logical", ProgramForm::Logical); }
TEST(Corpus, shardMapPlans) { expectForm("plans", ProgramForm::ManualComputation); }
TEST(Corpus, trickyPlans) { expectForm("tricky_correct", ProgramForm::ManualComputation); }
TEST(Corpus, buggyPlans) { expectForm("buggy", ProgramForm::ManualComputation); }
TEST(Corpus, shardyLocalModules) { expectForm("shardy_local", ProgramForm::PerDevice); }

// XLA's modules have shapes of one device; with the contract the global ones must be those of the logical step.
TEST(Corpus, xlaModulesHaveTheGlobalSignature) {
  for (const std::string &path : modules("xla_spmd")) {
    if (path.find(".spmd.") == std::string::npos)
      continue;
    std::string name = stem(path);
    auto contract =
        Contract::load(std::string(LOCKSTEP_TEST_CORPUS) + "/contracts/xla_spmd__" + name + ".spmd.toml");
    ASSERT_TRUE(bool(contract)) << llvm::toString(contract.takeError());
    mlir::MLIRContext context;
    Program local = test::load(context, path, &*contract);
    EXPECT_EQ(local.form, ProgramForm::PerDevice) << path;
    Program global = test::load(context, test::corpus("xla_spmd/" + name + ".sharded.mlir"), nullptr, Reading::Logical);
    ASSERT_EQ(local.arguments.size(), global.arguments.size()) << path;
    ASSERT_EQ(local.results.size(), global.results.size()) << path;
    for (size_t i = 0; i < local.arguments.size(); ++i)
      EXPECT_EQ(local.arguments[i].shape, global.arguments[i].shape) << path << " argument " << i;
    for (size_t i = 0; i < local.results.size(); ++i)
      EXPECT_EQ(local.results[i].shape, global.results[i].shape) << path << " result " << i;
  }
}

} // namespace
