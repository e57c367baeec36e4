; ModuleID = 'compute.c'
source_filename = "compute.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.both = type { float }
%struct.pair = type { i64, i32 }

@__const.main.u = private unnamed_addr constant %union.both { float 1.500000e+00 }, align 4
@.str = private unnamed_addr constant [4 x i8] c"abc\00", align 1, !dbg !0
@__const.main.a = private unnamed_addr constant [3 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] [i32 3, i32 0], [2 x i32] zeroinitializer], align 16
@.str.1 = private unnamed_addr constant [24 x i8] c"%d %d %ld %d %x %ld %s\0A\00", align 1, !dbg !7
@.str.2 = private unnamed_addr constant [16 x i8] c"%d %s %s %s %s\0A\00", align 1, !dbg !12
@.str.3 = private unnamed_addr constant [14 x i8] c"%d %d %u %ld\0A\00", align 1, !dbg !17
@.str.4 = private unnamed_addr constant [13 x i8] c"%d %d %d %d\0A\00", align 1, !dbg !22
@.str.5 = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1, !dbg !27
@.str.6 = private unnamed_addr constant [10 x i8] c"%d %d %d\0A\00", align 1, !dbg !32
@.str.7 = private unnamed_addr constant [10 x i8] c"minus one\00", align 1, !dbg !37
@.str.8 = private unnamed_addr constant [5 x i8] c"zero\00", align 1, !dbg !39
@.str.9 = private unnamed_addr constant [12 x i8] c"five or six\00", align 1, !dbg !44
@.str.10 = private unnamed_addr constant [10 x i8] c"a million\00", align 1, !dbg !49
@.str.11 = private unnamed_addr constant [6 x i8] c"other\00", align 1, !dbg !51

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 !dbg !71 {
entry:
  %retval = alloca i32, align 4
  %c = alloca i8, align 1
  %s = alloca i16, align 2
  %p = alloca %struct.pair, align 8
  %.compoundliteral = alloca %struct.pair, align 8
  %u = alloca %union.both, align 4
  %wide = alloca i128, align 16
  %text = alloca [8 x i8], align 1
  %a = alloca [3 x [2 x i32]], align 16
  %d = alloca double, align 8
  %zero = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  call void @llvm.lifetime.start.p0(i64 1, ptr %c) #5, !dbg !103
    #dbg_declare(ptr %c, !75, !DIExpression(), !104)
  store i8 127, ptr %c, align 1, !dbg !104, !tbaa !105
  %0 = load i8, ptr %c, align 1, !dbg !108, !tbaa !105
  %inc = add i8 %0, 1, !dbg !108
  store i8 %inc, ptr %c, align 1, !dbg !108, !tbaa !105
  call void @llvm.lifetime.start.p0(i64 2, ptr %s) #5, !dbg !109
    #dbg_declare(ptr %s, !77, !DIExpression(), !110)
  store i16 0, ptr %s, align 2, !dbg !110, !tbaa !111
  %1 = load i16, ptr %s, align 2, !dbg !113, !tbaa !111
  %dec = add i16 %1, -1, !dbg !113
  store i16 %dec, ptr %s, align 2, !dbg !113, !tbaa !111
  call void @llvm.lifetime.start.p0(i64 16, ptr %p) #5, !dbg !114
    #dbg_declare(ptr %p, !79, !DIExpression(), !115)
  %first = getelementptr inbounds %struct.pair, ptr %.compoundliteral, i32 0, i32 0, !dbg !116
  store i64 8589934599, ptr %first, align 8, !dbg !116, !tbaa !117
  %second = getelementptr inbounds %struct.pair, ptr %.compoundliteral, i32 0, i32 1, !dbg !116
  store i32 -2, ptr %second, align 8, !dbg !116, !tbaa !121
  %2 = getelementptr inbounds { i64, i32 }, ptr %.compoundliteral, i32 0, i32 0, !dbg !122
  %3 = load i64, ptr %2, align 8, !dbg !122
  %4 = getelementptr inbounds { i64, i32 }, ptr %.compoundliteral, i32 0, i32 1, !dbg !122
  %5 = load i32, ptr %4, align 8, !dbg !122
  %call = call { i64, i32 } @swap(i64 %3, i32 %5), !dbg !122
  %6 = getelementptr inbounds { i64, i32 }, ptr %p, i32 0, i32 0, !dbg !122
  %7 = extractvalue { i64, i32 } %call, 0, !dbg !122
  store i64 %7, ptr %6, align 8, !dbg !122
  %8 = getelementptr inbounds { i64, i32 }, ptr %p, i32 0, i32 1, !dbg !122
  %9 = extractvalue { i64, i32 } %call, 1, !dbg !122
  store i32 %9, ptr %8, align 8, !dbg !122
  call void @llvm.lifetime.start.p0(i64 4, ptr %u) #5, !dbg !123
    #dbg_declare(ptr %u, !84, !DIExpression(), !124)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %u, ptr align 4 @__const.main.u, i64 4, i1 false), !dbg !124
  call void @llvm.lifetime.start.p0(i64 16, ptr %wide) #5, !dbg !125
    #dbg_declare(ptr %wide, !89, !DIExpression(), !126)
  store i128 1267650600228229401496703205376, ptr %wide, align 16, !dbg !126, !tbaa !127
  %10 = load i128, ptr %wide, align 16, !dbg !129, !tbaa !127
  %div = sdiv i128 %10, 3, !dbg !130
  %11 = load i8, ptr %c, align 1, !dbg !131, !tbaa !105
  %conv = sext i8 %11 to i128, !dbg !131
  %add = add nsw i128 %div, %conv, !dbg !132
  store i128 %add, ptr %wide, align 16, !dbg !133, !tbaa !127
  call void @llvm.lifetime.start.p0(i64 8, ptr %text) #5, !dbg !134
    #dbg_declare(ptr %text, !90, !DIExpression(), !135)
  %arraydecay = getelementptr inbounds [8 x i8], ptr %text, i64 0, i64 0, !dbg !136
  call void @llvm.memset.p0.i64(ptr align 1 %arraydecay, i8 120, i64 8, i1 false), !dbg !136
  %arraydecay1 = getelementptr inbounds [8 x i8], ptr %text, i64 0, i64 0, !dbg !137
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %arraydecay1, ptr align 1 @.str, i64 4, i1 false), !dbg !137
  call void @llvm.lifetime.start.p0(i64 24, ptr %a) #5, !dbg !138
    #dbg_declare(ptr %a, !94, !DIExpression(), !139)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %a, ptr align 16 @__const.main.a, i64 24, i1 false), !dbg !139
  call void @llvm.lifetime.start.p0(i64 8, ptr %d) #5, !dbg !140
    #dbg_declare(ptr %d, !99, !DIExpression(), !141)
  store double -7.250000e+00, ptr %d, align 8, !dbg !141, !tbaa !142
  call void @llvm.lifetime.start.p0(i64 4, ptr %zero) #5, !dbg !144
    #dbg_declare(ptr %zero, !101, !DIExpression(), !145)
  store volatile i32 0, ptr %zero, align 4, !dbg !145, !tbaa !146
  %12 = load i8, ptr %c, align 1, !dbg !147, !tbaa !105
  %conv2 = sext i8 %12 to i32, !dbg !147
  %13 = load i16, ptr %s, align 2, !dbg !148, !tbaa !111
  %conv3 = zext i16 %13 to i32, !dbg !148
  %first4 = getelementptr inbounds %struct.pair, ptr %p, i32 0, i32 0, !dbg !149
  %14 = load i64, ptr %first4, align 8, !dbg !149, !tbaa !117
  %second5 = getelementptr inbounds %struct.pair, ptr %p, i32 0, i32 1, !dbg !150
  %15 = load i32, ptr %second5, align 8, !dbg !150, !tbaa !121
  %16 = load i32, ptr %u, align 4, !dbg !151, !tbaa !105
  %17 = load i128, ptr %wide, align 16, !dbg !152, !tbaa !127
  %shr = ashr i128 %17, 64, !dbg !153
  %conv6 = trunc i128 %shr to i64, !dbg !154
  %arraydecay7 = getelementptr inbounds [8 x i8], ptr %text, i64 0, i64 0, !dbg !155
  %call8 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %conv2, i32 noundef %conv3, i64 noundef %14, i32 noundef %15, i32 noundef %16, i64 noundef %conv6, ptr noundef %arraydecay7), !dbg !156
  %call9 = call i32 @collatz(i32 noundef 27), !dbg !157
  %call10 = call ptr @name(i32 noundef -1), !dbg !158
  %call11 = call ptr @name(i32 noundef 6), !dbg !159
  %call12 = call ptr @name(i32 noundef 1048576), !dbg !160
  %call13 = call ptr @name(i32 noundef 7), !dbg !161
  %call14 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %call9, ptr noundef %call10, ptr noundef %call11, ptr noundef %call12, ptr noundef %call13), !dbg !162
  %arrayidx = getelementptr inbounds [3 x [2 x i32]], ptr %a, i64 0, i64 1, !dbg !163
  %arrayidx15 = getelementptr inbounds [2 x i32], ptr %arrayidx, i64 0, i64 0, !dbg !163
  %18 = load i32, ptr %arrayidx15, align 8, !dbg !163, !tbaa !146
  %19 = load volatile i32, ptr %zero, align 4, !dbg !164, !tbaa !146
  %idxprom = sext i32 %19 to i64, !dbg !165
  %arrayidx16 = getelementptr inbounds [3 x [2 x i32]], ptr %a, i64 0, i64 %idxprom, !dbg !165
  %arrayidx17 = getelementptr inbounds [2 x i32], ptr %arrayidx16, i64 0, i64 1, !dbg !165
  %20 = load i32, ptr %arrayidx17, align 4, !dbg !165, !tbaa !146
  %add18 = add nsw i32 %18, %20, !dbg !166
  %21 = load double, ptr %d, align 8, !dbg !167, !tbaa !142
  %conv19 = fptosi double %21 to i32, !dbg !168
  %22 = load double, ptr %d, align 8, !dbg !169, !tbaa !142
  %add20 = fadd double %22, 1.000000e+02, !dbg !170
  %conv21 = fptoui double %add20 to i32, !dbg !171
  %23 = load double, ptr %d, align 8, !dbg !172, !tbaa !142
  %mul = fmul double %23, 4.000000e+00, !dbg !173
  %conv22 = fptosi double %mul to i64, !dbg !174
  %call23 = call i32 (ptr, ...) @printf(ptr noundef @.str.3, i32 noundef %add18, i32 noundef %conv19, i32 noundef %conv21, i64 noundef %conv22), !dbg !175
  %call24 = call i32 (ptr, ...) @printf(ptr noundef @.str.4, i32 noundef -3, i32 noundef -1, i32 noundef -4, i32 noundef 2000000000), !dbg !176
  %24 = load double, ptr %d, align 8, !dbg !177, !tbaa !142
  %25 = load volatile i32, ptr %zero, align 4, !dbg !178, !tbaa !146
  %conv25 = sitofp i32 %25 to double, !dbg !178
  %cmp = fcmp olt double %24, %conv25, !dbg !179
  %conv26 = zext i1 %cmp to i32, !dbg !179
  %26 = load double, ptr %d, align 8, !dbg !180, !tbaa !142
  %conv27 = fptrunc double %26 to float, !dbg !181
  %conv28 = fpext float %conv27 to double, !dbg !181
  %27 = load double, ptr %d, align 8, !dbg !182, !tbaa !142
  %cmp29 = fcmp une double %conv28, %27, !dbg !183
  %conv30 = zext i1 %cmp29 to i32, !dbg !183
  %call31 = call i32 (ptr, ...) @printf(ptr noundef @.str.5, i32 noundef %conv26, i32 noundef %conv30), !dbg !184
  %call32 = call i32 (ptr, ...) @printf(ptr noundef @.str.6, i32 noundef 8, i32 noundef 31, i32 noundef 40), !dbg !185
  call void @llvm.lifetime.end.p0(i64 4, ptr %zero) #5, !dbg !186
  call void @llvm.lifetime.end.p0(i64 8, ptr %d) #5, !dbg !186
  call void @llvm.lifetime.end.p0(i64 24, ptr %a) #5, !dbg !186
  call void @llvm.lifetime.end.p0(i64 8, ptr %text) #5, !dbg !186
  call void @llvm.lifetime.end.p0(i64 16, ptr %wide) #5, !dbg !186
  call void @llvm.lifetime.end.p0(i64 4, ptr %u) #5, !dbg !186
  call void @llvm.lifetime.end.p0(i64 16, ptr %p) #5, !dbg !186
  call void @llvm.lifetime.end.p0(i64 2, ptr %s) #5, !dbg !186
  call void @llvm.lifetime.end.p0(i64 1, ptr %c) #5, !dbg !186
  ret i32 0, !dbg !187
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define internal { i64, i32 } @swap(i64 %p.coerce0, i32 %p.coerce1) #0 !dbg !188 {
entry:
  %retval = alloca %struct.pair, align 8
  %p = alloca %struct.pair, align 8
  %0 = getelementptr inbounds { i64, i32 }, ptr %p, i32 0, i32 0
  store i64 %p.coerce0, ptr %0, align 8
  %1 = getelementptr inbounds { i64, i32 }, ptr %p, i32 0, i32 1
  store i32 %p.coerce1, ptr %1, align 8
    #dbg_declare(ptr %p, !192, !DIExpression(), !193)
  %first = getelementptr inbounds %struct.pair, ptr %retval, i32 0, i32 0, !dbg !194
  %second = getelementptr inbounds %struct.pair, ptr %p, i32 0, i32 1, !dbg !195
  %2 = load i32, ptr %second, align 8, !dbg !195, !tbaa !121
  %conv = sext i32 %2 to i64, !dbg !196
  store i64 %conv, ptr %first, align 8, !dbg !194, !tbaa !117
  %second1 = getelementptr inbounds %struct.pair, ptr %retval, i32 0, i32 1, !dbg !194
  %first2 = getelementptr inbounds %struct.pair, ptr %p, i32 0, i32 0, !dbg !197
  %3 = load i64, ptr %first2, align 8, !dbg !197, !tbaa !117
  %conv3 = trunc i64 %3 to i32, !dbg !198
  store i32 %conv3, ptr %second1, align 8, !dbg !194, !tbaa !121
  %4 = load { i64, i32 }, ptr %retval, align 8, !dbg !199
  ret { i64, i32 } %4, !dbg !199
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #3

declare !dbg !200 i32 @printf(ptr noundef, ...) #4

; Function Attrs: nounwind uwtable
define internal i32 @collatz(i32 noundef %n) #0 !dbg !207 {
entry:
  %n.addr = alloca i32, align 4
  %steps = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4, !tbaa !146
    #dbg_declare(ptr %n.addr, !211, !DIExpression(), !213)
  call void @llvm.lifetime.start.p0(i64 4, ptr %steps) #5, !dbg !214
    #dbg_declare(ptr %steps, !212, !DIExpression(), !215)
  store i32 0, ptr %steps, align 4, !dbg !215, !tbaa !146
  br label %for.cond, !dbg !216

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %n.addr, align 4, !dbg !217, !tbaa !146
  %cmp = icmp ne i32 %0, 1, !dbg !220
  br i1 %cmp, label %for.body, label %for.end, !dbg !221

for.body:                                         ; preds = %for.cond
  %1 = load i32, ptr %n.addr, align 4, !dbg !222, !tbaa !146
  %rem = urem i32 %1, 2, !dbg !223
  %tobool = icmp ne i32 %rem, 0, !dbg !223
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !222

cond.true:                                        ; preds = %for.body
  %2 = load i32, ptr %n.addr, align 4, !dbg !224, !tbaa !146
  %mul = mul i32 3, %2, !dbg !225
  %add = add i32 %mul, 1, !dbg !226
  br label %cond.end, !dbg !222

cond.false:                                       ; preds = %for.body
  %3 = load i32, ptr %n.addr, align 4, !dbg !227, !tbaa !146
  %div = udiv i32 %3, 2, !dbg !228
  br label %cond.end, !dbg !222

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %add, %cond.true ], [ %div, %cond.false ], !dbg !222
  store i32 %cond, ptr %n.addr, align 4, !dbg !229, !tbaa !146
  br label %for.inc, !dbg !230

for.inc:                                          ; preds = %cond.end
  %4 = load i32, ptr %steps, align 4, !dbg !231, !tbaa !146
  %inc = add nsw i32 %4, 1, !dbg !231
  store i32 %inc, ptr %steps, align 4, !dbg !231, !tbaa !146
  br label %for.cond, !dbg !232, !llvm.loop !233

for.end:                                          ; preds = %for.cond
  %5 = load i32, ptr %steps, align 4, !dbg !237, !tbaa !146
  call void @llvm.lifetime.end.p0(i64 4, ptr %steps) #5, !dbg !238
  ret i32 %5, !dbg !239
}

; Function Attrs: nounwind uwtable
define internal ptr @name(i32 noundef %k) #0 !dbg !240 {
entry:
  %retval = alloca ptr, align 8
  %k.addr = alloca i32, align 4
  store i32 %k, ptr %k.addr, align 4, !tbaa !146
    #dbg_declare(ptr %k.addr, !244, !DIExpression(), !245)
  %0 = load i32, ptr %k.addr, align 4, !dbg !246, !tbaa !146
  switch i32 %0, label %sw.default [
    i32 -1, label %sw.bb
    i32 0, label %sw.bb1
    i32 5, label %sw.bb2
    i32 6, label %sw.bb2
    i32 1048576, label %sw.bb3
  ], !dbg !247

sw.bb:                                            ; preds = %entry
  store ptr @.str.7, ptr %retval, align 8, !dbg !248
  br label %return, !dbg !248

sw.bb1:                                           ; preds = %entry
  store ptr @.str.8, ptr %retval, align 8, !dbg !250
  br label %return, !dbg !250

sw.bb2:                                           ; preds = %entry, %entry
  store ptr @.str.9, ptr %retval, align 8, !dbg !251
  br label %return, !dbg !251

sw.bb3:                                           ; preds = %entry
  store ptr @.str.10, ptr %retval, align 8, !dbg !252
  br label %return, !dbg !252

sw.default:                                       ; preds = %entry
  store ptr @.str.11, ptr %retval, align 8, !dbg !253
  br label %return, !dbg !253

return:                                           ; preds = %sw.default, %sw.bb3, %sw.bb2, %sw.bb1, %sw.bb
  %1 = load ptr, ptr %retval, align 8, !dbg !254
  ret ptr %1, !dbg !254
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!56}
!llvm.module.flags = !{!64, !65, !66, !67, !68, !69}
!llvm.ident = !{!70}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 41, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "compute.c", directory: "/src", checksumkind: CSK_MD5, checksum: "24a81a7a6f10a707ecc4b7bc53cf3f0f")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 4)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 45, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 192, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 24)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 46, type: !14, isLocal: true, isDefinition: true)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 128, elements: !15)
!15 = !{!16}
!16 = !DISubrange(count: 16)
!17 = !DIGlobalVariableExpression(var: !18, expr: !DIExpression())
!18 = distinct !DIGlobalVariable(scope: null, file: !2, line: 47, type: !19, isLocal: true, isDefinition: true)
!19 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 112, elements: !20)
!20 = !{!21}
!21 = !DISubrange(count: 14)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(scope: null, file: !2, line: 48, type: !24, isLocal: true, isDefinition: true)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 104, elements: !25)
!25 = !{!26}
!26 = !DISubrange(count: 13)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(scope: null, file: !2, line: 49, type: !29, isLocal: true, isDefinition: true)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 56, elements: !30)
!30 = !{!31}
!31 = !DISubrange(count: 7)
!32 = !DIGlobalVariableExpression(var: !33, expr: !DIExpression())
!33 = distinct !DIGlobalVariable(scope: null, file: !2, line: 50, type: !34, isLocal: true, isDefinition: true)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 80, elements: !35)
!35 = !{!36}
!36 = !DISubrange(count: 10)
!37 = !DIGlobalVariableExpression(var: !38, expr: !DIExpression())
!38 = distinct !DIGlobalVariable(scope: null, file: !2, line: 21, type: !34, isLocal: true, isDefinition: true)
!39 = !DIGlobalVariableExpression(var: !40, expr: !DIExpression())
!40 = distinct !DIGlobalVariable(scope: null, file: !2, line: 22, type: !41, isLocal: true, isDefinition: true)
!41 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 40, elements: !42)
!42 = !{!43}
!43 = !DISubrange(count: 5)
!44 = !DIGlobalVariableExpression(var: !45, expr: !DIExpression())
!45 = distinct !DIGlobalVariable(scope: null, file: !2, line: 23, type: !46, isLocal: true, isDefinition: true)
!46 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 96, elements: !47)
!47 = !{!48}
!48 = !DISubrange(count: 12)
!49 = !DIGlobalVariableExpression(var: !50, expr: !DIExpression())
!50 = distinct !DIGlobalVariable(scope: null, file: !2, line: 24, type: !34, isLocal: true, isDefinition: true)
!51 = !DIGlobalVariableExpression(var: !52, expr: !DIExpression())
!52 = distinct !DIGlobalVariable(scope: null, file: !2, line: 25, type: !53, isLocal: true, isDefinition: true)
!53 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 48, elements: !54)
!54 = !{!55}
!55 = !DISubrange(count: 6)
!56 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !57, globals: !63, splitDebugInlining: false, nameTableKind: None)
!57 = !{!58, !59, !60, !61, !62}
!58 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!59 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!60 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!61 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!62 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!63 = !{!0, !7, !12, !17, !22, !27, !32, !37, !39, !44, !49, !51}
!64 = !{i32 7, !"Dwarf Version", i32 5}
!65 = !{i32 2, !"Debug Info Version", i32 3}
!66 = !{i32 1, !"wchar_size", i32 4}
!67 = !{i32 8, !"PIC Level", i32 2}
!68 = !{i32 7, !"PIE Level", i32 2}
!69 = !{i32 7, !"uwtable", i32 2}
!70 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!71 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 29, type: !72, scopeLine: 30, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !56, retainedNodes: !74)
!72 = !DISubroutineType(types: !73)
!73 = !{!60}
!74 = !{!75, !77, !79, !84, !89, !90, !94, !99, !101}
!75 = !DILocalVariable(name: "c", scope: !71, file: !2, line: 31, type: !76)
!76 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!77 = !DILocalVariable(name: "s", scope: !71, file: !2, line: 33, type: !78)
!78 = !DIBasicType(name: "unsigned short", size: 16, encoding: DW_ATE_unsigned)
!79 = !DILocalVariable(name: "p", scope: !71, file: !2, line: 35, type: !80)
!80 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !2, line: 5, size: 128, elements: !81)
!81 = !{!82, !83}
!82 = !DIDerivedType(tag: DW_TAG_member, name: "first", scope: !80, file: !2, line: 5, baseType: !59, size: 64)
!83 = !DIDerivedType(tag: DW_TAG_member, name: "second", scope: !80, file: !2, line: 5, baseType: !60, size: 32, offset: 64)
!84 = !DILocalVariable(name: "u", scope: !71, file: !2, line: 36, type: !85)
!85 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "both", file: !2, line: 6, size: 32, elements: !86)
!86 = !{!87, !88}
!87 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !85, file: !2, line: 6, baseType: !62, size: 32)
!88 = !DIDerivedType(tag: DW_TAG_member, name: "u", scope: !85, file: !2, line: 6, baseType: !61, size: 32)
!89 = !DILocalVariable(name: "wide", scope: !71, file: !2, line: 37, type: !58)
!90 = !DILocalVariable(name: "text", scope: !71, file: !2, line: 39, type: !91)
!91 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !92)
!92 = !{!93}
!93 = !DISubrange(count: 8)
!94 = !DILocalVariable(name: "a", scope: !71, file: !2, line: 42, type: !95)
!95 = !DICompositeType(tag: DW_TAG_array_type, baseType: !60, size: 192, elements: !96)
!96 = !{!97, !98}
!97 = !DISubrange(count: 3)
!98 = !DISubrange(count: 2)
!99 = !DILocalVariable(name: "d", scope: !71, file: !2, line: 43, type: !100)
!100 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!101 = !DILocalVariable(name: "zero", scope: !71, file: !2, line: 44, type: !102)
!102 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !60)
!103 = !DILocation(line: 31, column: 2, scope: !71)
!104 = !DILocation(line: 31, column: 14, scope: !71)
!105 = !{!106, !106, i64 0}
!106 = !{!"omnipotent char", !107, i64 0}
!107 = !{!"Simple C/C++ TBAA"}
!108 = !DILocation(line: 32, column: 3, scope: !71)
!109 = !DILocation(line: 33, column: 2, scope: !71)
!110 = !DILocation(line: 33, column: 17, scope: !71)
!111 = !{!112, !112, i64 0}
!112 = !{!"short", !106, i64 0}
!113 = !DILocation(line: 34, column: 3, scope: !71)
!114 = !DILocation(line: 35, column: 2, scope: !71)
!115 = !DILocation(line: 35, column: 14, scope: !71)
!116 = !DILocation(line: 35, column: 36, scope: !71)
!117 = !{!118, !119, i64 0}
!118 = !{!"pair", !119, i64 0, !120, i64 8}
!119 = !{!"long", !106, i64 0}
!120 = !{!"int", !106, i64 0}
!121 = !{!118, !120, i64 8}
!122 = !DILocation(line: 35, column: 18, scope: !71)
!123 = !DILocation(line: 36, column: 2, scope: !71)
!124 = !DILocation(line: 36, column: 13, scope: !71)
!125 = !DILocation(line: 37, column: 2, scope: !71)
!126 = !DILocation(line: 37, column: 11, scope: !71)
!127 = !{!128, !128, i64 0}
!128 = !{!"__int128", !106, i64 0}
!129 = !DILocation(line: 38, column: 9, scope: !71)
!130 = !DILocation(line: 38, column: 14, scope: !71)
!131 = !DILocation(line: 38, column: 20, scope: !71)
!132 = !DILocation(line: 38, column: 18, scope: !71)
!133 = !DILocation(line: 38, column: 7, scope: !71)
!134 = !DILocation(line: 39, column: 2, scope: !71)
!135 = !DILocation(line: 39, column: 7, scope: !71)
!136 = !DILocation(line: 40, column: 2, scope: !71)
!137 = !DILocation(line: 41, column: 2, scope: !71)
!138 = !DILocation(line: 42, column: 2, scope: !71)
!139 = !DILocation(line: 42, column: 6, scope: !71)
!140 = !DILocation(line: 43, column: 2, scope: !71)
!141 = !DILocation(line: 43, column: 9, scope: !71)
!142 = !{!143, !143, i64 0}
!143 = !{!"double", !106, i64 0}
!144 = !DILocation(line: 44, column: 2, scope: !71)
!145 = !DILocation(line: 44, column: 15, scope: !71)
!146 = !{!120, !120, i64 0}
!147 = !DILocation(line: 45, column: 37, scope: !71)
!148 = !DILocation(line: 45, column: 40, scope: !71)
!149 = !DILocation(line: 45, column: 45, scope: !71)
!150 = !DILocation(line: 45, column: 54, scope: !71)
!151 = !DILocation(line: 45, column: 64, scope: !71)
!152 = !DILocation(line: 45, column: 74, scope: !71)
!153 = !DILocation(line: 45, column: 79, scope: !71)
!154 = !DILocation(line: 45, column: 67, scope: !71)
!155 = !DILocation(line: 45, column: 87, scope: !71)
!156 = !DILocation(line: 45, column: 2, scope: !71)
!157 = !DILocation(line: 46, column: 29, scope: !71)
!158 = !DILocation(line: 46, column: 42, scope: !71)
!159 = !DILocation(line: 46, column: 52, scope: !71)
!160 = !DILocation(line: 46, column: 61, scope: !71)
!161 = !DILocation(line: 46, column: 76, scope: !71)
!162 = !DILocation(line: 46, column: 2, scope: !71)
!163 = !DILocation(line: 47, column: 27, scope: !71)
!164 = !DILocation(line: 47, column: 39, scope: !71)
!165 = !DILocation(line: 47, column: 37, scope: !71)
!166 = !DILocation(line: 47, column: 35, scope: !71)
!167 = !DILocation(line: 47, column: 54, scope: !71)
!168 = !DILocation(line: 47, column: 49, scope: !71)
!169 = !DILocation(line: 47, column: 68, scope: !71)
!170 = !DILocation(line: 47, column: 70, scope: !71)
!171 = !DILocation(line: 47, column: 57, scope: !71)
!172 = !DILocation(line: 47, column: 85, scope: !71)
!173 = !DILocation(line: 47, column: 87, scope: !71)
!174 = !DILocation(line: 47, column: 78, scope: !71)
!175 = !DILocation(line: 47, column: 2, scope: !71)
!176 = !DILocation(line: 48, column: 2, scope: !71)
!177 = !DILocation(line: 49, column: 20, scope: !71)
!178 = !DILocation(line: 49, column: 24, scope: !71)
!179 = !DILocation(line: 49, column: 22, scope: !71)
!180 = !DILocation(line: 49, column: 37, scope: !71)
!181 = !DILocation(line: 49, column: 30, scope: !71)
!182 = !DILocation(line: 49, column: 42, scope: !71)
!183 = !DILocation(line: 49, column: 39, scope: !71)
!184 = !DILocation(line: 49, column: 2, scope: !71)
!185 = !DILocation(line: 50, column: 2, scope: !71)
!186 = !DILocation(line: 52, column: 1, scope: !71)
!187 = !DILocation(line: 51, column: 2, scope: !71)
!188 = distinct !DISubprogram(name: "swap", scope: !2, file: !2, line: 8, type: !189, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !56, retainedNodes: !191)
!189 = !DISubroutineType(types: !190)
!190 = !{!80, !80}
!191 = !{!192}
!192 = !DILocalVariable(name: "p", arg: 1, scope: !188, file: !2, line: 8, type: !80)
!193 = !DILocation(line: 8, column: 37, scope: !188)
!194 = !DILocation(line: 8, column: 62, scope: !188)
!195 = !DILocation(line: 8, column: 65, scope: !188)
!196 = !DILocation(line: 8, column: 63, scope: !188)
!197 = !DILocation(line: 8, column: 80, scope: !188)
!198 = !DILocation(line: 8, column: 73, scope: !188)
!199 = !DILocation(line: 8, column: 42, scope: !188)
!200 = !DISubprogram(name: "printf", scope: !201, file: !201, line: 356, type: !202, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!201 = !DIFile(filename: "/usr/include/stdio.h", directory: "", checksumkind: CSK_MD5, checksum: "b5a90985555f47bfb88eff5a8f0f5b72")
!202 = !DISubroutineType(types: !203)
!203 = !{!60, !204, null}
!204 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !205)
!205 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !206, size: 64)
!206 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!207 = distinct !DISubprogram(name: "collatz", scope: !2, file: !2, line: 10, type: !208, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !56, retainedNodes: !210)
!208 = !DISubroutineType(types: !209)
!209 = !{!60, !61}
!210 = !{!211, !212}
!211 = !DILocalVariable(name: "n", arg: 1, scope: !207, file: !2, line: 10, type: !61)
!212 = !DILocalVariable(name: "steps", scope: !207, file: !2, line: 12, type: !60)
!213 = !DILocation(line: 10, column: 29, scope: !207)
!214 = !DILocation(line: 12, column: 2, scope: !207)
!215 = !DILocation(line: 12, column: 6, scope: !207)
!216 = !DILocation(line: 13, column: 2, scope: !207)
!217 = !DILocation(line: 13, column: 9, scope: !218)
!218 = distinct !DILexicalBlock(scope: !219, file: !2, line: 13, column: 2)
!219 = distinct !DILexicalBlock(scope: !207, file: !2, line: 13, column: 2)
!220 = !DILocation(line: 13, column: 11, scope: !218)
!221 = !DILocation(line: 13, column: 2, scope: !219)
!222 = !DILocation(line: 14, column: 7, scope: !218)
!223 = !DILocation(line: 14, column: 9, scope: !218)
!224 = !DILocation(line: 14, column: 19, scope: !218)
!225 = !DILocation(line: 14, column: 17, scope: !218)
!226 = !DILocation(line: 14, column: 21, scope: !218)
!227 = !DILocation(line: 14, column: 27, scope: !218)
!228 = !DILocation(line: 14, column: 29, scope: !218)
!229 = !DILocation(line: 14, column: 5, scope: !218)
!230 = !DILocation(line: 14, column: 3, scope: !218)
!231 = !DILocation(line: 13, column: 22, scope: !218)
!232 = !DILocation(line: 13, column: 2, scope: !218)
!233 = distinct !{!233, !221, !234, !235, !236}
!234 = !DILocation(line: 14, column: 31, scope: !219)
!235 = !{!"llvm.loop.mustprogress"}
!236 = !{!"llvm.loop.unroll.disable"}
!237 = !DILocation(line: 15, column: 9, scope: !207)
!238 = !DILocation(line: 16, column: 1, scope: !207)
!239 = !DILocation(line: 15, column: 2, scope: !207)
!240 = distinct !DISubprogram(name: "name", scope: !2, file: !2, line: 18, type: !241, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !56, retainedNodes: !243)
!241 = !DISubroutineType(types: !242)
!242 = !{!205, !60}
!243 = !{!244}
!244 = !DILocalVariable(name: "k", arg: 1, scope: !240, file: !2, line: 18, type: !60)
!245 = !DILocation(line: 18, column: 29, scope: !240)
!246 = !DILocation(line: 20, column: 10, scope: !240)
!247 = !DILocation(line: 20, column: 2, scope: !240)
!248 = !DILocation(line: 21, column: 11, scope: !249)
!249 = distinct !DILexicalBlock(scope: !240, file: !2, line: 20, column: 13)
!250 = !DILocation(line: 22, column: 10, scope: !249)
!251 = !DILocation(line: 23, column: 18, scope: !249)
!252 = !DILocation(line: 24, column: 16, scope: !249)
!253 = !DILocation(line: 25, column: 11, scope: !249)
!254 = !DILocation(line: 27, column: 1, scope: !240)
