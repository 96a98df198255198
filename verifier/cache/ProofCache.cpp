#include "verifier/cache/ProofCache.h"

#include "verifier/cache/Digest.h"
#include "verifier/cache/Slice.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace lockstep::verifier::cache {

namespace {

using Json = nlohmann::json;

constexpr const char *kEngine =
#include "EngineDigest.inc"
    ;

std::vector<std::string> keysOf(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &facts) {
  std::vector<Digest> first = resultDigests(logical), second = resultDigests(plan);
  std::string assumed = hex(factsDigest(facts));
  std::vector<std::string> keys;
  for (size_t i = 0; i < first.size() && i < second.size(); ++i)
    keys.push_back(hexDigest(std::string(kEngine) + hex(first[i]) + hex(second[i]) + assumed));
  return keys;
}

} // namespace

std::string ProofCache::pathOf(const std::string &key) const {
  return directory + "/" + key.substr(0, 2) + "/" + key.substr(2) + ".json";
}

void ProofCache::warn(std::string problem) {
  if (problems.size() < 3) // the first ones tell enough
    problems.push_back(std::move(problem));
}

/// An entry carries its key and a digest of itself; one that is not exactly what was written is removed.
std::optional<std::vector<Assumption>> ProofCache::load(const std::string &key) {
  std::string path = pathOf(key);
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return std::nullopt;
  std::stringstream text;
  text << file.rdbuf();
  Json entry = Json::parse(text.str(), nullptr, /*allow_exceptions=*/false);
  auto isText = [](const Json &json, const char *name) { return json.contains(name) && json[name].is_string(); };
  if (entry.is_object() && isText(entry, "digest") && isText(entry, "proof")) {
    std::string proof = entry["proof"];
    if (entry["digest"] == hexDigest(key + proof)) {
      Json content = Json::parse(proof, nullptr, false);
      std::vector<Assumption> assumptions;
      bool readable = content.is_array();
      for (size_t i = 0; readable && i < content.size(); ++i) {
        readable = content[i].is_object() && isText(content[i], "text") && content[i].contains("kind") &&
                   content[i]["kind"].is_number_unsigned();
        if (readable)
          assumptions.push_back({static_cast<AssumptionKind>(content[i]["kind"].get<unsigned>()), content[i]["text"], 1});
      }
      if (readable)
        return assumptions;
    }
  }
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  warn("cache entry " + path + " was damaged and is discarded");
  return std::nullopt;
}

void ProofCache::store(const std::string &key, const std::vector<Assumption> &assumptions) {
  Json content = Json::array();
  for (const Assumption &assumption : assumptions)
    content.push_back({{"kind", static_cast<unsigned>(assumption.kind)}, {"text", assumption.text}});
  std::string proof = content.dump();
  std::string path = pathOf(key), partial = path + "." + std::to_string(getpid());
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  std::ofstream file(partial, std::ios::binary);
  file << Json{{"digest", hexDigest(key + proof)}, {"proof", proof}}.dump() << '\n';
  file.close();
  if (file)
    std::filesystem::rename(partial, path, error); // whole or not at all
  if (!file || error) {
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    warn("can't write the cache entry " + path);
  }
}

Proof ProofCache::prove(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &facts,
                        const Limits &limits, std::vector<bool> &cached) {
  size_t count = logical.body().results.size();
  cached.assign(count, false);
  // Malformed pairs are the engine's to describe; what speaks of the steps needs the whole proof.
  if (plan.body().results.size() != count || limits.trace || limits.replay || limits.certificate)
    return verifier::prove(logical, plan, facts, limits);
  std::vector<std::string> keys = keysOf(logical, plan, facts);
  Proof whole;
  whole.results.resize(count);
  std::vector<unsigned> open;
  for (unsigned i = 0; i < count; ++i) {
    if (std::optional<std::vector<Assumption>> known = load(keys[i])) {
      cached[i] = true;
      whole.results[i].status = ResultStatus::Equal;
      addAssumptions(whole.assumptions, *known);
    } else {
      open.push_back(i);
    }
  }
  if (open.empty())
    return whole;
  bool all = open.size() == count;
  Proof proof = all ? verifier::prove(logical, plan, facts, limits)
                    : verifier::prove(sliced(logical, open), sliced(plan, open), facts, limits);
  if (proof.results.size() != open.size()) { // malformed as a whole
    cached.assign(count, false);
    return proof;
  }
  for (size_t k = 0; k < open.size(); ++k) {
    whole.results[open[k]] = proof.results[k];
    auto isReplica = [&](const ReplicaFinding &finding) { return finding.result == k; };
    if (proof.results[k].status == ResultStatus::Equal && std::none_of(proof.replicas.begin(), proof.replicas.end(), isReplica))
      store(keys[open[k]], proof.assumptions);
  }
  for (ReplicaFinding finding : proof.replicas) {
    if (finding.result < open.size())
      finding.result = open[finding.result];
    whole.replicas.push_back(std::move(finding));
  }
  addAssumptions(whole.assumptions, proof.assumptions);
  whole.trace = std::move(proof.trace);
  whole.statistics = std::move(proof.statistics);
  return whole;
}

} // namespace lockstep::verifier::cache
