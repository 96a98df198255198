// docs/operators.md lists the operators that are read: all of them and no others.
#include "ir/import/Program.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

namespace {

std::set<std::string> documented() {
  std::ifstream file(std::string(LOCKSTEP_SOURCE_DIR) + "/docs/operators.md");
  std::set<std::string> names;
  for (std::string line; std::getline(file, line);) {
    // Lists start with "`dialect`: `name`, ...".
    size_t colon = line.find("`: ");
    if (line[0] != '`' || colon == std::string::npos)
      continue;
    std::string dialect = line.substr(1, colon - 1);
    std::stringstream rest(line.substr(colon + 3));
    for (std::string word; std::getline(rest, word, ',');)
      names.insert(dialect + "." + word.substr(word.find('`') + 1, word.rfind('`') - word.find('`') - 1));
  }
  return names;
}

TEST(Operators, documentationListsThemAll) {
  mlir::DialectRegistry registry;
  lockstep::registerInputDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  std::set<std::string> known;
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    std::string dialect = name.getDialectNamespace().str();
    if (dialect == "stablehlo" || dialect == "chlo" || dialect == "sdy" || dialect == "mhlo")
      known.insert(name.getStringRef().str());
  }
  std::set<std::string> listed = documented();
  for (const std::string &name : known)
    EXPECT_TRUE(listed.count(name)) << name << " is read but not listed";
  for (const std::string &name : listed)
    EXPECT_TRUE(known.count(name)) << name << " is listed but not read";
}

} // namespace
