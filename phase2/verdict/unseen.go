package verdict

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Behaviours of machines, compilers and what is around a program that an answer may leave out.
const (
	LoadBuffering = "load buffering"
	Reuse         = "reuse of freed memory"
	WeakFailures  = "weak compare-exchanges that fail though they could succeed"
	Sizes         = "models of the language, which describe no races of accesses of different sizes"
	Clocks        = "other times of clocks"
	Random        = "other random numbers"
	Processors    = "threads on different processors"
)

// answers are the library's functions whose result is the same in each execution, and elsewhere is not.
var answers = map[string]string{
	readsClock: Clocks,
	"rand_r":   Random, "__fp_rand48": Random,
	"sched_getcpu": Processors,
}

// askUnseen names behaviours that none of the models has, and looks for load buffering.
func (r *run) askUnseen(ctx context.Context) {
	a, o := r.a, r.o
	a.Unseen = unseen(r.program, slices.Contains(o.Campaign.Models, o.Native), o.Campaign.Machine.Semantics, r.coverage.Called())
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
// effect before an earlier load, which C11 allows; an object at the address of a freed one, unless the
// machines reuse memory; a weak compare-exchange that fails of itself, and is not tried again, unless
// the machines choose it; and other results of functions that were called.
func unseen(p *code.Program, native bool, o interp.Semantics, called map[string]bool) []string {
	var loads, stores, frees, fails bool
	given := map[string]bool{}
	for name := range called {
		given[answers[name]] = true
	}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		var loops []code.NaturalLoop
		for pc, in := range f.Code {
			switch in.Op {
			case code.Load, code.Store, code.RMW, code.CAS, code.DCAS:
				a := &p.Access[in.Imm]
				reads, writes := in.Op != code.Store, in.Op != code.Load
				if a.Order != trace.Plain {
					loads = loads || reads && (!a.Order.Acquires() || in.Op == code.CAS && !a.Fail.Acquires())
					stores = stores || writes && !a.Order.Releases()
				}
				if a.Weak && !fails && p.Sites[in.Imm].Library.Line == 0 {
					if loops == nil {
						loops = p.Loops(f)
					}
					fails = !slices.ContainsFunc(loops, func(l code.NaturalLoop) bool { return l.Body[pc] })
				}
			case code.Sys:
				frees = frees || code.SysID(in.C) == code.Free || code.SysID(in.C) == code.Realloc
			}
		}
	}
	return slices.Concat(
		lists.If(native && loads && stores, LoadBuffering),
		lists.If(frees && !vm.Recycles(p, o.Reuse), Reuse),
		lists.If(fails && !o.WeakFail, WeakFailures),
		lists.If(slices.ContainsFunc(o.Units, vm.Unit.IsWord), Sizes),
		lists.If(given[Clocks], Clocks),
		lists.If(given[Random], Random),
		lists.If(given[Processors], Processors),
	)
}
