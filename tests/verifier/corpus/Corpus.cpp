#include "tests/verifier/corpus/Corpus.h"

#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>

namespace lockstep::verifier::test {

namespace {

const std::string root = LOCKSTEP_TEST_CORPUS;

std::string readGzip(const std::string &path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  char buffer[1 << 16];
  for (int count = 0; file && (count = gzread(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(count));
  if (file)
    gzclose(file);
  return text;
}

} // namespace

std::string Pair::testName() const {
  std::string name = plan.substr(0, plan.rfind('.'));
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

std::vector<Pair> pairsOf(const std::vector<std::string> &folders) {
  nlohmann::json manifest = nlohmann::json::parse(readGzip(root + "/manifest.json.gz"));
  std::vector<Pair> pairs;
  for (const auto &[name, entry] : manifest.items()) {
    std::string folder = name.substr(0, name.find('/'));
    if (std::find(folders.begin(), folders.end(), folder) == folders.end() || !entry.contains("logical"))
      continue;
    // XLA's partitioner: only the per-device module is a plan.
    if (folder == "xla_spmd" && name.find(".spmd.") == std::string::npos)
      continue;
    std::string contract = entry.value("contract", "");
    pairs.push_back({name, entry["logical"], contract, entry.value("expected", "") == "equal"});
  }
  return pairs;
}

std::vector<Pair> pairsNamed(const std::vector<std::string> &names) {
  std::vector<Pair> pairs;
  std::vector<Pair> all = pairsOf({"buggy", "plans", "tricky_correct", "shardy_local", "xla_spmd"});
  for (const std::string &name : names) {
    auto found = std::find_if(all.begin(), all.end(), [&](const Pair &pair) { return pair.plan == name + ".mlir"; });
    if (found == all.end()) {
      std::cerr << "the corpus has no " << name << '\n';
      std::abort();
    }
    pairs.push_back(*found);
  }
  return pairs;
}

llvm::Expected<Result> verifyPair(const Pair &pair, const VerifyOptions &options) {
  std::string contract = pair.contract.empty() ? "" : root + "/" + pair.contract;
  return verifyFiles(root + "/" + pair.logical + ".gz", root + "/" + pair.plan + ".gz", contract, options);
}

std::string summaryOf(const Result &result) {
  std::string text(name(result.verdict()));
  for (const Obligation &obligation : result.obligations)
    if (obligation.status != Status::Proved)
      text += "\n  " + std::string(name(obligation.status)) + " " + obligation.subject + ": " + obligation.message;
  return text.substr(0, 4000);
}

} // namespace lockstep::verifier::test
