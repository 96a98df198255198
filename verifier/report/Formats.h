// One function per output format; writeReport() chooses.
#pragma once

#include "lockstep/Report.h"

namespace lockstep::verifier {

void writeText(llvm::raw_ostream &os, const Result &result, const ReportOptions &options);
void writeJson(llvm::raw_ostream &os, const Result &result);
void writeSarif(llvm::raw_ostream &os, const Result &result);
void writeJunit(llvm::raw_ostream &os, const Result &result);
void writeGithub(llvm::raw_ostream &os, const Result &result);
void writeHtml(llvm::raw_ostream &os, const Result &result);

inline constexpr std::string_view toolVersion = "0.1.0";

} // namespace lockstep::verifier
