# A relocatable tree: bin/lockstep, libraries with their headers, and a CMake package (find_package(Lockstep)).
include(CMakePackageConfigHelpers)

install(TARGETS lockstep lockstep-opt RUNTIME DESTINATION bin)
install(DIRECTORY ir verifier lowering runtime DESTINATION include/lockstep
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(DIRECTORY "${PROJECT_BINARY_DIR}/ir" DESTINATION include/lockstep
  FILES_MATCHING PATTERN "*.h.inc" PATTERN "CMakeFiles" EXCLUDE)
install(EXPORT LockstepTargets NAMESPACE Lockstep:: DESTINATION lib/cmake/Lockstep)
configure_package_config_file(cmake/LockstepConfig.cmake.in "${PROJECT_BINARY_DIR}/LockstepConfig.cmake"
  INSTALL_DESTINATION lib/cmake/Lockstep)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/LockstepConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/LockstepConfig.cmake" "${PROJECT_BINARY_DIR}/LockstepConfigVersion.cmake"
  DESTINATION lib/cmake/Lockstep)
install(FILES LICENSE README.md DESTINATION share/doc/lockstep)
