; ModuleID = 'queue.cpp'
source_filename = "queue.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
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
  call void @_ZN3box5queueI4itemLi2EEC2Ev(ptr noundef nonnull align 8 dereferenceable(40) @_ZL5items), !dbg !140
  ret void, !dbg !140
}

; Function Attrs: inlinehint mustprogress uwtable
define linkonce_odr dso_local void @_ZN3box5queueI4itemLi2EEC2Ev(ptr noundef nonnull align 8 dereferenceable(40) %this) unnamed_addr #1 comdat align 2 !dbg !141 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !146, !DIExpression(), !152)
  %this1 = load ptr, ptr %this.addr, align 8
  %slots = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 0, !dbg !153
  %head = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 1, !dbg !153
  call void @_ZN3box6atomicIjEC2Ej(ptr noundef nonnull align 4 dereferenceable(4) %head, i32 noundef 0), !dbg !153
  %tail = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 2, !dbg !153
  call void @_ZN3box6atomicIjEC2Ej(ptr noundef nonnull align 4 dereferenceable(4) %tail, i32 noundef 0), !dbg !153
  ret void, !dbg !153
}

; Function Attrs: uwtable
define internal void @__cxx_global_var_init.1() #0 section ".text.startup" !dbg !154 {
entry:
  call void @_ZN3box6atomicIiEC2Ei(ptr noundef nonnull align 4 dereferenceable(4) @_ZL5taken, i32 noundef 0), !dbg !155
  ret void, !dbg !156
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN3box6atomicIiEC2Ei(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %v) unnamed_addr #2 comdat align 2 !dbg !157 {
entry:
  %this.addr = alloca ptr, align 8
  %v.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !159, !DIExpression(), !162)
  store i32 %v, ptr %v.addr, align 4, !tbaa !163
    #dbg_declare(ptr %v.addr, !161, !DIExpression(), !165)
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic.0", ptr %this1, i32 0, i32 0, !dbg !166
  %0 = load i32, ptr %v.addr, align 4, !dbg !167, !tbaa !163
  store i32 %0, ptr %value, align 4, !dbg !166, !tbaa !168
  ret void, !dbg !170
}

; Function Attrs: mustprogress norecurse uwtable
define dso_local noundef i32 @main() #3 personality ptr @__gxx_personality_v0 !dbg !171 {
entry:
  %retval = alloca i32, align 4
  %p = alloca %class.thread, align 8
  %c = alloca %class.thread, align 8
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  %sum = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  call void @llvm.lifetime.start.p0(i64 8, ptr %p) #11, !dbg !179
    #dbg_declare(ptr %p, !175, !DIExpression(), !180)
  call void @_ZN6threadC2EPFPvS0_E(ptr noundef nonnull align 8 dereferenceable(8) %p, ptr noundef @_ZL8producerPv), !dbg !180
  call void @llvm.lifetime.start.p0(i64 8, ptr %c) #11, !dbg !179
    #dbg_declare(ptr %c, !177, !DIExpression(), !181)
  invoke void @_ZN6threadC2EPFPvS0_E(ptr noundef nonnull align 8 dereferenceable(8) %c, ptr noundef @_ZL8consumerPv)
          to label %invoke.cont unwind label %lpad, !dbg !181

invoke.cont:                                      ; preds = %entry
  call void @_ZN6threadD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %c) #11, !dbg !182
  call void @llvm.lifetime.end.p0(i64 8, ptr %c) #11, !dbg !182
  call void @_ZN6threadD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %p) #11, !dbg !182
  call void @llvm.lifetime.end.p0(i64 8, ptr %p) #11, !dbg !182
  call void @llvm.lifetime.start.p0(i64 4, ptr %sum) #11, !dbg !183
    #dbg_declare(ptr %sum, !178, !DIExpression(), !184)
  %call = call noundef i32 @_ZNK3box6atomicIiE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) @_ZL5taken, i32 noundef 0), !dbg !185
  store i32 %call, ptr %sum, align 4, !dbg !184, !tbaa !163
  %0 = load i32, ptr %sum, align 4, !dbg !186, !tbaa !163
  %cmp = icmp eq i32 %0, 0, !dbg !186
  br i1 %cmp, label %lor.end, label %lor.rhs, !dbg !186

lor.rhs:                                          ; preds = %invoke.cont
  %1 = load i32, ptr %sum, align 4, !dbg !186, !tbaa !163
  %cmp1 = icmp eq i32 %1, 1, !dbg !186
  br label %lor.end, !dbg !186

lor.end:                                          ; preds = %lor.rhs, %invoke.cont
  %2 = phi i1 [ true, %invoke.cont ], [ %cmp1, %lor.rhs ]
  br i1 %2, label %cond.true, label %cond.false, !dbg !186

cond.true:                                        ; preds = %lor.end
  br label %cond.end, !dbg !186

cond.false:                                       ; preds = %lor.end
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.2, i32 noundef 86, ptr noundef @__PRETTY_FUNCTION__.main) #12, !dbg !186
  unreachable, !dbg !186

lpad:                                             ; preds = %entry
  %3 = landingpad { ptr, i32 }
          cleanup, !dbg !187
  %4 = extractvalue { ptr, i32 } %3, 0, !dbg !187
  store ptr %4, ptr %exn.slot, align 8, !dbg !187
  %5 = extractvalue { ptr, i32 } %3, 1, !dbg !187
  store i32 %5, ptr %ehselector.slot, align 4, !dbg !187
  call void @llvm.lifetime.end.p0(i64 8, ptr %c) #11, !dbg !182
  call void @_ZN6threadD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %p) #11, !dbg !182
  call void @llvm.lifetime.end.p0(i64 8, ptr %p) #11, !dbg !182
  br label %eh.resume, !dbg !182

6:                                                ; No predecessors!
  br label %cond.end, !dbg !186

cond.end:                                         ; preds = %6, %cond.true
  call void @llvm.lifetime.end.p0(i64 4, ptr %sum) #11, !dbg !188
  %7 = load i32, ptr %retval, align 4, !dbg !188
  ret i32 %7, !dbg !188

eh.resume:                                        ; preds = %lpad
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !182
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !182
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn, 0, !dbg !182
  %lpad.val2 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !182
  resume { ptr, i32 } %lpad.val2, !dbg !182
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: mustprogress uwtable
define internal noundef ptr @_ZL8producerPv(ptr noundef %0) #5 !dbg !189 {
entry:
  %.addr = alloca ptr, align 8
  %ref.tmp = alloca %struct.item, align 8
  %ref.tmp1 = alloca %struct.item, align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !148
    #dbg_declare(ptr %.addr, !191, !DIExpression(), !192)
  call void @llvm.lifetime.start.p0(i64 16, ptr %ref.tmp) #11, !dbg !193
  %id = getelementptr inbounds %struct.item, ptr %ref.tmp, i32 0, i32 0, !dbg !193
  store i32 1, ptr %id, align 8, !dbg !193, !tbaa !194
  %weight = getelementptr inbounds %struct.item, ptr %ref.tmp, i32 0, i32 1, !dbg !193
  store i64 10, ptr %weight, align 8, !dbg !193, !tbaa !197
  %call = call noundef zeroext i1 @_ZN3box5queueI4itemLi2EE4pushERKS1_(ptr noundef nonnull align 8 dereferenceable(40) @_ZL5items, ptr noundef nonnull align 8 dereferenceable(16) %ref.tmp), !dbg !198
  call void @llvm.lifetime.end.p0(i64 16, ptr %ref.tmp) #11, !dbg !199
  call void @llvm.lifetime.start.p0(i64 16, ptr %ref.tmp1) #11, !dbg !200
  %id2 = getelementptr inbounds %struct.item, ptr %ref.tmp1, i32 0, i32 0, !dbg !200
  store i32 2, ptr %id2, align 8, !dbg !200, !tbaa !194
  %weight3 = getelementptr inbounds %struct.item, ptr %ref.tmp1, i32 0, i32 1, !dbg !200
  store i64 20, ptr %weight3, align 8, !dbg !200, !tbaa !197
  %call4 = call noundef zeroext i1 @_ZN3box5queueI4itemLi2EE4pushERKS1_(ptr noundef nonnull align 8 dereferenceable(40) @_ZL5items, ptr noundef nonnull align 8 dereferenceable(16) %ref.tmp1), !dbg !201
  call void @llvm.lifetime.end.p0(i64 16, ptr %ref.tmp1) #11, !dbg !202
  ret ptr null, !dbg !203
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN6threadC2EPFPvS0_E(ptr noundef nonnull align 8 dereferenceable(8) %this, ptr noundef %f) unnamed_addr #2 comdat align 2 !dbg !204 {
entry:
  %this.addr = alloca ptr, align 8
  %f.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !206, !DIExpression(), !209)
  store ptr %f, ptr %f.addr, align 8, !tbaa !148
    #dbg_declare(ptr %f.addr, !208, !DIExpression(), !210)
  %this1 = load ptr, ptr %this.addr, align 8
  %id = getelementptr inbounds %class.thread, ptr %this1, i32 0, i32 0, !dbg !211
  %0 = load ptr, ptr %f.addr, align 8, !dbg !213, !tbaa !148
  %call = call i32 @pthread_create(ptr noundef %id, ptr noundef null, ptr noundef %0, ptr noundef null) #11, !dbg !214
  ret void, !dbg !215
}

; Function Attrs: mustprogress uwtable
define internal noundef ptr @_ZL8consumerPv(ptr noundef %0) #5 !dbg !216 {
entry:
  %.addr = alloca ptr, align 8
  %i = alloca %struct.item, align 8
  %was = alloca i32, align 4
  store ptr %0, ptr %.addr, align 8, !tbaa !148
    #dbg_declare(ptr %.addr, !218, !DIExpression(), !223)
  call void @llvm.lifetime.start.p0(i64 16, ptr %i) #11, !dbg !224
    #dbg_declare(ptr %i, !219, !DIExpression(), !225)
  %call = call noundef zeroext i1 @_ZN3box5queueI4itemLi2EE3popERS1_(ptr noundef nonnull align 8 dereferenceable(40) @_ZL5items, ptr noundef nonnull align 8 dereferenceable(16) %i), !dbg !226
  br i1 %call, label %if.then, label %if.end, !dbg !227

if.then:                                          ; preds = %entry
  %weight = getelementptr inbounds %struct.item, ptr %i, i32 0, i32 1, !dbg !228
  %1 = load i64, ptr %weight, align 8, !dbg !228, !tbaa !197
  %id = getelementptr inbounds %struct.item, ptr %i, i32 0, i32 0, !dbg !228
  %2 = load i32, ptr %id, align 8, !dbg !228, !tbaa !194
  %mul = mul nsw i32 %2, 10, !dbg !228
  %conv = sext i32 %mul to i64, !dbg !228
  %cmp = icmp eq i64 %1, %conv, !dbg !228
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !228

cond.true:                                        ; preds = %if.then
  br label %cond.end, !dbg !228

cond.false:                                       ; preds = %if.then
  call void @__assert_fail(ptr noundef @.str.3, ptr noundef @.str.2, i32 noundef 72, ptr noundef @__PRETTY_FUNCTION__._ZL8consumerPv) #12, !dbg !228
  unreachable, !dbg !228

3:                                                ; No predecessors!
  br label %cond.end, !dbg !228

cond.end:                                         ; preds = %3, %cond.true
  call void @llvm.lifetime.start.p0(i64 4, ptr %was) #11, !dbg !229
    #dbg_declare(ptr %was, !220, !DIExpression(), !230)
  %call1 = call noundef i32 @_ZNK3box6atomicIiE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) @_ZL5taken, i32 noundef 0), !dbg !231
  store i32 %call1, ptr %was, align 4, !dbg !230, !tbaa !163
  br label %while.cond, !dbg !232

while.cond:                                       ; preds = %while.body, %cond.end
  %4 = load i32, ptr %was, align 4, !dbg !233, !tbaa !163
  %id2 = getelementptr inbounds %struct.item, ptr %i, i32 0, i32 0, !dbg !234
  %5 = load i32, ptr %id2, align 8, !dbg !234, !tbaa !194
  %add = add nsw i32 %4, %5, !dbg !235
  %call3 = call noundef zeroext i1 @_ZN3box6atomicIiE4swapERii5orderS3_(ptr noundef nonnull align 4 dereferenceable(4) @_ZL5taken, ptr noundef nonnull align 4 dereferenceable(4) %was, i32 noundef %add, i32 noundef 0, i32 noundef 0), !dbg !236
  %lnot = xor i1 %call3, true, !dbg !237
  br i1 %lnot, label %while.body, label %while.end, !dbg !232

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !232, !llvm.loop !238

while.end:                                        ; preds = %while.cond
  call void @llvm.lifetime.end.p0(i64 4, ptr %was) #11, !dbg !242
  br label %if.end, !dbg !243

if.end:                                           ; preds = %while.end, %entry
  call void @llvm.lifetime.end.p0(i64 16, ptr %i) #11, !dbg !244
  ret ptr null, !dbg !245
}

declare i32 @__gxx_personality_v0(...)

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN6threadD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #2 comdat align 2 personality ptr @__gxx_personality_v0 !dbg !246 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !248, !DIExpression(), !249)
  %this1 = load ptr, ptr %this.addr, align 8
  %id = getelementptr inbounds %class.thread, ptr %this1, i32 0, i32 0, !dbg !250
  %0 = load i64, ptr %id, align 8, !dbg !250, !tbaa !252
  %call = invoke i32 @pthread_join(i64 noundef %0, ptr noundef null)
          to label %invoke.cont unwind label %terminate.lpad, !dbg !254

invoke.cont:                                      ; preds = %entry
  ret void, !dbg !255

terminate.lpad:                                   ; preds = %entry
  %1 = landingpad { ptr, i32 }
          catch ptr null, !dbg !254
  %2 = extractvalue { ptr, i32 } %1, 0, !dbg !254
  call void @__clang_call_terminate(ptr %2) #12, !dbg !254
  unreachable, !dbg !254
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK3box6atomicIiE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %o) #2 comdat align 2 !dbg !256 {
entry:
  %this.addr = alloca ptr, align 8
  %o.addr = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !258, !DIExpression(), !261)
  store i32 %o, ptr %o.addr, align 4, !tbaa !262
    #dbg_declare(ptr %o.addr, !260, !DIExpression(), !264)
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic.0", ptr %this1, i32 0, i32 0, !dbg !265
  %0 = load i32, ptr %o.addr, align 4, !dbg !266, !tbaa !262
  switch i32 %0, label %monotonic [
    i32 1, label %acquire
    i32 2, label %acquire
    i32 5, label %seqcst
  ], !dbg !267

monotonic:                                        ; preds = %entry
  %1 = load atomic i32, ptr %value monotonic, align 4, !dbg !267
  store i32 %1, ptr %atomic-temp, align 4, !dbg !267
  br label %atomic.continue, !dbg !267

acquire:                                          ; preds = %entry, %entry
  %2 = load atomic i32, ptr %value acquire, align 4, !dbg !267
  store i32 %2, ptr %atomic-temp, align 4, !dbg !267
  br label %atomic.continue, !dbg !267

seqcst:                                           ; preds = %entry
  %3 = load atomic i32, ptr %value seq_cst, align 4, !dbg !267
  store i32 %3, ptr %atomic-temp, align 4, !dbg !267
  br label %atomic.continue, !dbg !267

atomic.continue:                                  ; preds = %seqcst, %acquire, %monotonic
  %4 = load i32, ptr %atomic-temp, align 4, !dbg !267, !tbaa !163
  ret i32 %4, !dbg !268
}

; Function Attrs: noreturn nounwind
declare !dbg !269 void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #6

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN3box6atomicIjEC2Ej(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %v) unnamed_addr #2 comdat align 2 !dbg !274 {
entry:
  %this.addr = alloca ptr, align 8
  %v.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !276, !DIExpression(), !279)
  store i32 %v, ptr %v.addr, align 4, !tbaa !163
    #dbg_declare(ptr %v.addr, !278, !DIExpression(), !280)
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic", ptr %this1, i32 0, i32 0, !dbg !281
  %0 = load i32, ptr %v.addr, align 4, !dbg !282, !tbaa !163
  store i32 %0, ptr %value, align 4, !dbg !281, !tbaa !283
  ret void, !dbg !285
}

; Function Attrs: mustprogress uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZN3box5queueI4itemLi2EE4pushERKS1_(ptr noundef nonnull align 8 dereferenceable(40) %this, ptr noundef nonnull align 8 dereferenceable(16) %v) #5 comdat align 2 !dbg !286 {
entry:
  %retval = alloca i1, align 1
  %this.addr = alloca ptr, align 8
  %v.addr = alloca ptr, align 8
  %t = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !288, !DIExpression(), !291)
  store ptr %v, ptr %v.addr, align 8, !tbaa !148
    #dbg_declare(ptr %v.addr, !289, !DIExpression(), !292)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr %t) #11, !dbg !293
    #dbg_declare(ptr %t, !290, !DIExpression(), !294)
  %tail = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 2, !dbg !295
  %call = call noundef i32 @_ZNK3box6atomicIjE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %tail, i32 noundef 0), !dbg !296
  store i32 %call, ptr %t, align 4, !dbg !294, !tbaa !163
  %0 = load i32, ptr %t, align 4, !dbg !297, !tbaa !163
  %head = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 1, !dbg !299
  %call2 = call noundef i32 @_ZNK3box6atomicIjE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %head, i32 noundef 2), !dbg !300
  %sub = sub i32 %0, %call2, !dbg !301
  %cmp = icmp eq i32 %sub, 2, !dbg !302
  br i1 %cmp, label %if.then, label %if.end, !dbg !303

if.then:                                          ; preds = %entry
  store i1 false, ptr %retval, align 1, !dbg !304
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !304

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %v.addr, align 8, !dbg !305, !tbaa !148
  %slots = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 0, !dbg !306
  %2 = load i32, ptr %t, align 4, !dbg !307, !tbaa !163
  %rem = urem i32 %2, 2, !dbg !308
  %idxprom = zext i32 %rem to i64, !dbg !306
  %arrayidx = getelementptr inbounds [2 x %struct.item], ptr %slots, i64 0, i64 %idxprom, !dbg !306
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %arrayidx, ptr align 8 %1, i64 16, i1 false), !dbg !309, !tbaa.struct !310
  %tail3 = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 2, !dbg !312
  %3 = load i32, ptr %t, align 4, !dbg !313, !tbaa !163
  %add = add i32 %3, 1, !dbg !314
  call void @_ZN3box6atomicIjE5storeEj5order(ptr noundef nonnull align 4 dereferenceable(4) %tail3, i32 noundef %add, i32 noundef 3), !dbg !315
  store i1 true, ptr %retval, align 1, !dbg !316
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !316

cleanup:                                          ; preds = %if.end, %if.then
  call void @llvm.lifetime.end.p0(i64 4, ptr %t) #11, !dbg !317
  %4 = load i1, ptr %retval, align 1, !dbg !317
  ret i1 %4, !dbg !317
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK3box6atomicIjE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %o) #2 comdat align 2 !dbg !318 {
entry:
  %this.addr = alloca ptr, align 8
  %o.addr = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !320, !DIExpression(), !323)
  store i32 %o, ptr %o.addr, align 4, !tbaa !262
    #dbg_declare(ptr %o.addr, !322, !DIExpression(), !324)
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic", ptr %this1, i32 0, i32 0, !dbg !325
  %0 = load i32, ptr %o.addr, align 4, !dbg !326, !tbaa !262
  switch i32 %0, label %monotonic [
    i32 1, label %acquire
    i32 2, label %acquire
    i32 5, label %seqcst
  ], !dbg !327

monotonic:                                        ; preds = %entry
  %1 = load atomic i32, ptr %value monotonic, align 4, !dbg !327
  store i32 %1, ptr %atomic-temp, align 4, !dbg !327
  br label %atomic.continue, !dbg !327

acquire:                                          ; preds = %entry, %entry
  %2 = load atomic i32, ptr %value acquire, align 4, !dbg !327
  store i32 %2, ptr %atomic-temp, align 4, !dbg !327
  br label %atomic.continue, !dbg !327

seqcst:                                           ; preds = %entry
  %3 = load atomic i32, ptr %value seq_cst, align 4, !dbg !327
  store i32 %3, ptr %atomic-temp, align 4, !dbg !327
  br label %atomic.continue, !dbg !327

atomic.continue:                                  ; preds = %seqcst, %acquire, %monotonic
  %4 = load i32, ptr %atomic-temp, align 4, !dbg !327, !tbaa !163
  ret i32 %4, !dbg !328
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #7

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN3box6atomicIjE5storeEj5order(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %v, i32 noundef %o) #2 comdat align 2 !dbg !329 {
entry:
  %this.addr = alloca ptr, align 8
  %v.addr = alloca i32, align 4
  %o.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !331, !DIExpression(), !334)
  store i32 %v, ptr %v.addr, align 4, !tbaa !163
    #dbg_declare(ptr %v.addr, !332, !DIExpression(), !335)
  store i32 %o, ptr %o.addr, align 4, !tbaa !262
    #dbg_declare(ptr %o.addr, !333, !DIExpression(), !336)
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic", ptr %this1, i32 0, i32 0, !dbg !337
  %0 = load i32, ptr %o.addr, align 4, !dbg !338, !tbaa !262
  %1 = load i32, ptr %v.addr, align 4, !dbg !339, !tbaa !163
  store i32 %1, ptr %.atomictmp, align 4, !dbg !340, !tbaa !163
  switch i32 %0, label %monotonic [
    i32 3, label %release
    i32 5, label %seqcst
  ], !dbg !340

monotonic:                                        ; preds = %entry
  %2 = load i32, ptr %.atomictmp, align 4, !dbg !340
  store atomic i32 %2, ptr %value monotonic, align 4, !dbg !340
  br label %atomic.continue, !dbg !340

release:                                          ; preds = %entry
  %3 = load i32, ptr %.atomictmp, align 4, !dbg !340
  store atomic i32 %3, ptr %value release, align 4, !dbg !340
  br label %atomic.continue, !dbg !340

seqcst:                                           ; preds = %entry
  %4 = load i32, ptr %.atomictmp, align 4, !dbg !340
  store atomic i32 %4, ptr %value seq_cst, align 4, !dbg !340
  br label %atomic.continue, !dbg !340

atomic.continue:                                  ; preds = %seqcst, %release, %monotonic
  ret void, !dbg !341
}

; Function Attrs: nounwind
declare !dbg !342 i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #8

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZN3box5queueI4itemLi2EE3popERS1_(ptr noundef nonnull align 8 dereferenceable(40) %this, ptr noundef nonnull align 8 dereferenceable(16) %v) #2 comdat align 2 !dbg !354 {
entry:
  %retval = alloca i1, align 1
  %this.addr = alloca ptr, align 8
  %v.addr = alloca ptr, align 8
  %h = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !356, !DIExpression(), !359)
  store ptr %v, ptr %v.addr, align 8, !tbaa !148
    #dbg_declare(ptr %v.addr, !357, !DIExpression(), !360)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr %h) #11, !dbg !361
    #dbg_declare(ptr %h, !358, !DIExpression(), !362)
  %head = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 1, !dbg !363
  %call = call noundef i32 @_ZNK3box6atomicIjE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %head, i32 noundef 0), !dbg !364
  store i32 %call, ptr %h, align 4, !dbg !362, !tbaa !163
  %0 = load i32, ptr %h, align 4, !dbg !365, !tbaa !163
  %tail = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 2, !dbg !367
  %call2 = call noundef i32 @_ZNK3box6atomicIjE4loadE5order(ptr noundef nonnull align 4 dereferenceable(4) %tail, i32 noundef 2), !dbg !368
  %cmp = icmp eq i32 %0, %call2, !dbg !369
  br i1 %cmp, label %if.then, label %if.end, !dbg !370

if.then:                                          ; preds = %entry
  store i1 false, ptr %retval, align 1, !dbg !371
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !371

if.end:                                           ; preds = %entry
  %slots = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 0, !dbg !372
  %1 = load i32, ptr %h, align 4, !dbg !373, !tbaa !163
  %rem = urem i32 %1, 2, !dbg !374
  %idxprom = zext i32 %rem to i64, !dbg !372
  %arrayidx = getelementptr inbounds [2 x %struct.item], ptr %slots, i64 0, i64 %idxprom, !dbg !372
  %2 = load ptr, ptr %v.addr, align 8, !dbg !375, !tbaa !148
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %arrayidx, i64 16, i1 false), !dbg !376, !tbaa.struct !310
  %head3 = getelementptr inbounds %"class.box::queue", ptr %this1, i32 0, i32 1, !dbg !377
  %3 = load i32, ptr %h, align 4, !dbg !378, !tbaa !163
  %add = add i32 %3, 1, !dbg !379
  call void @_ZN3box6atomicIjE5storeEj5order(ptr noundef nonnull align 4 dereferenceable(4) %head3, i32 noundef %add, i32 noundef 3), !dbg !380
  store i1 true, ptr %retval, align 1, !dbg !381
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !381

cleanup:                                          ; preds = %if.end, %if.then
  call void @llvm.lifetime.end.p0(i64 4, ptr %h) #11, !dbg !382
  %4 = load i1, ptr %retval, align 1, !dbg !382
  ret i1 %4, !dbg !382
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZN3box6atomicIiE4swapERii5orderS3_(ptr noundef nonnull align 4 dereferenceable(4) %this, ptr noundef nonnull align 4 dereferenceable(4) %expected, i32 noundef %v, i32 noundef %well, i32 noundef %ill) #2 comdat align 2 !dbg !383 {
entry:
  %this.addr = alloca ptr, align 8
  %expected.addr = alloca ptr, align 8
  %v.addr = alloca i32, align 4
  %well.addr = alloca i32, align 4
  %ill.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  store ptr %this, ptr %this.addr, align 8, !tbaa !148
    #dbg_declare(ptr %this.addr, !385, !DIExpression(), !390)
  store ptr %expected, ptr %expected.addr, align 8, !tbaa !148
    #dbg_declare(ptr %expected.addr, !386, !DIExpression(), !391)
  store i32 %v, ptr %v.addr, align 4, !tbaa !163
    #dbg_declare(ptr %v.addr, !387, !DIExpression(), !392)
  store i32 %well, ptr %well.addr, align 4, !tbaa !262
    #dbg_declare(ptr %well.addr, !388, !DIExpression(), !393)
  store i32 %ill, ptr %ill.addr, align 4, !tbaa !262
    #dbg_declare(ptr %ill.addr, !389, !DIExpression(), !394)
  %this1 = load ptr, ptr %this.addr, align 8
  %value = getelementptr inbounds %"class.box::atomic.0", ptr %this1, i32 0, i32 0, !dbg !395
  %0 = load i32, ptr %well.addr, align 4, !dbg !396, !tbaa !262
  %1 = load ptr, ptr %expected.addr, align 8, !dbg !397, !tbaa !148
  %2 = load i32, ptr %v.addr, align 4, !dbg !398, !tbaa !163
  store i32 %2, ptr %.atomictmp, align 4, !dbg !399, !tbaa !163
  %3 = load i32, ptr %ill.addr, align 4, !dbg !400, !tbaa !262
  switch i32 %0, label %monotonic [
    i32 1, label %acquire
    i32 2, label %acquire
    i32 3, label %release
    i32 4, label %acqrel
    i32 5, label %seqcst
  ], !dbg !399

monotonic:                                        ; preds = %entry
  switch i32 %3, label %monotonic_fail [
    i32 1, label %acquire_fail
    i32 2, label %acquire_fail
    i32 5, label %seqcst_fail
  ], !dbg !399

acquire:                                          ; preds = %entry, %entry
  switch i32 %3, label %monotonic_fail9 [
    i32 1, label %acquire_fail10
    i32 2, label %acquire_fail10
    i32 5, label %seqcst_fail11
  ], !dbg !399

release:                                          ; preds = %entry
  switch i32 %3, label %monotonic_fail22 [
    i32 1, label %acquire_fail23
    i32 2, label %acquire_fail23
    i32 5, label %seqcst_fail24
  ], !dbg !399

acqrel:                                           ; preds = %entry
  switch i32 %3, label %monotonic_fail35 [
    i32 1, label %acquire_fail36
    i32 2, label %acquire_fail36
    i32 5, label %seqcst_fail37
  ], !dbg !399

seqcst:                                           ; preds = %entry
  switch i32 %3, label %monotonic_fail48 [
    i32 1, label %acquire_fail49
    i32 2, label %acquire_fail49
    i32 5, label %seqcst_fail50
  ], !dbg !399

atomic.continue:                                  ; preds = %atomic.continue51, %atomic.continue38, %atomic.continue25, %atomic.continue12, %atomic.continue2
  %4 = load i8, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401, !range !403, !noundef !404
  %loadedv = trunc i8 %4 to i1, !dbg !399
  ret i1 %loadedv, !dbg !405

monotonic_fail:                                   ; preds = %monotonic
  %5 = load i32, ptr %1, align 4, !dbg !399
  %6 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %7 = cmpxchg weak ptr %value, i32 %5, i32 %6 monotonic monotonic, align 4, !dbg !399
  %8 = extractvalue { i32, i1 } %7, 0, !dbg !399
  %9 = extractvalue { i32, i1 } %7, 1, !dbg !399
  br i1 %9, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !399

acquire_fail:                                     ; preds = %monotonic, %monotonic
  %10 = load i32, ptr %1, align 4, !dbg !399
  %11 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %12 = cmpxchg weak ptr %value, i32 %10, i32 %11 monotonic acquire, align 4, !dbg !399
  %13 = extractvalue { i32, i1 } %12, 0, !dbg !399
  %14 = extractvalue { i32, i1 } %12, 1, !dbg !399
  br i1 %14, label %cmpxchg.continue4, label %cmpxchg.store_expected3, !dbg !399

seqcst_fail:                                      ; preds = %monotonic
  %15 = load i32, ptr %1, align 4, !dbg !399
  %16 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %17 = cmpxchg weak ptr %value, i32 %15, i32 %16 monotonic seq_cst, align 4, !dbg !399
  %18 = extractvalue { i32, i1 } %17, 0, !dbg !399
  %19 = extractvalue { i32, i1 } %17, 1, !dbg !399
  br i1 %19, label %cmpxchg.continue7, label %cmpxchg.store_expected6, !dbg !399

atomic.continue2:                                 ; preds = %cmpxchg.continue7, %cmpxchg.continue4, %cmpxchg.continue
  br label %atomic.continue, !dbg !399

cmpxchg.store_expected:                           ; preds = %monotonic_fail
  store i32 %8, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue, !dbg !399

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %monotonic_fail
  %storedv = zext i1 %9 to i8, !dbg !399
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue2, !dbg !399

cmpxchg.store_expected3:                          ; preds = %acquire_fail
  store i32 %13, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue4, !dbg !399

cmpxchg.continue4:                                ; preds = %cmpxchg.store_expected3, %acquire_fail
  %storedv5 = zext i1 %14 to i8, !dbg !399
  store i8 %storedv5, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue2, !dbg !399

cmpxchg.store_expected6:                          ; preds = %seqcst_fail
  store i32 %18, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue7, !dbg !399

cmpxchg.continue7:                                ; preds = %cmpxchg.store_expected6, %seqcst_fail
  %storedv8 = zext i1 %19 to i8, !dbg !399
  store i8 %storedv8, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue2, !dbg !399

monotonic_fail9:                                  ; preds = %acquire
  %20 = load i32, ptr %1, align 4, !dbg !399
  %21 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %22 = cmpxchg weak ptr %value, i32 %20, i32 %21 acquire monotonic, align 4, !dbg !399
  %23 = extractvalue { i32, i1 } %22, 0, !dbg !399
  %24 = extractvalue { i32, i1 } %22, 1, !dbg !399
  br i1 %24, label %cmpxchg.continue14, label %cmpxchg.store_expected13, !dbg !399

acquire_fail10:                                   ; preds = %acquire, %acquire
  %25 = load i32, ptr %1, align 4, !dbg !399
  %26 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %27 = cmpxchg weak ptr %value, i32 %25, i32 %26 acquire acquire, align 4, !dbg !399
  %28 = extractvalue { i32, i1 } %27, 0, !dbg !399
  %29 = extractvalue { i32, i1 } %27, 1, !dbg !399
  br i1 %29, label %cmpxchg.continue17, label %cmpxchg.store_expected16, !dbg !399

seqcst_fail11:                                    ; preds = %acquire
  %30 = load i32, ptr %1, align 4, !dbg !399
  %31 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %32 = cmpxchg weak ptr %value, i32 %30, i32 %31 acquire seq_cst, align 4, !dbg !399
  %33 = extractvalue { i32, i1 } %32, 0, !dbg !399
  %34 = extractvalue { i32, i1 } %32, 1, !dbg !399
  br i1 %34, label %cmpxchg.continue20, label %cmpxchg.store_expected19, !dbg !399

atomic.continue12:                                ; preds = %cmpxchg.continue20, %cmpxchg.continue17, %cmpxchg.continue14
  br label %atomic.continue, !dbg !399

cmpxchg.store_expected13:                         ; preds = %monotonic_fail9
  store i32 %23, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue14, !dbg !399

cmpxchg.continue14:                               ; preds = %cmpxchg.store_expected13, %monotonic_fail9
  %storedv15 = zext i1 %24 to i8, !dbg !399
  store i8 %storedv15, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue12, !dbg !399

cmpxchg.store_expected16:                         ; preds = %acquire_fail10
  store i32 %28, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue17, !dbg !399

cmpxchg.continue17:                               ; preds = %cmpxchg.store_expected16, %acquire_fail10
  %storedv18 = zext i1 %29 to i8, !dbg !399
  store i8 %storedv18, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue12, !dbg !399

cmpxchg.store_expected19:                         ; preds = %seqcst_fail11
  store i32 %33, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue20, !dbg !399

cmpxchg.continue20:                               ; preds = %cmpxchg.store_expected19, %seqcst_fail11
  %storedv21 = zext i1 %34 to i8, !dbg !399
  store i8 %storedv21, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue12, !dbg !399

monotonic_fail22:                                 ; preds = %release
  %35 = load i32, ptr %1, align 4, !dbg !399
  %36 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %37 = cmpxchg weak ptr %value, i32 %35, i32 %36 release monotonic, align 4, !dbg !399
  %38 = extractvalue { i32, i1 } %37, 0, !dbg !399
  %39 = extractvalue { i32, i1 } %37, 1, !dbg !399
  br i1 %39, label %cmpxchg.continue27, label %cmpxchg.store_expected26, !dbg !399

acquire_fail23:                                   ; preds = %release, %release
  %40 = load i32, ptr %1, align 4, !dbg !399
  %41 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %42 = cmpxchg weak ptr %value, i32 %40, i32 %41 release acquire, align 4, !dbg !399
  %43 = extractvalue { i32, i1 } %42, 0, !dbg !399
  %44 = extractvalue { i32, i1 } %42, 1, !dbg !399
  br i1 %44, label %cmpxchg.continue30, label %cmpxchg.store_expected29, !dbg !399

seqcst_fail24:                                    ; preds = %release
  %45 = load i32, ptr %1, align 4, !dbg !399
  %46 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %47 = cmpxchg weak ptr %value, i32 %45, i32 %46 release seq_cst, align 4, !dbg !399
  %48 = extractvalue { i32, i1 } %47, 0, !dbg !399
  %49 = extractvalue { i32, i1 } %47, 1, !dbg !399
  br i1 %49, label %cmpxchg.continue33, label %cmpxchg.store_expected32, !dbg !399

atomic.continue25:                                ; preds = %cmpxchg.continue33, %cmpxchg.continue30, %cmpxchg.continue27
  br label %atomic.continue, !dbg !399

cmpxchg.store_expected26:                         ; preds = %monotonic_fail22
  store i32 %38, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue27, !dbg !399

cmpxchg.continue27:                               ; preds = %cmpxchg.store_expected26, %monotonic_fail22
  %storedv28 = zext i1 %39 to i8, !dbg !399
  store i8 %storedv28, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue25, !dbg !399

cmpxchg.store_expected29:                         ; preds = %acquire_fail23
  store i32 %43, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue30, !dbg !399

cmpxchg.continue30:                               ; preds = %cmpxchg.store_expected29, %acquire_fail23
  %storedv31 = zext i1 %44 to i8, !dbg !399
  store i8 %storedv31, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue25, !dbg !399

cmpxchg.store_expected32:                         ; preds = %seqcst_fail24
  store i32 %48, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue33, !dbg !399

cmpxchg.continue33:                               ; preds = %cmpxchg.store_expected32, %seqcst_fail24
  %storedv34 = zext i1 %49 to i8, !dbg !399
  store i8 %storedv34, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue25, !dbg !399

monotonic_fail35:                                 ; preds = %acqrel
  %50 = load i32, ptr %1, align 4, !dbg !399
  %51 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %52 = cmpxchg weak ptr %value, i32 %50, i32 %51 acq_rel monotonic, align 4, !dbg !399
  %53 = extractvalue { i32, i1 } %52, 0, !dbg !399
  %54 = extractvalue { i32, i1 } %52, 1, !dbg !399
  br i1 %54, label %cmpxchg.continue40, label %cmpxchg.store_expected39, !dbg !399

acquire_fail36:                                   ; preds = %acqrel, %acqrel
  %55 = load i32, ptr %1, align 4, !dbg !399
  %56 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %57 = cmpxchg weak ptr %value, i32 %55, i32 %56 acq_rel acquire, align 4, !dbg !399
  %58 = extractvalue { i32, i1 } %57, 0, !dbg !399
  %59 = extractvalue { i32, i1 } %57, 1, !dbg !399
  br i1 %59, label %cmpxchg.continue43, label %cmpxchg.store_expected42, !dbg !399

seqcst_fail37:                                    ; preds = %acqrel
  %60 = load i32, ptr %1, align 4, !dbg !399
  %61 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %62 = cmpxchg weak ptr %value, i32 %60, i32 %61 acq_rel seq_cst, align 4, !dbg !399
  %63 = extractvalue { i32, i1 } %62, 0, !dbg !399
  %64 = extractvalue { i32, i1 } %62, 1, !dbg !399
  br i1 %64, label %cmpxchg.continue46, label %cmpxchg.store_expected45, !dbg !399

atomic.continue38:                                ; preds = %cmpxchg.continue46, %cmpxchg.continue43, %cmpxchg.continue40
  br label %atomic.continue, !dbg !399

cmpxchg.store_expected39:                         ; preds = %monotonic_fail35
  store i32 %53, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue40, !dbg !399

cmpxchg.continue40:                               ; preds = %cmpxchg.store_expected39, %monotonic_fail35
  %storedv41 = zext i1 %54 to i8, !dbg !399
  store i8 %storedv41, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue38, !dbg !399

cmpxchg.store_expected42:                         ; preds = %acquire_fail36
  store i32 %58, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue43, !dbg !399

cmpxchg.continue43:                               ; preds = %cmpxchg.store_expected42, %acquire_fail36
  %storedv44 = zext i1 %59 to i8, !dbg !399
  store i8 %storedv44, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue38, !dbg !399

cmpxchg.store_expected45:                         ; preds = %seqcst_fail37
  store i32 %63, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue46, !dbg !399

cmpxchg.continue46:                               ; preds = %cmpxchg.store_expected45, %seqcst_fail37
  %storedv47 = zext i1 %64 to i8, !dbg !399
  store i8 %storedv47, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue38, !dbg !399

monotonic_fail48:                                 ; preds = %seqcst
  %65 = load i32, ptr %1, align 4, !dbg !399
  %66 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %67 = cmpxchg weak ptr %value, i32 %65, i32 %66 seq_cst monotonic, align 4, !dbg !399
  %68 = extractvalue { i32, i1 } %67, 0, !dbg !399
  %69 = extractvalue { i32, i1 } %67, 1, !dbg !399
  br i1 %69, label %cmpxchg.continue53, label %cmpxchg.store_expected52, !dbg !399

acquire_fail49:                                   ; preds = %seqcst, %seqcst
  %70 = load i32, ptr %1, align 4, !dbg !399
  %71 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %72 = cmpxchg weak ptr %value, i32 %70, i32 %71 seq_cst acquire, align 4, !dbg !399
  %73 = extractvalue { i32, i1 } %72, 0, !dbg !399
  %74 = extractvalue { i32, i1 } %72, 1, !dbg !399
  br i1 %74, label %cmpxchg.continue56, label %cmpxchg.store_expected55, !dbg !399

seqcst_fail50:                                    ; preds = %seqcst
  %75 = load i32, ptr %1, align 4, !dbg !399
  %76 = load i32, ptr %.atomictmp, align 4, !dbg !399
  %77 = cmpxchg weak ptr %value, i32 %75, i32 %76 seq_cst seq_cst, align 4, !dbg !399
  %78 = extractvalue { i32, i1 } %77, 0, !dbg !399
  %79 = extractvalue { i32, i1 } %77, 1, !dbg !399
  br i1 %79, label %cmpxchg.continue59, label %cmpxchg.store_expected58, !dbg !399

atomic.continue51:                                ; preds = %cmpxchg.continue59, %cmpxchg.continue56, %cmpxchg.continue53
  br label %atomic.continue, !dbg !399

cmpxchg.store_expected52:                         ; preds = %monotonic_fail48
  store i32 %68, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue53, !dbg !399

cmpxchg.continue53:                               ; preds = %cmpxchg.store_expected52, %monotonic_fail48
  %storedv54 = zext i1 %69 to i8, !dbg !399
  store i8 %storedv54, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue51, !dbg !399

cmpxchg.store_expected55:                         ; preds = %acquire_fail49
  store i32 %73, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue56, !dbg !399

cmpxchg.continue56:                               ; preds = %cmpxchg.store_expected55, %acquire_fail49
  %storedv57 = zext i1 %74 to i8, !dbg !399
  store i8 %storedv57, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue51, !dbg !399

cmpxchg.store_expected58:                         ; preds = %seqcst_fail50
  store i32 %78, ptr %1, align 4, !dbg !399
  br label %cmpxchg.continue59, !dbg !399

cmpxchg.continue59:                               ; preds = %cmpxchg.store_expected58, %seqcst_fail50
  %storedv60 = zext i1 %79 to i8, !dbg !399
  store i8 %storedv60, ptr %cmpxchg.bool, align 1, !dbg !399, !tbaa !401
  br label %atomic.continue51, !dbg !399
}

declare !dbg !406 i32 @pthread_join(i64 noundef, ptr noundef) #9

; Function Attrs: noinline noreturn nounwind uwtable
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) #10 comdat {
  %2 = call ptr @__cxa_begin_catch(ptr %0) #11
  call void @_ZSt9terminatev() #12
  unreachable
}

declare ptr @__cxa_begin_catch(ptr)

declare void @_ZSt9terminatev()

; Function Attrs: uwtable
define internal void @_GLOBAL__sub_I_queue.cpp() #0 section ".text.startup" !dbg !410 {
entry:
  call void @__cxx_global_var_init(), !dbg !412
  call void @__cxx_global_var_init.1(), !dbg !412
  ret void
}

attributes #0 = { uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { inlinehint mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress norecurse uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { noinline noreturn nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { nounwind }
attributes #12 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!130, !131, !132, !133, !134, !135}
!llvm.ident = !{!136}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "items", linkageName: "_ZL5items", scope: !2, file: !3, line: 58, type: !13, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !11, globals: !100, splitDebugInlining: false, nameTableKind: None)
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
!136 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!137 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !3, file: !3, type: !138, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!138 = !DISubroutineType(types: !139)
!139 = !{null}
!140 = !DILocation(line: 58, column: 28, scope: !137)
!141 = distinct !DISubprogram(name: "queue", linkageName: "_ZN3box5queueI4itemLi2EEC2Ev", scope: !13, file: !3, line: 22, type: !142, scopeLine: 22, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !144, retainedNodes: !145)
!142 = !DISubroutineType(types: !143)
!143 = !{null, !52}
!144 = !DISubprogram(name: "queue", scope: !13, type: !142, flags: DIFlagPublic | DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!145 = !{!146}
!146 = !DILocalVariable(name: "this", arg: 1, scope: !141, type: !147, flags: DIFlagArtificial | DIFlagObjectPointer)
!147 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!148 = !{!149, !149, i64 0}
!149 = !{!"any pointer", !150, i64 0}
!150 = !{!"omnipotent char", !151, i64 0}
!151 = !{!"Simple C++ TBAA"}
!152 = !DILocation(line: 0, scope: !141)
!153 = !DILocation(line: 22, column: 36, scope: !141)
!154 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !3, file: !3, type: !138, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!155 = !DILocation(line: 59, column: 25, scope: !154)
!156 = !DILocation(line: 59, column: 31, scope: !154)
!157 = distinct !DISubprogram(name: "atomic", linkageName: "_ZN3box6atomicIiEC2Ei", scope: !79, file: !3, line: 13, type: !83, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !82, retainedNodes: !158)
!158 = !{!159, !161}
!159 = !DILocalVariable(name: "this", arg: 1, scope: !157, type: !160, flags: DIFlagArtificial | DIFlagObjectPointer)
!160 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !79, size: 64)
!161 = !DILocalVariable(name: "v", arg: 2, scope: !157, file: !3, line: 13, type: !21)
!162 = !DILocation(line: 0, scope: !157)
!163 = !{!164, !164, i64 0}
!164 = !{!"int", !150, i64 0}
!165 = !DILocation(line: 13, column: 11, scope: !157)
!166 = !DILocation(line: 13, column: 22, scope: !157)
!167 = !DILocation(line: 13, column: 28, scope: !157)
!168 = !{!169, !164, i64 0}
!169 = !{!"_ZTSN3box6atomicIiEE", !164, i64 0}
!170 = !DILocation(line: 13, column: 32, scope: !157)
!171 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 80, type: !172, scopeLine: 81, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !174)
!172 = !DISubroutineType(types: !173)
!173 = !{!21}
!174 = !{!175, !177, !178}
!175 = !DILocalVariable(name: "p", scope: !176, file: !3, line: 83, type: !62)
!176 = distinct !DILexicalBlock(scope: !171, file: !3, line: 82, column: 2)
!177 = !DILocalVariable(name: "c", scope: !176, file: !3, line: 83, type: !62)
!178 = !DILocalVariable(name: "sum", scope: !171, file: !3, line: 85, type: !21)
!179 = !DILocation(line: 83, column: 3, scope: !176)
!180 = !DILocation(line: 83, column: 10, scope: !176)
!181 = !DILocation(line: 83, column: 23, scope: !176)
!182 = !DILocation(line: 84, column: 2, scope: !171)
!183 = !DILocation(line: 85, column: 2, scope: !171)
!184 = !DILocation(line: 85, column: 6, scope: !171)
!185 = !DILocation(line: 85, column: 18, scope: !171)
!186 = !DILocation(line: 86, column: 2, scope: !171)
!187 = !DILocation(line: 87, column: 1, scope: !176)
!188 = !DILocation(line: 87, column: 1, scope: !171)
!189 = distinct !DISubprogram(name: "producer", linkageName: "_ZL8producerPv", scope: !3, file: !3, line: 61, type: !73, scopeLine: 62, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !190)
!190 = !{!191}
!191 = !DILocalVariable(arg: 1, scope: !189, file: !3, line: 61, type: !75)
!192 = !DILocation(line: 61, column: 29, scope: !189)
!193 = !DILocation(line: 63, column: 13, scope: !189)
!194 = !{!195, !164, i64 0}
!195 = !{!"_ZTS4item", !164, i64 0, !196, i64 8}
!196 = !{!"long", !150, i64 0}
!197 = !{!195, !196, i64 8}
!198 = !DILocation(line: 63, column: 8, scope: !189)
!199 = !DILocation(line: 63, column: 2, scope: !189)
!200 = !DILocation(line: 64, column: 13, scope: !189)
!201 = !DILocation(line: 64, column: 8, scope: !189)
!202 = !DILocation(line: 64, column: 2, scope: !189)
!203 = !DILocation(line: 65, column: 2, scope: !189)
!204 = distinct !DISubprogram(name: "thread", linkageName: "_ZN6threadC2EPFPvS0_E", scope: !62, file: !3, line: 54, type: !69, scopeLine: 54, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !68, retainedNodes: !205)
!205 = !{!206, !208}
!206 = !DILocalVariable(name: "this", arg: 1, scope: !204, type: !207, flags: DIFlagArtificial | DIFlagObjectPointer)
!207 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !62, size: 64)
!208 = !DILocalVariable(name: "f", arg: 2, scope: !204, file: !3, line: 54, type: !72)
!209 = !DILocation(line: 0, scope: !204)
!210 = !DILocation(line: 54, column: 17, scope: !204)
!211 = !DILocation(line: 54, column: 47, scope: !212)
!212 = distinct !DILexicalBlock(scope: !204, file: !3, line: 54, column: 29)
!213 = !DILocation(line: 54, column: 60, scope: !212)
!214 = !DILocation(line: 54, column: 31, scope: !212)
!215 = !DILocation(line: 54, column: 73, scope: !204)
!216 = distinct !DISubprogram(name: "consumer", linkageName: "_ZL8consumerPv", scope: !3, file: !3, line: 68, type: !73, scopeLine: 69, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !217)
!217 = !{!218, !219, !220}
!218 = !DILocalVariable(arg: 1, scope: !216, file: !3, line: 68, type: !75)
!219 = !DILocalVariable(name: "i", scope: !216, file: !3, line: 70, type: !18)
!220 = !DILocalVariable(name: "was", scope: !221, file: !3, line: 73, type: !21)
!221 = distinct !DILexicalBlock(scope: !222, file: !3, line: 71, column: 20)
!222 = distinct !DILexicalBlock(scope: !216, file: !3, line: 71, column: 6)
!223 = !DILocation(line: 68, column: 29, scope: !216)
!224 = !DILocation(line: 70, column: 2, scope: !216)
!225 = !DILocation(line: 70, column: 7, scope: !216)
!226 = !DILocation(line: 71, column: 12, scope: !222)
!227 = !DILocation(line: 71, column: 6, scope: !216)
!228 = !DILocation(line: 72, column: 3, scope: !221)
!229 = !DILocation(line: 73, column: 3, scope: !221)
!230 = !DILocation(line: 73, column: 7, scope: !221)
!231 = !DILocation(line: 73, column: 19, scope: !221)
!232 = !DILocation(line: 74, column: 3, scope: !221)
!233 = !DILocation(line: 74, column: 27, scope: !221)
!234 = !DILocation(line: 74, column: 35, scope: !221)
!235 = !DILocation(line: 74, column: 31, scope: !221)
!236 = !DILocation(line: 74, column: 17, scope: !221)
!237 = !DILocation(line: 74, column: 10, scope: !221)
!238 = distinct !{!238, !232, !239, !240, !241}
!239 = !DILocation(line: 75, column: 4, scope: !221)
!240 = !{!"llvm.loop.mustprogress"}
!241 = !{!"llvm.loop.unroll.disable"}
!242 = !DILocation(line: 76, column: 2, scope: !222)
!243 = !DILocation(line: 76, column: 2, scope: !221)
!244 = !DILocation(line: 78, column: 1, scope: !216)
!245 = !DILocation(line: 77, column: 2, scope: !216)
!246 = distinct !DISubprogram(name: "~thread", linkageName: "_ZN6threadD2Ev", scope: !62, file: !3, line: 55, type: !77, scopeLine: 55, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !76, retainedNodes: !247)
!247 = !{!248}
!248 = !DILocalVariable(name: "this", arg: 1, scope: !246, type: !207, flags: DIFlagArtificial | DIFlagObjectPointer)
!249 = !DILocation(line: 0, scope: !246)
!250 = !DILocation(line: 55, column: 27, scope: !251)
!251 = distinct !DILexicalBlock(scope: !246, file: !3, line: 55, column: 12)
!252 = !{!253, !196, i64 0}
!253 = !{!"_ZTS6thread", !196, i64 0}
!254 = !DILocation(line: 55, column: 14, scope: !251)
!255 = !DILocation(line: 55, column: 41, scope: !246)
!256 = distinct !DISubprogram(name: "load", linkageName: "_ZNK3box6atomicIiE4loadE5order", scope: !79, file: !3, line: 14, type: !87, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !86, retainedNodes: !257)
!257 = !{!258, !260}
!258 = !DILocalVariable(name: "this", arg: 1, scope: !256, type: !259, flags: DIFlagArtificial | DIFlagObjectPointer)
!259 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !90, size: 64)
!260 = !DILocalVariable(name: "o", arg: 2, scope: !256, file: !3, line: 14, type: !5)
!261 = !DILocation(line: 0, scope: !256)
!262 = !{!263, !263, i64 0}
!263 = !{!"_ZTS5order", !150, i64 0}
!264 = !DILocation(line: 14, column: 15, scope: !256)
!265 = !DILocation(line: 14, column: 50, scope: !256)
!266 = !DILocation(line: 14, column: 57, scope: !256)
!267 = !DILocation(line: 14, column: 33, scope: !256)
!268 = !DILocation(line: 14, column: 26, scope: !256)
!269 = !DISubprogram(name: "__assert_fail", scope: !270, file: !270, line: 69, type: !271, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized)
!270 = !DIFile(filename: "/usr/include/assert.h", directory: "", checksumkind: CSK_MD5, checksum: "ab7dc6991d501750085448b20099a5a0")
!271 = !DISubroutineType(types: !272)
!272 = !{null, !273, !273, !6, !273}
!273 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !106, size: 64)
!274 = distinct !DISubprogram(name: "atomic", linkageName: "_ZN3box6atomicIjEC2Ej", scope: !27, file: !3, line: 13, type: !31, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !30, retainedNodes: !275)
!275 = !{!276, !278}
!276 = !DILocalVariable(name: "this", arg: 1, scope: !274, type: !277, flags: DIFlagArtificial | DIFlagObjectPointer)
!277 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64)
!278 = !DILocalVariable(name: "v", arg: 2, scope: !274, file: !3, line: 13, type: !6)
!279 = !DILocation(line: 0, scope: !274)
!280 = !DILocation(line: 13, column: 11, scope: !274)
!281 = !DILocation(line: 13, column: 22, scope: !274)
!282 = !DILocation(line: 13, column: 28, scope: !274)
!283 = !{!284, !164, i64 0}
!284 = !{!"_ZTSN3box6atomicIjEE", !164, i64 0}
!285 = !DILocation(line: 13, column: 32, scope: !274)
!286 = distinct !DISubprogram(name: "push", linkageName: "_ZN3box5queueI4itemLi2EE4pushERKS1_", scope: !13, file: !3, line: 27, type: !50, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !49, retainedNodes: !287)
!287 = !{!288, !289, !290}
!288 = !DILocalVariable(name: "this", arg: 1, scope: !286, type: !147, flags: DIFlagArtificial | DIFlagObjectPointer)
!289 = !DILocalVariable(name: "v", arg: 2, scope: !286, file: !3, line: 27, type: !53)
!290 = !DILocalVariable(name: "t", scope: !286, file: !3, line: 29, type: !6)
!291 = !DILocation(line: 0, scope: !286)
!292 = !DILocation(line: 27, column: 21, scope: !286)
!293 = !DILocation(line: 29, column: 3, scope: !286)
!294 = !DILocation(line: 29, column: 12, scope: !286)
!295 = !DILocation(line: 29, column: 16, scope: !286)
!296 = !DILocation(line: 29, column: 21, scope: !286)
!297 = !DILocation(line: 30, column: 7, scope: !298)
!298 = distinct !DILexicalBlock(scope: !286, file: !3, line: 30, column: 7)
!299 = !DILocation(line: 30, column: 11, scope: !298)
!300 = !DILocation(line: 30, column: 16, scope: !298)
!301 = !DILocation(line: 30, column: 9, scope: !298)
!302 = !DILocation(line: 30, column: 30, scope: !298)
!303 = !DILocation(line: 30, column: 7, scope: !286)
!304 = !DILocation(line: 31, column: 4, scope: !298)
!305 = !DILocation(line: 32, column: 18, scope: !286)
!306 = !DILocation(line: 32, column: 3, scope: !286)
!307 = !DILocation(line: 32, column: 9, scope: !286)
!308 = !DILocation(line: 32, column: 11, scope: !286)
!309 = !DILocation(line: 32, column: 16, scope: !286)
!310 = !{i64 0, i64 4, !163, i64 8, i64 8, !311}
!311 = !{!196, !196, i64 0}
!312 = !DILocation(line: 33, column: 3, scope: !286)
!313 = !DILocation(line: 33, column: 14, scope: !286)
!314 = !DILocation(line: 33, column: 16, scope: !286)
!315 = !DILocation(line: 33, column: 8, scope: !286)
!316 = !DILocation(line: 34, column: 3, scope: !286)
!317 = !DILocation(line: 35, column: 2, scope: !286)
!318 = distinct !DISubprogram(name: "load", linkageName: "_ZNK3box6atomicIjE4loadE5order", scope: !27, file: !3, line: 14, type: !35, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !34, retainedNodes: !319)
!319 = !{!320, !322}
!320 = !DILocalVariable(name: "this", arg: 1, scope: !318, type: !321, flags: DIFlagArtificial | DIFlagObjectPointer)
!321 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !38, size: 64)
!322 = !DILocalVariable(name: "o", arg: 2, scope: !318, file: !3, line: 14, type: !5)
!323 = !DILocation(line: 0, scope: !318)
!324 = !DILocation(line: 14, column: 15, scope: !318)
!325 = !DILocation(line: 14, column: 50, scope: !318)
!326 = !DILocation(line: 14, column: 57, scope: !318)
!327 = !DILocation(line: 14, column: 33, scope: !318)
!328 = !DILocation(line: 14, column: 26, scope: !318)
!329 = distinct !DISubprogram(name: "store", linkageName: "_ZN3box6atomicIjE5storeEj5order", scope: !27, file: !3, line: 15, type: !40, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !39, retainedNodes: !330)
!330 = !{!331, !332, !333}
!331 = !DILocalVariable(name: "this", arg: 1, scope: !329, type: !277, flags: DIFlagArtificial | DIFlagObjectPointer)
!332 = !DILocalVariable(name: "v", arg: 2, scope: !329, file: !3, line: 15, type: !6)
!333 = !DILocalVariable(name: "o", arg: 3, scope: !329, file: !3, line: 15, type: !5)
!334 = !DILocation(line: 0, scope: !329)
!335 = !DILocation(line: 15, column: 15, scope: !329)
!336 = !DILocation(line: 15, column: 24, scope: !329)
!337 = !DILocation(line: 15, column: 47, scope: !329)
!338 = !DILocation(line: 15, column: 57, scope: !329)
!339 = !DILocation(line: 15, column: 54, scope: !329)
!340 = !DILocation(line: 15, column: 29, scope: !329)
!341 = !DILocation(line: 15, column: 61, scope: !329)
!342 = !DISubprogram(name: "pthread_create", scope: !343, file: !343, line: 202, type: !344, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!343 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!344 = !DISubroutineType(types: !345)
!345 = !{!21, !346, !348, !72, !353}
!346 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !347)
!347 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !65, size: 64)
!348 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !349)
!349 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !350, size: 64)
!350 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !351)
!351 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_attr_t", file: !66, line: 62, baseType: !352)
!352 = !DICompositeType(tag: DW_TAG_union_type, name: "pthread_attr_t", file: !66, line: 56, size: 448, flags: DIFlagFwdDecl, identifier: "_ZTS14pthread_attr_t")
!353 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !75)
!354 = distinct !DISubprogram(name: "pop", linkageName: "_ZN3box5queueI4itemLi2EE3popERS1_", scope: !13, file: !3, line: 36, type: !56, scopeLine: 37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !55, retainedNodes: !355)
!355 = !{!356, !357, !358}
!356 = !DILocalVariable(name: "this", arg: 1, scope: !354, type: !147, flags: DIFlagArtificial | DIFlagObjectPointer)
!357 = !DILocalVariable(name: "v", arg: 2, scope: !354, file: !3, line: 36, type: !58)
!358 = !DILocalVariable(name: "h", scope: !354, file: !3, line: 38, type: !6)
!359 = !DILocation(line: 0, scope: !354)
!360 = !DILocation(line: 36, column: 14, scope: !354)
!361 = !DILocation(line: 38, column: 3, scope: !354)
!362 = !DILocation(line: 38, column: 12, scope: !354)
!363 = !DILocation(line: 38, column: 16, scope: !354)
!364 = !DILocation(line: 38, column: 21, scope: !354)
!365 = !DILocation(line: 39, column: 7, scope: !366)
!366 = distinct !DILexicalBlock(scope: !354, file: !3, line: 39, column: 7)
!367 = !DILocation(line: 39, column: 12, scope: !366)
!368 = !DILocation(line: 39, column: 17, scope: !366)
!369 = !DILocation(line: 39, column: 9, scope: !366)
!370 = !DILocation(line: 39, column: 7, scope: !354)
!371 = !DILocation(line: 40, column: 4, scope: !366)
!372 = !DILocation(line: 41, column: 7, scope: !354)
!373 = !DILocation(line: 41, column: 13, scope: !354)
!374 = !DILocation(line: 41, column: 15, scope: !354)
!375 = !DILocation(line: 41, column: 3, scope: !354)
!376 = !DILocation(line: 41, column: 5, scope: !354)
!377 = !DILocation(line: 42, column: 3, scope: !354)
!378 = !DILocation(line: 42, column: 14, scope: !354)
!379 = !DILocation(line: 42, column: 16, scope: !354)
!380 = !DILocation(line: 42, column: 8, scope: !354)
!381 = !DILocation(line: 43, column: 3, scope: !354)
!382 = !DILocation(line: 44, column: 2, scope: !354)
!383 = distinct !DISubprogram(name: "swap", linkageName: "_ZN3box6atomicIiE4swapERii5orderS3_", scope: !79, file: !3, line: 16, type: !95, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !94, retainedNodes: !384)
!384 = !{!385, !386, !387, !388, !389}
!385 = !DILocalVariable(name: "this", arg: 1, scope: !383, type: !160, flags: DIFlagArtificial | DIFlagObjectPointer)
!386 = !DILocalVariable(name: "expected", arg: 2, scope: !383, file: !3, line: 16, type: !97)
!387 = !DILocalVariable(name: "v", arg: 3, scope: !383, file: !3, line: 16, type: !21)
!388 = !DILocalVariable(name: "well", arg: 4, scope: !383, file: !3, line: 16, type: !5)
!389 = !DILocalVariable(name: "ill", arg: 5, scope: !383, file: !3, line: 16, type: !5)
!390 = !DILocation(line: 0, scope: !383)
!391 = !DILocation(line: 16, column: 15, scope: !383)
!392 = !DILocation(line: 16, column: 27, scope: !383)
!393 = !DILocation(line: 16, column: 36, scope: !383)
!394 = !DILocation(line: 16, column: 48, scope: !383)
!395 = !DILocation(line: 18, column: 39, scope: !383)
!396 = !DILocation(line: 18, column: 66, scope: !383)
!397 = !DILocation(line: 18, column: 47, scope: !383)
!398 = !DILocation(line: 18, column: 57, scope: !383)
!399 = !DILocation(line: 18, column: 10, scope: !383)
!400 = !DILocation(line: 18, column: 72, scope: !383)
!401 = !{!402, !402, i64 0}
!402 = !{!"bool", !150, i64 0}
!403 = !{i8 0, i8 2}
!404 = !{}
!405 = !DILocation(line: 18, column: 3, scope: !383)
!406 = !DISubprogram(name: "pthread_join", scope: !343, file: !343, line: 219, type: !407, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!407 = !DISubroutineType(types: !408)
!408 = !{!21, !65, !409}
!409 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !75, size: 64)
!410 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_queue.cpp", scope: !3, file: !3, type: !411, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!411 = !DISubroutineType(types: !404)
!412 = !DILocation(line: 0, scope: !410)
