#include "verifier/refute/ContractText.h"

#include "ir/import/Contract.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::verifier {

namespace {

/// A TOML basic string.
std::string quoted(llvm::StringRef text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + "\"";
}

std::string number(double value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (value == static_cast<double>(static_cast<int64_t>(value)) && std::abs(value) < 9e15)
    os << static_cast<int64_t>(value);
  else
    os << llvm::format("%.17g", value);
  return text;
}

void writeEntry(llvm::raw_ostream &os, const char *table, const ContractEntry &entry) {
  os << "[[" << table << "]]\n";
  if (entry.index)
    os << "index = " << *entry.index << '\n';
  if (entry.name)
    os << "name = " << quoted(*entry.name) << '\n';
  if (entry.range)
    os << "range = [" << number(entry.range->lo) << ", " << number(entry.range->hi) << "]\n";
  if (entry.role && *entry.role != Role::Unknown)
    os << "role = " << quoted(name(*entry.role)) << '\n';
  if (entry.sharding)
    os << "sharding = " << quoted(entry.sharding->str()) << '\n';
  if (entry.tolerance)
    os << "tolerance = " << llvm::format("%.17g", *entry.tolerance) << '\n';
}

} // namespace

std::string contractToText(const Contract &contract) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "level = " << quoted(contract.level) << '\n';
  if (contract.mesh) {
    os << "[mesh]\n";
    for (const MeshAxis &axis : contract.mesh->axes)
      os << quoted(axis.name) << " = " << axis.size << '\n';
  }
  for (const ContractEntry &entry : contract.arguments)
    writeEntry(os, "argument", entry);
  for (const ContractEntry &entry : contract.results)
    writeEntry(os, "result", entry);
  return text;
}

} // namespace lockstep::verifier
