// gzip compression of whole texts.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tool {

/// The gzip file of a text; no name and no time in it, so equal texts give equal bytes.
std::string gzip(std::string_view text);

} // namespace lockstep::tool
