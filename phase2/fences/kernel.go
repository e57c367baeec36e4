package fences

import (
	"strings"

	"fencepost/interp/c/rewrite"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// kernelModel is the name of the Linux kernel's model.
const kernelModel = "lkmm"

// inKernelWords reports whether a program uses the operations of the Linux kernel.
func inKernelWords(p *code.Program, m *models.Model) bool { return p.Kernel || m.Name == kernelModel }

// kernelFences are the kernel's barriers that every mapping lowers to a hardware fence of
// the given kind.
var kernelFences = map[trace.FenceKind]spelled{
	trace.StoreLoad:  {"smp_mb()", "lkmm.h", code.Access{Order: trace.SeqCst, Kernel: code.Mb}},
	trace.StoreStore: {"smp_wmb()", "lkmm.h", code.Access{Order: trace.Release, Kernel: code.Wmb}},
	trace.LoadLoad:   {"smp_rmb()", "lkmm.h", code.Access{Order: trace.Acquire, Kernel: code.Rmb}},
}

// barriersOf returns the barriers that together have the effect of an order in C11.
func barriersOf(o trace.Order) []trace.FenceKind {
	return lists.Where([]trace.FenceKind{trace.LoadLoad, trace.StoreStore, trace.StoreLoad}, func(k trace.FenceKind) bool {
		of := kernelFences[k].access.Order
		return of == o || o == trace.AcqRel && of != trace.SeqCst
	})
}

// barrierCalls returns the calls of barriersOf, as an expression.
func barrierCalls(o trace.Order) string {
	return strings.Join(lists.Map(barriersOf(o), func(k trace.FenceKind) string { return kernelFences[k].call }), ", ")
}

// singleOrders are the orders of one barrier, weakest first. An RMW has the same orders: an RMW
// that acquires and releases is fully ordered.
var singleOrders = []trace.Order{trace.Relaxed, trace.Acquire, trace.Release, trace.SeqCst}

// isBarrier reports whether an operation is one of kernelFences.
func isBarrier(a *code.Access) bool {
	return a.Kernel == code.Rmb || a.Kernel == code.Wmb || a.Kernel == code.Mb
}

// kernelOrders returns the order of a site, and the orders for which the kernel has
// operations. A load or store is never seq_cst, and a failed RMW orders nothing. A load
// that is consume in C11 is a READ_ONCE() in the kernel's model.
func kernelOrders(a *code.Access, s OrderSite, op code.Op, m *models.Model) (trace.Order, []trace.Order) {
	switch {
	case s.Fail:
		return a.Fail, []trace.Order{a.Fail}
	case isBarrier(a):
		return a.Order, singleOrders
	case a.Kernel != code.NoKernel:
		return a.Order, []trace.Order{a.Order}
	case a.Order == trace.Consume && m.Name == kernelModel:
		return trace.Relaxed, loadOrders[:2]
	case op == code.Load:
		return a.Order, loadOrders[:2]
	case op == code.Store:
		return a.Order, storeOrders[:2]
	case accesses(op):
		return a.Order, singleOrders
	}
	return a.Order, []trace.Order{trace.Relaxed, a.Order}
}

// addBarriers adds the places of barriers: both sides of each access of the threads.
func (t *orderTable) addBarriers() {
	main := t.programs[0].Funcs[t.programs[0].Main].Name
	for _, site := range Sites(t.programs[0]) {
		if t.programs[0].Sites[site].Func == main {
			continue
		}
		for _, side := range []Side{After, Before} {
			t.sites = append(t.sites, OrderSite{Site: site, Barrier: true, Side: side})
			t.written = append(t.written, trace.Relaxed)
			t.levels = append(t.levels, allOrders)
		}
	}
}

// priceBarriers adds the effort of writing barriers to the prices of elements.
func (s *orderSearch) priceBarriers() {
	effort := efforts(s.ctx, s.programs[0], s.o.Compile, Sites(s.programs[0]))
	for e, el := range s.elements {
		if at := s.sites[el.site]; at.Barrier {
			how := effort(at.Site, at.Side)
			s.prices[e].effort = int64(how) + 1
			if how == rewrite.Hard {
				s.prices[e].unwritable = 1
			}
		}
	}
}

// withBarriers returns the program with the barriers that changes add.
func withBarriers(p *code.Program, changes []OrderChange) *code.Program {
	var pl Placement
	for _, c := range changes {
		if c.Barrier && c.To != trace.Relaxed {
			for _, k := range barriersOf(c.To) {
				pl.Add = append(pl.Add, Fence{c.Site, c.Side, k})
			}
		}
	}
	to := Apply(p, pl)
	for i := len(p.Sites); i < len(to.Sites); i++ {
		b := kernelFences[to.Access[i].Fence]
		to.Sites[i].Text, to.Access[i] = b.call, b.access
	}
	return to
}

// fencesAround adds to a set the fences next to a full RMW of the Linux kernel: in C11 such
// an RMW stands between them.
func fencesAround(p *code.Program, site int32, set map[int32]bool) {
	pos := p.Sites[site].Pos
	for i := range p.Funcs {
		before, passed := int32(-1), false
		for _, in := range p.Funcs[i].Code {
			switch {
			case accesses(in.Op) && in.Imm == site:
				passed = true
			case in.Op != code.FenceOp || p.Access[in.Imm].Kernel != code.Around || p.Sites[in.Imm].Pos != pos:
			case passed && before >= 0:
				set[before], set[in.Imm] = true, true
				return
			case !passed:
				before = in.Imm
			}
		}
	}
}
