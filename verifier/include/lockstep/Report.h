// Writes a result in the formats people and tools read, and reads the JSON one back.
#pragma once

#include "lockstep/Result.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::verifier {

enum class ReportFormat : unsigned char { Text, Json, Sarif, Junit, Github, Html };
/// "text", "json", "sarif", "junit", "github", "html".
std::optional<ReportFormat> parseReportFormat(llvm::StringRef text);

struct ReportOptions {
  bool color = false;   // text only; see wantsColor()
  bool verbose = false; // text only: list proved obligations and assumptions one by one
};

/// Should text on `os` be coloured: it is a terminal, NO_COLOR is not set and TERM is not "dumb".
bool wantsColor(const llvm::raw_ostream &os);

/// Same result, same bytes: no date, no absolute time but the measured seconds.
void writeReport(llvm::raw_ostream &os, const Result &result, ReportFormat format, const ReportOptions &options = {});

/// Reads what ReportFormat::Json wrote (docs/schema/result-1.json); unknown members are ignored. The error is an
/// InputError that names the member.
llvm::Expected<Result> readResult(llvm::StringRef json, llvm::StringRef path);

} // namespace lockstep::verifier
