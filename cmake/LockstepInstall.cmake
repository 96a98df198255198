# A relocatable tree with a CMake package.
include(GNUInstallDirs)
if(TARGET lockstep)
  install(TARGETS lockstep RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
