// Every module of the corpus parses, verifies, prints and parses again to the same module: in the pretty and in the
// generic form, locations included. The largest stays within the time and memory that reading a plan may take.
#include "ir/import/Program.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include <chrono>
#include <filesystem>

namespace {

namespace fs = std::filesystem;

std::string unpack(const fs::path &path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  if (!file)
    return text;
  std::vector<char> buffer(1 << 20);
  for (int read = 0; (read = gzread(file, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), read);
  gzclose(file);
  return text;
}

std::vector<fs::path> modules(const std::string &folder) {
  std::vector<fs::path> paths;
  for (const auto &entry : fs::directory_iterator(fs::path(LOCKSTEP_TEST_CORPUS) / folder))
    if (entry.path().string().ends_with(".mlir.gz"))
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

class CorpusRoundTripTest : public testing::TestWithParam<const char *> {
protected:
  CorpusRoundTripTest() {
    mlir::DialectRegistry registry;
    lockstep::registerInputDialects(registry);
    context.appendDialectRegistry(registry);
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text, const std::string &name) {
    return mlir::parseSourceString<mlir::ModuleOp>(text, mlir::ParserConfig(&context), name);
  }

  std::string print(mlir::ModuleOp module, bool generic) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    mlir::OpPrintingFlags flags;
    flags.enableDebugInfo();
    module->print(stream, generic ? flags.printGenericOpForm() : flags);
    return text;
  }

  void roundTrip(const fs::path &path) {
    SCOPED_TRACE(path.filename().string());
    auto first = parse(unpack(path), path.filename().string());
    ASSERT_TRUE(first);
    for (bool generic : {false, true}) {
      auto second = parse(print(*first, generic), "printed");
      ASSERT_TRUE(second) << "generic: " << generic;
      EXPECT_TRUE(mlir::OperationEquivalence::isEquivalentTo(*first, *second, mlir::OperationEquivalence::None))
          << "generic: " << generic;
    }
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
};

TEST_P(CorpusRoundTripTest, ParsesPrintsAndParsesToTheSame) {
  auto paths = modules(GetParam());
  ASSERT_FALSE(paths.empty());
  for (const fs::path &path : paths)
    roundTrip(path);
}

INSTANTIATE_TEST_SUITE_P(Folders, CorpusRoundTripTest,
                         testing::Values("logical", "plans", "tricky_correct", "buggy", "xla_spmd", "shardy_local",
                                         "loc", "large"),
                         [](const auto &info) { return std::string(info.param); });

// 90 MB of text, 2,408 collectives over 2,048 devices.
TEST_F(CorpusRoundTripTest, LargestModuleIsReadInTime) {
  std::string text = unpack(fs::path(LOCKSTEP_TEST_CORPUS) / "large/llama3_405b_unrolled_dp256_tp8_sp.mlir.gz");
  ASSERT_GT(text.size(), size_t(80) << 20);
  auto start = std::chrono::steady_clock::now();
  auto module = parse(text, "large");
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  ASSERT_TRUE(module);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  RecordProperty("seconds", std::to_string(seconds.count()));
  EXPECT_LT(seconds.count(), 15);
  EXPECT_LT(usage.ru_maxrss, 3L << 20); // KiB
}

} // namespace
