// Text that is safe inside XML and HTML elements and quoted attributes.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace lockstep::verifier {

inline std::string escapeXml(llvm::StringRef text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    case '\'':
      escaped += "&#39;";
      break;
    case '\n':
    case '\t':
      escaped += c;
      break;
    default:
      // Control characters have no spelling in XML 1.0.
      escaped += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return escaped;
}

} // namespace lockstep::verifier
