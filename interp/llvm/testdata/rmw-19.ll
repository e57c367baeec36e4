; ModuleID = 'rmw.c'
source_filename = "rmw.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@c = internal global i32 -7, align 4, !dbg !0
@.str = private unnamed_addr constant [49 x i8] c"atomic_compare_exchange_strong(&c, &expected, 5)\00", align 1, !dbg !16
@.str.1 = private unnamed_addr constant [6 x i8] c"rmw.c\00", align 1, !dbg !22
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !27
@.str.2 = private unnamed_addr constant [67 x i8] c"!atomic_compare_exchange_strong(&c, &expected, 6) && expected == 5\00", align 1, !dbg !33
@.str.3 = private unnamed_addr constant [39 x i8] c"atomic_fetch_xor(&c, 3) == 5 && c == 6\00", align 1, !dbg !38
@.str.4 = private unnamed_addr constant [73 x i8] c"atomic_fetch_or(&c, 9) == 6 && atomic_fetch_and(&c, 12) == 15 && c == 12\00", align 1, !dbg !43
@e = internal global i32 12, align 4, !dbg !73
@.str.5 = private unnamed_addr constant [62 x i8] c"__atomic_fetch_nand(&e, 4, __ATOMIC_ACQ_REL) == 12 && e == ~4\00", align 1, !dbg !48
@d = internal global i64 1099511627776, align 8, !dbg !75
@.str.6 = private unnamed_addr constant [63 x i8] c"__atomic_add_fetch(&d, 5, __ATOMIC_SEQ_CST) == (1ul << 40) + 5\00", align 1, !dbg !53
@array = internal global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16, !dbg !78
@p = internal global ptr null, align 8, !dbg !68
@.str.7 = private unnamed_addr constant [47 x i8] c"*p == 3 && atomic_exchange(&p, 0) == array + 2\00", align 1, !dbg !58
@a = internal global i8 -3, align 1, !dbg !83
@b = internal global i16 -6, align 2, !dbg !87
@.str.8 = private unnamed_addr constant [22 x i8] c"a == -2 && b == 65521\00", align 1, !dbg !63

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 !dbg !99 {
entry:
  %retval = alloca i32, align 4
  %t = alloca i64, align 8
  %expected = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp1 = alloca i32, align 4
  %cmpxchg.bool2 = alloca i8, align 1
  %.atomictmp10 = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp17 = alloca i32, align 4
  %atomic-temp18 = alloca i32, align 4
  %.atomictmp21 = alloca i32, align 4
  %atomic-temp22 = alloca i32, align 4
  %.atomictmp30 = alloca i32, align 4
  %atomic-temp31 = alloca i32, align 4
  %.atomictmp38 = alloca i64, align 8
  %atomic-temp39 = alloca i64, align 8
  %.atomictmp44 = alloca i64, align 8
  %atomic-temp45 = alloca ptr, align 8
  %.atomictmp49 = alloca ptr, align 8
  %atomic-temp50 = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
  call void @llvm.lifetime.start.p0(i64 8, ptr %t) #5, !dbg !107
    #dbg_declare(ptr %t, !103, !DIExpression(), !108)
  %call = call i32 @pthread_create(ptr noundef %t, ptr noundef null, ptr noundef @other, ptr noundef null) #5, !dbg !109
  call void @llvm.lifetime.start.p0(i64 4, ptr %expected) #5, !dbg !110
    #dbg_declare(ptr %expected, !106, !DIExpression(), !111)
  store i32 -7, ptr %expected, align 4, !dbg !111, !tbaa !112
  store i32 5, ptr %.atomictmp, align 4, !dbg !116, !tbaa !112
  %0 = load i32, ptr %expected, align 4, !dbg !116
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !116
  %2 = cmpxchg ptr @c, i32 %0, i32 %1 seq_cst seq_cst, align 4, !dbg !116
  %3 = extractvalue { i32, i1 } %2, 0, !dbg !116
  %4 = extractvalue { i32, i1 } %2, 1, !dbg !116
  br i1 %4, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !116

cmpxchg.store_expected:                           ; preds = %entry
  store i32 %3, ptr %expected, align 4, !dbg !116
  br label %cmpxchg.continue, !dbg !116

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %entry
  %storedv = zext i1 %4 to i8, !dbg !116
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !116, !tbaa !119
  %5 = load i8, ptr %cmpxchg.bool, align 1, !dbg !116, !tbaa !119, !range !121, !noundef !122
  %loadedv = trunc i8 %5 to i1, !dbg !116
  br i1 %loadedv, label %if.then, label %if.else, !dbg !123

if.then:                                          ; preds = %cmpxchg.continue
  br label %if.end, !dbg !123

if.else:                                          ; preds = %cmpxchg.continue
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 26, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !116
  unreachable, !dbg !116

if.end:                                           ; preds = %if.then
  store i32 6, ptr %.atomictmp1, align 4, !dbg !124, !tbaa !112
  %6 = load i32, ptr %expected, align 4, !dbg !124
  %7 = load i32, ptr %.atomictmp1, align 4, !dbg !124
  %8 = cmpxchg ptr @c, i32 %6, i32 %7 seq_cst seq_cst, align 4, !dbg !124
  %9 = extractvalue { i32, i1 } %8, 0, !dbg !124
  %10 = extractvalue { i32, i1 } %8, 1, !dbg !124
  br i1 %10, label %cmpxchg.continue4, label %cmpxchg.store_expected3, !dbg !124

cmpxchg.store_expected3:                          ; preds = %if.end
  store i32 %9, ptr %expected, align 4, !dbg !124
  br label %cmpxchg.continue4, !dbg !124

cmpxchg.continue4:                                ; preds = %cmpxchg.store_expected3, %if.end
  %storedv5 = zext i1 %10 to i8, !dbg !124
  store i8 %storedv5, ptr %cmpxchg.bool2, align 1, !dbg !124, !tbaa !119
  %11 = load i8, ptr %cmpxchg.bool2, align 1, !dbg !124, !tbaa !119, !range !121, !noundef !122
  %loadedv6 = trunc i8 %11 to i1, !dbg !124
  br i1 %loadedv6, label %if.else8, label %land.lhs.true, !dbg !124

land.lhs.true:                                    ; preds = %cmpxchg.continue4
  %12 = load i32, ptr %expected, align 4, !dbg !124, !tbaa !112
  %cmp = icmp eq i32 %12, 5, !dbg !124
  br i1 %cmp, label %if.then7, label %if.else8, !dbg !127

if.then7:                                         ; preds = %land.lhs.true
  br label %if.end9, !dbg !127

if.else8:                                         ; preds = %land.lhs.true, %cmpxchg.continue4
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 27, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !124
  unreachable, !dbg !124

if.end9:                                          ; preds = %if.then7
  store i32 3, ptr %.atomictmp10, align 4, !dbg !128, !tbaa !112
  %13 = load i32, ptr %.atomictmp10, align 4, !dbg !128
  %14 = atomicrmw xor ptr @c, i32 %13 seq_cst, align 4, !dbg !128
  store i32 %14, ptr %atomic-temp, align 4, !dbg !128
  %15 = load i32, ptr %atomic-temp, align 4, !dbg !128, !tbaa !112
  %cmp11 = icmp eq i32 %15, 5, !dbg !128
  br i1 %cmp11, label %land.lhs.true12, label %if.else15, !dbg !128

land.lhs.true12:                                  ; preds = %if.end9
  %atomic-load = load atomic i32, ptr @c seq_cst, align 4, !dbg !128, !tbaa !131
  %cmp13 = icmp eq i32 %atomic-load, 6, !dbg !128
  br i1 %cmp13, label %if.then14, label %if.else15, !dbg !132

if.then14:                                        ; preds = %land.lhs.true12
  br label %if.end16, !dbg !132

if.else15:                                        ; preds = %land.lhs.true12, %if.end9
  call void @__assert_fail(ptr noundef @.str.3, ptr noundef @.str.1, i32 noundef 28, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !128
  unreachable, !dbg !128

if.end16:                                         ; preds = %if.then14
  store i32 9, ptr %.atomictmp17, align 4, !dbg !133, !tbaa !112
  %16 = load i32, ptr %.atomictmp17, align 4, !dbg !133
  %17 = atomicrmw or ptr @c, i32 %16 seq_cst, align 4, !dbg !133
  store i32 %17, ptr %atomic-temp18, align 4, !dbg !133
  %18 = load i32, ptr %atomic-temp18, align 4, !dbg !133, !tbaa !112
  %cmp19 = icmp eq i32 %18, 6, !dbg !133
  br i1 %cmp19, label %land.lhs.true20, label %if.else28, !dbg !133

land.lhs.true20:                                  ; preds = %if.end16
  store i32 12, ptr %.atomictmp21, align 4, !dbg !133, !tbaa !112
  %19 = load i32, ptr %.atomictmp21, align 4, !dbg !133
  %20 = atomicrmw and ptr @c, i32 %19 seq_cst, align 4, !dbg !133
  store i32 %20, ptr %atomic-temp22, align 4, !dbg !133
  %21 = load i32, ptr %atomic-temp22, align 4, !dbg !133, !tbaa !112
  %cmp23 = icmp eq i32 %21, 15, !dbg !133
  br i1 %cmp23, label %land.lhs.true24, label %if.else28, !dbg !133

land.lhs.true24:                                  ; preds = %land.lhs.true20
  %atomic-load25 = load atomic i32, ptr @c seq_cst, align 4, !dbg !133, !tbaa !131
  %cmp26 = icmp eq i32 %atomic-load25, 12, !dbg !133
  br i1 %cmp26, label %if.then27, label %if.else28, !dbg !136

if.then27:                                        ; preds = %land.lhs.true24
  br label %if.end29, !dbg !136

if.else28:                                        ; preds = %land.lhs.true24, %land.lhs.true20, %if.end16
  call void @__assert_fail(ptr noundef @.str.4, ptr noundef @.str.1, i32 noundef 29, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !133
  unreachable, !dbg !133

if.end29:                                         ; preds = %if.then27
  store i32 4, ptr %.atomictmp30, align 4, !dbg !137, !tbaa !112
  %22 = load i32, ptr %.atomictmp30, align 4, !dbg !137
  %23 = atomicrmw nand ptr @e, i32 %22 acq_rel, align 4, !dbg !137
  store i32 %23, ptr %atomic-temp31, align 4, !dbg !137
  %24 = load i32, ptr %atomic-temp31, align 4, !dbg !137, !tbaa !112
  %cmp32 = icmp eq i32 %24, 12, !dbg !137
  br i1 %cmp32, label %land.lhs.true33, label %if.else36, !dbg !137

land.lhs.true33:                                  ; preds = %if.end29
  %25 = load i32, ptr @e, align 4, !dbg !137, !tbaa !112
  %cmp34 = icmp eq i32 %25, -5, !dbg !137
  br i1 %cmp34, label %if.then35, label %if.else36, !dbg !140

if.then35:                                        ; preds = %land.lhs.true33
  br label %if.end37, !dbg !140

if.else36:                                        ; preds = %land.lhs.true33, %if.end29
  call void @__assert_fail(ptr noundef @.str.5, ptr noundef @.str.1, i32 noundef 30, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !137
  unreachable, !dbg !137

if.end37:                                         ; preds = %if.then35
  store i64 5, ptr %.atomictmp38, align 8, !dbg !141, !tbaa !144
  %26 = load i64, ptr %.atomictmp38, align 8, !dbg !141
  %27 = atomicrmw add ptr @d, i64 %26 seq_cst, align 8, !dbg !141
  %28 = add i64 %27, %26, !dbg !141
  store i64 %28, ptr %atomic-temp39, align 8, !dbg !141
  %29 = load i64, ptr %atomic-temp39, align 8, !dbg !141, !tbaa !144
  %cmp40 = icmp eq i64 %29, 1099511627781, !dbg !141
  br i1 %cmp40, label %if.then41, label %if.else42, !dbg !146

if.then41:                                        ; preds = %if.end37
  br label %if.end43, !dbg !146

if.else42:                                        ; preds = %if.end37
  call void @__assert_fail(ptr noundef @.str.6, ptr noundef @.str.1, i32 noundef 31, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !141
  unreachable, !dbg !141

if.end43:                                         ; preds = %if.then41
  store atomic ptr @array, ptr @p seq_cst, align 8, !dbg !147, !tbaa !131
  store i64 8, ptr %.atomictmp44, align 8, !dbg !148, !tbaa !144
  %30 = load i64, ptr %.atomictmp44, align 8, !dbg !148
  %31 = atomicrmw add ptr @p, i64 %30 seq_cst, align 8, !dbg !148
  store i64 %31, ptr %atomic-temp45, align 8, !dbg !148
  %32 = load ptr, ptr %atomic-temp45, align 8, !dbg !148, !tbaa !149
  %atomic-load46 = load atomic ptr, ptr @p seq_cst, align 8, !dbg !151, !tbaa !131
  %33 = load i32, ptr %atomic-load46, align 4, !dbg !151, !tbaa !112
  %cmp47 = icmp eq i32 %33, 3, !dbg !151
  br i1 %cmp47, label %land.lhs.true48, label %if.else53, !dbg !151

land.lhs.true48:                                  ; preds = %if.end43
  store ptr null, ptr %.atomictmp49, align 8, !dbg !151, !tbaa !149
  %34 = load i64, ptr %.atomictmp49, align 8, !dbg !151
  %35 = atomicrmw xchg ptr @p, i64 %34 seq_cst, align 8, !dbg !151
  store i64 %35, ptr %atomic-temp50, align 8, !dbg !151
  %36 = load ptr, ptr %atomic-temp50, align 8, !dbg !151, !tbaa !149
  %cmp51 = icmp eq ptr %36, getelementptr inbounds (i32, ptr @array, i64 2), !dbg !151
  br i1 %cmp51, label %if.then52, label %if.else53, !dbg !154

if.then52:                                        ; preds = %land.lhs.true48
  br label %if.end54, !dbg !154

if.else53:                                        ; preds = %land.lhs.true48, %if.end43
  call void @__assert_fail(ptr noundef @.str.7, ptr noundef @.str.1, i32 noundef 34, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !151
  unreachable, !dbg !151

if.end54:                                         ; preds = %if.then52
  %37 = load i64, ptr %t, align 8, !dbg !155, !tbaa !144
  %call55 = call i32 @pthread_join(i64 noundef %37, ptr noundef null), !dbg !156
  %atomic-load56 = load atomic i8, ptr @a seq_cst, align 1, !dbg !157, !tbaa !131
  %conv = sext i8 %atomic-load56 to i32, !dbg !157
  %cmp57 = icmp eq i32 %conv, -2, !dbg !157
  br i1 %cmp57, label %land.lhs.true59, label %if.else65, !dbg !157

land.lhs.true59:                                  ; preds = %if.end54
  %atomic-load60 = load atomic i16, ptr @b seq_cst, align 2, !dbg !157, !tbaa !131
  %conv61 = zext i16 %atomic-load60 to i32, !dbg !157
  %cmp62 = icmp eq i32 %conv61, 65521, !dbg !157
  br i1 %cmp62, label %if.then64, label %if.else65, !dbg !160

if.then64:                                        ; preds = %land.lhs.true59
  br label %if.end66, !dbg !160

if.else65:                                        ; preds = %land.lhs.true59, %if.end54
  call void @__assert_fail(ptr noundef @.str.8, ptr noundef @.str.1, i32 noundef 36, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !157
  unreachable, !dbg !157

if.end66:                                         ; preds = %if.then64
  call void @llvm.lifetime.end.p0(i64 4, ptr %expected) #5, !dbg !161
  call void @llvm.lifetime.end.p0(i64 8, ptr %t) #5, !dbg !161
  ret i32 0, !dbg !162
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
declare !dbg !163 i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #2

; Function Attrs: nounwind uwtable
define internal ptr @other(ptr noundef %unused) #0 !dbg !186 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i8, align 1
  %atomic-temp = alloca i8, align 1
  %.atomictmp1 = alloca i16, align 2
  %atomic-temp2 = alloca i16, align 2
  store ptr %unused, ptr %unused.addr, align 8, !tbaa !149
    #dbg_declare(ptr %unused.addr, !188, !DIExpression(), !189)
  store i8 1, ptr %.atomictmp, align 1, !dbg !190, !tbaa !131
  %0 = load i8, ptr %.atomictmp, align 1, !dbg !190
  %1 = atomicrmw add ptr @a, i8 %0 seq_cst, align 1, !dbg !190
  store i8 %1, ptr %atomic-temp, align 1, !dbg !190
  %2 = load i8, ptr %atomic-temp, align 1, !dbg !190, !tbaa !131
  store i16 9, ptr %.atomictmp1, align 2, !dbg !191, !tbaa !192
  %3 = load i16, ptr %.atomictmp1, align 2, !dbg !191
  %4 = atomicrmw sub ptr @b, i16 %3 monotonic, align 2, !dbg !191
  store i16 %4, ptr %atomic-temp2, align 2, !dbg !191
  %5 = load i16, ptr %atomic-temp2, align 2, !dbg !191, !tbaa !192
  %6 = load ptr, ptr %unused.addr, align 8, !dbg !194, !tbaa !149
  ret ptr %6, !dbg !195
}

; Function Attrs: noreturn nounwind
declare !dbg !196 void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #3

declare !dbg !201 i32 @pthread_join(i64 noundef, ptr noundef) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!92, !93, !94, !95, !96, !97}
!llvm.ident = !{!98}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "c", scope: !2, file: !3, line: 8, type: !91, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "rmw.c", directory: "/src", checksumkind: CSK_MD5, checksum: "67864b81f9457b822fa65307134d75fc")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 68, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!16, !22, !27, !33, !38, !43, !48, !53, !58, !63, !68, !0, !73, !75, !78, !83, !87}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(scope: null, file: !3, line: 26, type: !18, isLocal: true, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 392, elements: !20)
!19 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!20 = !{!21}
!21 = !DISubrange(count: 49)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(scope: null, file: !3, line: 26, type: !24, isLocal: true, isDefinition: true)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 48, elements: !25)
!25 = !{!26}
!26 = !DISubrange(count: 6)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(scope: null, file: !3, line: 26, type: !29, isLocal: true, isDefinition: true)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !30, size: 120, elements: !31)
!30 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !19)
!31 = !{!32}
!32 = !DISubrange(count: 15)
!33 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression())
!34 = distinct !DIGlobalVariable(scope: null, file: !3, line: 27, type: !35, isLocal: true, isDefinition: true)
!35 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 536, elements: !36)
!36 = !{!37}
!37 = !DISubrange(count: 67)
!38 = !DIGlobalVariableExpression(var: !39, expr: !DIExpression())
!39 = distinct !DIGlobalVariable(scope: null, file: !3, line: 28, type: !40, isLocal: true, isDefinition: true)
!40 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 312, elements: !41)
!41 = !{!42}
!42 = !DISubrange(count: 39)
!43 = !DIGlobalVariableExpression(var: !44, expr: !DIExpression())
!44 = distinct !DIGlobalVariable(scope: null, file: !3, line: 29, type: !45, isLocal: true, isDefinition: true)
!45 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 584, elements: !46)
!46 = !{!47}
!47 = !DISubrange(count: 73)
!48 = !DIGlobalVariableExpression(var: !49, expr: !DIExpression())
!49 = distinct !DIGlobalVariable(scope: null, file: !3, line: 30, type: !50, isLocal: true, isDefinition: true)
!50 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 496, elements: !51)
!51 = !{!52}
!52 = !DISubrange(count: 62)
!53 = !DIGlobalVariableExpression(var: !54, expr: !DIExpression())
!54 = distinct !DIGlobalVariable(scope: null, file: !3, line: 31, type: !55, isLocal: true, isDefinition: true)
!55 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 504, elements: !56)
!56 = !{!57}
!57 = !DISubrange(count: 63)
!58 = !DIGlobalVariableExpression(var: !59, expr: !DIExpression())
!59 = distinct !DIGlobalVariable(scope: null, file: !3, line: 34, type: !60, isLocal: true, isDefinition: true)
!60 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 376, elements: !61)
!61 = !{!62}
!62 = !DISubrange(count: 47)
!63 = !DIGlobalVariableExpression(var: !64, expr: !DIExpression())
!64 = distinct !DIGlobalVariable(scope: null, file: !3, line: 36, type: !65, isLocal: true, isDefinition: true)
!65 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 176, elements: !66)
!66 = !{!67}
!67 = !DISubrange(count: 22)
!68 = !DIGlobalVariableExpression(var: !69, expr: !DIExpression())
!69 = distinct !DIGlobalVariable(name: "p", scope: !2, file: !3, line: 10, type: !70, isLocal: true, isDefinition: true)
!70 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !71)
!71 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !72, size: 64)
!72 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!73 = !DIGlobalVariableExpression(var: !74, expr: !DIExpression())
!74 = distinct !DIGlobalVariable(name: "e", scope: !2, file: !3, line: 11, type: !72, isLocal: true, isDefinition: true)
!75 = !DIGlobalVariableExpression(var: !76, expr: !DIExpression())
!76 = distinct !DIGlobalVariable(name: "d", scope: !2, file: !3, line: 9, type: !77, isLocal: true, isDefinition: true)
!77 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!78 = !DIGlobalVariableExpression(var: !79, expr: !DIExpression())
!79 = distinct !DIGlobalVariable(name: "array", scope: !2, file: !3, line: 12, type: !80, isLocal: true, isDefinition: true)
!80 = !DICompositeType(tag: DW_TAG_array_type, baseType: !72, size: 128, elements: !81)
!81 = !{!82}
!82 = !DISubrange(count: 4)
!83 = !DIGlobalVariableExpression(var: !84, expr: !DIExpression())
!84 = distinct !DIGlobalVariable(name: "a", scope: !2, file: !3, line: 6, type: !85, isLocal: true, isDefinition: true)
!85 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !86)
!86 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!87 = !DIGlobalVariableExpression(var: !88, expr: !DIExpression())
!88 = distinct !DIGlobalVariable(name: "b", scope: !2, file: !3, line: 7, type: !89, isLocal: true, isDefinition: true)
!89 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !90)
!90 = !DIBasicType(name: "unsigned short", size: 16, encoding: DW_ATE_unsigned)
!91 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !72)
!92 = !{i32 7, !"Dwarf Version", i32 5}
!93 = !{i32 2, !"Debug Info Version", i32 3}
!94 = !{i32 1, !"wchar_size", i32 4}
!95 = !{i32 8, !"PIC Level", i32 2}
!96 = !{i32 7, !"PIE Level", i32 2}
!97 = !{i32 7, !"uwtable", i32 2}
!98 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!99 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 21, type: !100, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !102)
!100 = !DISubroutineType(types: !101)
!101 = !{!72}
!102 = !{!103, !106}
!103 = !DILocalVariable(name: "t", scope: !99, file: !3, line: 23, type: !104)
!104 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !105, line: 27, baseType: !77)
!105 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!106 = !DILocalVariable(name: "expected", scope: !99, file: !3, line: 25, type: !72)
!107 = !DILocation(line: 23, column: 2, scope: !99)
!108 = !DILocation(line: 23, column: 12, scope: !99)
!109 = !DILocation(line: 24, column: 2, scope: !99)
!110 = !DILocation(line: 25, column: 2, scope: !99)
!111 = !DILocation(line: 25, column: 6, scope: !99)
!112 = !{!113, !113, i64 0}
!113 = !{!"int", !114, i64 0}
!114 = !{!"omnipotent char", !115, i64 0}
!115 = !{!"Simple C/C++ TBAA"}
!116 = !DILocation(line: 26, column: 2, scope: !117)
!117 = distinct !DILexicalBlock(scope: !118, file: !3, line: 26, column: 2)
!118 = distinct !DILexicalBlock(scope: !99, file: !3, line: 26, column: 2)
!119 = !{!120, !120, i64 0}
!120 = !{!"_Bool", !114, i64 0}
!121 = !{i8 0, i8 2}
!122 = !{}
!123 = !DILocation(line: 26, column: 2, scope: !118)
!124 = !DILocation(line: 27, column: 2, scope: !125)
!125 = distinct !DILexicalBlock(scope: !126, file: !3, line: 27, column: 2)
!126 = distinct !DILexicalBlock(scope: !99, file: !3, line: 27, column: 2)
!127 = !DILocation(line: 27, column: 2, scope: !126)
!128 = !DILocation(line: 28, column: 2, scope: !129)
!129 = distinct !DILexicalBlock(scope: !130, file: !3, line: 28, column: 2)
!130 = distinct !DILexicalBlock(scope: !99, file: !3, line: 28, column: 2)
!131 = !{!114, !114, i64 0}
!132 = !DILocation(line: 28, column: 2, scope: !130)
!133 = !DILocation(line: 29, column: 2, scope: !134)
!134 = distinct !DILexicalBlock(scope: !135, file: !3, line: 29, column: 2)
!135 = distinct !DILexicalBlock(scope: !99, file: !3, line: 29, column: 2)
!136 = !DILocation(line: 29, column: 2, scope: !135)
!137 = !DILocation(line: 30, column: 2, scope: !138)
!138 = distinct !DILexicalBlock(scope: !139, file: !3, line: 30, column: 2)
!139 = distinct !DILexicalBlock(scope: !99, file: !3, line: 30, column: 2)
!140 = !DILocation(line: 30, column: 2, scope: !139)
!141 = !DILocation(line: 31, column: 2, scope: !142)
!142 = distinct !DILexicalBlock(scope: !143, file: !3, line: 31, column: 2)
!143 = distinct !DILexicalBlock(scope: !99, file: !3, line: 31, column: 2)
!144 = !{!145, !145, i64 0}
!145 = !{!"long", !114, i64 0}
!146 = !DILocation(line: 31, column: 2, scope: !143)
!147 = !DILocation(line: 32, column: 4, scope: !99)
!148 = !DILocation(line: 33, column: 2, scope: !99)
!149 = !{!150, !150, i64 0}
!150 = !{!"any pointer", !114, i64 0}
!151 = !DILocation(line: 34, column: 2, scope: !152)
!152 = distinct !DILexicalBlock(scope: !153, file: !3, line: 34, column: 2)
!153 = distinct !DILexicalBlock(scope: !99, file: !3, line: 34, column: 2)
!154 = !DILocation(line: 34, column: 2, scope: !153)
!155 = !DILocation(line: 35, column: 15, scope: !99)
!156 = !DILocation(line: 35, column: 2, scope: !99)
!157 = !DILocation(line: 36, column: 2, scope: !158)
!158 = distinct !DILexicalBlock(scope: !159, file: !3, line: 36, column: 2)
!159 = distinct !DILexicalBlock(scope: !99, file: !3, line: 36, column: 2)
!160 = !DILocation(line: 36, column: 2, scope: !159)
!161 = !DILocation(line: 38, column: 1, scope: !99)
!162 = !DILocation(line: 37, column: 2, scope: !99)
!163 = !DISubprogram(name: "pthread_create", scope: !164, file: !164, line: 202, type: !165, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!164 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!165 = !DISubroutineType(types: !166)
!166 = !{!72, !167, !169, !181, !185}
!167 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !168)
!168 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !104, size: 64)
!169 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !170)
!170 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !171, size: 64)
!171 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !172)
!172 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_attr_t", file: !105, line: 62, baseType: !173)
!173 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "pthread_attr_t", file: !105, line: 56, size: 448, elements: !174)
!174 = !{!175, !179}
!175 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !173, file: !105, line: 58, baseType: !176, size: 448)
!176 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 448, elements: !177)
!177 = !{!178}
!178 = !DISubrange(count: 56)
!179 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !173, file: !105, line: 59, baseType: !180, size: 64)
!180 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!181 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !182, size: 64)
!182 = !DISubroutineType(types: !183)
!183 = !{!184, !184}
!184 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!185 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !184)
!186 = distinct !DISubprogram(name: "other", scope: !3, file: !3, line: 14, type: !182, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !187)
!187 = !{!188}
!188 = !DILocalVariable(name: "unused", arg: 1, scope: !186, file: !3, line: 14, type: !184)
!189 = !DILocation(line: 14, column: 26, scope: !186)
!190 = !DILocation(line: 16, column: 2, scope: !186)
!191 = !DILocation(line: 17, column: 2, scope: !186)
!192 = !{!193, !193, i64 0}
!193 = !{!"short", !114, i64 0}
!194 = !DILocation(line: 18, column: 9, scope: !186)
!195 = !DILocation(line: 18, column: 2, scope: !186)
!196 = !DISubprogram(name: "__assert_fail", scope: !197, file: !197, line: 69, type: !198, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized)
!197 = !DIFile(filename: "/usr/include/assert.h", directory: "", checksumkind: CSK_MD5, checksum: "ab7dc6991d501750085448b20099a5a0")
!198 = !DISubroutineType(types: !199)
!199 = !{null, !200, !200, !7, !200}
!200 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!201 = !DISubprogram(name: "pthread_join", scope: !164, file: !164, line: 219, type: !202, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!202 = !DISubroutineType(types: !203)
!203 = !{!72, !104, !204}
!204 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !184, size: 64)
