; What versions of LLVM write differently, and what is skipped.
source_filename = "syntax"
target datalayout = "e-m:e"
target triple = "x86_64-pc-linux-gnu"
module asm "nop"

%struct.pair = type { i32, ptr }
%"class.with space" = type <{ i64, [4 x i8] }>
%opaque = type opaque

$comdat.name = comdat any

@"quoted name" = linkonce_odr dso_local unnamed_addr constant [4 x i8] c"a\00\22b", comdat($comdat.name), align 1
@pair = internal global %struct.pair { i32 s0x7f, ptr getelementptr inbounds nuw (i8, ptr @"quoted name", i64 2) }, align 8, !dbg !3
@table = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @old, ptr @f] }
@old.range = constant ptr getelementptr inbounds ({ [3 x ptr] }, ptr @table, i32 0, inrange i32 0, i32 2)
@new.range = constant ptr getelementptr inbounds inrange(-16, 8) ({ [3 x ptr] }, ptr @table, i32 0, i32 0, i32 2)
@tls = thread_local(initialexec) global i32 0, align 4
@elsewhere = external global i32
@other = alias i32 (i32), ptr @f

declare void @llvm.dbg.declare(metadata, metadata, metadata) #1
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1
declare !dbg !3 noundef range(i32 0, 2) i32 @far(ptr noundef captures(none) initializes((0, 8)), ...) local_unnamed_addr #1

define internal void @old(ptr noundef byval(%struct.pair) align 8 %0, i1 zeroext %1) unnamed_addr #0 comdat align 2 personality ptr @far !dbg !3 {
  %3 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata ptr %3, metadata !4, metadata !DIExpression(DW_OP_deref)), !dbg !5
  br i1 %1, label %4, label %5, !prof !6, !llvm.loop !7

4:                                                ; preds = %2
  ret void

5:
  unreachable, !dbg !5
}

define i32 @f(i32 %x) nounwind "frame-pointer"="all" {
entry:
  %p = alloca %struct.pair, align 8
    #dbg_declare(ptr %p, !4, !DIExpression(), !5)
  call void @llvm.lifetime.start.p0(ptr %p)
    #dbg_value(i32 %x, !4, !DIExpression(DW_OP_plus_uconst, 3), !5)
  %q = getelementptr inbounds nusw nuw i8, ptr %p, i64 0
  store atomic volatile i32 u0x1, ptr %q syncscope("singlethread") release, align 4, !tbaa !6
  %c = icmp samesign ult i32 %x, 7
  %t = trunc nuw nsw i32 %x to i16
  %z = zext nneg i16 %t to i32
  %d = or disjoint i32 %z, 0
  %old = cmpxchg weak volatile ptr %q, i32 1, i32 %d syncscope("agent") acq_rel monotonic, align 4
  %v = extractvalue { i32, i1 } %old, 0
  %m = atomicrmw umax ptr %q, i32 %v monotonic, align 4, !mmra !6
  %fast = fadd nnan ninf contract double 0x3FF0000000000000, 1.5e+00
  %i = fptosi double %fast to i32
  %r = tail call fastcc noundef i32 (ptr, ...) @far(ptr nonnull align 8 dereferenceable(16) %p, i32 signext 3) #1 [ "note"(i32 1) ], !srcloc !6
  switch i32 %i, label %done [
    i32 1, label %done
    i32 2, label %more
  ]

more:                                             ; preds = %entry
  br label %done

done:
  %phi = phi i32 [ %m, %entry ], [ %m, %entry ], [ %r, %more ]
  ret i32 %phi
}

define i32 @main() {
  %r = call i32 @f(i32 3)
  %bad = icmp ne i32 %r, 1
  %n = zext i1 %bad to i32
  ret i32 %n
}

attributes #0 = { mustprogress nounwind uwtable "no-trapping-math"="true" }
attributes #1 = { nocallback nofree memory(argmem: readwrite, inaccessiblemem: none) }

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"PIC Level", i32 2}
!3 = distinct !DISubprogram(name: "f", scope: null, file: null, line: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!4 = !DILocalVariable(name: "p", scope: !3, line: 2)
!5 = !DILocation(line: 3, column: 4, scope: !3)
!6 = !{!"branch_weights", i32 1, i32 2000}
!7 = distinct !{!7, !5, !{!"llvm.loop.mustprogress"}}
