; Condition variables, clocks, and what std::call_once is made of.

declare i32 @pthread_cond_init(ptr, ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_signal(ptr)
declare i32 @pthread_cond_broadcast(ptr)
declare i64 @__fp_read_clock()
declare i32 @__fp_nanosleep(i32, i64, i64)

define void @_ZNSt18condition_variableC1Ev(ptr %c) alwaysinline nounwind {
  %r = call i32 @pthread_cond_init(ptr %c, ptr null)
  ret void
}

define void @_ZNSt18condition_variableC2Ev(ptr %c) alwaysinline nounwind {
  %r = call i32 @pthread_cond_init(ptr %c, ptr null)
  ret void
}

define void @_ZNSt18condition_variableD1Ev(ptr %c) alwaysinline nounwind {
  ret void
}

define void @_ZNSt18condition_variableD2Ev(ptr %c) alwaysinline nounwind {
  ret void
}

; wait(unique_lock<mutex> &)
define void @_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(ptr %c, ptr %lock) alwaysinline nounwind {
  %m = load ptr, ptr %lock
  %r = call i32 @pthread_cond_wait(ptr %c, ptr %m)
  ret void
}

define void @_ZNSt18condition_variable10notify_oneEv(ptr %c) alwaysinline nounwind {
  %r = call i32 @pthread_cond_signal(ptr %c)
  ret void
}

define void @_ZNSt18condition_variable10notify_allEv(ptr %c) alwaysinline nounwind {
  %r = call i32 @pthread_cond_broadcast(ptr %c)
  ret void
}

define i64 @_ZNSt6chrono3_V212steady_clock3nowEv() alwaysinline nounwind {
  %t = call i64 @__fp_read_clock()
  ret i64 %t
}

define i64 @_ZNSt6chrono3_V212system_clock3nowEv() alwaysinline nounwind {
  %t = call i64 @__fp_read_clock()
  ret i64 %t
}

declare ptr @__errno_location()

define i32 @clock_gettime(i32 %clock, ptr %t) nounwind {
  %known = icmp ult i32 %clock, 12
  br i1 %known, label %read, label %wrong

read:
  %now = call i64 @__fp_read_clock()
  %s = sdiv i64 %now, 1000000000
  %n = srem i64 %now, 1000000000
  store i64 %s, ptr %t
  %p = getelementptr i8, ptr %t, i64 8
  store i64 %n, ptr %p
  ret i32 0

wrong:
  %errno = call ptr @__errno_location()
  store i32 22, ptr %errno
  ret i32 -1
}

; The time is passed on by value, so that the address of *t does not leave the caller.
define i32 @nanosleep(ptr %t, ptr %rest) alwaysinline nounwind {
  %s = load i64, ptr %t
  %p = getelementptr i8, ptr %t, i64 8
  %n = load i64, ptr %p
  %r = call i32 @__fp_nanosleep(i32 0, i64 %s, i64 %n)
  ret i32 %r
}

define i32 @clock_nanosleep(i32 %clock, i32 %flags, ptr %t, ptr %rest) alwaysinline nounwind {
  %s = load i64, ptr %t
  %p = getelementptr i8, ptr %t, i64 8
  %n = load i64, ptr %p
  %r = call i32 @__fp_nanosleep(i32 %flags, i64 %s, i64 %n)
  ret i32 %r
}

@_ZSt15__once_callable = thread_local global ptr null
@_ZSt11__once_call = thread_local global ptr null

declare i32 @__fp_once_begin(ptr)
declare void @__fp_once_end(ptr, i32)
declare i32 @__gxx_personality_v0(...)

; If the function throws, the next caller calls it again.
define i32 @pthread_once(ptr %once, ptr %initialise) personality ptr @__gxx_personality_v0 {
  %begins = call i32 @__fp_once_begin(ptr %once)
  %first = icmp ne i32 %begins, 0
  br i1 %first, label %call, label %done

call:
  invoke void %initialise() to label %well unwind label %thrown

well:
  call void @__fp_once_end(ptr %once, i32 0)
  br label %done

thrown:
  %exception = landingpad { ptr, i32 } cleanup
  call void @__fp_once_end(ptr %once, i32 1)
  resume { ptr, i32 } %exception

done:
  ret i32 0
}

define void @__once_proxy() {
  %call = load ptr, ptr @_ZSt11__once_call
  call void %call()
  ret void
}

; std::atomic<T>::wait and notify. The library counts those who wait, to save calls: a thread that
; notifies may read the count before others see what it stored. Here it always calls.
define i1 @_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv(ptr %pool) alwaysinline nounwind {
  ret i1 true
}

define void @_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv(ptr %pool) alwaysinline nounwind {
  ret void
}

define void @_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv(ptr %pool) alwaysinline nounwind {
  ret void
}

; What a thread does here that waits for a semaphore, latch or barrier of the library, instead of
; sleeping, and instead of spinning: it looks again.
define void @__fp_nothing() alwaysinline nounwind {
  ret void
}

define i1 @__fp_no() alwaysinline nounwind {
  ret i1 false
}
