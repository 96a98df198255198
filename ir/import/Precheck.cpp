#include "ir/import/Precheck.h"

using llvm::StringRef;

namespace lockstep {
namespace {

// A pass over the text that knows strings and comments, nothing else.
class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}

  std::optional<TextFault> run() {
    while (at < text.size())
      if (auto fault = step())
        return fault;
    return std::nullopt;
  }

private:
  std::optional<TextFault> step() {
    char c = text[at];
    switch (c) {
    case '\0':
      return TextFault{at, "IN001", "expected MLIR text, found a NUL byte", "is this a binary file?"};
    case '"':
      skipString();
      return std::nullopt;
    case '/':
      if (text.substr(at).starts_with("//"))
        at = std::min(text.find('\n', at), text.size());
      else
        ++at;
      return std::nullopt;
    case '-': // `->` closes nothing
      at += text.substr(at).starts_with("->") ? 2 : 1;
      return std::nullopt;
    case '(': case '[': case '{': case '<':
      if (++depth > kDeepestNesting)
        return TextFault{at, "IN006", "brackets are nested more than " + std::to_string(kDeepestNesting) + " deep", ""};
      break;
    case ')': case ']': case '}': case '>':
      depth -= depth > 0;
      break;
    case 'a':
      // Expressions of affine maps nest without brackets, and no StableHLO program has any.
      if (text.substr(at).starts_with("affine_map<") || text.substr(at).starts_with("affine_set<"))
        return TextFault{at, "IN001", "affine maps and sets are not part of training steps", ""};
      break;
    default:
      break;
    }
    ++at;
    return std::nullopt;
  }

  void skipString() {
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
      if (text[at] == '\\')
        ++at;
    ++at;
  }

  StringRef text;
  size_t at = 0;
  unsigned depth = 0;
};

} // namespace

std::optional<TextFault> precheck(StringRef text) {
  StringRef start = text.ltrim();
  if (start.empty())
    return TextFault{0, "IN001", "expected an MLIR module, found an empty file", ""};
  if (start.starts_with("HloModule"))
    return TextFault{size_t(start.data() - text.data()), "IN001", "expected an MLIR module, found XLA's HLO text",
                     "convert it to StableHLO first"};
  return Scanner(text).run();
}

} // namespace lockstep
