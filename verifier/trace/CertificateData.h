// The steps of a proof as text, and SMT-LIB scripts of what can be checked by a solver: plain data.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockstep::verifier {

struct CertificateData {
  /// A script expects `unsat`: it asks for values that make a condition or an equation false. Equal scripts are one.
  struct Script {
    std::string rule, what, text; // what: "condition", "equation", "correspondence"
    uint64_t uses = 0;
  };
  struct Step {
    std::string rule, tag; // tag: what the rule does to roundings
    std::vector<std::string> given, after, conditions;
    std::string before;
    std::vector<size_t> scripts; // indices
    uint64_t uses = 0;
  };
  std::vector<Script> scripts;
  std::vector<Step> steps;
  std::map<std::string, uint64_t> withoutScript; // steps by rule of which no solver can check anything

  /// The steps of another reading of the same programs.
  void add(const CertificateData &other) {
    std::map<std::string, size_t> known;
    for (size_t i = 0; i < scripts.size(); ++i)
      known[scripts[i].text] = i;
    std::vector<size_t> place;
    for (const Script &script : other.scripts) {
      auto [it, isNew] = known.try_emplace(script.text, scripts.size());
      if (isNew)
        scripts.push_back(script);
      else
        scripts[it->second].uses += script.uses;
      place.push_back(it->second);
    }
    for (Step step : other.steps) {
      for (size_t &script : step.scripts)
        script = place[script];
      steps.push_back(std::move(step));
    }
    for (const auto &[rule, count] : other.withoutScript)
      withoutScript[rule] += count;
  }
};

} // namespace lockstep::verifier
