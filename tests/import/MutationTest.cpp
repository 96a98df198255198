// Damaged modules: some hundred mutations of real ones are read, analysed and prepared. Each must end in a program or an
// error; a crash ends the test. Deterministic: a failure is reproduced by its number. LOCKSTEP_MUTATIONS=50 makes it fifty
// times longer.
#include "ir/import/Bytes.h"
#include "ir/import/Inspect.h"
#include "ir/import/Prepare.h"
#include "tests/import/Load.h"

#include <gtest/gtest.h>

#include <random>

using namespace lockstep;

namespace {

class Mutator {
public:
  Mutator(std::string text, unsigned seed) : text(std::move(text)), random(seed) {}

  std::string run() {
    for (unsigned i = 0, count = 1 + pick(3); i < count; ++i)
      mutate();
    return text;
  }

private:
  size_t pick(size_t bound) { return bound ? random() % bound : 0; }

  // Start and length of the word or number around a random place.
  std::pair<size_t, size_t> token() {
    size_t start = pick(text.size()), end = start;
    while (start > 0 && isalnum(static_cast<unsigned char>(text[start - 1])))
      --start;
    while (end < text.size() && isalnum(static_cast<unsigned char>(text[end])))
      ++end;
    return {start, std::max<size_t>(end - start, 1)};
  }

  void mutate() {
    static const char *const words[] = {"0", "-1", "2", "9223372036854775807", "tensor<f32>", "tensor<?xf32>", "i1", "dense<0>",
                                        "\"\"", "@main", "%0", "[]", "{}", "<", ">", "(", ")", "sdy.return", "@mesh", "{\"dp\"}",
                                        "stablehlo.add", "unit", "array<i64: 1, 0>", "index", "none"};
    if (text.empty())
      return;
    auto [start, length] = token();
    switch (pick(8)) {
    case 0: text[pick(text.size())] = char(pick(256)); break;
    case 1: text.erase(start, length); break;
    case 2: text.insert(start, text.substr(start, length)); break;
    case 3: text.replace(start, length, words[pick(std::size(words))]); break;
    case 4: text.resize(pick(text.size())); break;
    case 5: { // a token from elsewhere
      auto [from, size] = token();
      std::string word = text.substr(from, size);
      text.replace(start, length, word);
      break;
    }
    case 6: { // a line less
      size_t begin = text.rfind('\n', start), end = text.find('\n', start);
      if (begin != std::string::npos && end != std::string::npos)
        text.erase(begin, end - begin);
      break;
    }
    default: { // a number changed
      size_t digit = text.find_first_of("0123456789", start);
      if (digit != std::string::npos)
        text[digit] = char('0' + pick(10));
      break;
    }
    }
  }

  std::string text;
  std::mt19937 random;
};

std::string content(const std::string &name) {
  auto bytes = readBytes(test::corpus(name));
  EXPECT_TRUE(bool(bytes));
  return (*bytes)->getBuffer().str();
}

// Reads one text as far as it goes; true when it is a program.
bool survive(const std::string &text) {
  mlir::MLIRContext context;
  auto module = parseModuleText(text, "t.mlir", context);
  if (!module) {
    std::string message = llvm::toString(module.takeError());
    EXPECT_NE(message.find("error: "), std::string::npos);
    EXPECT_LT(message.size(), 4000u) << message.substr(0, 4000);
    return false;
  }
  auto program = analyzeProgram(std::move(*module), "t.mlir", nullptr);
  if (!program) {
    llvm::consumeError(program.takeError());
    return false;
  }
  toText(inspect(*program));
  auto prepared = prepare(*program);
  bool ready = bool(prepared);
  llvm::consumeError(prepared.takeError());
  return ready;
}

void mutateMany(const std::string &name, unsigned count) {
  std::string text = content(name);
  ASSERT_TRUE(survive(text));
  if (const char *factor = std::getenv("LOCKSTEP_MUTATIONS"))
    count *= std::max(1, std::atoi(factor));
  unsigned programs = 0;
  for (unsigned seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(name + " mutation " + std::to_string(seed));
    programs += survive(Mutator(text, seed).run());
  }
  // Mutations that hurt nobody exist, and so do those that hurt.
  EXPECT_GT(programs, 0u);
  EXPECT_LT(programs, count);
}

TEST(Mutation, shardMapPlan) { mutateMany("plans/mlp_dp4_mean.mlir", 200); }
TEST(Mutation, partlyManualPlan) { mutateMany("plans/mlp_dp2_manual_tp2_auto.mlir", 100); }
TEST(Mutation, perDevicePlan) { mutateMany("shardy_local/mlp_dp2_tp2.mlir", 150); }
TEST(Mutation, xlaModule) { mutateMany("xla_spmd/mlp_dp2_tp2.spmd.mlir", 150); }
TEST(Mutation, rareForms) { mutateMany("logical/misc_forms.mlir", 60); }

} // namespace
