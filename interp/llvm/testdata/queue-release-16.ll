; ModuleID = 'queue.cpp'
source_filename = "queue.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"class.box::queue" = type { [2 x %struct.item], %"class.box::atomic", %"class.box::atomic" }
%struct.item = type { i32, i64 }
%"class.box::atomic" = type { i32 }
%"class.box::atomic.0" = type { i32 }
%class.thread = type { i64 }

$_ZN3box5queueI4itemLi2EEC2Ev = comdat any

$_ZN3box6atomicIiEC2Ei = comdat any

$_ZN6threadC2EPFPvS0_E = comdat any

$_ZN6threadD2Ev = comdat any

$_ZNK3box6atomicIiE4loadE5order = comdat any

$_ZN3box6atomicIjEC2Ej = comdat any

$_ZN3box5queueI4itemLi2EE4pushERKS1_ = comdat any

$_ZNK3box6atomicIjE4loadE5order = comdat any

$_ZN3box6atomicIjE5storeEj5order = comdat any

$_ZN3box5queueI4itemLi2EE3popERS1_ = comdat any

$_ZN3box6atomicIiE4swapERii5orderS3_ = comdat any

$__clang_call_terminate = comdat any

@_ZL5items = internal global %"class.box::queue" zeroinitializer, align 8, !dbg !0
@_ZL5taken = internal global %"class.box::atomic.0" zeroinitializer, align 4, !dbg !101
@.str = private unnamed_addr constant [21 x i8] c"sum == 0 || sum == 1\00", align 1, !dbg !103
@.str.2 = private unnamed_addr constant [10 x i8] c"queue.cpp\00", align 1, !dbg !110
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [11 x i8] c"int main()\00", align 1, !dbg !115
@.str.3 = private unnamed_addr constant [22 x i8] c"i.weight == i.id * 10\00", align 1, !dbg !120
@__PRETTY_FUNCTION__._ZL8consumerPv = private unnamed_addr constant [23 x i8] c"void *consumer(void *)\00", align 1, !dbg !125
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_queue.cpp, ptr null }]

; Function Attrs: uwtable
define internal void @__cxx_global_var_init() #0 section ".text.startup" !dbg !137 {
entry:
  call void @_ZN3box5queueI4itemLi2EEC2Ev(ptr noundef nonnull align 8 dereferenceable(40) @_ZL5items), !dbg !142
  ret void, !dbg !142
}

; Function Attrs: inlinehint uwtable
define linkonce_odr dso_local void @_ZN3box5queueI4itemLi2EEC2Ev(ptr noundef nonnull align 8 dereferenceable(40) %this) unnamed_addr #1 comdat align 2 !dbg !144 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !149, metadata !DIExpression()), !dbg !155
  %this1 = load ptr, ptr %this.addr, align 8
  %slots = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 0, !dbg !156
  %head = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 1, !dbg !156
  call void @_ZN3box6atomicIjEC2Ej(ptr noundef nonnull align 4 dereferenceable(4) %head, i32 noundef 0), !dbg !156
  %tail = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 2, !dbg !156
  call void @_ZN3box6atomicIjEC2Ej(ptr noundef nonnull align 4 dereferenceable(4) %tail, i32 noundef 0), !dbg !156
  ret void, !dbg !156
}

; Function Attrs: uwtable
define internal void @__cxx_global_var_init.1() #0 section ".text.startup" !dbg !157 {
entry:
  call void @_ZN3box6atomicIiEC2Ei(ptr noundef nonnull align 4 dereferenceable(4) @_ZL5taken, i32 noundef 0), !dbg !158
  ret void, !dbg !160
}

; Function Attrs: nounwind uwtable
define linkonce_odr dso_local void @_ZN3box6atomicIiEC2Ei(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %v) unnamed_addr #2 comdat align 2 !dbg !161 {
entry:
  %this.addr = alloca ptr, align 8
  %v.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !163, metadata !DIExpression()), !dbg !166
  store i32 %v, ptr %v.addr, align 4, !tbaa !167
  call void @llvm.dbg.declare(metadata ptr %v.addr, metadata !165, metadata !DIExpression()), !dbg !169
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic.0", ptr %this1, i32 0, i32 0, !dbg !170
  %0 = load i32, ptr %v.addr, align 4, !dbg !171, !tbaa !167
  store i32 %0, ptr %value, align 4, !dbg !170, !tbaa !172
  ret void, !dbg !174
}

; Function Attrs: mustprogress norecurse uwtable
define dso_local noundef i32 @main() #3 personality ptr @__gxx_personality_v0 !dbg !175 {
entry:
  %retval = alloca i32, align 4
  %p = alloca %class.thread, align 8
  %c = alloca %class.thread, align 8
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  %sum = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  call void @llvm.lifetime.start.p0(i64 8, ptr %p) #13, !dbg !183
  call void @llvm.dbg.declare(metadata ptr %p, metadata !179, metadata !DIExpression()), !dbg !184
  call void @_ZN6threadC2EPFPvS0_E(ptr noundef nonnull align 8 dereferenceable(8) %p, ptr noundef @_ZL8producerPv), !dbg !184
  call void @llvm.lifetime.start.p0(i64 8, ptr %c) #13, !dbg !183
  call void @llvm.dbg.declare(metadata ptr %c, metadata !181, metadata !DIExpression()), !dbg !185
  invoke void @_ZN6threadC2EPFPvS0_E(ptr noundef nonnull align 8 dereferenceable(8) %c, ptr noundef @_ZL8consumerPv)
          to label %invoke.cont unwind label %lpad, !dbg !185

invoke.cont:                                      ; preds = %entry
  call void @_ZN6threadD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %c) #13, !dbg !186
  call void @llvm.lifetime.end.p0(i64 8, ptr %c) #13, !dbg !186
  call void @_ZN6threadD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %p) #13, !dbg !186
  call void @llvm.lifetime.end.p0(i64 8, ptr %p) #13, !dbg !186
  call void @llvm.lifetime.start.p0(i64 4, ptr %sum) #13, !dbg !187
  call void @llvm.dbg.declare(metadata ptr %sum, metadata !182, metadata !DIExpression()), !dbg !188
  %call = call noundef i32 @_ZNK3box6atomicIiE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) @_ZL5taken, i32 noundef 0), !dbg !189
  store i32 %call, ptr %sum, align 4, !dbg !188, !tbaa !167
  %0 = load i32, ptr %sum, align 4, !dbg !190, !tbaa !167
  %cmp = icmp eq i32 %0, 0, !dbg !190
  br i1 %cmp, label %lor.end, label %lor.rhs, !dbg !190

lor.rhs:                                          ; preds = %invoke.cont
  %1 = load i32, ptr %sum, align 4, !dbg !190, !tbaa !167
  %cmp1 = icmp eq i32 %1, 1, !dbg !190
  br label %lor.end, !dbg !190

lor.end:                                          ; preds = %lor.rhs, %invoke.cont
  %2 = phi i1 [ true, %invoke.cont ], [ %cmp1, %lor.rhs ]
  br i1 %2, label %cond.true, label %cond.false, !dbg !190

cond.true:                                        ; preds = %lor.end
  br label %cond.end, !dbg !190

cond.false:                                       ; preds = %lor.end
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.2, i32 noundef 86, ptr noundef @__PRETTY_FUNCTION__.main) #14, !dbg !190
  unreachable, !dbg !190

lpad:                                             ; preds = %entry
  %3 = landingpad { ptr, i32 }
          cleanup, !dbg !191
  %4 = extractvalue { ptr, i32 } %3, 0, !dbg !191
  store ptr %4, ptr %exn.slot, align 8, !dbg !191
  %5 = extractvalue { ptr, i32 } %3, 1, !dbg !191
  store i32 %5, ptr %ehselector.slot, align 4, !dbg !191
  call void @llvm.lifetime.end.p0(i64 8, ptr %c) #13, !dbg !186
  call void @_ZN6threadD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %p) #13, !dbg !186
  call void @llvm.lifetime.end.p0(i64 8, ptr %p) #13, !dbg !186
  br label %eh.resume, !dbg !186

6:                                                ; No predecessors!
  br label %cond.end, !dbg !190

cond.end:                                         ; preds = %6, %cond.true
  call void @llvm.lifetime.end.p0(i64 4, ptr %sum) #13, !dbg !192
  %7 = load i32, ptr %retval, align 4, !dbg !192
  ret i32 %7, !dbg !192

eh.resume:                                        ; preds = %lpad
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !186
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !186
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn, 0, !dbg !186
  %lpad.val2 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !186
  resume { ptr, i32 } %lpad.val2, !dbg !186
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.declare(metadata, metadata, metadata) #5

; Function Attrs: mustprogress uwtable
define internal noundef ptr @_ZL8producerPv(ptr noundef %0) #6 !dbg !193 {
entry:
  %.addr = alloca ptr, align 8
  %ref.tmp = alloca %struct.item, align 8
  %ref.tmp1 = alloca %struct.item, align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %.addr, metadata !195, metadata !DIExpression()), !dbg !196
  call void @llvm.lifetime.start.p0(i64 16, ptr %ref.tmp) #13, !dbg !197
  %id = getelementptr inbounds %struct.item, ptr %ref.tmp, i32 0, i32 0, !dbg !197
  store i32 1, ptr %id, align 8, !dbg !197, !tbaa !198
  %weight = getelementptr inbounds %struct.item, ptr %ref.tmp, i32 0, i32 1, !dbg !197
  store i64 10, ptr %weight, align 8, !dbg !197, !tbaa !201
  %call = call noundef zeroext i1 @_ZN3box5queueI4itemLi2EE4pushERKS1_(ptr noundef nonnull align 8 dereferenceable(40) @_ZL5items, ptr noundef nonnull align 8 dereferenceable(16) %ref.tmp), !dbg !202
  call void @llvm.lifetime.end.p0(i64 16, ptr %ref.tmp) #13, !dbg !203
  call void @llvm.lifetime.start.p0(i64 16, ptr %ref.tmp1) #13, !dbg !204
  %id2 = getelementptr inbounds %struct.item, ptr %ref.tmp1, i32 0, i32 0, !dbg !204
  store i32 2, ptr %id2, align 8, !dbg !204, !tbaa !198
  %weight3 = getelementptr inbounds %struct.item, ptr %ref.tmp1, i32 0, i32 1, !dbg !204
  store i64 20, ptr %weight3, align 8, !dbg !204, !tbaa !201
  %call4 = call noundef zeroext i1 @_ZN3box5queueI4itemLi2EE4pushERKS1_(ptr noundef nonnull align 8 dereferenceable(40) @_ZL5items, ptr noundef nonnull align 8 dereferenceable(16) %ref.tmp1), !dbg !205
  call void @llvm.lifetime.end.p0(i64 16, ptr %ref.tmp1) #13, !dbg !206
  ret ptr null, !dbg !207
}

; Function Attrs: nounwind uwtable
define linkonce_odr dso_local void @_ZN6threadC2EPFPvS0_E(ptr noundef nonnull align 8 dereferenceable(8) %this, ptr noundef %f) unnamed_addr #2 comdat align 2 !dbg !208 {
entry:
  %this.addr = alloca ptr, align 8
  %f.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !210, metadata !DIExpression()), !dbg !213
  store ptr %f, ptr %f.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %f.addr, metadata !212, metadata !DIExpression()), !dbg !214
  %this1 = load ptr, ptr %this.addr, align 8
  %id = getelementptr inbounds %class.thread, ptr %this1, i32 0, i32 0, !dbg !215
  %0 = load ptr, ptr %f.addr, align 8, !dbg !217, !tbaa !151
  %call = call i32 @pthread_create(ptr noundef %id, ptr noundef null, ptr noundef %0, ptr noundef null) #13, !dbg !218
  ret void, !dbg !219
}

; Function Attrs: mustprogress uwtable
define internal noundef ptr @_ZL8consumerPv(ptr noundef %0) #6 !dbg !220 {
entry:
  %.addr = alloca ptr, align 8
  %i = alloca %struct.item, align 8
  %was = alloca i32, align 4
  store ptr %0, ptr %.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %.addr, metadata !222, metadata !DIExpression()), !dbg !227
  call void @llvm.lifetime.start.p0(i64 16, ptr %i) #13, !dbg !228
  call void @llvm.dbg.declare(metadata ptr %i, metadata !223, metadata !DIExpression()), !dbg !229
  %call = call noundef zeroext i1 @_ZN3box5queueI4itemLi2EE3popERS1_(ptr noundef nonnull align 8 dereferenceable(40) @_ZL5items, ptr noundef nonnull align 8 dereferenceable(16) %i), !dbg !230
  br i1 %call, label %if.then, label %if.end, !dbg !231

if.then:                                          ; preds = %entry
  %weight = getelementptr inbounds %struct.item, ptr %i, i32 0, i32 1, !dbg !232
  %1 = load i64, ptr %weight, align 8, !dbg !232, !tbaa !201
  %id = getelementptr inbounds %struct.item, ptr %i, i32 0, i32 0, !dbg !232
  %2 = load i32, ptr %id, align 8, !dbg !232, !tbaa !198
  %mul = mul nsw i32 %2, 10, !dbg !232
  %conv = sext i32 %mul to i64, !dbg !232
  %cmp = icmp eq i64 %1, %conv, !dbg !232
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !232

cond.true:                                        ; preds = %if.then
  br label %cond.end, !dbg !232

cond.false:                                       ; preds = %if.then
  call void @__assert_fail(ptr noundef @.str.3, ptr noundef @.str.2, i32 noundef 72, ptr noundef @__PRETTY_FUNCTION__._ZL8consumerPv) #14, !dbg !232
  unreachable, !dbg !232

3:                                                ; No predecessors!
  br label %cond.end, !dbg !232

cond.end:                                         ; preds = %3, %cond.true
  call void @llvm.lifetime.start.p0(i64 4, ptr %was) #13, !dbg !233
  call void @llvm.dbg.declare(metadata ptr %was, metadata !224, metadata !DIExpression()), !dbg !234
  %call1 = call noundef i32 @_ZNK3box6atomicIiE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) @_ZL5taken, i32 noundef 0), !dbg !235
  store i32 %call1, ptr %was, align 4, !dbg !234, !tbaa !167
  br label %while.cond, !dbg !236

while.cond:                                       ; preds = %while.body, %cond.end
  %4 = load i32, ptr %was, align 4, !dbg !237, !tbaa !167
  %id2 = getelementptr inbounds %struct.item, ptr %i, i32 0, i32 0, !dbg !238
  %5 = load i32, ptr %id2, align 8, !dbg !238, !tbaa !198
  %add = add nsw i32 %4, %5, !dbg !239
  %call3 = call noundef zeroext i1 @_ZN3box6atomicIiE4swapERii5orderS3_(ptr noundef nonnull align 4 dereferenceable(4) @_ZL5taken, ptr noundef nonnull align 4 dereferenceable(4) %was, i32 noundef %add, i32 noundef 0, i32 noundef 0), !dbg !240
  %lnot = xor i1 %call3, true, !dbg !241
  br i1 %lnot, label %while.body, label %while.end, !dbg !236

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !236, !llvm.loop !242

while.end:                                        ; preds = %while.cond
  call void @llvm.lifetime.end.p0(i64 4, ptr %was) #13, !dbg !246
  br label %if.end, !dbg !247

if.end:                                           ; preds = %while.end, %entry
  call void @llvm.lifetime.end.p0(i64 16, ptr %i) #13, !dbg !248
  ret ptr null, !dbg !249
}

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nounwind uwtable
define linkonce_odr dso_local void @_ZN6threadD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #2 comdat align 2 personality ptr @__gxx_personality_v0 !dbg !250 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !252, metadata !DIExpression()), !dbg !253
  %this1 = load ptr, ptr %this.addr, align 8
  %id = getelementptr inbounds %class.thread, ptr %this1, i32 0, i32 0, !dbg !254
  %0 = load i64, ptr %id, align 8, !dbg !254, !tbaa !256
  %call = invoke i32 @pthread_join(i64 noundef %0, ptr noundef null)
          to label %invoke.cont unwind label %terminate.lpad, !dbg !258

invoke.cont:                                      ; preds = %entry
  ret void, !dbg !259

terminate.lpad:                                   ; preds = %entry
  %1 = landingpad { ptr, i32 }
          catch ptr null, !dbg !258
  %2 = extractvalue { ptr, i32 } %1, 0, !dbg !258
  call void @__clang_call_terminate(ptr %2) #14, !dbg !258
  unreachable, !dbg !258
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK3box6atomicIiE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %o) #7 comdat align 2 !dbg !260 {
entry:
  %this.addr = alloca ptr, align 8
  %o.addr = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !262, metadata !DIExpression()), !dbg !265
  store i32 %o, ptr %o.addr, align 4, !tbaa !266
  call void @llvm.dbg.declare(metadata ptr %o.addr, metadata !264, metadata !DIExpression()), !dbg !268
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic.0", ptr %this1, i32 0, i32 0, !dbg !269
  %0 = load i32, ptr %o.addr, align 4, !dbg !270, !tbaa !266
  switch i32 %0, label %monotonic [
    i32 1, label %acquire
    i32 2, label %acquire
    i32 5, label %seqcst
  ], !dbg !271

monotonic:                                        ; preds = %entry
  %1 = load atomic i32, ptr %value monotonic, align 4, !dbg !271
  store i32 %1, ptr %atomic-temp, align 4, !dbg !271
  br label %atomic.continue, !dbg !271

acquire:                                          ; preds = %entry, %entry
  %2 = load atomic i32, ptr %value acquire, align 4, !dbg !271
  store i32 %2, ptr %atomic-temp, align 4, !dbg !271
  br label %atomic.continue, !dbg !271

seqcst:                                           ; preds = %entry
  %3 = load atomic i32, ptr %value seq_cst, align 4, !dbg !271
  store i32 %3, ptr %atomic-temp, align 4, !dbg !271
  br label %atomic.continue, !dbg !271

atomic.continue:                                  ; preds = %seqcst, %acquire, %monotonic
  %4 = load i32, ptr %atomic-temp, align 4, !dbg !271, !tbaa !167
  ret i32 %4, !dbg !272
}

; Function Attrs: noreturn nounwind
declare !dbg !273 void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #8

; Function Attrs: nounwind uwtable
define linkonce_odr dso_local void @_ZN3box6atomicIjEC2Ej(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %v) unnamed_addr #2 comdat align 2 !dbg !278 {
entry:
  %this.addr = alloca ptr, align 8
  %v.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !280, metadata !DIExpression()), !dbg !283
  store i32 %v, ptr %v.addr, align 4, !tbaa !167
  call void @llvm.dbg.declare(metadata ptr %v.addr, metadata !282, metadata !DIExpression()), !dbg !284
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic", ptr %this1, i32 0, i32 0, !dbg !285
  %0 = load i32, ptr %v.addr, align 4, !dbg !286, !tbaa !167
  store i32 %0, ptr %value, align 4, !dbg !285, !tbaa !287
  ret void, !dbg !289
}

; Function Attrs: mustprogress uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZN3box5queueI4itemLi2EE4pushERKS1_(ptr noundef nonnull align 8 dereferenceable(40) %this, ptr noundef nonnull align 8 dereferenceable(16) %v) #6 comdat align 2 !dbg !290 {
entry:
  %retval = alloca i1, align 1
  %this.addr = alloca ptr, align 8
  %v.addr = alloca ptr, align 8
  %t = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !292, metadata !DIExpression()), !dbg !295
  store ptr %v, ptr %v.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %v.addr, metadata !293, metadata !DIExpression()), !dbg !296
  %this1 = load ptr, ptr %this.addr, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr %t) #13, !dbg !297
  call void @llvm.dbg.declare(metadata ptr %t, metadata !294, metadata !DIExpression()), !dbg !298
  %tail = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 2, !dbg !299
  %call = call noundef i32 @_ZNK3box6atomicIjE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %tail, i32 noundef 0), !dbg !300
  store i32 %call, ptr %t, align 4, !dbg !298, !tbaa !167
  %0 = load i32, ptr %t, align 4, !dbg !301, !tbaa !167
  %head = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 1, !dbg !303
  %call2 = call noundef i32 @_ZNK3box6atomicIjE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %head, i32 noundef 2), !dbg !304
  %sub = sub i32 %0, %call2, !dbg !305
  %cmp = icmp eq i32 %sub, 2, !dbg !306
  br i1 %cmp, label %if.then, label %if.end, !dbg !307

if.then:                                          ; preds = %entry
  store i1 false, ptr %retval, align 1, !dbg !308
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !308

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %v.addr, align 8, !dbg !309, !tbaa !151
  %slots = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 0, !dbg !310
  %2 = load i32, ptr %t, align 4, !dbg !311, !tbaa !167
  %rem = urem i32 %2, 2, !dbg !312
  %idxprom = zext i32 %rem to i64, !dbg !310
  %arrayidx = getelementptr inbounds [2 x %struct.item], ptr %slots, i64 0, i64 %idxprom, !dbg !310
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %arrayidx, ptr align 8 %1, i64 16, i1 false), !dbg !313, !tbaa.struct !314
  %tail3 = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 2, !dbg !316
  %3 = load i32, ptr %t, align 4, !dbg !317, !tbaa !167
  %add = add i32 %3, 1, !dbg !318
  call void @_ZN3box6atomicIjE5storeEj5order(ptr noundef nonnull align 4 dereferenceable(4) %tail3, i32 noundef %add, i32 noundef 3), !dbg !319
  store i1 true, ptr %retval, align 1, !dbg !320
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !320

cleanup:                                          ; preds = %if.end, %if.then
  call void @llvm.lifetime.end.p0(i64 4, ptr %t) #13, !dbg !321
  %4 = load i1, ptr %retval, align 1, !dbg !321
  ret i1 %4, !dbg !321
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK3box6atomicIjE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %o) #7 comdat align 2 !dbg !322 {
entry:
  %this.addr = alloca ptr, align 8
  %o.addr = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !324, metadata !DIExpression()), !dbg !327
  store i32 %o, ptr %o.addr, align 4, !tbaa !266
  call void @llvm.dbg.declare(metadata ptr %o.addr, metadata !326, metadata !DIExpression()), !dbg !328
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic", ptr %this1, i32 0, i32 0, !dbg !329
  %0 = load i32, ptr %o.addr, align 4, !dbg !330, !tbaa !266
  switch i32 %0, label %monotonic [
    i32 1, label %acquire
    i32 2, label %acquire
    i32 5, label %seqcst
  ], !dbg !331

monotonic:                                        ; preds = %entry
  %1 = load atomic i32, ptr %value monotonic, align 4, !dbg !331
  store i32 %1, ptr %atomic-temp, align 4, !dbg !331
  br label %atomic.continue, !dbg !331

acquire:                                          ; preds = %entry, %entry
  %2 = load atomic i32, ptr %value acquire, align 4, !dbg !331
  store i32 %2, ptr %atomic-temp, align 4, !dbg !331
  br label %atomic.continue, !dbg !331

seqcst:                                           ; preds = %entry
  %3 = load atomic i32, ptr %value seq_cst, align 4, !dbg !331
  store i32 %3, ptr %atomic-temp, align 4, !dbg !331
  br label %atomic.continue, !dbg !331

atomic.continue:                                  ; preds = %seqcst, %acquire, %monotonic
  %4 = load i32, ptr %atomic-temp, align 4, !dbg !331, !tbaa !167
  ret i32 %4, !dbg !332
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #9

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN3box6atomicIjE5storeEj5order(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %v, i32 noundef %o) #7 comdat align 2 !dbg !333 {
entry:
  %this.addr = alloca ptr, align 8
  %v.addr = alloca i32, align 4
  %o.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !335, metadata !DIExpression()), !dbg !338
  store i32 %v, ptr %v.addr, align 4, !tbaa !167
  call void @llvm.dbg.declare(metadata ptr %v.addr, metadata !336, metadata !DIExpression()), !dbg !339
  store i32 %o, ptr %o.addr, align 4, !tbaa !266
  call void @llvm.dbg.declare(metadata ptr %o.addr, metadata !337, metadata !DIExpression()), !dbg !340
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic", ptr %this1, i32 0, i32 0, !dbg !341
  %0 = load i32, ptr %o.addr, align 4, !dbg !342, !tbaa !266
  %1 = load i32, ptr %v.addr, align 4, !dbg !343, !tbaa !167
  store i32 %1, ptr %.atomictmp, align 4, !dbg !344, !tbaa !167
  switch i32 %0, label %monotonic [
    i32 3, label %release
    i32 5, label %seqcst
  ], !dbg !344

monotonic:                                        ; preds = %entry
  %2 = load i32, ptr %.atomictmp, align 4, !dbg !344
  store atomic i32 %2, ptr %value monotonic, align 4, !dbg !344
  br label %atomic.continue, !dbg !344

release:                                          ; preds = %entry
  %3 = load i32, ptr %.atomictmp, align 4, !dbg !344
  store atomic i32 %3, ptr %value release, align 4, !dbg !344
  br label %atomic.continue, !dbg !344

seqcst:                                           ; preds = %entry
  %4 = load i32, ptr %.atomictmp, align 4, !dbg !344
  store atomic i32 %4, ptr %value seq_cst, align 4, !dbg !344
  br label %atomic.continue, !dbg !344

atomic.continue:                                  ; preds = %seqcst, %release, %monotonic
  ret void, !dbg !345
}

; Function Attrs: nounwind
declare !dbg !346 i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #10

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZN3box5queueI4itemLi2EE3popERS1_(ptr noundef nonnull align 8 dereferenceable(40) %this, ptr noundef nonnull align 8 dereferenceable(16) %v) #7 comdat align 2 !dbg !358 {
entry:
  %retval = alloca i1, align 1
  %this.addr = alloca ptr, align 8
  %v.addr = alloca ptr, align 8
  %h = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !360, metadata !DIExpression()), !dbg !363
  store ptr %v, ptr %v.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %v.addr, metadata !361, metadata !DIExpression()), !dbg !364
  %this1 = load ptr, ptr %this.addr, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr %h) #13, !dbg !365
  call void @llvm.dbg.declare(metadata ptr %h, metadata !362, metadata !DIExpression()), !dbg !366
  %head = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 1, !dbg !367
  %call = call noundef i32 @_ZNK3box6atomicIjE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %head, i32 noundef 0), !dbg !368
  store i32 %call, ptr %h, align 4, !dbg !366, !tbaa !167
  %0 = load i32, ptr %h, align 4, !dbg !369, !tbaa !167
  %tail = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 2, !dbg !371
  %call2 = call noundef i32 @_ZNK3box6atomicIjE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %tail, i32 noundef 2), !dbg !372
  %cmp = icmp eq i32 %0, %call2, !dbg !373
  br i1 %cmp, label %if.then, label %if.end, !dbg !374

if.then:                                          ; preds = %entry
  store i1 false, ptr %retval, align 1, !dbg !375
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !375

if.end:                                           ; preds = %entry
  %slots = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 0, !dbg !376
  %1 = load i32, ptr %h, align 4, !dbg !377, !tbaa !167
  %rem = urem i32 %1, 2, !dbg !378
  %idxprom = zext i32 %rem to i64, !dbg !376
  %arrayidx = getelementptr inbounds [2 x %struct.item], ptr %slots, i64 0, i64 %idxprom, !dbg !376
  %2 = load ptr, ptr %v.addr, align 8, !dbg !379, !tbaa !151
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %arrayidx, i64 16, i1 false), !dbg !380, !tbaa.struct !314
  %head3 = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 1, !dbg !381
  %3 = load i32, ptr %h, align 4, !dbg !382, !tbaa !167
  %add = add i32 %3, 1, !dbg !383
  call void @_ZN3box6atomicIjE5storeEj5order(ptr noundef nonnull align 4 dereferenceable(4) %head3, i32 noundef %add, i32 noundef 3), !dbg !384
  store i1 true, ptr %retval, align 1, !dbg !385
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !385

cleanup:                                          ; preds = %if.end, %if.then
  call void @llvm.lifetime.end.p0(i64 4, ptr %h) #13, !dbg !386
  %4 = load i1, ptr %retval, align 1, !dbg !386
  ret i1 %4, !dbg !386
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZN3box6atomicIiE4swapERii5orderS3_(ptr noundef nonnull align 4 dereferenceable(4) %this, ptr noundef nonnull align 4 dereferenceable(4) %expected, i32 noundef %v, i32 noundef %well, i32 noundef %ill) #7 comdat align 2 !dbg !387 {
entry:
  %this.addr = alloca ptr, align 8
  %expected.addr = alloca ptr, align 8
  %v.addr = alloca i32, align 4
  %well.addr = alloca i32, align 4
  %ill.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  store ptr %this, ptr %this.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !389, metadata !DIExpression()), !dbg !394
  store ptr %expected, ptr %expected.addr, align 8, !tbaa !151
  call void @llvm.dbg.declare(metadata ptr %expected.addr, metadata !390, metadata !DIExpression()), !dbg !395
  store i32 %v, ptr %v.addr, align 4, !tbaa !167
  call void @llvm.dbg.declare(metadata ptr %v.addr, metadata !391, metadata !DIExpression()), !dbg !396
  store i32 %well, ptr %well.addr, align 4, !tbaa !266
  call void @llvm.dbg.declare(metadata ptr %well.addr, metadata !392, metadata !DIExpression()), !dbg !397
  store i32 %ill, ptr %ill.addr, align 4, !tbaa !266
  call void @llvm.dbg.declare(metadata ptr %ill.addr, metadata !393, metadata !DIExpression()), !dbg !398
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic.0", ptr %this1, i32 0, i32 0, !dbg !399
  %0 = load i32, ptr %well.addr, align 4, !dbg !400, !tbaa !266
  %1 = load ptr, ptr %expected.addr, align 8, !dbg !401, !tbaa !151
  %2 = load i32, ptr %v.addr, align 4, !dbg !402, !tbaa !167
  store i32 %2, ptr %.atomictmp, align 4, !dbg !403, !tbaa !167
  %3 = load i32, ptr %ill.addr, align 4, !dbg !404, !tbaa !266
  switch i32 %0, label %monotonic [
    i32 1, label %acquire
    i32 2, label %acquire
    i32 3, label %release
    i32 4, label %acqrel
    i32 5, label %seqcst
  ], !dbg !403

monotonic:                                        ; preds = %entry
  switch i32 %3, label %monotonic_fail [
    i32 1, label %acquire_fail
    i32 2, label %acquire_fail
    i32 5, label %seqcst_fail
  ], !dbg !403

acquire:                                          ; preds = %entry, %entry
  switch i32 %3, label %monotonic_fail9 [
    i32 1, label %acquire_fail10
    i32 2, label %acquire_fail10
    i32 5, label %seqcst_fail11
  ], !dbg !403

release:                                          ; preds = %entry
  switch i32 %3, label %monotonic_fail22 [
    i32 1, label %acquire_fail23
    i32 2, label %acquire_fail23
    i32 5, label %seqcst_fail24
  ], !dbg !403

acqrel:                                           ; preds = %entry
  switch i32 %3, label %monotonic_fail35 [
    i32 1, label %acquire_fail36
    i32 2, label %acquire_fail36
    i32 5, label %seqcst_fail37
  ], !dbg !403

seqcst:                                           ; preds = %entry
  switch i32 %3, label %monotonic_fail48 [
    i32 1, label %acquire_fail49
    i32 2, label %acquire_fail49
    i32 5, label %seqcst_fail50
  ], !dbg !403

atomic.continue:                                  ; preds = %atomic.continue51, %atomic.continue38, %atomic.continue25, %atomic.continue12, %atomic.continue2
  %4 = load i8, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405, !range !407, !noundef !141
  %tobool = trunc i8 %4 to i1, !dbg !403
  ret i1 %tobool, !dbg !408

monotonic_fail:                                   ; preds = %monotonic
  %5 = load i32, ptr %1, align 4, !dbg !403
  %6 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %7 = cmpxchg weak ptr %value, i32 %5, i32 %6 monotonic monotonic, align 4, !dbg !403
  %8 = extractvalue { i32, i1 } %7, 0, !dbg !403
  %9 = extractvalue { i32, i1 } %7, 1, !dbg !403
  br i1 %9, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !403

acquire_fail:                                     ; preds = %monotonic, %monotonic
  %10 = load i32, ptr %1, align 4, !dbg !403
  %11 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %12 = cmpxchg weak ptr %value, i32 %10, i32 %11 monotonic acquire, align 4, !dbg !403
  %13 = extractvalue { i32, i1 } %12, 0, !dbg !403
  %14 = extractvalue { i32, i1 } %12, 1, !dbg !403
  br i1 %14, label %cmpxchg.continue4, label %cmpxchg.store_expected3, !dbg !403

seqcst_fail:                                      ; preds = %monotonic
  %15 = load i32, ptr %1, align 4, !dbg !403
  %16 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %17 = cmpxchg weak ptr %value, i32 %15, i32 %16 monotonic seq_cst, align 4, !dbg !403
  %18 = extractvalue { i32, i1 } %17, 0, !dbg !403
  %19 = extractvalue { i32, i1 } %17, 1, !dbg !403
  br i1 %19, label %cmpxchg.continue7, label %cmpxchg.store_expected6, !dbg !403

atomic.continue2:                                 ; preds = %cmpxchg.continue7, %cmpxchg.continue4, %cmpxchg.continue
  br label %atomic.continue, !dbg !403

cmpxchg.store_expected:                           ; preds = %monotonic_fail
  store i32 %8, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue, !dbg !403

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %monotonic_fail
  %frombool = zext i1 %9 to i8, !dbg !403
  store i8 %frombool, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue2, !dbg !403

cmpxchg.store_expected3:                          ; preds = %acquire_fail
  store i32 %13, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue4, !dbg !403

cmpxchg.continue4:                                ; preds = %cmpxchg.store_expected3, %acquire_fail
  %frombool5 = zext i1 %14 to i8, !dbg !403
  store i8 %frombool5, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue2, !dbg !403

cmpxchg.store_expected6:                          ; preds = %seqcst_fail
  store i32 %18, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue7, !dbg !403

cmpxchg.continue7:                                ; preds = %cmpxchg.store_expected6, %seqcst_fail
  %frombool8 = zext i1 %19 to i8, !dbg !403
  store i8 %frombool8, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue2, !dbg !403

monotonic_fail9:                                  ; preds = %acquire
  %20 = load i32, ptr %1, align 4, !dbg !403
  %21 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %22 = cmpxchg weak ptr %value, i32 %20, i32 %21 acquire monotonic, align 4, !dbg !403
  %23 = extractvalue { i32, i1 } %22, 0, !dbg !403
  %24 = extractvalue { i32, i1 } %22, 1, !dbg !403
  br i1 %24, label %cmpxchg.continue14, label %cmpxchg.store_expected13, !dbg !403

acquire_fail10:                                   ; preds = %acquire, %acquire
  %25 = load i32, ptr %1, align 4, !dbg !403
  %26 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %27 = cmpxchg weak ptr %value, i32 %25, i32 %26 acquire acquire, align 4, !dbg !403
  %28 = extractvalue { i32, i1 } %27, 0, !dbg !403
  %29 = extractvalue { i32, i1 } %27, 1, !dbg !403
  br i1 %29, label %cmpxchg.continue17, label %cmpxchg.store_expected16, !dbg !403

seqcst_fail11:                                    ; preds = %acquire
  %30 = load i32, ptr %1, align 4, !dbg !403
  %31 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %32 = cmpxchg weak ptr %value, i32 %30, i32 %31 acquire seq_cst, align 4, !dbg !403
  %33 = extractvalue { i32, i1 } %32, 0, !dbg !403
  %34 = extractvalue { i32, i1 } %32, 1, !dbg !403
  br i1 %34, label %cmpxchg.continue20, label %cmpxchg.store_expected19, !dbg !403

atomic.continue12:                                ; preds = %cmpxchg.continue20, %cmpxchg.continue17, %cmpxchg.continue14
  br label %atomic.continue, !dbg !403

cmpxchg.store_expected13:                         ; preds = %monotonic_fail9
  store i32 %23, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue14, !dbg !403

cmpxchg.continue14:                               ; preds = %cmpxchg.store_expected13, %monotonic_fail9
  %frombool15 = zext i1 %24 to i8, !dbg !403
  store i8 %frombool15, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue12, !dbg !403

cmpxchg.store_expected16:                         ; preds = %acquire_fail10
  store i32 %28, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue17, !dbg !403

cmpxchg.continue17:                               ; preds = %cmpxchg.store_expected16, %acquire_fail10
  %frombool18 = zext i1 %29 to i8, !dbg !403
  store i8 %frombool18, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue12, !dbg !403

cmpxchg.store_expected19:                         ; preds = %seqcst_fail11
  store i32 %33, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue20, !dbg !403

cmpxchg.continue20:                               ; preds = %cmpxchg.store_expected19, %seqcst_fail11
  %frombool21 = zext i1 %34 to i8, !dbg !403
  store i8 %frombool21, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue12, !dbg !403

monotonic_fail22:                                 ; preds = %release
  %35 = load i32, ptr %1, align 4, !dbg !403
  %36 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %37 = cmpxchg weak ptr %value, i32 %35, i32 %36 release monotonic, align 4, !dbg !403
  %38 = extractvalue { i32, i1 } %37, 0, !dbg !403
  %39 = extractvalue { i32, i1 } %37, 1, !dbg !403
  br i1 %39, label %cmpxchg.continue27, label %cmpxchg.store_expected26, !dbg !403

acquire_fail23:                                   ; preds = %release, %release
  %40 = load i32, ptr %1, align 4, !dbg !403
  %41 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %42 = cmpxchg weak ptr %value, i32 %40, i32 %41 release acquire, align 4, !dbg !403
  %43 = extractvalue { i32, i1 } %42, 0, !dbg !403
  %44 = extractvalue { i32, i1 } %42, 1, !dbg !403
  br i1 %44, label %cmpxchg.continue30, label %cmpxchg.store_expected29, !dbg !403

seqcst_fail24:                                    ; preds = %release
  %45 = load i32, ptr %1, align 4, !dbg !403
  %46 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %47 = cmpxchg weak ptr %value, i32 %45, i32 %46 release seq_cst, align 4, !dbg !403
  %48 = extractvalue { i32, i1 } %47, 0, !dbg !403
  %49 = extractvalue { i32, i1 } %47, 1, !dbg !403
  br i1 %49, label %cmpxchg.continue33, label %cmpxchg.store_expected32, !dbg !403

atomic.continue25:                                ; preds = %cmpxchg.continue33, %cmpxchg.continue30, %cmpxchg.continue27
  br label %atomic.continue, !dbg !403

cmpxchg.store_expected26:                         ; preds = %monotonic_fail22
  store i32 %38, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue27, !dbg !403

cmpxchg.continue27:                               ; preds = %cmpxchg.store_expected26, %monotonic_fail22
  %frombool28 = zext i1 %39 to i8, !dbg !403
  store i8 %frombool28, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue25, !dbg !403

cmpxchg.store_expected29:                         ; preds = %acquire_fail23
  store i32 %43, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue30, !dbg !403

cmpxchg.continue30:                               ; preds = %cmpxchg.store_expected29, %acquire_fail23
  %frombool31 = zext i1 %44 to i8, !dbg !403
  store i8 %frombool31, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue25, !dbg !403

cmpxchg.store_expected32:                         ; preds = %seqcst_fail24
  store i32 %48, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue33, !dbg !403

cmpxchg.continue33:                               ; preds = %cmpxchg.store_expected32, %seqcst_fail24
  %frombool34 = zext i1 %49 to i8, !dbg !403
  store i8 %frombool34, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue25, !dbg !403

monotonic_fail35:                                 ; preds = %acqrel
  %50 = load i32, ptr %1, align 4, !dbg !403
  %51 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %52 = cmpxchg weak ptr %value, i32 %50, i32 %51 acq_rel monotonic, align 4, !dbg !403
  %53 = extractvalue { i32, i1 } %52, 0, !dbg !403
  %54 = extractvalue { i32, i1 } %52, 1, !dbg !403
  br i1 %54, label %cmpxchg.continue40, label %cmpxchg.store_expected39, !dbg !403

acquire_fail36:                                   ; preds = %acqrel, %acqrel
  %55 = load i32, ptr %1, align 4, !dbg !403
  %56 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %57 = cmpxchg weak ptr %value, i32 %55, i32 %56 acq_rel acquire, align 4, !dbg !403
  %58 = extractvalue { i32, i1 } %57, 0, !dbg !403
  %59 = extractvalue { i32, i1 } %57, 1, !dbg !403
  br i1 %59, label %cmpxchg.continue43, label %cmpxchg.store_expected42, !dbg !403

seqcst_fail37:                                    ; preds = %acqrel
  %60 = load i32, ptr %1, align 4, !dbg !403
  %61 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %62 = cmpxchg weak ptr %value, i32 %60, i32 %61 acq_rel seq_cst, align 4, !dbg !403
  %63 = extractvalue { i32, i1 } %62, 0, !dbg !403
  %64 = extractvalue { i32, i1 } %62, 1, !dbg !403
  br i1 %64, label %cmpxchg.continue46, label %cmpxchg.store_expected45, !dbg !403

atomic.continue38:                                ; preds = %cmpxchg.continue46, %cmpxchg.continue43, %cmpxchg.continue40
  br label %atomic.continue, !dbg !403

cmpxchg.store_expected39:                         ; preds = %monotonic_fail35
  store i32 %53, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue40, !dbg !403

cmpxchg.continue40:                               ; preds = %cmpxchg.store_expected39, %monotonic_fail35
  %frombool41 = zext i1 %54 to i8, !dbg !403
  store i8 %frombool41, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue38, !dbg !403

cmpxchg.store_expected42:                         ; preds = %acquire_fail36
  store i32 %58, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue43, !dbg !403

cmpxchg.continue43:                               ; preds = %cmpxchg.store_expected42, %acquire_fail36
  %frombool44 = zext i1 %59 to i8, !dbg !403
  store i8 %frombool44, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue38, !dbg !403

cmpxchg.store_expected45:                         ; preds = %seqcst_fail37
  store i32 %63, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue46, !dbg !403

cmpxchg.continue46:                               ; preds = %cmpxchg.store_expected45, %seqcst_fail37
  %frombool47 = zext i1 %64 to i8, !dbg !403
  store i8 %frombool47, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue38, !dbg !403

monotonic_fail48:                                 ; preds = %seqcst
  %65 = load i32, ptr %1, align 4, !dbg !403
  %66 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %67 = cmpxchg weak ptr %value, i32 %65, i32 %66 seq_cst monotonic, align 4, !dbg !403
  %68 = extractvalue { i32, i1 } %67, 0, !dbg !403
  %69 = extractvalue { i32, i1 } %67, 1, !dbg !403
  br i1 %69, label %cmpxchg.continue53, label %cmpxchg.store_expected52, !dbg !403

acquire_fail49:                                   ; preds = %seqcst, %seqcst
  %70 = load i32, ptr %1, align 4, !dbg !403
  %71 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %72 = cmpxchg weak ptr %value, i32 %70, i32 %71 seq_cst acquire, align 4, !dbg !403
  %73 = extractvalue { i32, i1 } %72, 0, !dbg !403
  %74 = extractvalue { i32, i1 } %72, 1, !dbg !403
  br i1 %74, label %cmpxchg.continue56, label %cmpxchg.store_expected55, !dbg !403

seqcst_fail50:                                    ; preds = %seqcst
  %75 = load i32, ptr %1, align 4, !dbg !403
  %76 = load i32, ptr %.atomictmp, align 4, !dbg !403
  %77 = cmpxchg weak ptr %value, i32 %75, i32 %76 seq_cst seq_cst, align 4, !dbg !403
  %78 = extractvalue { i32, i1 } %77, 0, !dbg !403
  %79 = extractvalue { i32, i1 } %77, 1, !dbg !403
  br i1 %79, label %cmpxchg.continue59, label %cmpxchg.store_expected58, !dbg !403

atomic.continue51:                                ; preds = %cmpxchg.continue59, %cmpxchg.continue56, %cmpxchg.continue53
  br label %atomic.continue, !dbg !403

cmpxchg.store_expected52:                         ; preds = %monotonic_fail48
  store i32 %68, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue53, !dbg !403

cmpxchg.continue53:                               ; preds = %cmpxchg.store_expected52, %monotonic_fail48
  %frombool54 = zext i1 %69 to i8, !dbg !403
  store i8 %frombool54, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue51, !dbg !403

cmpxchg.store_expected55:                         ; preds = %acquire_fail49
  store i32 %73, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue56, !dbg !403

cmpxchg.continue56:                               ; preds = %cmpxchg.store_expected55, %acquire_fail49
  %frombool57 = zext i1 %74 to i8, !dbg !403
  store i8 %frombool57, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue51, !dbg !403

cmpxchg.store_expected58:                         ; preds = %seqcst_fail50
  store i32 %78, ptr %1, align 4, !dbg !403
  br label %cmpxchg.continue59, !dbg !403

cmpxchg.continue59:                               ; preds = %cmpxchg.store_expected58, %seqcst_fail50
  %frombool60 = zext i1 %79 to i8, !dbg !403
  store i8 %frombool60, ptr %cmpxchg.bool, align 1, !dbg !403, !tbaa !405
  br label %atomic.continue51, !dbg !403
}

declare !dbg !409 i32 @pthread_join(i64 noundef, ptr noundef) #11

; Function Attrs: noinline noreturn nounwind
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) #12 comdat {
  %2 = call ptr @__cxa_begin_catch(ptr %0) #13
  call void @_ZSt9terminatev() #14
  unreachable
}

declare ptr @__cxa_begin_catch(ptr)

declare void @_ZSt9terminatev()

; Function Attrs: uwtable
define internal void @_GLOBAL__sub_I_queue.cpp() #0 section ".text.startup" !dbg !413 {
entry:
  call void @__cxx_global_var_init(), !dbg !415
  call void @__cxx_global_var_init.1(), !dbg !415
  ret void
}

attributes #0 = { uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { inlinehint uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress norecurse uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #10 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #13 = { nounwind }
attributes #14 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!130, !131, !132, !133, !134, !135}
!llvm.ident = !{!136}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "items", linkageName: "_ZL5items", scope: !2, file: !3, line: 58, type: !13, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !11, globals: !100, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "queue.cpp", directory: "/src", checksumkind: CSK_MD5, checksum: "850831b6f4eff05c43a228870afd099a")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "order", file: !3, line: 6, baseType: !6, size: 32, elements: !7, identifier: "_ZTS5order")
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!8, !9, !10}
!8 = !DIEnumerator(name: "relaxed", value: 0, isUnsigned: true)
!9 = !DIEnumerator(name: "acquire", value: 2, isUnsigned: true)
!10 = !DIEnumerator(name: "release", value: 3, isUnsigned: true)
!11 = !{!12, !13, !27, !62, !79}
!12 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!13 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "queue<item, 2>", scope: !14, file: !3, line: 22, size: 320, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !15, templateParams: !59, identifier: "_ZTSN3box5queueI4itemLi2EEE")
!14 = !DINamespace(name: "box", scope: null)
!15 = !{!16, !26, !48, !49, !55}
!16 = !DIDerivedType(tag: DW_TAG_member, name: "slots", scope: !13, file: !3, line: 23, baseType: !17, size: 256)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 256, elements: !24)
!18 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "item", file: !3, line: 48, size: 128, flags: DIFlagTypePassByValue, elements: !19, identifier: "_ZTS4item")
!19 = !{!20, !22}
!20 = !DIDerivedType(tag: DW_TAG_member, name: "id", scope: !18, file: !3, line: 48, baseType: !21, size: 32)
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "weight", scope: !18, file: !3, line: 48, baseType: !23, size: 64, offset: 64)
!23 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!24 = !{!25}
!25 = !DISubrange(count: 2)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "head", scope: !13, file: !3, line: 24, baseType: !27, size: 32, offset: 256)
!27 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "atomic<unsigned int>", scope: !14, file: !3, line: 9, size: 32, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !28, templateParams: !46, identifier: "_ZTSN3box6atomicIjEE")
!28 = !{!29, !30, !34, !39, !42}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !27, file: !3, line: 10, baseType: !6, size: 32)
!30 = !DISubprogram(name: "atomic", scope: !27, file: !3, line: 13, type: !31, scopeLine: 13, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!31 = !DISubroutineType(types: !32)
!32 = !{null, !33, !6}
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!34 = !DISubprogram(name: "load", linkageName: "_ZNK3box6atomicIjE4loadE5order", scope: !27, file: !3, line: 14, type: !35, scopeLine: 14, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!35 = !DISubroutineType(types: !36)
!36 = !{!6, !37, !5}
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !38, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!38 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !27)
!39 = !DISubprogram(name: "store", linkageName: "_ZN3box6atomicIjE5storeEj5order", scope: !27, file: !3, line: 15, type: !40, scopeLine: 15, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!40 = !DISubroutineType(types: !41)
!41 = !{null, !33, !6, !5}
!42 = !DISubprogram(name: "swap", linkageName: "_ZN3box6atomicIjE4swapERjj5orderS3_", scope: !27, file: !3, line: 16, type: !43, scopeLine: 16, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!43 = !DISubroutineType(types: !44)
!44 = !{!12, !33, !45, !6, !5, !5}
!45 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !6, size: 64)
!46 = !{!47}
!47 = !DITemplateTypeParameter(name: "T", type: !6)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "tail", scope: !13, file: !3, line: 24, baseType: !27, size: 32, offset: 288)
!49 = !DISubprogram(name: "push", linkageName: "_ZN3box5queueI4itemLi2EE4pushERKS1_", scope: !13, file: !3, line: 27, type: !50, scopeLine: 27, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!50 = !DISubroutineType(types: !51)
!51 = !{!12, !52, !53}
!52 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!53 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !54, size: 64)
!54 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !18)
!55 = !DISubprogram(name: "pop", linkageName: "_ZN3box5queueI4itemLi2EE3popERS1_", scope: !13, file: !3, line: 36, type: !56, scopeLine: 36, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!56 = !DISubroutineType(types: !57)
!57 = !{!12, !52, !58}
!58 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !18, size: 64)
!59 = !{!60, !61}
!60 = !DITemplateTypeParameter(name: "T", type: !18)
!61 = !DITemplateValueParameter(name: "N", type: !21, value: i32 2)
!62 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "thread", file: !3, line: 50, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !63, identifier: "_ZTS6thread")
!63 = !{!64, !68, !76}
!64 = !DIDerivedType(tag: DW_TAG_member, name: "id", scope: !62, file: !3, line: 51, baseType: !65, size: 64)
!65 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !66, line: 27, baseType: !67)
!66 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!67 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!68 = !DISubprogram(name: "thread", scope: !62, file: !3, line: 54, type: !69, scopeLine: 54, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!69 = !DISubroutineType(types: !70)
!70 = !{null, !71, !72}
!71 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !62, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!72 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !73, size: 64)
!73 = !DISubroutineType(types: !74)
!74 = !{!75, !75}
!75 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!76 = !DISubprogram(name: "~thread", scope: !62, file: !3, line: 55, type: !77, scopeLine: 55, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!77 = !DISubroutineType(types: !78)
!78 = !{null, !71}
!79 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "atomic<int>", scope: !14, file: !3, line: 9, size: 32, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !80, templateParams: !98, identifier: "_ZTSN3box6atomicIiEE")
!80 = !{!81, !82, !86, !91, !94}
!81 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !79, file: !3, line: 10, baseType: !21, size: 32)
!82 = !DISubprogram(name: "atomic", scope: !79, file: !3, line: 13, type: !83, scopeLine: 13, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!83 = !DISubroutineType(types: !84)
!84 = !{null, !85, !21}
!85 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !79, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!86 = !DISubprogram(name: "load", linkageName: "_ZNK3box6atomicIiE4loadE5order", scope: !79, file: !3, line: 14, type: !87, scopeLine: 14, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!87 = !DISubroutineType(types: !88)
!88 = !{!21, !89, !5}
!89 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !90, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!90 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !79)
!91 = !DISubprogram(name: "store", linkageName: "_ZN3box6atomicIiE5storeEi5order", scope: !79, file: !3, line: 15, type: !92, scopeLine: 15, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!92 = !DISubroutineType(types: !93)
!93 = !{null, !85, !21, !5}
!94 = !DISubprogram(name: "swap", linkageName: "_ZN3box6atomicIiE4swapERii5orderS3_", scope: !79, file: !3, line: 16, type: !95, scopeLine: 16, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!95 = !DISubroutineType(types: !96)
!96 = !{!12, !85, !97, !21, !5, !5}
!97 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !21, size: 64)
!98 = !{!99}
!99 = !DITemplateTypeParameter(name: "T", type: !21)
!100 = !{!0, !101, !103, !110, !115, !120, !125}
!101 = !DIGlobalVariableExpression(var: !102, expr: !DIExpression())
!102 = distinct !DIGlobalVariable(name: "taken", linkageName: "_ZL5taken", scope: !2, file: !3, line: 59, type: !79, isLocal: true, isDefinition: true)
!103 = !DIGlobalVariableExpression(var: !104, expr: !DIExpression())
!104 = distinct !DIGlobalVariable(scope: null, file: !3, line: 86, type: !105, isLocal: true, isDefinition: true)
!105 = !DICompositeType(tag: DW_TAG_array_type, baseType: !106, size: 168, elements: !108)
!106 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !107)
!107 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!108 = !{!109}
!109 = !DISubrange(count: 21)
!110 = !DIGlobalVariableExpression(var: !111, expr: !DIExpression())
!111 = distinct !DIGlobalVariable(scope: null, file: !3, line: 86, type: !112, isLocal: true, isDefinition: true)
!112 = !DICompositeType(tag: DW_TAG_array_type, baseType: !106, size: 80, elements: !113)
!113 = !{!114}
!114 = !DISubrange(count: 10)
!115 = !DIGlobalVariableExpression(var: !116, expr: !DIExpression())
!116 = distinct !DIGlobalVariable(scope: null, file: !3, line: 86, type: !117, isLocal: true, isDefinition: true)
!117 = !DICompositeType(tag: DW_TAG_array_type, baseType: !106, size: 88, elements: !118)
!118 = !{!119}
!119 = !DISubrange(count: 11)
!120 = !DIGlobalVariableExpression(var: !121, expr: !DIExpression())
!121 = distinct !DIGlobalVariable(scope: null, file: !3, line: 72, type: !122, isLocal: true, isDefinition: true)
!122 = !DICompositeType(tag: DW_TAG_array_type, baseType: !106, size: 176, elements: !123)
!123 = !{!124}
!124 = !DISubrange(count: 22)
!125 = !DIGlobalVariableExpression(var: !126, expr: !DIExpression())
!126 = distinct !DIGlobalVariable(scope: null, file: !3, line: 72, type: !127, isLocal: true, isDefinition: true)
!127 = !DICompositeType(tag: DW_TAG_array_type, baseType: !106, size: 184, elements: !128)
!128 = !{!129}
!129 = !DISubrange(count: 23)
!130 = !{i32 7, !"Dwarf Version", i32 5}
!131 = !{i32 2, !"Debug Info Version", i32 3}
!132 = !{i32 1, !"wchar_size", i32 4}
!133 = !{i32 8, !"PIC Level", i32 2}
!134 = !{i32 7, !"PIE Level", i32 2}
!135 = !{i32 7, !"uwtable", i32 2}
!136 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!137 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !138, file: !138, type: !139, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !141)
!138 = !DIFile(filename: "queue.cpp", directory: "/src")
!139 = !DISubroutineType(types: !140)
!140 = !{null}
!141 = !{}
!142 = !DILocation(line: 58, column: 28, scope: !143)
!143 = !DILexicalBlockFile(scope: !137, file: !3, discriminator: 0)
!144 = distinct !DISubprogram(name: "queue", linkageName: "_ZN3box5queueI4itemLi2EEC2Ev", scope: !13, file: !3, line: 22, type: !145, scopeLine: 22, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !147, retainedNodes: !148)
!145 = !DISubroutineType(types: !146)
!146 = !{null, !52}
!147 = !DISubprogram(name: "queue", scope: !13, type: !145, flags: DIFlagPublic | DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!148 = !{!149}
!149 = !DILocalVariable(name: "this", arg: 1, scope: !144, type: !150, flags: DIFlagArtificial | DIFlagObjectPointer)
!150 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!151 = !{!152, !152, i64 0}
!152 = !{!"any pointer", !153, i64 0}
!153 = !{!"omnipotent char", !154, i64 0}
!154 = !{!"Simple C++ TBAA"}
!155 = !DILocation(line: 0, scope: !144)
!156 = !DILocation(line: 22, column: 36, scope: !144)
!157 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !138, file: !138, type: !139, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !141)
!158 = !DILocation(line: 59, column: 25, scope: !159)
!159 = !DILexicalBlockFile(scope: !157, file: !3, discriminator: 0)
!160 = !DILocation(line: 59, column: 31, scope: !159)
!161 = distinct !DISubprogram(name: "atomic", linkageName: "_ZN3box6atomicIiEC2Ei", scope: !79, file: !3, line: 13, type: !83, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !82, retainedNodes: !162)
!162 = !{!163, !165}
!163 = !DILocalVariable(name: "this", arg: 1, scope: !161, type: !164, flags: DIFlagArtificial | DIFlagObjectPointer)
!164 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !79, size: 64)
!165 = !DILocalVariable(name: "v", arg: 2, scope: !161, file: !3, line: 13, type: !21)
!166 = !DILocation(line: 0, scope: !161)
!167 = !{!168, !168, i64 0}
!168 = !{!"int", !153, i64 0}
!169 = !DILocation(line: 13, column: 11, scope: !161)
!170 = !DILocation(line: 13, column: 22, scope: !161)
!171 = !DILocation(line: 13, column: 28, scope: !161)
!172 = !{!173, !168, i64 0}
!173 = !{!"_ZTSN3box6atomicIiEE", !168, i64 0}
!174 = !DILocation(line: 13, column: 32, scope: !161)
!175 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 80, type: !176, scopeLine: 81, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !178)
!176 = !DISubroutineType(types: !177)
!177 = !{!21}
!178 = !{!179, !181, !182}
!179 = !DILocalVariable(name: "p", scope: !180, file: !3, line: 83, type: !62)
!180 = distinct !DILexicalBlock(scope: !175, file: !3, line: 82, column: 2)
!181 = !DILocalVariable(name: "c", scope: !180, file: !3, line: 83, type: !62)
!182 = !DILocalVariable(name: "sum", scope: !175, file: !3, line: 85, type: !21)
!183 = !DILocation(line: 83, column: 3, scope: !180)
!184 = !DILocation(line: 83, column: 10, scope: !180)
!185 = !DILocation(line: 83, column: 23, scope: !180)
!186 = !DILocation(line: 84, column: 2, scope: !175)
!187 = !DILocation(line: 85, column: 2, scope: !175)
!188 = !DILocation(line: 85, column: 6, scope: !175)
!189 = !DILocation(line: 85, column: 18, scope: !175)
!190 = !DILocation(line: 86, column: 2, scope: !175)
!191 = !DILocation(line: 87, column: 1, scope: !180)
!192 = !DILocation(line: 87, column: 1, scope: !175)
!193 = distinct !DISubprogram(name: "producer", linkageName: "_ZL8producerPv", scope: !3, file: !3, line: 61, type: !73, scopeLine: 62, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !194)
!194 = !{!195}
!195 = !DILocalVariable(arg: 1, scope: !193, file: !3, line: 61, type: !75)
!196 = !DILocation(line: 61, column: 29, scope: !193)
!197 = !DILocation(line: 63, column: 13, scope: !193)
!198 = !{!199, !168, i64 0}
!199 = !{!"_ZTS4item", !168, i64 0, !200, i64 8}
!200 = !{!"long", !153, i64 0}
!201 = !{!199, !200, i64 8}
!202 = !DILocation(line: 63, column: 8, scope: !193)
!203 = !DILocation(line: 63, column: 2, scope: !193)
!204 = !DILocation(line: 64, column: 13, scope: !193)
!205 = !DILocation(line: 64, column: 8, scope: !193)
!206 = !DILocation(line: 64, column: 2, scope: !193)
!207 = !DILocation(line: 65, column: 2, scope: !193)
!208 = distinct !DISubprogram(name: "thread", linkageName: "_ZN6threadC2EPFPvS0_E", scope: !62, file: !3, line: 54, type: !69, scopeLine: 54, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !68, retainedNodes: !209)
!209 = !{!210, !212}
!210 = !DILocalVariable(name: "this", arg: 1, scope: !208, type: !211, flags: DIFlagArtificial | DIFlagObjectPointer)
!211 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !62, size: 64)
!212 = !DILocalVariable(name: "f", arg: 2, scope: !208, file: !3, line: 54, type: !72)
!213 = !DILocation(line: 0, scope: !208)
!214 = !DILocation(line: 54, column: 17, scope: !208)
!215 = !DILocation(line: 54, column: 47, scope: !216)
!216 = distinct !DILexicalBlock(scope: !208, file: !3, line: 54, column: 29)
!217 = !DILocation(line: 54, column: 60, scope: !216)
!218 = !DILocation(line: 54, column: 31, scope: !216)
!219 = !DILocation(line: 54, column: 73, scope: !208)
!220 = distinct !DISubprogram(name: "consumer", linkageName: "_ZL8consumerPv", scope: !3, file: !3, line: 68, type: !73, scopeLine: 69, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !221)
!221 = !{!222, !223, !224}
!222 = !DILocalVariable(arg: 1, scope: !220, file: !3, line: 68, type: !75)
!223 = !DILocalVariable(name: "i", scope: !220, file: !3, line: 70, type: !18)
!224 = !DILocalVariable(name: "was", scope: !225, file: !3, line: 73, type: !21)
!225 = distinct !DILexicalBlock(scope: !226, file: !3, line: 71, column: 20)
!226 = distinct !DILexicalBlock(scope: !220, file: !3, line: 71, column: 6)
!227 = !DILocation(line: 68, column: 29, scope: !220)
!228 = !DILocation(line: 70, column: 2, scope: !220)
!229 = !DILocation(line: 70, column: 7, scope: !220)
!230 = !DILocation(line: 71, column: 12, scope: !226)
!231 = !DILocation(line: 71, column: 6, scope: !220)
!232 = !DILocation(line: 72, column: 3, scope: !225)
!233 = !DILocation(line: 73, column: 3, scope: !225)
!234 = !DILocation(line: 73, column: 7, scope: !225)
!235 = !DILocation(line: 73, column: 19, scope: !225)
!236 = !DILocation(line: 74, column: 3, scope: !225)
!237 = !DILocation(line: 74, column: 27, scope: !225)
!238 = !DILocation(line: 74, column: 35, scope: !225)
!239 = !DILocation(line: 74, column: 31, scope: !225)
!240 = !DILocation(line: 74, column: 17, scope: !225)
!241 = !DILocation(line: 74, column: 10, scope: !225)
!242 = distinct !{!242, !236, !243, !244, !245}
!243 = !DILocation(line: 75, column: 4, scope: !225)
!244 = !{!"llvm.loop.mustprogress"}
!245 = !{!"llvm.loop.unroll.disable"}
!246 = !DILocation(line: 76, column: 2, scope: !226)
!247 = !DILocation(line: 76, column: 2, scope: !225)
!248 = !DILocation(line: 78, column: 1, scope: !220)
!249 = !DILocation(line: 77, column: 2, scope: !220)
!250 = distinct !DISubprogram(name: "~thread", linkageName: "_ZN6threadD2Ev", scope: !62, file: !3, line: 55, type: !77, scopeLine: 55, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !76, retainedNodes: !251)
!251 = !{!252}
!252 = !DILocalVariable(name: "this", arg: 1, scope: !250, type: !211, flags: DIFlagArtificial | DIFlagObjectPointer)
!253 = !DILocation(line: 0, scope: !250)
!254 = !DILocation(line: 55, column: 27, scope: !255)
!255 = distinct !DILexicalBlock(scope: !250, file: !3, line: 55, column: 12)
!256 = !{!257, !200, i64 0}
!257 = !{!"_ZTS6thread", !200, i64 0}
!258 = !DILocation(line: 55, column: 14, scope: !255)
!259 = !DILocation(line: 55, column: 41, scope: !250)
!260 = distinct !DISubprogram(name: "load", linkageName: "_ZNK3box6atomicIiE4loadE5order", scope: !79, file: !3, line: 14, type: !87, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !86, retainedNodes: !261)
!261 = !{!262, !264}
!262 = !DILocalVariable(name: "this", arg: 1, scope: !260, type: !263, flags: DIFlagArtificial | DIFlagObjectPointer)
!263 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !90, size: 64)
!264 = !DILocalVariable(name: "o", arg: 2, scope: !260, file: !3, line: 14, type: !5)
!265 = !DILocation(line: 0, scope: !260)
!266 = !{!267, !267, i64 0}
!267 = !{!"_ZTS5order", !153, i64 0}
!268 = !DILocation(line: 14, column: 15, scope: !260)
!269 = !DILocation(line: 14, column: 50, scope: !260)
!270 = !DILocation(line: 14, column: 57, scope: !260)
!271 = !DILocation(line: 14, column: 33, scope: !260)
!272 = !DILocation(line: 14, column: 26, scope: !260)
!273 = !DISubprogram(name: "__assert_fail", scope: !274, file: !274, line: 69, type: !275, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized, retainedNodes: !141)
!274 = !DIFile(filename: "/usr/include/assert.h", directory: "", checksumkind: CSK_MD5, checksum: "ab7dc6991d501750085448b20099a5a0")
!275 = !DISubroutineType(types: !276)
!276 = !{null, !277, !277, !6, !277}
!277 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !106, size: 64)
!278 = distinct !DISubprogram(name: "atomic", linkageName: "_ZN3box6atomicIjEC2Ej", scope: !27, file: !3, line: 13, type: !31, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !30, retainedNodes: !279)
!279 = !{!280, !282}
!280 = !DILocalVariable(name: "this", arg: 1, scope: !278, type: !281, flags: DIFlagArtificial | DIFlagObjectPointer)
!281 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64)
!282 = !DILocalVariable(name: "v", arg: 2, scope: !278, file: !3, line: 13, type: !6)
!283 = !DILocation(line: 0, scope: !278)
!284 = !DILocation(line: 13, column: 11, scope: !278)
!285 = !DILocation(line: 13, column: 22, scope: !278)
!286 = !DILocation(line: 13, column: 28, scope: !278)
!287 = !{!288, !168, i64 0}
!288 = !{!"_ZTSN3box6atomicIjEE", !168, i64 0}
!289 = !DILocation(line: 13, column: 32, scope: !278)
!290 = distinct !DISubprogram(name: "push", linkageName: "_ZN3box5queueI4itemLi2EE4pushERKS1_", scope: !13, file: !3, line: 27, type: !50, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !49, retainedNodes: !291)
!291 = !{!292, !293, !294}
!292 = !DILocalVariable(name: "this", arg: 1, scope: !290, type: !150, flags: DIFlagArtificial | DIFlagObjectPointer)
!293 = !DILocalVariable(name: "v", arg: 2, scope: !290, file: !3, line: 27, type: !53)
!294 = !DILocalVariable(name: "t", scope: !290, file: !3, line: 29, type: !6)
!295 = !DILocation(line: 0, scope: !290)
!296 = !DILocation(line: 27, column: 21, scope: !290)
!297 = !DILocation(line: 29, column: 3, scope: !290)
!298 = !DILocation(line: 29, column: 12, scope: !290)
!299 = !DILocation(line: 29, column: 16, scope: !290)
!300 = !DILocation(line: 29, column: 21, scope: !290)
!301 = !DILocation(line: 30, column: 7, scope: !302)
!302 = distinct !DILexicalBlock(scope: !290, file: !3, line: 30, column: 7)
!303 = !DILocation(line: 30, column: 11, scope: !302)
!304 = !DILocation(line: 30, column: 16, scope: !302)
!305 = !DILocation(line: 30, column: 9, scope: !302)
!306 = !DILocation(line: 30, column: 30, scope: !302)
!307 = !DILocation(line: 30, column: 7, scope: !290)
!308 = !DILocation(line: 31, column: 4, scope: !302)
!309 = !DILocation(line: 32, column: 18, scope: !290)
!310 = !DILocation(line: 32, column: 3, scope: !290)
!311 = !DILocation(line: 32, column: 9, scope: !290)
!312 = !DILocation(line: 32, column: 11, scope: !290)
!313 = !DILocation(line: 32, column: 16, scope: !290)
!314 = !{i64 0, i64 4, !167, i64 8, i64 8, !315}
!315 = !{!200, !200, i64 0}
!316 = !DILocation(line: 33, column: 3, scope: !290)
!317 = !DILocation(line: 33, column: 14, scope: !290)
!318 = !DILocation(line: 33, column: 16, scope: !290)
!319 = !DILocation(line: 33, column: 8, scope: !290)
!320 = !DILocation(line: 34, column: 3, scope: !290)
!321 = !DILocation(line: 35, column: 2, scope: !290)
!322 = distinct !DISubprogram(name: "load", linkageName: "_ZNK3box6atomicIjE4loadE5order", scope: !27, file: !3, line: 14, type: !35, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !34, retainedNodes: !323)
!323 = !{!324, !326}
!324 = !DILocalVariable(name: "this", arg: 1, scope: !322, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!325 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !38, size: 64)
!326 = !DILocalVariable(name: "o", arg: 2, scope: !322, file: !3, line: 14, type: !5)
!327 = !DILocation(line: 0, scope: !322)
!328 = !DILocation(line: 14, column: 15, scope: !322)
!329 = !DILocation(line: 14, column: 50, scope: !322)
!330 = !DILocation(line: 14, column: 57, scope: !322)
!331 = !DILocation(line: 14, column: 33, scope: !322)
!332 = !DILocation(line: 14, column: 26, scope: !322)
!333 = distinct !DISubprogram(name: "store", linkageName: "_ZN3box6atomicIjE5storeEj5order", scope: !27, file: !3, line: 15, type: !40, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !39, retainedNodes: !334)
!334 = !{!335, !336, !337}
!335 = !DILocalVariable(name: "this", arg: 1, scope: !333, type: !281, flags: DIFlagArtificial | DIFlagObjectPointer)
!336 = !DILocalVariable(name: "v", arg: 2, scope: !333, file: !3, line: 15, type: !6)
!337 = !DILocalVariable(name: "o", arg: 3, scope: !333, file: !3, line: 15, type: !5)
!338 = !DILocation(line: 0, scope: !333)
!339 = !DILocation(line: 15, column: 15, scope: !333)
!340 = !DILocation(line: 15, column: 24, scope: !333)
!341 = !DILocation(line: 15, column: 47, scope: !333)
!342 = !DILocation(line: 15, column: 57, scope: !333)
!343 = !DILocation(line: 15, column: 54, scope: !333)
!344 = !DILocation(line: 15, column: 29, scope: !333)
!345 = !DILocation(line: 15, column: 61, scope: !333)
!346 = !DISubprogram(name: "pthread_create", scope: !347, file: !347, line: 202, type: !348, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !141)
!347 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!348 = !DISubroutineType(types: !349)
!349 = !{!21, !350, !352, !72, !357}
!350 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !351)
!351 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !65, size: 64)
!352 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !353)
!353 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !354, size: 64)
!354 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !355)
!355 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_attr_t", file: !66, line: 62, baseType: !356)
!356 = !DICompositeType(tag: DW_TAG_union_type, name: "pthread_attr_t", file: !66, line: 56, size: 448, flags: DIFlagFwdDecl, identifier: "_ZTS14pthread_attr_t")
!357 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !75)
!358 = distinct !DISubprogram(name: "pop", linkageName: "_ZN3box5queueI4itemLi2EE3popERS1_", scope: !13, file: !3, line: 36, type: !56, scopeLine: 37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !55, retainedNodes: !359)
!359 = !{!360, !361, !362}
!360 = !DILocalVariable(name: "this", arg: 1, scope: !358, type: !150, flags: DIFlagArtificial | DIFlagObjectPointer)
!361 = !DILocalVariable(name: "v", arg: 2, scope: !358, file: !3, line: 36, type: !58)
!362 = !DILocalVariable(name: "h", scope: !358, file: !3, line: 38, type: !6)
!363 = !DILocation(line: 0, scope: !358)
!364 = !DILocation(line: 36, column: 14, scope: !358)
!365 = !DILocation(line: 38, column: 3, scope: !358)
!366 = !DILocation(line: 38, column: 12, scope: !358)
!367 = !DILocation(line: 38, column: 16, scope: !358)
!368 = !DILocation(line: 38, column: 21, scope: !358)
!369 = !DILocation(line: 39, column: 7, scope: !370)
!370 = distinct !DILexicalBlock(scope: !358, file: !3, line: 39, column: 7)
!371 = !DILocation(line: 39, column: 12, scope: !370)
!372 = !DILocation(line: 39, column: 17, scope: !370)
!373 = !DILocation(line: 39, column: 9, scope: !370)
!374 = !DILocation(line: 39, column: 7, scope: !358)
!375 = !DILocation(line: 40, column: 4, scope: !370)
!376 = !DILocation(line: 41, column: 7, scope: !358)
!377 = !DILocation(line: 41, column: 13, scope: !358)
!378 = !DILocation(line: 41, column: 15, scope: !358)
!379 = !DILocation(line: 41, column: 3, scope: !358)
!380 = !DILocation(line: 41, column: 5, scope: !358)
!381 = !DILocation(line: 42, column: 3, scope: !358)
!382 = !DILocation(line: 42, column: 14, scope: !358)
!383 = !DILocation(line: 42, column: 16, scope: !358)
!384 = !DILocation(line: 42, column: 8, scope: !358)
!385 = !DILocation(line: 43, column: 3, scope: !358)
!386 = !DILocation(line: 44, column: 2, scope: !358)
!387 = distinct !DISubprogram(name: "swap", linkageName: "_ZN3box6atomicIiE4swapERii5orderS3_", scope: !79, file: !3, line: 16, type: !95, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !94, retainedNodes: !388)
!388 = !{!389, !390, !391, !392, !393}
!389 = !DILocalVariable(name: "this", arg: 1, scope: !387, type: !164, flags: DIFlagArtificial | DIFlagObjectPointer)
!390 = !DILocalVariable(name: "expected", arg: 2, scope: !387, file: !3, line: 16, type: !97)
!391 = !DILocalVariable(name: "v", arg: 3, scope: !387, file: !3, line: 16, type: !21)
!392 = !DILocalVariable(name: "well", arg: 4, scope: !387, file: !3, line: 16, type: !5)
!393 = !DILocalVariable(name: "ill", arg: 5, scope: !387, file: !3, line: 16, type: !5)
!394 = !DILocation(line: 0, scope: !387)
!395 = !DILocation(line: 16, column: 15, scope: !387)
!396 = !DILocation(line: 16, column: 27, scope: !387)
!397 = !DILocation(line: 16, column: 36, scope: !387)
!398 = !DILocation(line: 16, column: 48, scope: !387)
!399 = !DILocation(line: 18, column: 39, scope: !387)
!400 = !DILocation(line: 18, column: 66, scope: !387)
!401 = !DILocation(line: 18, column: 47, scope: !387)
!402 = !DILocation(line: 18, column: 57, scope: !387)
!403 = !DILocation(line: 18, column: 10, scope: !387)
!404 = !DILocation(line: 18, column: 72, scope: !387)
!405 = !{!406, !406, i64 0}
!406 = !{!"bool", !153, i64 0}
!407 = !{i8 0, i8 2}
!408 = !DILocation(line: 18, column: 3, scope: !387)
!409 = !DISubprogram(name: "pthread_join", scope: !347, file: !347, line: 219, type: !410, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !141)
!410 = !DISubroutineType(types: !411)
!411 = !{!21, !65, !412}
!412 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !75, size: 64)
!413 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_queue.cpp", scope: !138, file: !138, type: !414, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !141)
!414 = !DISubroutineType(types: !141)
!415 = !DILocation(line: 0, scope: !413)
