; What futures, promises and error codes are made of that is in no header.

@_ZTVN10__cxxabiv117__class_type_infoE = external constant [8 x i64]

@_ZTSNSt13__future_base12_Result_baseE = constant [34 x i8] c"NSt13__future_base12_Result_baseE\00"
@_ZTINSt13__future_base12_Result_baseE = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTSNSt13__future_base12_Result_baseE }
@_ZTSNSt6thread6_StateE = constant [19 x i8] c"NSt6thread6_StateE\00"
@_ZTINSt6thread6_StateE = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTSNSt6thread6_StateE }
@_ZTSN10__cxxabiv115__forced_unwindE = constant [32 x i8] c"N10__cxxabiv115__forced_unwindE\00"
@_ZTIN10__cxxabiv115__forced_unwindE = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTSN10__cxxabiv115__forced_unwindE }

declare ptr @__fp_thrown_again(ptr)
declare void @_Unwind_Resume(ptr)

define void @_ZNSt13__future_base12_Result_baseC2Ev(ptr %r) alwaysinline nounwind {
  %error = getelementptr ptr, ptr %r, i64 1
  store ptr null, ptr %error
  ret void
}

define void @_ZNSt13__future_base12_Result_baseD2Ev(ptr %r) alwaysinline nounwind {
  ret void
}

define void @_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(ptr %p) {
  %object = call ptr @__fp_thrown_again(ptr %p)
  call void @_Unwind_Resume(ptr %object)
  unreachable
}
