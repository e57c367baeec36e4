# The harness as two tests: run as it is compiled, and checked under memory models.
# The second is there if fencepost is found.
find_package(Threads REQUIRED)
add_executable(fencepost_harness ${CMAKE_CURRENT_LIST_DIR}/{{.Harness}}{{range .Sources}} ${CMAKE_CURRENT_LIST_DIR}/{{.}}{{end}})
target_include_directories(fencepost_harness PRIVATE ${CMAKE_CURRENT_LIST_DIR})
set_target_properties(fencepost_harness PROPERTIES C_STANDARD 11{{if .CXX}} CXX_STANDARD 20{{end}})
target_link_libraries(fencepost_harness Threads::Threads)
add_test(NAME fencepost_harness COMMAND fencepost_harness)
find_program(FENCEPOST fencepost)
if(FENCEPOST)
  add_test(NAME fencepost_check COMMAND ${FENCEPOST} check WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR})
endif()
