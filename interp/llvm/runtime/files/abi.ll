; What compilers call of the C++ ABI.

@__dso_handle = global i8 0
@_ZSt7nothrow = constant i8 0

declare i32 @__fp_atexit(ptr)

define i32 @atexit(ptr %f) alwaysinline nounwind {
  %r = call i32 @__fp_atexit(ptr %f)
  ret i32 %r
}

; The initialisation of local statics: 1 in the first byte is done, 1 in the second is in progress.
define i32 @__cxa_guard_acquire(ptr %guard) alwaysinline nounwind {
entry:
  %state = getelementptr i8, ptr %guard, i64 4
  br label %again

again:
  %was = cmpxchg ptr %state, i32 0, i32 1 acq_rel acquire
  %old = extractvalue { i32, i1 } %was, 0
  %ok = extractvalue { i32, i1 } %was, 1
  br i1 %ok, label %mine, label %other

other:
  %done = icmp eq i32 %old, 2
  br i1 %done, label %over, label %again

mine:
  ret i32 1

over:
  ret i32 0
}

define void @__cxa_guard_release(ptr %guard) alwaysinline nounwind {
  %state = getelementptr i8, ptr %guard, i64 4
  store atomic i32 2, ptr %state release, align 4
  store atomic i8 1, ptr %guard release, align 1
  ret void
}

define void @__cxa_guard_abort(ptr %guard) alwaysinline nounwind {
  %state = getelementptr i8, ptr %guard, i64 4
  store atomic i32 0, ptr %state release, align 4
  ret void
}

@stdin = global ptr null
@stdout = global ptr null
@stderr = global ptr null
@environ = global ptr null
