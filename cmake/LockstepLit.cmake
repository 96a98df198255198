# lit suites. lockstep_lit(NAME DIR [DEPENDS targets...]) runs every test file under DIR (see tests/lit.cfg.py.in for
# suffixes and tools) as one ctest entry called lit.NAME, labelled fast.

find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(LOCKSTEP_LIT NAMES lit llvm-lit-22 llvm-lit HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED)
find_program(LOCKSTEP_FILECHECK NAMES FileCheck FileCheck-22 HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED)
get_filename_component(LOCKSTEP_LLVM_TOOLS "${LOCKSTEP_FILECHECK}" DIRECTORY)

function(lockstep_lit name dir)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  get_filename_component(LIT_SOURCE_ROOT "${dir}" ABSOLUTE)
  set(LIT_EXEC_ROOT "${PROJECT_BINARY_DIR}/lit/${name}")
  set(LIT_NAME "${name}")
  configure_file("${PROJECT_SOURCE_DIR}/tests/lit.cfg.py.in" "${LIT_EXEC_ROOT}/lit.site.cfg.py" @ONLY)
  add_test(NAME lit.${name} COMMAND ${Python3_EXECUTABLE} "${LOCKSTEP_LIT}" -sv "${LIT_EXEC_ROOT}")
  set_tests_properties(lit.${name} PROPERTIES LABELS fast TIMEOUT 600)
endfunction()
