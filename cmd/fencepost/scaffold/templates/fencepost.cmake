# fencepost_add_test(NAME SOURCE...) makes two tests of a harness: it is run as it is compiled,
# and checked under memory models. The second is there if fencepost is found.
find_package(Threads REQUIRED)
find_program(FENCEPOST fencepost)

function(fencepost_add_test name)
  set(sources)
  foreach(source IN LISTS ARGN)
    get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
    list(APPEND sources "${source}")
  endforeach()
  add_executable(${name} ${sources})
  target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_FUNCTION_LIST_DIR}"{{cmake folders}})
  set_target_properties(${name} PROPERTIES {{standards}})
  target_link_libraries(${name} PRIVATE Threads::Threads)
  add_test(NAME ${name} COMMAND ${name})
  if(FENCEPOST)
    add_test(NAME ${name}_check COMMAND ${FENCEPOST} check -I "${CMAKE_CURRENT_FUNCTION_LIST_DIR}"{{cmake -I folders}} ${sources})
  endif()
endfunction()

fencepost_add_test(fencepost_harness {{files}})
