// What is wrong with a text before any parser sees it: cheap checks that keep the recursive parser within its stack and
// give better messages for files that are something else altogether.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace lockstep {

/// Deeper nesting of brackets than this occurs in no real program.
inline constexpr unsigned kDeepestNesting = 500;

struct TextFault {
  size_t offset = 0;
  std::string code, message, note;
};

/// The first fault of the text, if any.
std::optional<TextFault> precheck(llvm::StringRef text);

} // namespace lockstep
