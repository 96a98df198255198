# Build-wide choices: language level, warnings, assertions, sanitizers, ccache.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()

option(LOCKSTEP_BUILD_TESTS "Build the tests" ON)
option(LOCKSTEP_BUILD_FUZZERS "Build the libFuzzer targets (clang only)" OFF)
option(LOCKSTEP_WARNINGS_AS_ERRORS "Treat warnings as errors" OFF)
set(LOCKSTEP_SANITIZE "" CACHE STRING "Sanitizers to build with, e.g. address,undefined")

# Verifier assertions guard proofs, so they stay on in every configuration.
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

find_program(LOCKSTEP_CCACHE ccache)
if(LOCKSTEP_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${LOCKSTEP_CCACHE}")
endif()

find_program(LOCKSTEP_LLD NAMES ld.lld-22 ld.lld)
if(LOCKSTEP_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_link_options("-fuse-ld=${LOCKSTEP_LLD}")
endif()

if(LOCKSTEP_SANITIZE)
  add_compile_options("-fsanitize=${LOCKSTEP_SANITIZE}" -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${LOCKSTEP_SANITIZE}")
endif()

if(LOCKSTEP_BUILD_FUZZERS AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-fsanitize=fuzzer-no-link) # coverage for libFuzzer; the fuzzers link its main
endif()

# Floating-point results are part of the meaning: never let the compiler fuse or reorder them.
add_compile_options(-ffp-contract=off)

# An installed tool finds LLVM where the build found it, and its own libraries beside itself.
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
