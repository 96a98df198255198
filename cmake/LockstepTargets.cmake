# How components declare their targets. Two kinds of library keep compile time and layering honest:
# plain libraries never see an MLIR header, MLIR libraries do and say so.

set(LOCKSTEP_WARNINGS -Wall -Wextra -Wno-unused-parameter)
if(LOCKSTEP_WARNINGS_AS_ERRORS)
  list(APPEND LOCKSTEP_WARNINGS -Werror)
endif()

# lockstep_library(NAME [MLIR] SOURCES ... [DEPENDS ...] [TABLEGEN targets...])
function(lockstep_library name)
  cmake_parse_arguments(ARG "MLIR" "" "SOURCES;DEPENDS;TABLEGEN" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}>
    $<INSTALL_INTERFACE:include/lockstep>)
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_compile_options(${name} PRIVATE ${LOCKSTEP_WARNINGS})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS})
  install(TARGETS ${name} EXPORT LockstepTargets ARCHIVE DESTINATION lib)
  if(ARG_TABLEGEN)
    add_dependencies(${name} ${ARG_TABLEGEN})
  endif()
  if(ARG_MLIR)
    target_include_directories(${name} SYSTEM PUBLIC ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
    target_link_libraries(${name} PUBLIC MLIR LLVM)
  endif()
endfunction()

# Plain libraries may use LLVM's Support (Error, ADT) without seeing MLIR.
add_library(lockstep_llvm_support INTERFACE)
target_include_directories(lockstep_llvm_support SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_link_libraries(lockstep_llvm_support INTERFACE LLVM)
install(TARGETS lockstep_llvm_support EXPORT LockstepTargets)

# lockstep_tool(NAME SOURCES ... DEPENDS ...)
function(lockstep_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  target_compile_options(${name} PRIVATE ${LOCKSTEP_WARNINGS})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS})
endfunction()

# lockstep_gtest(NAME [LABEL fast|slow|long] SOURCES ... DEPENDS ...): one executable, one ctest entry per test case.
function(lockstep_gtest name)
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;DEPENDS" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL fast)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  target_compile_definitions(${name} PRIVATE
    LOCKSTEP_TEST_CORPUS="${PROJECT_SOURCE_DIR}/tests/corpus" LOCKSTEP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_compile_options(${name} PRIVATE ${LOCKSTEP_WARNINGS})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} GTest::gtest GTest::gtest_main Threads::Threads)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT 600)
endfunction()
