#include "verifier/check/CertificateFiles.h"

#include "verifier/report/Formats.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

#include <nlohmann/json.hpp>

#include <set>

namespace lockstep::verifier {

namespace {

using Json = nlohmann::ordered_json;
constexpr const char *kIndex = "certificate.json", *kSteps = "steps.json";

std::string digestOf(llvm::StringRef text) {
  llvm::SHA256 hash;
  hash.update(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string pathIn(const std::string &directory, const std::string &file) {
  llvm::SmallString<256> path(directory);
  llvm::sys::path::append(path, file);
  return path.str().str();
}

llvm::Error problem(const std::string &path, const std::string &what) {
  return llvm::createStringError(path + ": " + what);
}

llvm::Error writeFile(const std::string &path, llvm::StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (code)
    return problem(path, code.message());
  os << text;
  os.close();
  return os.has_error() ? problem(path, os.error().message()) : llvm::Error::success();
}

std::string dumped(const Json &json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json stepJson(const CertificateData::Step &step, const std::vector<std::string> &files) {
  Json scripts = Json::array();
  for (size_t script : step.scripts)
    scripts.push_back(files[script]);
  return {{"rule", step.rule},   {"rounding", step.tag},           {"given", step.given}, {"before", step.before},
          {"after", step.after}, {"conditions", step.conditions}, {"scripts", scripts},  {"uses", step.uses}};
}

Json indexJson(const CertificateData &data, const Result &result) {
  Json inputs = Json::array(), obligations = Json::array();
  for (const InputFile &input : result.inputs)
    inputs.push_back({{"path", input.path}, {"sha256", input.sha256}});
  for (const Obligation &obligation : result.obligations)
    obligations.push_back({{"id", obligation.id},
                           {"subject", obligation.subject},
                           {"status", name(obligation.status)},
                           {"method", name(obligation.method)}});
  std::map<std::string, uint64_t> rules;
  for (const CertificateData::Step &step : data.steps)
    ++rules[step.rule];
  return {{"certificate_version", 1},
          {"tool", {{"name", "lockstep"}, {"version", toolVersion}}},
          {"inputs", inputs},
          {"verdict", name(result.verdict())},
          {"level", result.level},
          {"mesh", result.mesh},
          {"obligations", obligations},
          {"assumptions", result.assumptions},
          {"steps", {{"count", data.steps.size()}, {"rules", rules}, {"without_script", data.withoutScript}}}};
}

llvm::Expected<std::string> readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return problem(path, "expected a file of a certificate: " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

std::string text(const Json &json, const char *member) {
  return json.is_object() && json.contains(member) && json[member].is_string() ? json[member].get<std::string>() : "";
}

/// The files that the index names are there and unchanged; scripts expect unsat.
llvm::Error checkFiles(const std::string &directory, const Json &index) {
  for (const Json &file : index["files"]) {
    std::string name = text(file, "file");
    if (name.empty() || llvm::StringRef(name).contains("..") || llvm::sys::path::is_absolute(name))
      return problem(pathIn(directory, kIndex), "expected the relative name of a file, found '" + name + "'");
    llvm::Expected<std::string> content = readFile(pathIn(directory, name));
    if (!content)
      return content.takeError();
    if (digestOf(*content) != text(file, "sha256"))
      return problem(pathIn(directory, name), "expected the SHA-256 that certificate.json gives, found another");
    bool isScript = llvm::StringRef(name).ends_with(".smt2");
    if (isScript && !(llvm::StringRef(*content).contains("; expect: unsat") && llvm::StringRef(*content).contains("(check-sat)")))
      return problem(pathIn(directory, name), "expected a script with '; expect: unsat' and (check-sat)");
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error writeCertificate(const std::string &directory, const CertificateData &data, const Result &result) {
  if (std::error_code code = llvm::sys::fs::create_directories(pathIn(directory, "scripts")))
    return problem(directory, code.message());
  Json files = Json::array(), steps = Json::array();
  std::vector<std::string> names;
  for (const CertificateData::Script &script : data.scripts) {
    std::string number = std::to_string(names.size() + 1);
    names.push_back("scripts/" + std::string(5 - std::min<size_t>(5, number.size()), '0') + number + "-" + script.rule + ".smt2");
    if (llvm::Error error = writeFile(pathIn(directory, names.back()), script.text))
      return error;
    files.push_back({{"file", names.back()}, {"rule", script.rule}, {"what", script.what}, {"uses", script.uses},
                     {"sha256", digestOf(script.text)}});
  }
  for (const CertificateData::Step &step : data.steps)
    steps.push_back(stepJson(step, names));
  std::string list = dumped({{"steps", steps}});
  if (llvm::Error error = writeFile(pathIn(directory, kSteps), list))
    return error;
  files.push_back({{"file", kSteps}, {"sha256", digestOf(list)}});
  Json index = indexJson(data, result);
  index["files"] = files;
  return writeFile(pathIn(directory, kIndex), dumped(index));
}

llvm::Error inspectCertificate(llvm::raw_ostream &os, const std::string &directory) {
  std::string path = pathIn(directory, kIndex);
  llvm::Expected<std::string> content = readFile(path);
  if (!content)
    return content.takeError();
  Json index = Json::parse(*content, nullptr, /*allow_exceptions=*/false);
  if (!index.is_object() || !index.contains("certificate_version") || index["certificate_version"] != 1)
    return problem(path, "expected a certificate of version 1 written by 'lockstep verify --certificate'");
  for (const char *member : {"inputs", "obligations", "assumptions", "files"})
    if (!index.contains(member) || !index[member].is_array())
      return problem(path, std::string("expected an array '") + member + "'");
  for (const char *member : {"steps", "tool"})
    if (!index.contains(member) || !index[member].is_object())
      return problem(path, std::string("expected an object '") + member + "'");
  const Json steps = index["steps"];
  if (!steps.contains("count") || !steps["count"].is_number_unsigned() || !steps.contains("rules") || !steps["rules"].is_object())
    return problem(path, "expected the number of steps and their rules");
  if (llvm::Error error = checkFiles(directory, index))
    return error;
  size_t scripts = 0;
  for (const Json &file : index["files"])
    scripts += llvm::StringRef(text(file, "file")).ends_with(".smt2");
  os << "certificate: " << text(index, "verdict") << " at level " << text(index, "level") << ", by lockstep "
     << text(index["tool"], "version") << '\n';
  for (const Json &input : index["inputs"])
    os << "  input " << text(input, "path") << " sha256 " << text(input, "sha256") << '\n';
  os << "  " << index["obligations"].size() << " obligations, " << index["assumptions"].size() << " assumptions\n";
  os << "  " << steps["count"].get<size_t>() << " steps by " << steps["rules"].size() << " rules, " << scripts
     << " scripts, all files as when they were written\n";
  for (const Json &assumption : index["assumptions"])
    if (assumption.is_string())
      os << "assumption: " << assumption.get<std::string>() << '\n';
  return llvm::Error::success();
}

} // namespace lockstep::verifier
