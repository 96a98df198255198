#include "verifier/refute/Counterexample.h"

#include "ir/core/InputError.h"
#include "ir/import/Program.h"
#include "verifier/refute/TensorJson.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::verifier {

using Json = nlohmann::ordered_json;

namespace {

Json differenceJson(const Difference &difference) {
  Json ranks = Json::array();
  for (const RankValue &rank : difference.ranks)
    ranks.push_back({{"rank", rank.rank},
                     {"coordinates", rank.coordinates},
                     {"value", jsonNumber(rank.value)},
                     {"differs", rank.differs}});
  return {{"element", difference.element},
          {"expected", jsonNumber(difference.expected)},
          {"found", jsonNumber(difference.found)},
          {"bound", jsonNumber(difference.bound)},
          {"relation", difference.relation},
          {"ranks", ranks}};
}

Json toJson(const Counterexample &counterexample, llvm::StringRef jsonPath) {
  Json inputs = Json::array();
  for (size_t i = 0; i < counterexample.inputs.size(); ++i) {
    Json input = {{"index", i}, {"name", counterexample.inputs[i].name}};
    input.update(tensorJson(counterexample.inputs[i].value));
    inputs.push_back(std::move(input));
  }
  return {{"schema_version", 1},
          {"kind", "lockstep-counterexample"},
          {"logical", counterexample.logicalPath},
          {"plan", counterexample.planPath},
          {"contract", counterexample.contractPath.empty() ? Json(nullptr) : Json(counterexample.contractPath)},
          {"contract_text", counterexample.contractText},
          {"replay", "lockstep replay " + jsonPath.str()},
          {"arithmetic", "f64"},
          {"subject", counterexample.subject},
          {"result", counterexample.result},
          {"code", counterexample.code},
          {"message", counterexample.message},
          {"difference", differenceJson(counterexample.difference)},
          {"also_differ", counterexample.alsoDiffer},
          {"inputs", inputs}};
}

llvm::Error writeFile(const std::string &path, llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::error_code problem;
  llvm::raw_fd_ostream os(path, problem);
  if (!problem) {
    write(os);
    os.flush();
    problem = os.error();
    os.clear_error();
  }
  if (problem)
    return llvm::createStringError(problem, "cannot write '%s': %s", path.c_str(), problem.message().c_str());
  return llvm::Error::success();
}

/// Both programs as modules in a module, so that one file carries them and names can't clash.
void writePrograms(llvm::raw_ostream &os, const Program &logical, const Program &plan) {
  mlir::ModuleOp first = *logical.module;
  mlir::MLIRContext *context = first.getContext();
  mlir::OpBuilder builder(context);
  mlir::OwningOpRef<mlir::ModuleOp> both = mlir::ModuleOp::create(builder.getUnknownLoc());
  builder.setInsertionPointToEnd(both->getBody());
  for (auto [program, name] : {std::pair(&logical, "logical"), std::pair(&plan, "plan")}) {
    mlir::ModuleOp module = *program->module;
    auto copy = mlir::cast<mlir::ModuleOp>(builder.clone(*module.getOperation()));
    copy.setSymName(name);
  }
  both->print(os);
  os << '\n';
}

class Reader {
public:
  Reader(llvm::StringRef path, nlohmann::json json) : path(path), json(std::move(json)) {}

  llvm::Expected<Counterexample> read() {
    if (!json.is_object() || text(json, "kind") != "lockstep-counterexample")
      return error("expected a counterexample written by 'lockstep verify'");
    Counterexample counterexample;
    counterexample.logicalPath = text(json, "logical");
    counterexample.planPath = text(json, "plan");
    counterexample.contractPath = text(json, "contract");
    counterexample.contractText = text(json, "contract_text");
    counterexample.subject = text(json, "subject");
    counterexample.code = text(json, "code");
    counterexample.message = text(json, "message");
    if (!json.contains("result") || !json["result"].is_number_unsigned())
      return error("expected member 'result' to be the number of a result");
    counterexample.result = json["result"].get<unsigned>();
    if (!json.contains("difference") || !json["difference"].is_object())
      return error("expected member 'difference' to be an object");
    readDifference(json["difference"], counterexample.difference);
    if (!json.contains("inputs") || !json["inputs"].is_array())
      return error("expected member 'inputs' to be a list of tensors");
    for (const auto &input : json["inputs"]) {
      auto tensor = tensorOfJson(input);
      if (!tensor)
        return error("input " + std::to_string(counterexample.inputs.size()) +
                     ": expected 'type' and either 'fill' or as many 'values' as the type has elements");
      counterexample.inputs.push_back({text(input, "name"), std::move(*tensor)});
    }
    return counterexample;
  }

private:
  llvm::StringRef path;
  nlohmann::json json;

  llvm::Error error(const std::string &message) const {
    return llvm::make_error<InputError>("IN060", path.str(), 0, 0, message);
  }

  static std::string text(const nlohmann::json &object, const char *key) {
    auto member = object.find(key);
    return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
  }

  static bool flag(const nlohmann::json &object, const char *key) {
    auto member = object.find(key);
    return member != object.end() && member->is_boolean() && member->get<bool>();
  }

  static double number(const nlohmann::json &object, const char *key) {
    auto member = object.find(key);
    return member == object.end() ? 0 : numberOfJson(*member).value_or(0);
  }

  static void readDifference(const nlohmann::json &object, Difference &difference) {
    if (auto element = object.find("element"); element != object.end() && element->is_array())
      for (const auto &index : *element)
        if (index.is_number_integer())
          difference.element.push_back(index.get<int64_t>());
    difference.expected = number(object, "expected");
    difference.found = number(object, "found");
    difference.bound = number(object, "bound");
    difference.relation = text(object, "relation");
    auto ranks = object.find("ranks");
    if (ranks == object.end() || !ranks->is_array())
      return;
    for (const auto &rank : *ranks)
      if (rank.is_object())
        difference.ranks.push_back({static_cast<int64_t>(number(rank, "rank")), text(rank, "coordinates"),
                                    number(rank, "value"), flag(rank, "differs")});
  }
};

} // namespace

std::string programFileOf(llvm::StringRef jsonPath) {
  llvm::SmallString<256> path(jsonPath);
  llvm::sys::path::replace_extension(path, ".mlir");
  return std::string(path);
}

llvm::Error writeCounterexample(const Counterexample &counterexample, const Program &logical, const Program &plan,
                                llvm::StringRef prefix) {
  std::string jsonPath = prefix.str() + ".json";
  if (llvm::Error error = writeFile(jsonPath, [&](llvm::raw_ostream &os) {
        os << toJson(counterexample, jsonPath).dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
      }))
    return error;
  return writeFile(programFileOf(jsonPath), [&](llvm::raw_ostream &os) { writePrograms(os, logical, plan); });
}

llvm::Expected<Counterexample> readCounterexample(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer)
    return llvm::make_error<InputError>("IN060", path.str(), 0, 0, "cannot read the file: " + buffer.getError().message());
  llvm::StringRef text = (*buffer)->getBuffer();
  auto json = nlohmann::json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return llvm::make_error<InputError>("IN060", path.str(), 0, 0, "expected JSON");
  return Reader(path, std::move(json)).read();
}

} // namespace lockstep::verifier
