#include "ir/import/Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

using llvm::StringRef;

namespace lockstep {
namespace {

constexpr size_t kBefore = 70, kAfter = 50; // characters kept around the caret

// The place in a file that a location means: through names, call sites (the innermost) and fusions (the first).
mlir::FileLineColLoc fileOf(mlir::Location location) {
  mlir::LocationAttr at = location;
  for (unsigned steps = 0; at && steps < 1000; ++steps) {
    if (auto file = llvm::dyn_cast<mlir::FileLineColLoc>(at))
      return file;
    if (auto name = llvm::dyn_cast<mlir::NameLoc>(at))
      at = name.getChildLoc();
    else if (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(at))
      at = call.getCallee();
    else if (auto fused = llvm::dyn_cast<mlir::FusedLoc>(at); fused && !fused.getLocations().empty())
      at = fused.getLocations().front();
    else
      break;
  }
  return {};
}

// MLIR appends whole operators to some messages; the first line says what is wrong.
std::string shortened(const std::string &message) {
  constexpr size_t kLongest = 400;
  StringRef first = StringRef(message).split('\n').first.rtrim();
  if (first.contains("no terminator"))
    first = first.split(", has").first;
  std::string text = first.take_front(kLongest).str();
  return first.size() > kLongest ? text + "..." : text;
}

// `text` between `before` and `after`, when it has this form.
std::optional<std::string> between(StringRef message, StringRef before, StringRef after) {
  size_t start = message.find(before);
  if (start == StringRef::npos)
    return std::nullopt;
  StringRef rest = message.drop_front(start + before.size());
  size_t end = rest.find(after);
  return end == StringRef::npos ? std::nullopt : std::optional(rest.take_front(end).str());
}

constexpr StringRef kKnownDialects = "an input may use the dialects builtin, func, stablehlo, chlo, sdy and mhlo";

std::string dialectHint(StringRef dialect) {
  if (dialect == "vhlo")
    return "this is a portable StableHLO artifact; write the module as text instead";
  if (dialect == "mpmd" || dialect == "arith" || dialect == "tensor" || dialect == "linalg" || dialect == "scf")
    return std::string(kKnownDialects) + "; lower to StableHLO first";
  return kKnownDialects.str();
}

// MLIR's advice is about its own tools; ours names the dialect or the operator.
struct Reworded {
  std::string code, message, note;
};

Reworded reword(StringRef message) {
  auto unknownDialect = [&](StringRef dialect, StringRef what) {
    return Reworded{"IN004", "unknown dialect '" + dialect.str() + "'" + what.str(), dialectHint(dialect)};
  };
  auto unknownOperator = [&](const std::string &name) {
    return Reworded{"IN005", "unknown operator '" + name + "'",
                    "it is not among the operators that can be read; see docs/operators.md"};
  };
  if (auto op = between(message, "not found for custom op '", "'"))
    return unknownDialect(StringRef(*op).split('.').first, " of operator '" + *op + "'");
  if (auto op = between(message, "custom op '", "' is unknown"))
    return StringRef(*op).contains('.') ? unknownOperator(*op)
                                        : Reworded{"IN001", "expected an operator, found '" + *op + "'", ""};
  if (auto op = between(message, "unregistered operation '", "' found in dialect"))
    return unknownOperator(*op);
  if (auto dialect = between(message, "#\"", "\""); dialect && message.contains("created with unregistered dialect"))
    return unknownDialect(*dialect, " of an attribute");
  if (message.contains("unregistered dialect") || message.contains("unregistered operation"))
    return Reworded{"IN004", StringRef(message).split(". If").first.split("; If").first.str(), kKnownDialects.str()};
  return Reworded{"", message.str(), ""};
}

// The generic form reports its place behind the quoted name; takes the name from there.
void nameGenericOperator(InputError &error, StringRef text, size_t offset) {
  if (!StringRef(error.message).starts_with("operation being parsed with an unregistered dialect"))
    return;
  StringRef before = text.take_front(offset);
  size_t close = before.rfind('"');
  size_t open = close == StringRef::npos ? close : before.rfind('"', close);
  if (open == StringRef::npos)
    return;
  StringRef name = before.slice(open + 1, close);
  StringRef dialect = name.split('.').first;
  error.message = "unknown dialect '" + dialect.str() + "' of operator '" + name.str() + "'";
  error.note = dialectHint(dialect);
  locate(error, text, open);
}

size_t offsetOf(StringRef text, unsigned line, unsigned column) {
  size_t at = 0;
  for (unsigned i = 1; i < line; ++i) {
    at = text.find('\n', at);
    if (at == StringRef::npos)
      return text.size();
    ++at;
  }
  return std::min<size_t>(at + (column ? column - 1 : 0), text.size());
}

} // namespace

void locate(InputError &error, StringRef text, size_t offset) {
  offset = std::min(offset, text.size());
  size_t start = text.rfind('\n', offset) + 1; // the search ends before offset; npos + 1 == 0
  size_t end = std::min(text.find('\n', offset), text.size());
  error.line = text.take_front(start).count('\n') + 1;
  error.column = offset - start + 1;
  size_t from = offset - start > kBefore ? offset - kBefore : start;
  size_t to = std::min(end, offset + kAfter);
  std::string line = from > start ? "..." : "";
  error.caret = line.size() + (offset - from) + 1;
  line += text.slice(from, to);
  line += to < end ? "..." : "";
  for (char &c : line)
    if ((static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f')
      c = '?';
  error.sourceLine = std::move(line);
}

bool DiagnosticCollector::Entry::before(const Entry &other) const {
  return std::tie(line, column, message) < std::tie(other.line, other.column, other.message);
}

DiagnosticCollector::DiagnosticCollector(mlir::MLIRContext &context)
    : context(context), printOp(context.shouldPrintOpOnDiagnostic()),
      handler(&context, [this](mlir::Diagnostic &diagnostic) {
        add(diagnostic);
        return mlir::success();
      }) {
  context.printOpOnDiagnostic(false);
}

DiagnosticCollector::~DiagnosticCollector() { context.printOpOnDiagnostic(printOp); }

void DiagnosticCollector::add(mlir::Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
    return;
  ++errors;
  Entry entry;
  if (mlir::FileLineColLoc file = fileOf(diagnostic.getLocation())) {
    entry.file = file.getFilename().str();
    entry.line = file.getLine();
    entry.column = file.getColumn();
  }
  entry.message = shortened(diagnostic.str());
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    if (entry.note.empty())
      entry.note = shortened(note.str());
  // Functions are verified in parallel: the order of arrival means nothing.
  if (!first || entry.before(*first))
    first = std::move(entry);
}

llvm::Error DiagnosticCollector::takeError(StringRef path, StringRef text) const {
  if (!first)
    return llvm::make_error<InputError>("IN001", path.str(), 0, 0, "the module cannot be read");
  Reworded words = reword(first->message);
  bool invalid = StringRef(first->message).contains("' op ") || StringRef(first->message).contains("redefinition of") ||
                 StringRef(first->message).contains("no terminator");
  std::string code = !words.code.empty() ? words.code : invalid ? "IN003" : "IN001";
  auto error = std::make_unique<InputError>(code, path.str(), 0, 0, words.message);
  error->note = !words.note.empty() ? words.note : first->note;
  if (first->line && first->file == path && !text.empty()) {
    size_t offset = offsetOf(text, first->line, first->column);
    locate(*error, text, offset);
    nameGenericOperator(*error, text, offset);
  } else if (first->line) {
    // The module carries locations of the user's program.
    std::string place = "made at " + first->file + ":" + std::to_string(first->line) + ":" + std::to_string(first->column);
    error->note += (error->note.empty() ? "" : "; ") + place;
  }
  if (errors > 1)
    error->note += (error->note.empty() ? "" : "; ") + std::to_string(errors - 1) + " more error" + (errors > 2 ? "s" : "");
  return llvm::Error(std::move(error));
}

} // namespace lockstep
