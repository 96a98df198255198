# Everything the project builds on. Versions are ranges that were tested; nothing is downloaded.

find_package(MLIR REQUIRED CONFIG
  HINTS /usr/lib/llvm-22/lib/cmake/mlir)
message(STATUS "Lockstep: LLVM ${LLVM_VERSION} (tested: 22), MLIR from ${MLIR_DIR}")
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

find_package(Boost 1.74 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(tomlplusplus 3 REQUIRED)
find_package(Z3 4.8 REQUIRED MODULE)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)
message(STATUS "Lockstep: Z3 ${Z3_VERSION_STRING} (tested: 4.8.12), Boost ${Boost_VERSION}")

# AddLLVM edits the output folders; the tool lives in bin/, libraries in lib/.
set(LLVM_RUNTIME_OUTPUT_INTDIR "${CMAKE_BINARY_DIR}/bin")
set(LLVM_LIBRARY_OUTPUT_INTDIR "${CMAKE_BINARY_DIR}/lib")
