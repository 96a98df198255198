#include "tools/lockstep/commands/MeshOption.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace lockstep::tool {

runtime::Result<std::vector<MeshAxis>> parseMesh(const std::string &text) {
  std::vector<MeshAxis> axes;
  int64_t devices = 1;
  for (llvm::StringRef entry : llvm::split(text, ',')) {
    auto [name, extent] = entry.trim().split('=');
    int64_t size = 0;
    if (name.empty() || extent.getAsInteger(10, size) || size < 1)
      return runtime::badInput("--mesh: expected axes such as dp=2,tp=4, found '" + entry.str() + "'");
    if (!llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
      return runtime::badInput("--mesh: expected letters, digits and _ in an axis name, found '" + name.str() + "'");
    if (std::ranges::find(axes, name.str(), &MeshAxis::name) != axes.end())
      return runtime::badInput("--mesh: axis '" + name.str() + "' occurs twice");
    if (__builtin_mul_overflow(devices, size, &devices) || devices > (int64_t{1} << 20))
      return runtime::badInput("--mesh: more than 2^20 devices");
    axes.push_back({name.str(), size});
  }
  return axes;
}

} // namespace lockstep::tool
