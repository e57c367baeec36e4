; std::thread of libstdc++.

define internal ptr @__fp_run_thread(ptr %state) nounwind {
  %vtable = load ptr, ptr %state
  %slot = getelementptr ptr, ptr %vtable, i64 2
  %run = load ptr, ptr %slot, !invariant.load !{}
  call void %run(ptr %state)
  %again = load ptr, ptr %state
  %last = getelementptr ptr, ptr %again, i64 1
  %delete = load ptr, ptr %last, !invariant.load !{}
  call void %delete(ptr %state)
  ret ptr null
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)

; thread::_M_start_thread(unique_ptr<_State>, void (*)())
define void @_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(ptr %thread, ptr %owner, ptr %depends) alwaysinline {
  %state = load ptr, ptr %owner
  store ptr null, ptr %owner
  %r = call i32 @pthread_create(ptr %thread, ptr null, ptr @__fp_run_thread, ptr %state)
  ret void
}

; thread::join()
define void @_ZNSt6thread4joinEv(ptr %thread) alwaysinline {
  %id = load i64, ptr %thread
  %r = call i32 @pthread_join(i64 %id, ptr null)
  store i64 0, ptr %thread
  ret void
}

; thread::detach()
define void @_ZNSt6thread6detachEv(ptr %thread) alwaysinline {
  %id = load i64, ptr %thread
  %r = call i32 @pthread_detach(i64 %id)
  store i64 0, ptr %thread
  ret void
}

; thread::hardware_concurrency()
define i32 @_ZNSt6thread20hardware_concurrencyEv() alwaysinline nounwind {
  ret i32 4
}

; thread::_State::~_State(): complete, deleting and base
define void @_ZNSt6thread6_StateD1Ev(ptr %state) alwaysinline nounwind {
  ret void
}

define void @_ZNSt6thread6_StateD0Ev(ptr %state) alwaysinline nounwind {
  ret void
}

define void @_ZNSt6thread6_StateD2Ev(ptr %state) alwaysinline nounwind {
  ret void
}
