; operator new and delete, in all forms.

declare ptr @malloc(i64)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)

define ptr @_Znwm(i64 %n) alwaysinline {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define ptr @_Znam(i64 %n) alwaysinline {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define ptr @_ZnwmRKSt9nothrow_t(i64 %n, ptr %no) alwaysinline nounwind {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define ptr @_ZnamRKSt9nothrow_t(i64 %n, ptr %no) alwaysinline nounwind {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define ptr @_ZnwmSt11align_val_t(i64 %n, i64 %a) alwaysinline {
  %p = call ptr @aligned_alloc(i64 %a, i64 %n)
  ret ptr %p
}

define ptr @_ZnamSt11align_val_t(i64 %n, i64 %a) alwaysinline {
  %p = call ptr @aligned_alloc(i64 %a, i64 %n)
  ret ptr %p
}

define ptr @_ZnwmSt11align_val_tRKSt9nothrow_t(i64 %n, i64 %a, ptr %no) alwaysinline nounwind {
  %p = call ptr @aligned_alloc(i64 %a, i64 %n)
  ret ptr %p
}

define ptr @_ZnamSt11align_val_tRKSt9nothrow_t(i64 %n, i64 %a, ptr %no) alwaysinline nounwind {
  %p = call ptr @aligned_alloc(i64 %a, i64 %n)
  ret ptr %p
}

define void @_ZdlPv(ptr %p) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdaPv(ptr %p) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdlPvm(ptr %p, i64 %n) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdaPvm(ptr %p, i64 %n) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdlPvSt11align_val_t(ptr %p, i64 %a) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdaPvSt11align_val_t(ptr %p, i64 %a) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdlPvmSt11align_val_t(ptr %p, i64 %n, i64 %a) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdaPvmSt11align_val_t(ptr %p, i64 %n, i64 %a) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdlPvRKSt9nothrow_t(ptr %p, ptr %no) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdaPvRKSt9nothrow_t(ptr %p, ptr %no) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}
