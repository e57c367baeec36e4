; What the headers of TBB call of its library: memory.

declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @_ZN3tbb6detail2r122cache_aligned_allocateEm(i64 %n) alwaysinline {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define void @_ZN3tbb6detail2r124cache_aligned_deallocateEPv(ptr %p) alwaysinline {
  call void @free(ptr %p)
  ret void
}

define ptr @_ZN3tbb6detail2r115allocate_memoryEm(i64 %n) alwaysinline {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define void @_ZN3tbb6detail2r117deallocate_memoryEPv(ptr %p) alwaysinline {
  call void @free(ptr %p)
  ret void
}
