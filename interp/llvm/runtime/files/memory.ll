; operator new and delete, in all forms. A program may replace some of them: the others call those.

declare ptr @malloc(i64)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()

define ptr @_Znwm(i64 %n) alwaysinline {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define ptr @_Znam(i64 %n) alwaysinline {
  %p = call ptr @_Znwm(i64 %n)
  ret ptr %p
}

define ptr @_ZnwmRKSt9nothrow_t(i64 %n, ptr %no) alwaysinline nounwind personality ptr @__gxx_personality_v0 {
  %p = invoke ptr @_Znwm(i64 %n) to label %well unwind label %thrown

well:
  ret ptr %p

thrown:
  %exception = landingpad { ptr, i32 } catch ptr null
  %thrown.at = extractvalue { ptr, i32 } %exception, 0
  %caught = call ptr @__cxa_begin_catch(ptr %thrown.at)
  call void @__cxa_end_catch()
  ret ptr null
}

define ptr @_ZnamRKSt9nothrow_t(i64 %n, ptr %no) alwaysinline nounwind personality ptr @__gxx_personality_v0 {
  %p = invoke ptr @_Znam(i64 %n) to label %well unwind label %thrown

well:
  ret ptr %p

thrown:
  %exception = landingpad { ptr, i32 } catch ptr null
  %thrown.at = extractvalue { ptr, i32 } %exception, 0
  %caught = call ptr @__cxa_begin_catch(ptr %thrown.at)
  call void @__cxa_end_catch()
  ret ptr null
}

define ptr @_ZnwmSt11align_val_t(i64 %n, i64 %a) alwaysinline {
  %p = call ptr @aligned_alloc(i64 %a, i64 %n)
  ret ptr %p
}

define ptr @_ZnamSt11align_val_t(i64 %n, i64 %a) alwaysinline {
  %p = call ptr @_ZnwmSt11align_val_t(i64 %n, i64 %a)
  ret ptr %p
}

define ptr @_ZnwmSt11align_val_tRKSt9nothrow_t(i64 %n, i64 %a, ptr %no) alwaysinline nounwind personality ptr @__gxx_personality_v0 {
  %p = invoke ptr @_ZnwmSt11align_val_t(i64 %n, i64 %a) to label %well unwind label %thrown

well:
  ret ptr %p

thrown:
  %exception = landingpad { ptr, i32 } catch ptr null
  %thrown.at = extractvalue { ptr, i32 } %exception, 0
  %caught = call ptr @__cxa_begin_catch(ptr %thrown.at)
  call void @__cxa_end_catch()
  ret ptr null
}

define ptr @_ZnamSt11align_val_tRKSt9nothrow_t(i64 %n, i64 %a, ptr %no) alwaysinline nounwind personality ptr @__gxx_personality_v0 {
  %p = invoke ptr @_ZnamSt11align_val_t(i64 %n, i64 %a) to label %well unwind label %thrown

well:
  ret ptr %p

thrown:
  %exception = landingpad { ptr, i32 } catch ptr null
  %thrown.at = extractvalue { ptr, i32 } %exception, 0
  %caught = call ptr @__cxa_begin_catch(ptr %thrown.at)
  call void @__cxa_end_catch()
  ret ptr null
}

define void @_ZdlPv(ptr %p) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdaPv(ptr %p) alwaysinline nounwind {
  call void @_ZdlPv(ptr %p)
  ret void
}

define void @_ZdlPvm(ptr %p, i64 %n) alwaysinline nounwind {
  call void @_ZdlPv(ptr %p)
  ret void
}

define void @_ZdaPvm(ptr %p, i64 %n) alwaysinline nounwind {
  call void @_ZdaPv(ptr %p)
  ret void
}

define void @_ZdlPvSt11align_val_t(ptr %p, i64 %a) alwaysinline nounwind {
  call void @free(ptr %p)
  ret void
}

define void @_ZdaPvSt11align_val_t(ptr %p, i64 %a) alwaysinline nounwind {
  call void @_ZdlPvSt11align_val_t(ptr %p, i64 %a)
  ret void
}

define void @_ZdlPvmSt11align_val_t(ptr %p, i64 %n, i64 %a) alwaysinline nounwind {
  call void @_ZdlPvSt11align_val_t(ptr %p, i64 %a)
  ret void
}

define void @_ZdaPvmSt11align_val_t(ptr %p, i64 %n, i64 %a) alwaysinline nounwind {
  call void @_ZdaPvSt11align_val_t(ptr %p, i64 %a)
  ret void
}

define void @_ZdlPvRKSt9nothrow_t(ptr %p, ptr %no) alwaysinline nounwind {
  call void @_ZdlPv(ptr %p)
  ret void
}

define void @_ZdaPvRKSt9nothrow_t(ptr %p, ptr %no) alwaysinline nounwind {
  call void @_ZdaPv(ptr %p)
  ret void
}

; std::shared_ptr: the library reads both counts at once, to save an operation; here each is an
; object of its own. The virtual functions 2 and 3 destroy the object and the counts.
@__libc_single_threaded = global i8 0

define void @_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE10_M_releaseEv(ptr %counts) {
entry:
  %use = getelementptr i8, ptr %counts, i64 8
  %was = atomicrmw add ptr %use, i32 -1 acq_rel
  %last = icmp eq i32 %was, 1
  br i1 %last, label %dispose, label %over

dispose:
  %table = load ptr, ptr %counts
  %slot = getelementptr ptr, ptr %table, i64 2
  %f = load ptr, ptr %slot, !invariant.load !{}
  call void %f(ptr %counts)
  %weak = getelementptr i8, ptr %counts, i64 12
  %had = atomicrmw add ptr %weak, i32 -1 acq_rel
  %none = icmp eq i32 %had, 1
  br i1 %none, label %destroy, label %over

destroy:
  %again = load ptr, ptr %counts
  %next = getelementptr ptr, ptr %again, i64 3
  %g = load ptr, ptr %next, !invariant.load !{}
  call void %g(ptr %counts)
  br label %over

over:
  ret void
}
