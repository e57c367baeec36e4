package isa

import (
	"math/bits"

	"fencepost/interp/code"
	"fencepost/trace"
)

// Kernel leaves the kernel's operations as its memory model has them. Of an RMW the
// order says to which half it belongs; one without a suffix is full.
var Kernel = kernel()

func kernel() Mapping {
	m := Mapping{Halves: true, Linux: true, Grace: true, Scoped: true}
	m.Load = [trace.NumOrders]Lowering{trace.Plain: {Tags: NA}, trace.Relaxed: {Tags: RLX}, trace.Consume: {Tags: RLX}, trace.Acquire: {Tags: ACQ}}
	m.Store = [trace.NumOrders]Lowering{trace.Plain: {Tags: NA}, trace.Relaxed: {Tags: RLX}, trace.Release: {Tags: REL}}
	m.RMW = [trace.NumOrders]Lowering{
		trace.Relaxed: {Tags: X | RLX},
		trace.Acquire: {Tags: X, ReadTags: ACQ, WriteTags: RLX},
		trace.Release: {Tags: X, ReadTags: RLX, WriteTags: REL},
		trace.SeqCst:  {Tags: X | RLX | Full},
	}
	m.Failed = RLX
	for k, t := range map[code.Kernel]Tags{code.Barrier: Barrier, code.Mb: Full, code.Rmb: Rmb, code.Wmb: Wmb,
		code.BeforeAtomic: BeforeAtomic, code.AfterAtomic: AfterAtomic, code.AfterSpinlock: AfterSpinlock,
		code.AfterUnlockLock: AfterUnlockLock, code.AfterSrcuUnlock: AfterSrcuUnlock, code.RcuLock: RcuLock, code.RcuUnlock: RcuUnlock, code.SyncRcu: SyncRcu,
		code.SrcuLock: SrcuLock, code.SrcuUnlock: SrcuUnlock, code.SyncSrcu: SyncSrcu} {
		m.Kernel[k].After = t
	}
	m.Kernel[code.SpinLock] = Lowering{Tags: LK, ReadTags: ACQ, WriteTags: RLX}
	m.Kernel[code.SpinUnlock] = Lowering{Tags: UL | REL}
	m.Kernel[code.NoReturn] = Lowering{ReadTags: NoRet}
	return m
}

// refuse says why an operation is none of the kernel's, or none that the mapping has; "" if
// it is one.
func (m *Mapping) refuse(op code.Op, acc *code.Access) string {
	switch k := acc.Kernel; {
	case k >= code.RcuLock && k <= code.SyncSrcu && !m.Grace:
		return "RCU, under the model of a machine, is"
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

// join finds out where the control dependencies of each branch end: at the first
// operation that every way from the branch comes to.
func (t *Thread) join() {
	n := len(t.Code)
	words := n/64 + 1
	after := make([][]uint64, n+1) // by operation: those on every way from it, itself too
	for i := range after {
		after[i] = make([]uint64, words)
		for w := range after[i] {
			after[i][w] = ^uint64(0)
		}
	}
	clear(after[n])
	after[n][n>>6] |= 1 << (n & 63)
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
			for w := range words {
				v := after[a][w] & after[b][w]
				if w == i>>6 {
					v |= 1 << (i & 63)
				}
				if v != after[i][w] {
					after[i][w], changed = v, true
				}
			}
		}
	}
	count := func(i int) (sum int) {
		for _, w := range after[i] {
			sum += bits.OnesCount64(w)
		}
		return sum
	}
	for i := range t.Code {
		in := &t.Code[i]
		if in.Kind != Branch || in.Op == code.Jmp {
			continue
		}
		// The nearest of the operations on every way has all the others after it.
		best := -1
		for w, word := range after[i] {
			for ; word != 0; word &= word - 1 {
				j := w<<6 + bits.TrailingZeros64(word)
				if j != i && j <= n && (best < 0 || count(j) > count(best)) {
					best = j
				}
			}
		}
		in.Join = int32(max(best, 0))
	}
}
