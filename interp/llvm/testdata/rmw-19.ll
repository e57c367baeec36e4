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
@e = internal global i32 12, align 4, !dbg !78
@.str.5 = private unnamed_addr constant [62 x i8] c"__atomic_fetch_nand(&e, 4, __ATOMIC_ACQ_REL) == 12 && e == ~4\00", align 1, !dbg !48
@.str.6 = private unnamed_addr constant [114 x i8] c"__atomic_fetch_max(&e, 4, __ATOMIC_RELAXED) == ~4 && __atomic_fetch_min(&e, -9, __ATOMIC_RELAXED) == 4 && e == -9\00", align 1, !dbg !53
@d = internal global i64 1099511627776, align 8, !dbg !80
@.str.7 = private unnamed_addr constant [63 x i8] c"__atomic_add_fetch(&d, 5, __ATOMIC_SEQ_CST) == (1ul << 40) + 5\00", align 1, !dbg !58
@array = internal global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16, !dbg !83
@p = internal global ptr null, align 8, !dbg !73
@.str.8 = private unnamed_addr constant [47 x i8] c"*p == 3 && atomic_exchange(&p, 0) == array + 2\00", align 1, !dbg !63
@a = internal global i8 -3, align 1, !dbg !88
@b = internal global i16 -6, align 2, !dbg !92
@.str.9 = private unnamed_addr constant [22 x i8] c"a == -2 && b == 65521\00", align 1, !dbg !68

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 !dbg !104 {
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
  %.atomictmp38 = alloca i32, align 4
  %atomic-temp39 = alloca i32, align 4
  %.atomictmp42 = alloca i32, align 4
  %atomic-temp43 = alloca i32, align 4
  %.atomictmp50 = alloca i64, align 8
  %atomic-temp51 = alloca i64, align 8
  %.atomictmp56 = alloca i64, align 8
  %atomic-temp57 = alloca ptr, align 8
  %.atomictmp61 = alloca ptr, align 8
  %atomic-temp62 = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
  call void @llvm.lifetime.start.p0(i64 8, ptr %t) #5, !dbg !112
    #dbg_declare(ptr %t, !108, !DIExpression(), !113)
  %call = call i32 @pthread_create(ptr noundef %t, ptr noundef null, ptr noundef @other, ptr noundef null) #5, !dbg !114
  call void @llvm.lifetime.start.p0(i64 4, ptr %expected) #5, !dbg !115
    #dbg_declare(ptr %expected, !111, !DIExpression(), !116)
  store i32 -7, ptr %expected, align 4, !dbg !116, !tbaa !117
  store i32 5, ptr %.atomictmp, align 4, !dbg !121, !tbaa !117
  %0 = load i32, ptr %expected, align 4, !dbg !121
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !121
  %2 = cmpxchg ptr @c, i32 %0, i32 %1 seq_cst seq_cst, align 4, !dbg !121
  %3 = extractvalue { i32, i1 } %2, 0, !dbg !121
  %4 = extractvalue { i32, i1 } %2, 1, !dbg !121
  br i1 %4, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !121

cmpxchg.store_expected:                           ; preds = %entry
  store i32 %3, ptr %expected, align 4, !dbg !121
  br label %cmpxchg.continue, !dbg !121

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %entry
  %storedv = zext i1 %4 to i8, !dbg !121
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !121, !tbaa !124
  %5 = load i8, ptr %cmpxchg.bool, align 1, !dbg !121, !tbaa !124, !range !126, !noundef !127
  %loadedv = trunc i8 %5 to i1, !dbg !121
  br i1 %loadedv, label %if.then, label %if.else, !dbg !128

if.then:                                          ; preds = %cmpxchg.continue
  br label %if.end, !dbg !128

if.else:                                          ; preds = %cmpxchg.continue
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 26, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !121
  unreachable, !dbg !121

if.end:                                           ; preds = %if.then
  store i32 6, ptr %.atomictmp1, align 4, !dbg !129, !tbaa !117
  %6 = load i32, ptr %expected, align 4, !dbg !129
  %7 = load i32, ptr %.atomictmp1, align 4, !dbg !129
  %8 = cmpxchg ptr @c, i32 %6, i32 %7 seq_cst seq_cst, align 4, !dbg !129
  %9 = extractvalue { i32, i1 } %8, 0, !dbg !129
  %10 = extractvalue { i32, i1 } %8, 1, !dbg !129
  br i1 %10, label %cmpxchg.continue4, label %cmpxchg.store_expected3, !dbg !129

cmpxchg.store_expected3:                          ; preds = %if.end
  store i32 %9, ptr %expected, align 4, !dbg !129
  br label %cmpxchg.continue4, !dbg !129

cmpxchg.continue4:                                ; preds = %cmpxchg.store_expected3, %if.end
  %storedv5 = zext i1 %10 to i8, !dbg !129
  store i8 %storedv5, ptr %cmpxchg.bool2, align 1, !dbg !129, !tbaa !124
  %11 = load i8, ptr %cmpxchg.bool2, align 1, !dbg !129, !tbaa !124, !range !126, !noundef !127
  %loadedv6 = trunc i8 %11 to i1, !dbg !129
  br i1 %loadedv6, label %if.else8, label %land.lhs.true, !dbg !129

land.lhs.true:                                    ; preds = %cmpxchg.continue4
  %12 = load i32, ptr %expected, align 4, !dbg !129, !tbaa !117
  %cmp = icmp eq i32 %12, 5, !dbg !129
  br i1 %cmp, label %if.then7, label %if.else8, !dbg !132

if.then7:                                         ; preds = %land.lhs.true
  br label %if.end9, !dbg !132

if.else8:                                         ; preds = %land.lhs.true, %cmpxchg.continue4
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 27, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !129
  unreachable, !dbg !129

if.end9:                                          ; preds = %if.then7
  store i32 3, ptr %.atomictmp10, align 4, !dbg !133, !tbaa !117
  %13 = load i32, ptr %.atomictmp10, align 4, !dbg !133
  %14 = atomicrmw xor ptr @c, i32 %13 seq_cst, align 4, !dbg !133
  store i32 %14, ptr %atomic-temp, align 4, !dbg !133
  %15 = load i32, ptr %atomic-temp, align 4, !dbg !133, !tbaa !117
  %cmp11 = icmp eq i32 %15, 5, !dbg !133
  br i1 %cmp11, label %land.lhs.true12, label %if.else15, !dbg !133

land.lhs.true12:                                  ; preds = %if.end9
  %atomic-load = load atomic i32, ptr @c seq_cst, align 4, !dbg !133, !tbaa !136
  %cmp13 = icmp eq i32 %atomic-load, 6, !dbg !133
  br i1 %cmp13, label %if.then14, label %if.else15, !dbg !137

if.then14:                                        ; preds = %land.lhs.true12
  br label %if.end16, !dbg !137

if.else15:                                        ; preds = %land.lhs.true12, %if.end9
  call void @__assert_fail(ptr noundef @.str.3, ptr noundef @.str.1, i32 noundef 28, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !133
  unreachable, !dbg !133

if.end16:                                         ; preds = %if.then14
  store i32 9, ptr %.atomictmp17, align 4, !dbg !138, !tbaa !117
  %16 = load i32, ptr %.atomictmp17, align 4, !dbg !138
  %17 = atomicrmw or ptr @c, i32 %16 seq_cst, align 4, !dbg !138
  store i32 %17, ptr %atomic-temp18, align 4, !dbg !138
  %18 = load i32, ptr %atomic-temp18, align 4, !dbg !138, !tbaa !117
  %cmp19 = icmp eq i32 %18, 6, !dbg !138
  br i1 %cmp19, label %land.lhs.true20, label %if.else28, !dbg !138

land.lhs.true20:                                  ; preds = %if.end16
  store i32 12, ptr %.atomictmp21, align 4, !dbg !138, !tbaa !117
  %19 = load i32, ptr %.atomictmp21, align 4, !dbg !138
  %20 = atomicrmw and ptr @c, i32 %19 seq_cst, align 4, !dbg !138
  store i32 %20, ptr %atomic-temp22, align 4, !dbg !138
  %21 = load i32, ptr %atomic-temp22, align 4, !dbg !138, !tbaa !117
  %cmp23 = icmp eq i32 %21, 15, !dbg !138
  br i1 %cmp23, label %land.lhs.true24, label %if.else28, !dbg !138

land.lhs.true24:                                  ; preds = %land.lhs.true20
  %atomic-load25 = load atomic i32, ptr @c seq_cst, align 4, !dbg !138, !tbaa !136
  %cmp26 = icmp eq i32 %atomic-load25, 12, !dbg !138
  br i1 %cmp26, label %if.then27, label %if.else28, !dbg !141

if.then27:                                        ; preds = %land.lhs.true24
  br label %if.end29, !dbg !141

if.else28:                                        ; preds = %land.lhs.true24, %land.lhs.true20, %if.end16
  call void @__assert_fail(ptr noundef @.str.4, ptr noundef @.str.1, i32 noundef 29, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !138
  unreachable, !dbg !138

if.end29:                                         ; preds = %if.then27
  store i32 4, ptr %.atomictmp30, align 4, !dbg !142, !tbaa !117
  %22 = load i32, ptr %.atomictmp30, align 4, !dbg !142
  %23 = atomicrmw nand ptr @e, i32 %22 acq_rel, align 4, !dbg !142
  store i32 %23, ptr %atomic-temp31, align 4, !dbg !142
  %24 = load i32, ptr %atomic-temp31, align 4, !dbg !142, !tbaa !117
  %cmp32 = icmp eq i32 %24, 12, !dbg !142
  br i1 %cmp32, label %land.lhs.true33, label %if.else36, !dbg !142

land.lhs.true33:                                  ; preds = %if.end29
  %25 = load i32, ptr @e, align 4, !dbg !142, !tbaa !117
  %cmp34 = icmp eq i32 %25, -5, !dbg !142
  br i1 %cmp34, label %if.then35, label %if.else36, !dbg !145

if.then35:                                        ; preds = %land.lhs.true33
  br label %if.end37, !dbg !145

if.else36:                                        ; preds = %land.lhs.true33, %if.end29
  call void @__assert_fail(ptr noundef @.str.5, ptr noundef @.str.1, i32 noundef 30, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !142
  unreachable, !dbg !142

if.end37:                                         ; preds = %if.then35
  store i32 4, ptr %.atomictmp38, align 4, !dbg !146, !tbaa !117
  %26 = load i32, ptr %.atomictmp38, align 4, !dbg !146
  %27 = atomicrmw max ptr @e, i32 %26 monotonic, align 4, !dbg !146
  store i32 %27, ptr %atomic-temp39, align 4, !dbg !146
  %28 = load i32, ptr %atomic-temp39, align 4, !dbg !146, !tbaa !117
  %cmp40 = icmp eq i32 %28, -5, !dbg !146
  br i1 %cmp40, label %land.lhs.true41, label %if.else48, !dbg !146

land.lhs.true41:                                  ; preds = %if.end37
  store i32 -9, ptr %.atomictmp42, align 4, !dbg !146, !tbaa !117
  %29 = load i32, ptr %.atomictmp42, align 4, !dbg !146
  %30 = atomicrmw min ptr @e, i32 %29 monotonic, align 4, !dbg !146
  store i32 %30, ptr %atomic-temp43, align 4, !dbg !146
  %31 = load i32, ptr %atomic-temp43, align 4, !dbg !146, !tbaa !117
  %cmp44 = icmp eq i32 %31, 4, !dbg !146
  br i1 %cmp44, label %land.lhs.true45, label %if.else48, !dbg !146

land.lhs.true45:                                  ; preds = %land.lhs.true41
  %32 = load i32, ptr @e, align 4, !dbg !146, !tbaa !117
  %cmp46 = icmp eq i32 %32, -9, !dbg !146
  br i1 %cmp46, label %if.then47, label %if.else48, !dbg !149

if.then47:                                        ; preds = %land.lhs.true45
  br label %if.end49, !dbg !149

if.else48:                                        ; preds = %land.lhs.true45, %land.lhs.true41, %if.end37
  call void @__assert_fail(ptr noundef @.str.6, ptr noundef @.str.1, i32 noundef 31, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !146
  unreachable, !dbg !146

if.end49:                                         ; preds = %if.then47
  store i64 5, ptr %.atomictmp50, align 8, !dbg !150, !tbaa !153
  %33 = load i64, ptr %.atomictmp50, align 8, !dbg !150
  %34 = atomicrmw add ptr @d, i64 %33 seq_cst, align 8, !dbg !150
  %35 = add i64 %34, %33, !dbg !150
  store i64 %35, ptr %atomic-temp51, align 8, !dbg !150
  %36 = load i64, ptr %atomic-temp51, align 8, !dbg !150, !tbaa !153
  %cmp52 = icmp eq i64 %36, 1099511627781, !dbg !150
  br i1 %cmp52, label %if.then53, label %if.else54, !dbg !155

if.then53:                                        ; preds = %if.end49
  br label %if.end55, !dbg !155

if.else54:                                        ; preds = %if.end49
  call void @__assert_fail(ptr noundef @.str.7, ptr noundef @.str.1, i32 noundef 32, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !150
  unreachable, !dbg !150

if.end55:                                         ; preds = %if.then53
  store atomic ptr @array, ptr @p seq_cst, align 8, !dbg !156, !tbaa !136
  store i64 8, ptr %.atomictmp56, align 8, !dbg !157, !tbaa !153
  %37 = load i64, ptr %.atomictmp56, align 8, !dbg !157
  %38 = atomicrmw add ptr @p, i64 %37 seq_cst, align 8, !dbg !157
  store i64 %38, ptr %atomic-temp57, align 8, !dbg !157
  %39 = load ptr, ptr %atomic-temp57, align 8, !dbg !157, !tbaa !158
  %atomic-load58 = load atomic ptr, ptr @p seq_cst, align 8, !dbg !160, !tbaa !136
  %40 = load i32, ptr %atomic-load58, align 4, !dbg !160, !tbaa !117
  %cmp59 = icmp eq i32 %40, 3, !dbg !160
  br i1 %cmp59, label %land.lhs.true60, label %if.else65, !dbg !160

land.lhs.true60:                                  ; preds = %if.end55
  store ptr null, ptr %.atomictmp61, align 8, !dbg !160, !tbaa !158
  %41 = load i64, ptr %.atomictmp61, align 8, !dbg !160
  %42 = atomicrmw xchg ptr @p, i64 %41 seq_cst, align 8, !dbg !160
  store i64 %42, ptr %atomic-temp62, align 8, !dbg !160
  %43 = load ptr, ptr %atomic-temp62, align 8, !dbg !160, !tbaa !158
  %cmp63 = icmp eq ptr %43, getelementptr inbounds (i32, ptr @array, i64 2), !dbg !160
  br i1 %cmp63, label %if.then64, label %if.else65, !dbg !163

if.then64:                                        ; preds = %land.lhs.true60
  br label %if.end66, !dbg !163

if.else65:                                        ; preds = %land.lhs.true60, %if.end55
  call void @__assert_fail(ptr noundef @.str.8, ptr noundef @.str.1, i32 noundef 35, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !160
  unreachable, !dbg !160

if.end66:                                         ; preds = %if.then64
  %44 = load i64, ptr %t, align 8, !dbg !164, !tbaa !153
  %call67 = call i32 @pthread_join(i64 noundef %44, ptr noundef null), !dbg !165
  %atomic-load68 = load atomic i8, ptr @a seq_cst, align 1, !dbg !166, !tbaa !136
  %conv = sext i8 %atomic-load68 to i32, !dbg !166
  %cmp69 = icmp eq i32 %conv, -2, !dbg !166
  br i1 %cmp69, label %land.lhs.true71, label %if.else77, !dbg !166

land.lhs.true71:                                  ; preds = %if.end66
  %atomic-load72 = load atomic i16, ptr @b seq_cst, align 2, !dbg !166, !tbaa !136
  %conv73 = zext i16 %atomic-load72 to i32, !dbg !166
  %cmp74 = icmp eq i32 %conv73, 65521, !dbg !166
  br i1 %cmp74, label %if.then76, label %if.else77, !dbg !169

if.then76:                                        ; preds = %land.lhs.true71
  br label %if.end78, !dbg !169

if.else77:                                        ; preds = %land.lhs.true71, %if.end66
  call void @__assert_fail(ptr noundef @.str.9, ptr noundef @.str.1, i32 noundef 37, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !166
  unreachable, !dbg !166

if.end78:                                         ; preds = %if.then76
  call void @llvm.lifetime.end.p0(i64 4, ptr %expected) #5, !dbg !170
  call void @llvm.lifetime.end.p0(i64 8, ptr %t) #5, !dbg !170
  ret i32 0, !dbg !171
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
declare !dbg !172 i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #2

; Function Attrs: nounwind uwtable
define internal ptr @other(ptr noundef %unused) #0 !dbg !195 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i8, align 1
  %atomic-temp = alloca i8, align 1
  %.atomictmp1 = alloca i16, align 2
  %atomic-temp2 = alloca i16, align 2
  store ptr %unused, ptr %unused.addr, align 8, !tbaa !158
    #dbg_declare(ptr %unused.addr, !197, !DIExpression(), !198)
  store i8 1, ptr %.atomictmp, align 1, !dbg !199, !tbaa !136
  %0 = load i8, ptr %.atomictmp, align 1, !dbg !199
  %1 = atomicrmw add ptr @a, i8 %0 seq_cst, align 1, !dbg !199
  store i8 %1, ptr %atomic-temp, align 1, !dbg !199
  %2 = load i8, ptr %atomic-temp, align 1, !dbg !199, !tbaa !136
  store i16 9, ptr %.atomictmp1, align 2, !dbg !200, !tbaa !201
  %3 = load i16, ptr %.atomictmp1, align 2, !dbg !200
  %4 = atomicrmw sub ptr @b, i16 %3 monotonic, align 2, !dbg !200
  store i16 %4, ptr %atomic-temp2, align 2, !dbg !200
  %5 = load i16, ptr %atomic-temp2, align 2, !dbg !200, !tbaa !201
  %6 = load ptr, ptr %unused.addr, align 8, !dbg !203, !tbaa !158
  ret ptr %6, !dbg !204
}

; Function Attrs: noreturn nounwind
declare !dbg !205 void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #3

declare !dbg !210 i32 @pthread_join(i64 noundef, ptr noundef) #4

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
!llvm.module.flags = !{!97, !98, !99, !100, !101, !102}
!llvm.ident = !{!103}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "c", scope: !2, file: !3, line: 8, type: !96, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "rmw.c", directory: "/src", checksumkind: CSK_MD5, checksum: "e47cee1f2a8cd1aa54b8816faf02805c")
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
!15 = !{!16, !22, !27, !33, !38, !43, !48, !53, !58, !63, !68, !73, !0, !78, !80, !83, !88, !92}
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
!55 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 912, elements: !56)
!56 = !{!57}
!57 = !DISubrange(count: 114)
!58 = !DIGlobalVariableExpression(var: !59, expr: !DIExpression())
!59 = distinct !DIGlobalVariable(scope: null, file: !3, line: 32, type: !60, isLocal: true, isDefinition: true)
!60 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 504, elements: !61)
!61 = !{!62}
!62 = !DISubrange(count: 63)
!63 = !DIGlobalVariableExpression(var: !64, expr: !DIExpression())
!64 = distinct !DIGlobalVariable(scope: null, file: !3, line: 35, type: !65, isLocal: true, isDefinition: true)
!65 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 376, elements: !66)
!66 = !{!67}
!67 = !DISubrange(count: 47)
!68 = !DIGlobalVariableExpression(var: !69, expr: !DIExpression())
!69 = distinct !DIGlobalVariable(scope: null, file: !3, line: 37, type: !70, isLocal: true, isDefinition: true)
!70 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 176, elements: !71)
!71 = !{!72}
!72 = !DISubrange(count: 22)
!73 = !DIGlobalVariableExpression(var: !74, expr: !DIExpression())
!74 = distinct !DIGlobalVariable(name: "p", scope: !2, file: !3, line: 10, type: !75, isLocal: true, isDefinition: true)
!75 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !76)
!76 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !77, size: 64)
!77 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!78 = !DIGlobalVariableExpression(var: !79, expr: !DIExpression())
!79 = distinct !DIGlobalVariable(name: "e", scope: !2, file: !3, line: 11, type: !77, isLocal: true, isDefinition: true)
!80 = !DIGlobalVariableExpression(var: !81, expr: !DIExpression())
!81 = distinct !DIGlobalVariable(name: "d", scope: !2, file: !3, line: 9, type: !82, isLocal: true, isDefinition: true)
!82 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!83 = !DIGlobalVariableExpression(var: !84, expr: !DIExpression())
!84 = distinct !DIGlobalVariable(name: "array", scope: !2, file: !3, line: 12, type: !85, isLocal: true, isDefinition: true)
!85 = !DICompositeType(tag: DW_TAG_array_type, baseType: !77, size: 128, elements: !86)
!86 = !{!87}
!87 = !DISubrange(count: 4)
!88 = !DIGlobalVariableExpression(var: !89, expr: !DIExpression())
!89 = distinct !DIGlobalVariable(name: "a", scope: !2, file: !3, line: 6, type: !90, isLocal: true, isDefinition: true)
!90 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !91)
!91 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!92 = !DIGlobalVariableExpression(var: !93, expr: !DIExpression())
!93 = distinct !DIGlobalVariable(name: "b", scope: !2, file: !3, line: 7, type: !94, isLocal: true, isDefinition: true)
!94 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !95)
!95 = !DIBasicType(name: "unsigned short", size: 16, encoding: DW_ATE_unsigned)
!96 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !77)
!97 = !{i32 7, !"Dwarf Version", i32 5}
!98 = !{i32 2, !"Debug Info Version", i32 3}
!99 = !{i32 1, !"wchar_size", i32 4}
!100 = !{i32 8, !"PIC Level", i32 2}
!101 = !{i32 7, !"PIE Level", i32 2}
!102 = !{i32 7, !"uwtable", i32 2}
!103 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!104 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 21, type: !105, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !107)
!105 = !DISubroutineType(types: !106)
!106 = !{!77}
!107 = !{!108, !111}
!108 = !DILocalVariable(name: "t", scope: !104, file: !3, line: 23, type: !109)
!109 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !110, line: 27, baseType: !82)
!110 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!111 = !DILocalVariable(name: "expected", scope: !104, file: !3, line: 25, type: !77)
!112 = !DILocation(line: 23, column: 2, scope: !104)
!113 = !DILocation(line: 23, column: 12, scope: !104)
!114 = !DILocation(line: 24, column: 2, scope: !104)
!115 = !DILocation(line: 25, column: 2, scope: !104)
!116 = !DILocation(line: 25, column: 6, scope: !104)
!117 = !{!118, !118, i64 0}
!118 = !{!"int", !119, i64 0}
!119 = !{!"omnipotent char", !120, i64 0}
!120 = !{!"Simple C/C++ TBAA"}
!121 = !DILocation(line: 26, column: 2, scope: !122)
!122 = distinct !DILexicalBlock(scope: !123, file: !3, line: 26, column: 2)
!123 = distinct !DILexicalBlock(scope: !104, file: !3, line: 26, column: 2)
!124 = !{!125, !125, i64 0}
!125 = !{!"_Bool", !119, i64 0}
!126 = !{i8 0, i8 2}
!127 = !{}
!128 = !DILocation(line: 26, column: 2, scope: !123)
!129 = !DILocation(line: 27, column: 2, scope: !130)
!130 = distinct !DILexicalBlock(scope: !131, file: !3, line: 27, column: 2)
!131 = distinct !DILexicalBlock(scope: !104, file: !3, line: 27, column: 2)
!132 = !DILocation(line: 27, column: 2, scope: !131)
!133 = !DILocation(line: 28, column: 2, scope: !134)
!134 = distinct !DILexicalBlock(scope: !135, file: !3, line: 28, column: 2)
!135 = distinct !DILexicalBlock(scope: !104, file: !3, line: 28, column: 2)
!136 = !{!119, !119, i64 0}
!137 = !DILocation(line: 28, column: 2, scope: !135)
!138 = !DILocation(line: 29, column: 2, scope: !139)
!139 = distinct !DILexicalBlock(scope: !140, file: !3, line: 29, column: 2)
!140 = distinct !DILexicalBlock(scope: !104, file: !3, line: 29, column: 2)
!141 = !DILocation(line: 29, column: 2, scope: !140)
!142 = !DILocation(line: 30, column: 2, scope: !143)
!143 = distinct !DILexicalBlock(scope: !144, file: !3, line: 30, column: 2)
!144 = distinct !DILexicalBlock(scope: !104, file: !3, line: 30, column: 2)
!145 = !DILocation(line: 30, column: 2, scope: !144)
!146 = !DILocation(line: 31, column: 2, scope: !147)
!147 = distinct !DILexicalBlock(scope: !148, file: !3, line: 31, column: 2)
!148 = distinct !DILexicalBlock(scope: !104, file: !3, line: 31, column: 2)
!149 = !DILocation(line: 31, column: 2, scope: !148)
!150 = !DILocation(line: 32, column: 2, scope: !151)
!151 = distinct !DILexicalBlock(scope: !152, file: !3, line: 32, column: 2)
!152 = distinct !DILexicalBlock(scope: !104, file: !3, line: 32, column: 2)
!153 = !{!154, !154, i64 0}
!154 = !{!"long", !119, i64 0}
!155 = !DILocation(line: 32, column: 2, scope: !152)
!156 = !DILocation(line: 33, column: 4, scope: !104)
!157 = !DILocation(line: 34, column: 2, scope: !104)
!158 = !{!159, !159, i64 0}
!159 = !{!"any pointer", !119, i64 0}
!160 = !DILocation(line: 35, column: 2, scope: !161)
!161 = distinct !DILexicalBlock(scope: !162, file: !3, line: 35, column: 2)
!162 = distinct !DILexicalBlock(scope: !104, file: !3, line: 35, column: 2)
!163 = !DILocation(line: 35, column: 2, scope: !162)
!164 = !DILocation(line: 36, column: 15, scope: !104)
!165 = !DILocation(line: 36, column: 2, scope: !104)
!166 = !DILocation(line: 37, column: 2, scope: !167)
!167 = distinct !DILexicalBlock(scope: !168, file: !3, line: 37, column: 2)
!168 = distinct !DILexicalBlock(scope: !104, file: !3, line: 37, column: 2)
!169 = !DILocation(line: 37, column: 2, scope: !168)
!170 = !DILocation(line: 39, column: 1, scope: !104)
!171 = !DILocation(line: 38, column: 2, scope: !104)
!172 = !DISubprogram(name: "pthread_create", scope: !173, file: !173, line: 202, type: !174, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!173 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!174 = !DISubroutineType(types: !175)
!175 = !{!77, !176, !178, !190, !194}
!176 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !177)
!177 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !109, size: 64)
!178 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !179)
!179 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !180, size: 64)
!180 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !181)
!181 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_attr_t", file: !110, line: 62, baseType: !182)
!182 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "pthread_attr_t", file: !110, line: 56, size: 448, elements: !183)
!183 = !{!184, !188}
!184 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !182, file: !110, line: 58, baseType: !185, size: 448)
!185 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 448, elements: !186)
!186 = !{!187}
!187 = !DISubrange(count: 56)
!188 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !182, file: !110, line: 59, baseType: !189, size: 64)
!189 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!190 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !191, size: 64)
!191 = !DISubroutineType(types: !192)
!192 = !{!193, !193}
!193 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!194 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !193)
!195 = distinct !DISubprogram(name: "other", scope: !3, file: !3, line: 14, type: !191, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !196)
!196 = !{!197}
!197 = !DILocalVariable(name: "unused", arg: 1, scope: !195, file: !3, line: 14, type: !193)
!198 = !DILocation(line: 14, column: 26, scope: !195)
!199 = !DILocation(line: 16, column: 2, scope: !195)
!200 = !DILocation(line: 17, column: 2, scope: !195)
!201 = !{!202, !202, i64 0}
!202 = !{!"short", !119, i64 0}
!203 = !DILocation(line: 18, column: 9, scope: !195)
!204 = !DILocation(line: 18, column: 2, scope: !195)
!205 = !DISubprogram(name: "__assert_fail", scope: !206, file: !206, line: 69, type: !207, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized)
!206 = !DIFile(filename: "/usr/include/assert.h", directory: "", checksumkind: CSK_MD5, checksum: "ab7dc6991d501750085448b20099a5a0")
!207 = !DISubroutineType(types: !208)
!208 = !{null, !209, !209, !7, !209}
!209 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!210 = !DISubprogram(name: "pthread_join", scope: !173, file: !173, line: 219, type: !211, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!211 = !DISubroutineType(types: !212)
!212 = !{!77, !109, !213}
!213 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !193, size: 64)
