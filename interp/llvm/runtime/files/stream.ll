; Streams take what is written to them, and give nothing: what a program prints this way is not shown.

; Headers look up the part with the flags by an offset that the virtual table has before its address.
@.out.table = private constant [4 x i64] [i64 8, i64 0, i64 0, i64 0]
@.in.table = private constant [4 x i64] [i64 16, i64 0, i64 0, i64 0]
@_ZSt4cout = global { ptr, [272 x i8] } { ptr getelementptr (i64, ptr @.out.table, i64 3), [272 x i8] zeroinitializer }
@_ZSt4cerr = global { ptr, [272 x i8] } { ptr getelementptr (i64, ptr @.out.table, i64 3), [272 x i8] zeroinitializer }
@_ZSt4clog = global { ptr, [272 x i8] } { ptr getelementptr (i64, ptr @.out.table, i64 3), [272 x i8] zeroinitializer }
@_ZSt3cin = global { ptr, [272 x i8] } { ptr getelementptr (i64, ptr @.in.table, i64 3), [272 x i8] zeroinitializer }

define void @_ZNSt8ios_base4InitC1Ev(ptr %init) alwaysinline nounwind {
  ret void
}

define void @_ZNSt8ios_base4InitD1Ev(ptr %init) alwaysinline nounwind {
  ret void
}

define ptr @_ZNSolsEi(ptr %stream, i32 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEj(ptr %stream, i32 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEl(ptr %stream, i64 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEm(ptr %stream, i64 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEx(ptr %stream, i64 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEy(ptr %stream, i64 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEs(ptr %stream, i16 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEt(ptr %stream, i16 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEb(ptr %stream, i1 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEd(ptr %stream, double %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEf(ptr %stream, float %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSolsEPKv(ptr %stream, ptr %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSo9_M_insertIbEERSoT_(ptr %stream, i1 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSo9_M_insertIlEERSoT_(ptr %stream, i64 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSo9_M_insertImEERSoT_(ptr %stream, i64 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSo9_M_insertIxEERSoT_(ptr %stream, i64 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSo9_M_insertIyEERSoT_(ptr %stream, i64 %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSo9_M_insertIdEERSoT_(ptr %stream, double %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSo9_M_insertIPKvEERSoT_(ptr %stream, ptr %v) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(ptr %stream, ptr %s) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKh(ptr %stream, ptr %s) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c(ptr %stream, i8 %c) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h(ptr %stream, i8 %c) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l(ptr %stream, ptr %s, i64 %n) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(ptr %stream) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(ptr %stream) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(ptr %stream) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSo3putEc(ptr %stream, i8 %c) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSo5flushEv(ptr %stream) alwaysinline nounwind {
  ret ptr %stream
}

define ptr @_ZNSo5writeEPKcl(ptr %stream, ptr %s, i64 %n) alwaysinline nounwind {
  ret ptr %stream
}

; ios_base::sync_with_stdio(bool)
define i1 @_ZNSt8ios_base15sync_with_stdioEb(i1 %sync) alwaysinline nounwind {
  ret i1 true
}
