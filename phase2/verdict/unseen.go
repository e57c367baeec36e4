package verdict

import (
	"context"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/trace"
)

// Behaviours of machines and compilers that the models of an answer may not have.
const (
	LoadBuffering = "load buffering"
	Reuse         = "reuse of freed memory"
)

// askUnseen names behaviours that none of the models has, and looks for load buffering.
func (r *run) askUnseen(ctx context.Context) {
	a, o := r.a, r.o
	a.Unseen = unseen(r.program, slices.Contains(o.Campaign.Models, o.Native), o.Campaign.Machine.Reuse)
	k := slices.Index(a.Unseen, LoadBuffering)
	if k < 0 {
		return
	}
	known := a.Kernel != nil && a.Kernel.right()
	if !known {
		r.b.phase("load buffering", func() {
			step, done := r.b.limit(ctx, max(r.b.rest(), bufferingLeast))
			defer done()
			a.Buffering = r.loadBuffering(step)
		})
	}
	if known || a.Buffering != nil {
		a.Unseen = slices.Delete(a.Unseen, k, k+1)
	}
	if a.Buffering != nil && a.Buffering.Error != nil {
		a.Conclusion, a.Unseen, a.Causes = Buggy, nil, []Cause{a.Buffering.Cause}
	}
}

// unseen names behaviours that the program may show and none of the models has: a store that takes
// effect before an earlier load, which C11 allows, and an object at the address of a freed one,
// unless the machines reuse memory.
func unseen(p *code.Program, native bool, reuse vm.Reuse) (list []string) {
	var loads, stores, frees bool
	for i := range p.Funcs {
		for _, in := range p.Funcs[i].Code {
			switch in.Op {
			case code.Load, code.Store, code.RMW, code.CAS, code.DCAS:
				a := &p.Access[in.Imm]
				reads, writes := in.Op != code.Store, in.Op != code.Load
				if a.Order != trace.Plain {
					loads = loads || reads && (!a.Order.Acquires() || in.Op == code.CAS && !a.Fail.Acquires())
					stores = stores || writes && !a.Order.Releases()
				}
			case code.Sys:
				frees = frees || code.SysID(in.C) == code.Free || code.SysID(in.C) == code.Realloc
			}
		}
	}
	if native && loads && stores {
		list = append(list, LoadBuffering)
	}
	if frees && !vm.Recycles(p, reuse) {
		list = append(list, Reuse)
	}
	return list
}
