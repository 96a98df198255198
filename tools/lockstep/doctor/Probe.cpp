#include "tools/lockstep/doctor/Probe.h"

#include <dlfcn.h>

#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <thread>

namespace lockstep::tool {
namespace {

/// A shared library opened by the first name that works.
class Library {
public:
  explicit Library(std::initializer_list<const char *> names) {
    for (const char *name : names) {
      tried += (tried.empty() ? "" : ", ") + std::string(name);
      if ((handle = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL)))
        return;
    }
  }
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;
  // Never closed: CUDA and MPI do not survive being unloaded.

  template <typename Function> Function symbol(const char *name) const {
    return handle ? reinterpret_cast<Function>(::dlsym(handle, name)) : nullptr;
  }
  bool loaded() const { return handle != nullptr; }
  Finding missing(std::string subject) const { return {std::move(subject), false, "not found (" + tried + ")"}; }

private:
  void *handle = nullptr;
  std::string tried;
};

Finding probeZ3() {
  Library library{"libz3.so.4", "libz3.so"};
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *, unsigned *);
  auto getVersion = library.symbol<GetVersion>("Z3_get_version");
  if (!getVersion)
    return library.missing("Z3");
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  getVersion(&major, &minor, &build, &revision);
  return {"Z3", true, std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build)};
}

std::string dotted(int version, int majorUnit, int minorUnit) {
  return std::to_string(version / majorUnit) + "." + std::to_string(version % majorUnit / minorUnit);
}

Finding probeCuda() {
  Library library{"libcuda.so.1"};
  auto getVersion = library.symbol<int (*)(int *)>("cuDriverGetVersion");
  int version = 0;
  if (!getVersion)
    return library.missing("CUDA driver");
  if (getVersion(&version) != 0)
    return {"CUDA driver", false, "libcuda.so.1 does not answer"};
  return {"CUDA driver", true, "supports CUDA " + dotted(version, 1000, 10)};
}

Finding probeNccl() {
  Library library{"libnccl.so.2"};
  auto getVersion = library.symbol<int (*)(int *)>("ncclGetVersion");
  int version = 0;
  if (!getVersion || getVersion(&version) != 0)
    return library.missing("NCCL");
  return {"NCCL", true, dotted(version, 10000, 100) + "." + std::to_string(version % 100)};
}

Finding probeMpi() {
  Library library{"libmpi.so.40", "libmpi.so.12", "libmpi.so"};
  auto getVersion = library.symbol<int (*)(char *, int *)>("MPI_Get_library_version");
  if (!getVersion)
    return library.missing("MPI");
  char text[8192] = {}; // MPI_MAX_LIBRARY_VERSION_STRING of every implementation
  int length = 0;
  if (getVersion(text, &length) != 0)
    return {"MPI", false, "the library does not answer"};
  std::string version(text);
  return {"MPI", true, version.substr(0, version.find_first_of(",\n"))};
}

std::vector<Finding> probeGpus() {
  Library library{"libcuda.so.1"};
  auto init = library.symbol<int (*)(unsigned)>("cuInit");
  auto count = library.symbol<int (*)(int *)>("cuDeviceGetCount");
  auto nameOf = library.symbol<int (*)(char *, int, int)>("cuDeviceGetName");
  int devices = 0;
  if (!init || !count || !nameOf || init(0) != 0 || count(&devices) != 0 || devices == 0)
    return {{"GPU", false, "none"}};
  std::vector<Finding> found;
  for (int device = 0; device < devices; ++device) {
    char text[256] = {};
    if (nameOf(text, sizeof text - 1, device) == 0)
      found.push_back({"GPU " + std::to_string(device), true, text});
  }
  return found;
}

/// The value after the colon in the first line that starts with the key.
std::string entryOf(const char *path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos)
      continue;
    size_t start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "";
}

Finding probeProcessor() {
  std::string model = entryOf("/proc/cpuinfo", "model name"), flags = " " + entryOf("/proc/cpuinfo", "flags") + " ";
  std::string detail =
      (model.empty() ? "unknown" : model) + ", " + std::to_string(std::thread::hardware_concurrency()) + " threads";
  for (const char *flag : {"avx2", "avx512f", "amx_tile"})
    if (flags.find(" " + std::string(flag) + " ") != std::string::npos)
      detail += std::string(", ") + flag;
  return {"CPU", true, detail};
}

Finding probeMemory() {
  auto gib = [](const std::string &entry) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GiB", std::strtod(entry.c_str(), nullptr) / (1 << 20));
    return std::string(text);
  };
  return {"memory", true,
          gib(entryOf("/proc/meminfo", "MemTotal")) + ", " + gib(entryOf("/proc/meminfo", "MemAvailable")) +
              " available"};
}

} // namespace

std::vector<Finding> probeLibraries() { return {probeZ3(), probeCuda(), probeNccl(), probeMpi()}; }

std::vector<Finding> probeMachine() {
  std::vector<Finding> found = {probeProcessor(), probeMemory()};
  for (Finding &gpu : probeGpus())
    found.push_back(std::move(gpu));
  return found;
}

} // namespace lockstep::tool
