; Type information of the language, and the exceptions of the library.

; The first word behind the head of such a table says the kind.
@_ZTVN10__cxxabiv117__class_type_infoE = constant [8 x i64] [i64 0, i64 0, i64 1, i64 0, i64 0, i64 0, i64 0, i64 0]
@_ZTVN10__cxxabiv120__si_class_type_infoE = constant [8 x i64] [i64 0, i64 0, i64 2, i64 0, i64 0, i64 0, i64 0, i64 0]
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = constant [8 x i64] [i64 0, i64 0, i64 3, i64 0, i64 0, i64 0, i64 0, i64 0]
@_ZTVN10__cxxabiv119__pointer_type_infoE = constant [8 x i64] [i64 0, i64 0, i64 4, i64 0, i64 0, i64 0, i64 0, i64 0]
@_ZTVN10__cxxabiv123__fundamental_type_infoE = constant [8 x i64] [i64 0, i64 0, i64 5, i64 0, i64 0, i64 0, i64 0, i64 0]
@_ZTVN10__cxxabiv120__function_type_infoE = constant [8 x i64] [i64 0, i64 0, i64 5, i64 0, i64 0, i64 0, i64 0, i64 0]
@_ZTVN10__cxxabiv116__enum_type_infoE = constant [8 x i64] [i64 0, i64 0, i64 5, i64 0, i64 0, i64 0, i64 0, i64 0]
@_ZTVN10__cxxabiv117__array_type_infoE = constant [8 x i64] [i64 0, i64 0, i64 5, i64 0, i64 0, i64 0, i64 0, i64 0]
@_ZTVN10__cxxabiv129__pointer_to_member_type_infoE = constant [8 x i64] [i64 0, i64 0, i64 5, i64 0, i64 0, i64 0, i64 0, i64 0]

@_ZTSv = constant [2 x i8] c"v\00"
@_ZTIv = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSv }
@_ZTSPv = constant [3 x i8] c"Pv\00"
@_ZTIPv = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPv, i32 0, ptr @_ZTIv }
@_ZTSPKv = constant [4 x i8] c"PKv\00"
@_ZTIPKv = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKv, i32 1, ptr @_ZTIv }
@_ZTSb = constant [2 x i8] c"b\00"
@_ZTIb = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSb }
@_ZTSPb = constant [3 x i8] c"Pb\00"
@_ZTIPb = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPb, i32 0, ptr @_ZTIb }
@_ZTSPKb = constant [4 x i8] c"PKb\00"
@_ZTIPKb = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKb, i32 1, ptr @_ZTIb }
@_ZTSc = constant [2 x i8] c"c\00"
@_ZTIc = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSc }
@_ZTSPc = constant [3 x i8] c"Pc\00"
@_ZTIPc = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPc, i32 0, ptr @_ZTIc }
@_ZTSPKc = constant [4 x i8] c"PKc\00"
@_ZTIPKc = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKc, i32 1, ptr @_ZTIc }
@_ZTSa = constant [2 x i8] c"a\00"
@_ZTIa = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSa }
@_ZTSPa = constant [3 x i8] c"Pa\00"
@_ZTIPa = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPa, i32 0, ptr @_ZTIa }
@_ZTSPKa = constant [4 x i8] c"PKa\00"
@_ZTIPKa = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKa, i32 1, ptr @_ZTIa }
@_ZTSh = constant [2 x i8] c"h\00"
@_ZTIh = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSh }
@_ZTSPh = constant [3 x i8] c"Ph\00"
@_ZTIPh = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPh, i32 0, ptr @_ZTIh }
@_ZTSPKh = constant [4 x i8] c"PKh\00"
@_ZTIPKh = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKh, i32 1, ptr @_ZTIh }
@_ZTSs = constant [2 x i8] c"s\00"
@_ZTIs = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSs }
@_ZTSPs = constant [3 x i8] c"Ps\00"
@_ZTIPs = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPs, i32 0, ptr @_ZTIs }
@_ZTSPKs = constant [4 x i8] c"PKs\00"
@_ZTIPKs = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKs, i32 1, ptr @_ZTIs }
@_ZTSt = constant [2 x i8] c"t\00"
@_ZTIt = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSt }
@_ZTSPt = constant [3 x i8] c"Pt\00"
@_ZTIPt = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPt, i32 0, ptr @_ZTIt }
@_ZTSPKt = constant [4 x i8] c"PKt\00"
@_ZTIPKt = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKt, i32 1, ptr @_ZTIt }
@_ZTSi = constant [2 x i8] c"i\00"
@_ZTIi = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSi }
@_ZTSPi = constant [3 x i8] c"Pi\00"
@_ZTIPi = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPi, i32 0, ptr @_ZTIi }
@_ZTSPKi = constant [4 x i8] c"PKi\00"
@_ZTIPKi = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKi, i32 1, ptr @_ZTIi }
@_ZTSj = constant [2 x i8] c"j\00"
@_ZTIj = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSj }
@_ZTSPj = constant [3 x i8] c"Pj\00"
@_ZTIPj = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPj, i32 0, ptr @_ZTIj }
@_ZTSPKj = constant [4 x i8] c"PKj\00"
@_ZTIPKj = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKj, i32 1, ptr @_ZTIj }
@_ZTSl = constant [2 x i8] c"l\00"
@_ZTIl = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSl }
@_ZTSPl = constant [3 x i8] c"Pl\00"
@_ZTIPl = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPl, i32 0, ptr @_ZTIl }
@_ZTSPKl = constant [4 x i8] c"PKl\00"
@_ZTIPKl = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKl, i32 1, ptr @_ZTIl }
@_ZTSm = constant [2 x i8] c"m\00"
@_ZTIm = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSm }
@_ZTSPm = constant [3 x i8] c"Pm\00"
@_ZTIPm = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPm, i32 0, ptr @_ZTIm }
@_ZTSPKm = constant [4 x i8] c"PKm\00"
@_ZTIPKm = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKm, i32 1, ptr @_ZTIm }
@_ZTSx = constant [2 x i8] c"x\00"
@_ZTIx = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSx }
@_ZTSPx = constant [3 x i8] c"Px\00"
@_ZTIPx = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPx, i32 0, ptr @_ZTIx }
@_ZTSPKx = constant [4 x i8] c"PKx\00"
@_ZTIPKx = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKx, i32 1, ptr @_ZTIx }
@_ZTSy = constant [2 x i8] c"y\00"
@_ZTIy = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSy }
@_ZTSPy = constant [3 x i8] c"Py\00"
@_ZTIPy = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPy, i32 0, ptr @_ZTIy }
@_ZTSPKy = constant [4 x i8] c"PKy\00"
@_ZTIPKy = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKy, i32 1, ptr @_ZTIy }
@_ZTSn = constant [2 x i8] c"n\00"
@_ZTIn = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSn }
@_ZTSPn = constant [3 x i8] c"Pn\00"
@_ZTIPn = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPn, i32 0, ptr @_ZTIn }
@_ZTSPKn = constant [4 x i8] c"PKn\00"
@_ZTIPKn = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKn, i32 1, ptr @_ZTIn }
@_ZTSo = constant [2 x i8] c"o\00"
@_ZTIo = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSo }
@_ZTSPo = constant [3 x i8] c"Po\00"
@_ZTIPo = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPo, i32 0, ptr @_ZTIo }
@_ZTSPKo = constant [4 x i8] c"PKo\00"
@_ZTIPKo = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKo, i32 1, ptr @_ZTIo }
@_ZTSd = constant [2 x i8] c"d\00"
@_ZTId = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSd }
@_ZTSPd = constant [3 x i8] c"Pd\00"
@_ZTIPd = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPd, i32 0, ptr @_ZTId }
@_ZTSPKd = constant [4 x i8] c"PKd\00"
@_ZTIPKd = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKd, i32 1, ptr @_ZTId }
@_ZTSf = constant [2 x i8] c"f\00"
@_ZTIf = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSf }
@_ZTSPf = constant [3 x i8] c"Pf\00"
@_ZTIPf = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPf, i32 0, ptr @_ZTIf }
@_ZTSPKf = constant [4 x i8] c"PKf\00"
@_ZTIPKf = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKf, i32 1, ptr @_ZTIf }
@_ZTSe = constant [2 x i8] c"e\00"
@_ZTIe = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSe }
@_ZTSPe = constant [3 x i8] c"Pe\00"
@_ZTIPe = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPe, i32 0, ptr @_ZTIe }
@_ZTSPKe = constant [4 x i8] c"PKe\00"
@_ZTIPKe = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKe, i32 1, ptr @_ZTIe }
@_ZTSw = constant [2 x i8] c"w\00"
@_ZTIw = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv123__fundamental_type_infoE, i64 2), ptr @_ZTSw }
@_ZTSPw = constant [3 x i8] c"Pw\00"
@_ZTIPw = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPw, i32 0, ptr @_ZTIw }
@_ZTSPKw = constant [4 x i8] c"PKw\00"
@_ZTIPKw = constant { ptr, ptr, i32, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv119__pointer_type_infoE, i64 2), ptr @_ZTSPKw, i32 1, ptr @_ZTIw }

declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @strlen(ptr)
declare ptr @strcpy(ptr, ptr)

@_ZTSSt9exception = constant [13 x i8] c"St9exception\00"
@_ZTISt9exception = constant { ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTSSt9exception }
@.text.St9exception = private constant [15 x i8] c"std::exception\00"
@_ZTVSt9exception = constant [5 x ptr] [ptr null, ptr @_ZTISt9exception, ptr @_ZNSt9exceptionD1Ev, ptr @_ZNSt9exceptionD0Ev, ptr @_ZNKSt9exception4whatEv]
define void @_ZNSt9exceptionD1Ev(ptr %e) nounwind {
  ret void
}

define void @_ZNSt9exceptionD2Ev(ptr %e) nounwind {
  ret void
}

define ptr @_ZNKSt9exception4whatEv(ptr %e) nounwind {
  ret ptr @.text.St9exception
}

define void @_ZNSt9exceptionD0Ev(ptr %e) nounwind {
  call void @_ZNSt9exceptionD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt9bad_alloc = constant [13 x i8] c"St9bad_alloc\00"
@_ZTISt9bad_alloc = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt9bad_alloc, ptr @_ZTISt9exception }
@.text.St9bad_alloc = private constant [15 x i8] c"std::bad_alloc\00"
@_ZTVSt9bad_alloc = constant [5 x ptr] [ptr null, ptr @_ZTISt9bad_alloc, ptr @_ZNSt9bad_allocD1Ev, ptr @_ZNSt9bad_allocD0Ev, ptr @_ZNKSt9bad_alloc4whatEv]
define void @_ZNSt9bad_allocD1Ev(ptr %e) nounwind {
  ret void
}

define void @_ZNSt9bad_allocD2Ev(ptr %e) nounwind {
  ret void
}

define ptr @_ZNKSt9bad_alloc4whatEv(ptr %e) nounwind {
  ret ptr @.text.St9bad_alloc
}

define void @_ZNSt9bad_allocD0Ev(ptr %e) nounwind {
  call void @_ZNSt9bad_allocD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt20bad_array_new_length = constant [25 x i8] c"St20bad_array_new_length\00"
@_ZTISt20bad_array_new_length = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt20bad_array_new_length, ptr @_ZTISt9bad_alloc }
@.text.St20bad_array_new_length = private constant [26 x i8] c"std::bad_array_new_length\00"
@_ZTVSt20bad_array_new_length = constant [5 x ptr] [ptr null, ptr @_ZTISt20bad_array_new_length, ptr @_ZNSt20bad_array_new_lengthD1Ev, ptr @_ZNSt20bad_array_new_lengthD0Ev, ptr @_ZNKSt20bad_array_new_length4whatEv]
define void @_ZNSt20bad_array_new_lengthD1Ev(ptr %e) nounwind {
  ret void
}

define void @_ZNSt20bad_array_new_lengthD2Ev(ptr %e) nounwind {
  ret void
}

define ptr @_ZNKSt20bad_array_new_length4whatEv(ptr %e) nounwind {
  ret ptr @.text.St20bad_array_new_length
}

define void @_ZNSt20bad_array_new_lengthD0Ev(ptr %e) nounwind {
  call void @_ZNSt20bad_array_new_lengthD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt8bad_cast = constant [12 x i8] c"St8bad_cast\00"
@_ZTISt8bad_cast = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt8bad_cast, ptr @_ZTISt9exception }
@.text.St8bad_cast = private constant [14 x i8] c"std::bad_cast\00"
@_ZTVSt8bad_cast = constant [5 x ptr] [ptr null, ptr @_ZTISt8bad_cast, ptr @_ZNSt8bad_castD1Ev, ptr @_ZNSt8bad_castD0Ev, ptr @_ZNKSt8bad_cast4whatEv]
define void @_ZNSt8bad_castD1Ev(ptr %e) nounwind {
  ret void
}

define void @_ZNSt8bad_castD2Ev(ptr %e) nounwind {
  ret void
}

define ptr @_ZNKSt8bad_cast4whatEv(ptr %e) nounwind {
  ret ptr @.text.St8bad_cast
}

define void @_ZNSt8bad_castD0Ev(ptr %e) nounwind {
  call void @_ZNSt8bad_castD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt10bad_typeid = constant [15 x i8] c"St10bad_typeid\00"
@_ZTISt10bad_typeid = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt10bad_typeid, ptr @_ZTISt9exception }
@.text.St10bad_typeid = private constant [16 x i8] c"std::bad_typeid\00"
@_ZTVSt10bad_typeid = constant [5 x ptr] [ptr null, ptr @_ZTISt10bad_typeid, ptr @_ZNSt10bad_typeidD1Ev, ptr @_ZNSt10bad_typeidD0Ev, ptr @_ZNKSt10bad_typeid4whatEv]
define void @_ZNSt10bad_typeidD1Ev(ptr %e) nounwind {
  ret void
}

define void @_ZNSt10bad_typeidD2Ev(ptr %e) nounwind {
  ret void
}

define ptr @_ZNKSt10bad_typeid4whatEv(ptr %e) nounwind {
  ret ptr @.text.St10bad_typeid
}

define void @_ZNSt10bad_typeidD0Ev(ptr %e) nounwind {
  call void @_ZNSt10bad_typeidD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt13bad_exception = constant [18 x i8] c"St13bad_exception\00"
@_ZTISt13bad_exception = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt13bad_exception, ptr @_ZTISt9exception }
@.text.St13bad_exception = private constant [19 x i8] c"std::bad_exception\00"
@_ZTVSt13bad_exception = constant [5 x ptr] [ptr null, ptr @_ZTISt13bad_exception, ptr @_ZNSt13bad_exceptionD1Ev, ptr @_ZNSt13bad_exceptionD0Ev, ptr @_ZNKSt13bad_exception4whatEv]
define void @_ZNSt13bad_exceptionD1Ev(ptr %e) nounwind {
  ret void
}

define void @_ZNSt13bad_exceptionD2Ev(ptr %e) nounwind {
  ret void
}

define ptr @_ZNKSt13bad_exception4whatEv(ptr %e) nounwind {
  ret ptr @.text.St13bad_exception
}

define void @_ZNSt13bad_exceptionD0Ev(ptr %e) nounwind {
  call void @_ZNSt13bad_exceptionD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt17bad_function_call = constant [22 x i8] c"St17bad_function_call\00"
@_ZTISt17bad_function_call = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt17bad_function_call, ptr @_ZTISt9exception }
@.text.St17bad_function_call = private constant [23 x i8] c"std::bad_function_call\00"
@_ZTVSt17bad_function_call = constant [5 x ptr] [ptr null, ptr @_ZTISt17bad_function_call, ptr @_ZNSt17bad_function_callD1Ev, ptr @_ZNSt17bad_function_callD0Ev, ptr @_ZNKSt17bad_function_call4whatEv]
define void @_ZNSt17bad_function_callD1Ev(ptr %e) nounwind {
  ret void
}

define void @_ZNSt17bad_function_callD2Ev(ptr %e) nounwind {
  ret void
}

define ptr @_ZNKSt17bad_function_call4whatEv(ptr %e) nounwind {
  ret ptr @.text.St17bad_function_call
}

define void @_ZNSt17bad_function_callD0Ev(ptr %e) nounwind {
  call void @_ZNSt17bad_function_callD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt11logic_error = constant [16 x i8] c"St11logic_error\00"
@_ZTISt11logic_error = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt11logic_error, ptr @_ZTISt9exception }
@.text.St11logic_error = private constant [17 x i8] c"std::logic_error\00"
@_ZTVSt11logic_error = constant [5 x ptr] [ptr null, ptr @_ZTISt11logic_error, ptr @_ZNSt11logic_errorD1Ev, ptr @_ZNSt11logic_errorD0Ev, ptr @_ZNKSt11logic_error4whatEv]
define void @_ZNSt11logic_errorC1EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt11logic_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt11logic_errorC1ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt11logic_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt11logic_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt11logic_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt11logic_errorC2EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt11logic_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt11logic_errorC2ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt11logic_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt11logic_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt11logic_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt11logic_errorD1Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define void @_ZNSt11logic_errorD2Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define ptr @_ZNKSt11logic_error4whatEv(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  ret ptr %p
}

define void @_ZNSt11logic_errorD0Ev(ptr %e) nounwind {
  call void @_ZNSt11logic_errorD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt13runtime_error = constant [18 x i8] c"St13runtime_error\00"
@_ZTISt13runtime_error = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt13runtime_error, ptr @_ZTISt9exception }
@.text.St13runtime_error = private constant [19 x i8] c"std::runtime_error\00"
@_ZTVSt13runtime_error = constant [5 x ptr] [ptr null, ptr @_ZTISt13runtime_error, ptr @_ZNSt13runtime_errorD1Ev, ptr @_ZNSt13runtime_errorD0Ev, ptr @_ZNKSt13runtime_error4whatEv]
define void @_ZNSt13runtime_errorC1EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt13runtime_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt13runtime_errorC1ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt13runtime_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt13runtime_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt13runtime_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt13runtime_errorC2EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt13runtime_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt13runtime_errorC2ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt13runtime_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt13runtime_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt13runtime_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt13runtime_errorD1Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define void @_ZNSt13runtime_errorD2Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define ptr @_ZNKSt13runtime_error4whatEv(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  ret ptr %p
}

define void @_ZNSt13runtime_errorD0Ev(ptr %e) nounwind {
  call void @_ZNSt13runtime_errorD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt16invalid_argument = constant [21 x i8] c"St16invalid_argument\00"
@_ZTISt16invalid_argument = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt16invalid_argument, ptr @_ZTISt11logic_error }
@.text.St16invalid_argument = private constant [22 x i8] c"std::invalid_argument\00"
@_ZTVSt16invalid_argument = constant [5 x ptr] [ptr null, ptr @_ZTISt16invalid_argument, ptr @_ZNSt16invalid_argumentD1Ev, ptr @_ZNSt16invalid_argumentD0Ev, ptr @_ZNKSt16invalid_argument4whatEv]
define void @_ZNSt16invalid_argumentC1EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt16invalid_argument, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt16invalid_argumentC1ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt16invalid_argument, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt16invalid_argumentC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt16invalid_argumentC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt16invalid_argumentC2EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt16invalid_argument, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt16invalid_argumentC2ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt16invalid_argument, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt16invalid_argumentC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt16invalid_argumentC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt16invalid_argumentD1Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define void @_ZNSt16invalid_argumentD2Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define ptr @_ZNKSt16invalid_argument4whatEv(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  ret ptr %p
}

define void @_ZNSt16invalid_argumentD0Ev(ptr %e) nounwind {
  call void @_ZNSt16invalid_argumentD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt12out_of_range = constant [17 x i8] c"St12out_of_range\00"
@_ZTISt12out_of_range = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt12out_of_range, ptr @_ZTISt11logic_error }
@.text.St12out_of_range = private constant [18 x i8] c"std::out_of_range\00"
@_ZTVSt12out_of_range = constant [5 x ptr] [ptr null, ptr @_ZTISt12out_of_range, ptr @_ZNSt12out_of_rangeD1Ev, ptr @_ZNSt12out_of_rangeD0Ev, ptr @_ZNKSt12out_of_range4whatEv]
define void @_ZNSt12out_of_rangeC1EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12out_of_range, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12out_of_rangeC1ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12out_of_range, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12out_of_rangeC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt12out_of_rangeC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt12out_of_rangeC2EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12out_of_range, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12out_of_rangeC2ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12out_of_range, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12out_of_rangeC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt12out_of_rangeC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt12out_of_rangeD1Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define void @_ZNSt12out_of_rangeD2Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define ptr @_ZNKSt12out_of_range4whatEv(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  ret ptr %p
}

define void @_ZNSt12out_of_rangeD0Ev(ptr %e) nounwind {
  call void @_ZNSt12out_of_rangeD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt12length_error = constant [17 x i8] c"St12length_error\00"
@_ZTISt12length_error = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt12length_error, ptr @_ZTISt11logic_error }
@.text.St12length_error = private constant [18 x i8] c"std::length_error\00"
@_ZTVSt12length_error = constant [5 x ptr] [ptr null, ptr @_ZTISt12length_error, ptr @_ZNSt12length_errorD1Ev, ptr @_ZNSt12length_errorD0Ev, ptr @_ZNKSt12length_error4whatEv]
define void @_ZNSt12length_errorC1EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12length_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12length_errorC1ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12length_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12length_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt12length_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt12length_errorC2EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12length_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12length_errorC2ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12length_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12length_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt12length_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt12length_errorD1Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define void @_ZNSt12length_errorD2Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define ptr @_ZNKSt12length_error4whatEv(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  ret ptr %p
}

define void @_ZNSt12length_errorD0Ev(ptr %e) nounwind {
  call void @_ZNSt12length_errorD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt12domain_error = constant [17 x i8] c"St12domain_error\00"
@_ZTISt12domain_error = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt12domain_error, ptr @_ZTISt11logic_error }
@.text.St12domain_error = private constant [18 x i8] c"std::domain_error\00"
@_ZTVSt12domain_error = constant [5 x ptr] [ptr null, ptr @_ZTISt12domain_error, ptr @_ZNSt12domain_errorD1Ev, ptr @_ZNSt12domain_errorD0Ev, ptr @_ZNKSt12domain_error4whatEv]
define void @_ZNSt12domain_errorC1EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12domain_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12domain_errorC1ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12domain_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12domain_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt12domain_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt12domain_errorC2EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12domain_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12domain_errorC2ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt12domain_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt12domain_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt12domain_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt12domain_errorD1Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define void @_ZNSt12domain_errorD2Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define ptr @_ZNKSt12domain_error4whatEv(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  ret ptr %p
}

define void @_ZNSt12domain_errorD0Ev(ptr %e) nounwind {
  call void @_ZNSt12domain_errorD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt14overflow_error = constant [19 x i8] c"St14overflow_error\00"
@_ZTISt14overflow_error = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt14overflow_error, ptr @_ZTISt13runtime_error }
@.text.St14overflow_error = private constant [20 x i8] c"std::overflow_error\00"
@_ZTVSt14overflow_error = constant [5 x ptr] [ptr null, ptr @_ZTISt14overflow_error, ptr @_ZNSt14overflow_errorD1Ev, ptr @_ZNSt14overflow_errorD0Ev, ptr @_ZNKSt14overflow_error4whatEv]
define void @_ZNSt14overflow_errorC1EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt14overflow_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt14overflow_errorC1ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt14overflow_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt14overflow_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt14overflow_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt14overflow_errorC2EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt14overflow_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt14overflow_errorC2ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt14overflow_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt14overflow_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt14overflow_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt14overflow_errorD1Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define void @_ZNSt14overflow_errorD2Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define ptr @_ZNKSt14overflow_error4whatEv(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  ret ptr %p
}

define void @_ZNSt14overflow_errorD0Ev(ptr %e) nounwind {
  call void @_ZNSt14overflow_errorD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt15underflow_error = constant [20 x i8] c"St15underflow_error\00"
@_ZTISt15underflow_error = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt15underflow_error, ptr @_ZTISt13runtime_error }
@.text.St15underflow_error = private constant [21 x i8] c"std::underflow_error\00"
@_ZTVSt15underflow_error = constant [5 x ptr] [ptr null, ptr @_ZTISt15underflow_error, ptr @_ZNSt15underflow_errorD1Ev, ptr @_ZNSt15underflow_errorD0Ev, ptr @_ZNKSt15underflow_error4whatEv]
define void @_ZNSt15underflow_errorC1EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt15underflow_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt15underflow_errorC1ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt15underflow_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt15underflow_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt15underflow_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt15underflow_errorC2EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt15underflow_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt15underflow_errorC2ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt15underflow_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt15underflow_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt15underflow_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt15underflow_errorD1Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define void @_ZNSt15underflow_errorD2Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define ptr @_ZNKSt15underflow_error4whatEv(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  ret ptr %p
}

define void @_ZNSt15underflow_errorD0Ev(ptr %e) nounwind {
  call void @_ZNSt15underflow_errorD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

@_ZTSSt11range_error = constant [16 x i8] c"St11range_error\00"
@_ZTISt11range_error = constant { ptr, ptr, ptr } { ptr getelementptr (i64, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSSt11range_error, ptr @_ZTISt13runtime_error }
@.text.St11range_error = private constant [17 x i8] c"std::range_error\00"
@_ZTVSt11range_error = constant [5 x ptr] [ptr null, ptr @_ZTISt11range_error, ptr @_ZNSt11range_errorD1Ev, ptr @_ZNSt11range_errorD0Ev, ptr @_ZNKSt11range_error4whatEv]
define void @_ZNSt11range_errorC1EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt11range_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt11range_errorC1ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt11range_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt11range_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt11range_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt11range_errorC2EPKc(ptr %e, ptr %what) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt11range_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt11range_errorC2ERKS_(ptr %e, ptr %from) nounwind {
  store ptr getelementptr (ptr, ptr @_ZTVSt11range_error, i64 2), ptr %e
  %at = getelementptr ptr, ptr %e, i64 1
  %other = getelementptr ptr, ptr %from, i64 1
  %what = load ptr, ptr %other
  %n = call i64 @strlen(ptr %what)
  %size = add i64 %n, 1
  %p = call ptr @malloc(i64 %size)
  %r = call ptr @strcpy(ptr %p, ptr %what)
  store ptr %p, ptr %at
  ret void
}

define void @_ZNSt11range_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %e, ptr %string) nounwind {
  %what = load ptr, ptr %string
  call void @_ZNSt11range_errorC1EPKc(ptr %e, ptr %what)
  ret void
}

define void @_ZNSt11range_errorD1Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define void @_ZNSt11range_errorD2Ev(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}

define ptr @_ZNKSt11range_error4whatEv(ptr %e) nounwind {
  %at = getelementptr ptr, ptr %e, i64 1
  %p = load ptr, ptr %at
  ret ptr %p
}

define void @_ZNSt11range_errorD0Ev(ptr %e) nounwind {
  call void @_ZNSt11range_errorD1Ev(ptr %e)
  call void @free(ptr %e)
  ret void
}

; What is moved from keeps its text.
define void @_ZNSt11logic_errorC1EOS_(ptr %e, ptr %from) nounwind {
  call void @_ZNSt11logic_errorC1ERKS_(ptr %e, ptr %from)
  ret void
}

define void @_ZNSt11logic_errorC2EOS_(ptr %e, ptr %from) nounwind {
  call void @_ZNSt11logic_errorC2ERKS_(ptr %e, ptr %from)
  ret void
}

define ptr @_ZNSt11logic_erroraSERKS_(ptr %e, ptr %from) nounwind {
  call void @_ZNSt11logic_errorD1Ev(ptr %e)
  call void @_ZNSt11logic_errorC1ERKS_(ptr %e, ptr %from)
  ret ptr %e
}

define ptr @_ZNSt11logic_erroraSEOS_(ptr %e, ptr %from) nounwind {
  call void @_ZNSt11logic_errorD1Ev(ptr %e)
  call void @_ZNSt11logic_errorC1ERKS_(ptr %e, ptr %from)
  ret ptr %e
}

define void @_ZNSt13runtime_errorC1EOS_(ptr %e, ptr %from) nounwind {
  call void @_ZNSt13runtime_errorC1ERKS_(ptr %e, ptr %from)
  ret void
}

define void @_ZNSt13runtime_errorC2EOS_(ptr %e, ptr %from) nounwind {
  call void @_ZNSt13runtime_errorC2ERKS_(ptr %e, ptr %from)
  ret void
}

define ptr @_ZNSt13runtime_erroraSERKS_(ptr %e, ptr %from) nounwind {
  call void @_ZNSt13runtime_errorD1Ev(ptr %e)
  call void @_ZNSt13runtime_errorC1ERKS_(ptr %e, ptr %from)
  ret ptr %e
}

define ptr @_ZNSt13runtime_erroraSEOS_(ptr %e, ptr %from) nounwind {
  call void @_ZNSt13runtime_errorD1Ev(ptr %e)
  call void @_ZNSt13runtime_errorC1ERKS_(ptr %e, ptr %from)
  ret ptr %e
}
