#include "Corpus.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <zlib.h>

namespace lockstep::test {

std::string readCorpusFile(const std::string &relativePath) {
  std::string path = std::string(LOCKSTEP_TEST_CORPUS) + "/" + relativePath + ".gz";
  gzFile file = gzopen(path.c_str(), "rb");
  if (!file) {
    ADD_FAILURE() << "cannot open " << path;
    return {};
  }
  std::string text;
  char buffer[1 << 16];
  for (int count; (count = gzread(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, count);
  gzclose(file);
  return text;
}

nlohmann::json readCorpusJson(const std::string &relativePath) {
  return nlohmann::json::parse(readCorpusFile(relativePath));
}

std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  registerInputDialects(registry);
  return std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
}

std::optional<Program> loadCorpusProgram(mlir::MLIRContext &context, const std::string &module,
                                         const nlohmann::json &manifest) {
  std::string root = std::string(LOCKSTEP_TEST_CORPUS) + "/";
  std::optional<Contract> contract;
  if (manifest.contains(module) && manifest[module].contains("contract")) {
    llvm::Expected<Contract> loaded = Contract::load(root + manifest[module]["contract"].get<std::string>());
    if (!loaded) {
      ADD_FAILURE() << llvm::toString(loaded.takeError());
      return std::nullopt;
    }
    contract = std::move(*loaded);
  }
  Reading reading = module.rfind("logical/", 0) == 0 ? Reading::Logical : Reading::Plan;
  llvm::Expected<Program> program =
      loadProgram(root + module + ".gz", context, contract ? &*contract : nullptr, reading);
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    return std::nullopt;
  }
  return std::move(*program);
}

std::optional<Program> programOf(mlir::MLIRContext &context, const std::string &text, const Contract *contract) {
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module = parseModuleText(text, "test.mlir", context);
  if (!module) {
    ADD_FAILURE() << llvm::toString(module.takeError());
    return std::nullopt;
  }
  llvm::Expected<Program> program = analyzeProgram(std::move(*module), "test.mlir", contract);
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    return std::nullopt;
  }
  return std::move(*program);
}

interp::Recipe recipeOf(const nlohmann::json &argument) {
  interp::Recipe recipe;
  std::string kind = argument["kind"];
  if (kind == "uniform" || kind == "int") {
    recipe.kind = kind == "int" ? interp::Recipe::Kind::Int : interp::Recipe::Kind::Uniform;
    recipe.lo = argument["lo"];
    recipe.hi = argument["hi"];
  } else if (kind == "mask") {
    recipe.kind = interp::Recipe::Kind::Mask;
    recipe.density = argument["p"];
  } else {
    recipe.kind = interp::Recipe::Kind::Values;
    for (const nlohmann::json &value : argument["values"])
      recipe.values.push_back(value);
  }
  return recipe;
}

std::string testName(std::string path) {
  for (char &c : path)
    if (!std::isalnum(static_cast<unsigned char>(c)))
      c = '_';
  return path;
}

} // namespace lockstep::test
