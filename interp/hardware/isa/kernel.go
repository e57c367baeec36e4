package isa

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/bitset"
)

// Kernel keeps the kernel's operations as in its memory model. The order of an RMW says to
// which half it belongs; one without a suffix is full.
var Kernel = kernel()

func kernel() Mapping {
	m := Mapping{Halves: true, Linux: true, Grace: true, Scoped: true}
	m.Load = [trace.NumOrders]Lowering{trace.Plain: {Tags: NA}, trace.Relaxed: {Tags: RLX}, trace.Consume: {Tags: RLX}, trace.Acquire: {Tags: ACQ}}
	m.Store = [trace.NumOrders]Lowering{trace.Plain: {Tags: NA}, trace.Relaxed: {Tags: RLX}, trace.Release: {Tags: REL}}
	m.RMW = [trace.NumOrders]Lowering{
		trace.Relaxed: {Tags: X | RLX},
		trace.Acquire: {Tags: X, ReadTags: ACQ, WriteTags: RLX},
		trace.Release: {Tags: X, ReadTags: RLX, WriteTags: REL},
		trace.SeqCst:  {Tags: X | RLX | TagOf(code.Mb)},
	}
	m.Failed = RLX
	for k := code.Barrier; k <= code.SyncSrcu; k++ {
		m.Kernel[k].After = TagOf(k)
	}
	m.Kernel[code.SpinLock] = Lowering{Tags: LK, ReadTags: ACQ, WriteTags: RLX}
	m.Kernel[code.SpinUnlock] = Lowering{Tags: UL | REL}
	m.Kernel[code.NoReturn] = Lowering{ReadTags: NoRet}
	return m
}

// refuse says why an operation is not one of the kernel's, or not in the mapping; "" if it
// is.
func (m *Mapping) refuse(op code.Op, acc *code.Access) string {
	switch k := acc.Kernel; {
	case (k >= code.RcuLock && k <= code.SyncSrcu || k == code.AfterSrcuUnlock) && !m.Grace:
		return "RCU, under the model of a machine, is"
	case k == code.Unless && !m.Grace:
		return "an RMW that may be none, under the model of a machine, is"
	case k == code.SpinLock || k == code.SpinTry:
		return ""
	}
	known := false
	switch o := acc.Order; op {
	case code.Load:
		known = o == trace.Plain || o == trace.Relaxed || o == trace.Consume || o == trace.Acquire
	case code.Store:
		known = o == trace.Plain || o == trace.Relaxed || o == trace.Release
	case code.FenceOp:
		known = acc.Kernel != code.NoKernel || o == trace.SeqCst
	default:
		known = o != trace.Plain && o != trace.AcqRel && o != trace.Consume
	}
	if known {
		return ""
	}
	return "an operation of C11 that is none of the kernel's is"
}

// kernelFunctions are functions of the embedded headers that are fences in the kernel's
// model.
var kernelFunctions = map[string]code.Kernel{"rcu_read_lock": code.RcuLock, "rcu_read_unlock": code.RcuUnlock, "synchronize_rcu": code.SyncRcu,
	"srcu_read_lock": code.SrcuLock, "srcu_read_unlock": code.SrcuUnlock, "synchronize_srcu": code.SyncSrcu}

// kernelFunction returns the operation of a function in the kernel's model. A function of
// the program with such a name is not one.
func kernelFunction(f *code.Func) code.Kernel {
	if !f.System {
		return code.NoKernel
	}
	return kernelFunctions[f.Name]
}

// srcu translates a function of SRCU. Its arguments are in the registers from arg on.
func (l *lowering) srcu(k code.Kernel, name string, arg Reg) error {
	src := &l.to.Src[len(l.to.Src)-1]
	if !l.mapping.Grace {
		return unsupported("%s: %s(): RCU, under the model of a machine, is", src.Pos, name)
	}
	src.Text = name + "()"
	f := Instr{Kind: FenceAt, A: arg, B: None, D: None, Tags: l.mapping.Kernel[k].After}
	switch k {
	case code.SrcuLock:
		f.D = arg
	case code.SrcuUnlock:
		f.B = arg + 1
	}
	l.emit(f)
	return nil
}

// allocate translates allocation and free.
func (l *lowering) allocate(id code.SysID, a Reg) error {
	src := &l.to.Src[len(l.to.Src)-1]
	if id == code.Free {
		src.Text = "free"
		how := &l.mapping.Store[trace.Plain]
		l.emit(Instr{Kind: Free, A: a, B: None, C: None, D: None, E: None, Tags: how.Tags | how.WriteTags})
		return nil
	}
	if l.inLoop() {
		return unsupported("%s: candidate executions of an allocation in a loop are", src.Pos)
	}
	size, known := l.constant(a)
	if n, ok := l.constant(a + 1); id == code.Calloc {
		size, known = size*n, known && ok
	}
	if !known {
		size = maxBlock
	}
	l.emit(Instr{Kind: Set, D: a, Imm: l.memory.allocate(src.Pos, size)})
	return nil
}

// constant returns the constant to which a register was set last, if only constants were
// set since.
func (l *lowering) constant(r Reg) (int64, bool) {
	for i := len(l.to.Code) - 1; i >= 0 && l.to.Code[i].Kind == Set; i-- {
		if in := &l.to.Code[i]; in.D == r {
			return in.Imm, true
		}
	}
	return 0, false
}

// rwlock translates an operation of a readers-writer lock. The word is the number of
// readers that hold it, or -1 if a writer does.
func (l *lowering) rwlock(id code.SysID, a Reg) error {
	acquire, release := &l.mapping.RMW[trace.Acquire], &l.mapping.RMW[trace.Release]
	value, one, two := Reg(l.top+2), Reg(l.top+3), Reg(l.top+4)
	rmw := Instr{A: a, B: one, C: None, D: value, E: None, Size: 4, Signed: true, OneEvent: !l.mapping.Halves, Choice: l.mapping.Choice}
	with := func(kind Kind, how *Lowering) Instr {
		in := rmw
		in.Kind, in.Tags, in.ReadTags, in.WriteTags = kind, how.Tags, how.ReadTags, how.WriteTags
		return in
	}
	switch id {
	case code.RWRdLock:
		l.emit(Instr{Kind: Set, D: one, Imm: 1})
		l.emit(Instr{Kind: Set, D: two, Imm: -1})
		in := with(Amo, acquire)
		in.RMW, in.Unless, in.Waits, in.C = code.FetchAdd, true, true, two
		l.emit(in)
	case code.RWWrLock:
		l.emit(Instr{Kind: Set, D: one, Imm: 0})
		l.emit(Instr{Kind: Set, D: two, Imm: -1})
		in := with(Cas, acquire)
		in.Waits, in.C = true, two
		l.emit(in)
	case code.RWUnlock:
		in := with(Load, &l.mapping.Load[trace.Relaxed])
		in.B = None
		l.emit(in)
		l.emit(Instr{Kind: Set, D: two, Imm: -1})
		reader := l.emit(Instr{Kind: Branch, Op: code.JNe, A: value, B: two})
		l.emit(Instr{Kind: Set, D: one, Imm: 0})
		in = with(Store, &l.mapping.Store[trace.Release])
		in.D = None
		l.emit(in)
		end := l.emit(Instr{Kind: Branch, Op: code.Jmp, A: None, B: None})
		l.bind(reader)
		l.emit(Instr{Kind: Set, D: one, Imm: 1})
		in = with(Amo, release)
		in.RMW = code.FetchSub
		l.emit(in)
		l.bind(end)
	}
	l.emit(Instr{Kind: Set, D: a, Imm: 0})
	return nil
}

// lock translates an operation of a lock, which is 1 while it is held.
func (l *lowering) lock(in *code.Instr) error {
	id, word := code.SysID(in.C-l.base), Reg(in.A)
	src := &l.to.Src[len(l.to.Src)-1]
	switch id {
	case code.Printf, code.Puts, code.Putchar, code.MutexDestroy:
		return l.library(in)
	case code.Malloc, code.Calloc, code.Free:
		return l.allocate(id, word)
	}
	src.Pos, src.Text = l.prog.Sites[in.Imm].Pos, l.prog.Sites[in.Imm].Text
	switch id {
	case code.RWRdLock, code.RWWrLock, code.RWUnlock:
		return l.rwlock(id, word)
	}
	m := Instr{Kind: Cas, A: word, B: None, C: l.temp(), D: None, E: None, Size: 4, Signed: true, FailTags: l.mapping.Load[trace.Relaxed].Tags | l.mapping.Failed}
	how := &l.mapping.Kernel[code.SpinLock]
	switch id {
	case code.MutexLock:
		m.Waits = true
	case code.MutexTryLock:
		m.D, m.E = word, word // 0: it is taken
	case code.MutexUnlock:
		how = &l.mapping.Kernel[code.SpinUnlock]
		m.Kind, m.C = Store, None
	default:
		return unsupported("%s: %s: candidate executions of this operation are", src.Pos, src.Text)
	}
	if m.Kind == Cas {
		l.emit(Instr{Kind: Set, D: l.temp(), Imm: 1})
	}
	m.Tags, m.ReadTags, m.WriteTags = how.Tags, how.ReadTags, how.WriteTags
	l.before(how)
	l.emit(m)
	if id == code.MutexTryLock {
		skip := l.emit(Instr{Kind: Branch, Op: code.JZ, A: word, B: None})
		l.after(how, None)
		l.bind(skip)
		l.emit(Instr{Kind: Compute, Op: code.Not, D: word, A: word, B: None})
		return nil
	}
	l.after(how, None)
	return nil
}

// nowhere is the Join of a branch whose control dependencies do not end.
const nowhere = -1

// join computes where the control dependencies of each branch end: at the first operation
// on every path from the branch.
func (t *Thread) join() {
	n := len(t.Code)
	var all, v bitset.Set
	for i := range n + 1 {
		all.Add(i)
	}
	after := make([]bitset.Set, n+1) // by operation: the operations on every path from it, including itself
	for i := range n {
		after[i] = slices.Clone(all)
	}
	after[n].Add(n)
	next := func(i int) (a, b int) {
		in := &t.Code[i]
		switch {
		case in.Kind != Branch:
			return i + 1, i + 1
		case in.Op == code.Jmp:
			return int(in.Target), int(in.Target)
		}
		return i + 1, int(in.Target)
	}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			a, b := next(i)
			v = append(v[:0], after[a]...)
			v.Intersect(after[b])
			v.Add(i)
			changed = after[i].Intersect(v) || changed
		}
	}
	for i := range t.Code {
		in := &t.Code[i]
		if in.Kind != Branch || in.Op == code.Jmp || in.Join == nowhere {
			continue
		}
		after[i].Remove(i)
		in.Join = 0
		for j := range after[i].All() {
			if after[i].Within(after[j]) { // the nearest: it has all the others after it
				in.Join = int32(j)
				break
			}
		}
		after[i].Add(i)
	}
}

// The kernel's implementations for hardware (arch/*/include/asm/barrier.h, atomic.h,
// cmpxchg.h): Armv8 with its atomic instructions, Power of 64 bits, RISC-V, Armv7 and x86.
// A lock is taken by an acquire compare-exchange and released by a release store. A failed
// RMW orders nothing after it.
var (
	LinuxArmv8 = built(Mapping{Choice: true}, X, linux{mb: DMBSY, rmb: DMBLD, wmb: DMBST,
		load: Lowering{Tags: Atomic}, store: Lowering{Tags: L},
		acquire: Lowering{ReadTags: Atomic}, release: Lowering{WriteTags: L},
		full: Lowering{ReadTags: Atomic, WriteTags: L}, completes: DMBSY, noReturn: NoRet})
	LinuxPower = built(Mapping{}, EX, linux{mb: SYNC, rmb: LWSYNC, wmb: LWSYNC,
		load: Lowering{After: LWSYNC}, store: Lowering{Before: LWSYNC},
		acquire: Lowering{After: ISYNC, Branch: true}, release: Lowering{Before: LWSYNC},
		full: Lowering{Before: SYNC, After: SYNC}, completes: SYNC, unlockLock: SYNC})
	LinuxRISCV = built(Mapping{}, X, linux{mb: FenceRWRW, rmb: FenceRR, wmb: FenceWW,
		load: Lowering{After: FenceRRW}, store: Lowering{Before: FenceRWW},
		acquire: Lowering{After: FenceRRW}, release: Lowering{Before: FenceRWW},
		full: Lowering{Tags: AcqRel}, completes: FenceRWRW, unlockLock: FenceRWRW})
	LinuxArmv7 = built(Mapping{}, EX, linux{mb: DMB, rmb: DMB, wmb: DMBST,
		load: Lowering{After: DMB}, store: Lowering{Before: DMB},
		acquire: Lowering{After: DMB}, release: Lowering{Before: DMB},
		full: Lowering{Before: DMB, After: DMB}, completes: DMB})
	LinuxX86 = built(Mapping{}, X, linux{mb: StoreLoad})
)

// linux has the kernel's operations on hardware: fences, acquire loads, release stores, and
// RMWs. completes is smp_mb__before_atomic() and its like.
type linux struct {
	mb, rmb, wmb           Tags
	load, store            Lowering
	acquire, release, full Lowering
	completes, unlockLock  Tags
	noReturn               Tags
}

// built makes a mapping. rmw is the tag of its RMWs.
func built(m Mapping, rmw Tags, l linux) Mapping {
	m.Halves, m.Linux, m.Failed = true, true, rmw
	m.Load[trace.Acquire], m.Store[trace.Release] = l.load, l.store
	m.RMW[trace.Acquire], m.RMW[trace.Release], m.RMW[trace.SeqCst] = l.acquire, l.release, l.full
	for o := range m.RMW {
		m.RMW[o].Tags |= rmw
	}
	m.Kernel[code.SpinLock], m.Kernel[code.SpinUnlock] = m.RMW[trace.Acquire], l.store
	m.Kernel[code.NoReturn].ReadTags = l.noReturn
	for k, t := range map[code.Kernel]Tags{code.Mb: l.mb, code.Rmb: l.rmb, code.Wmb: l.wmb, code.BeforeAtomic: l.completes,
		code.AfterAtomic: l.completes, code.AfterSpinlock: l.completes, code.AfterUnlockLock: l.unlockLock} {
		m.Kernel[k].After = t
	}
	return m
}
