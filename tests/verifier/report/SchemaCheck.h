// Checks JSON against the part of JSON Schema that our schemas use; an unknown keyword fails, so none is ignored.
#pragma once

#include <nlohmann/json.hpp>

#include <regex>
#include <set>
#include <string>

namespace lockstep::verifier::test {

class SchemaCheck {
public:
  using Json = nlohmann::json;
  explicit SchemaCheck(const Json &root) : root(root) {}

  /// Empty when `value` obeys the schema, else the place and what was expected.
  std::string problem(const Json &value) const { return check(root, value, "$"); }

private:
  const Json &root;

  static bool hasType(const Json &value, const std::string &type) {
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "null" && value.is_null()) || (type == "number" && value.is_number()) ||
           (type == "integer" && value.is_number_integer());
  }

  std::string check(const Json &schema, const Json &value, const std::string &at) const {
    static const std::set<std::string> annotations = {"$schema", "$id", "$defs", "title", "description"};
    for (const auto &[keyword, rule] : schema.items()) {
      std::string found = annotations.count(keyword) ? "" : apply(keyword, rule, schema, value, at);
      if (!found.empty())
        return found;
    }
    return {};
  }

  std::string apply(const std::string &keyword, const Json &rule, const Json &schema, const Json &value,
                    const std::string &at) const {
    if (keyword == "$ref")
      return check(root.at(Json::json_pointer(rule.get<std::string>().substr(1))), value, at);
    if (keyword == "type")
      return checkType(rule, value, at);
    if (keyword == "const")
      return value == rule ? "" : at + ": expected " + rule.dump();
    if (keyword == "enum")
      return std::find(rule.begin(), rule.end(), value) != rule.end() ? "" : at + ": expected one of " + rule.dump();
    if (keyword == "anyOf") {
      for (const Json &option : rule)
        if (check(option, value, at).empty())
          return {};
      return at + ": no option of anyOf fits";
    }
    if (keyword == "required") {
      for (const Json &key : rule)
        if (value.is_object() && !value.contains(key.get<std::string>()))
          return at + ": member " + key.dump() + " is missing";
      return {};
    }
    if (keyword == "properties") {
      for (const auto &[key, inner] : rule.items())
        if (value.is_object() && value.contains(key))
          if (std::string found = check(inner, value[key], at + "." + key); !found.empty())
            return found;
      return {};
    }
    if (keyword == "additionalProperties") {
      for (const auto &[key, inner] : value.items())
        if (!schema.value("properties", Json::object()).contains(key))
          if (std::string found = check(rule, inner, at + "." + key); !found.empty())
            return found;
      return {};
    }
    if (keyword == "items") {
      for (size_t i = 0; value.is_array() && i < value.size(); ++i)
        if (std::string found = check(rule, value[i], at + "[" + std::to_string(i) + "]"); !found.empty())
          return found;
      return {};
    }
    if (keyword == "minimum")
      return value.is_number() && value < rule ? at + ": expected at least " + rule.dump() : "";
    if (keyword == "pattern")
      return value.is_string() && !std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>()))
                 ? at + ": expected to match " + rule.dump()
                 : "";
    return at + ": the schema uses the keyword '" + keyword + "', which this check does not know";
  }

  static std::string checkType(const Json &rule, const Json &value, const std::string &at) {
    if (rule.is_string())
      return hasType(value, rule.get<std::string>()) ? "" : at + ": expected " + rule.dump();
    for (const Json &type : rule)
      if (hasType(value, type.get<std::string>()))
        return {};
    return at + ": expected one of " + rule.dump();
  }
};

} // namespace lockstep::verifier::test
