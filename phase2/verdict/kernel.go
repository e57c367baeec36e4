package verdict

import (
	"context"
	"fmt"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/search/candidates"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// LKMM is the Linux kernel's memory model. No machine of package interp implements it. Package
// candidates explores it.
var LKMM = &models.Model{Name: "lkmm", Title: "the Linux kernel's memory model", Source: "Alglave, Maranget, McKenney, Parri, Stern: ASPLOS 2018", Native: true}

// Bounds of an exploration under LKMM: iterations of loops with effects, paths of each thread,
// choices, and candidate executions.
const (
	kernelUnroll     = 4
	kernelPaths      = 1 << 16
	kernelChoices    = 2_000_000
	kernelCandidates = 50_000
)

// A Kernel is the result under the Linux kernel's model, for a program with the kernel's headers.
type Kernel struct {
	Executions int64
	Error      *interp.Error // nil if no explored execution goes wrong
	Limit      string        // why not all executions were explored; empty if all were
	// Beyond are failures under other models of a program that is right under the kernel's.
	// C11's relaxed accesses keep no dependencies.
	Beyond []Failure
}

// right reports whether no execution goes wrong.
func (k *Kernel) right() bool { return k.Error == nil && k.Limit == "" }

// underKernel explores the program under the kernel's model. It looks for failed assertions, data
// races and wrong uses of RCU.
func underKernel(ctx context.Context, p *code.Program) (k Kernel) {
	m, err := candidates.Lookup(LKMM.Name)
	if err != nil {
		return Kernel{Limit: err.Error()}
	}
	lowered, err := m.Lower(p)
	if err != nil {
		return Kernel{Limit: err.Error()}
	}
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	r, err := candidates.Run(ctx, lowered, candidates.Options{Model: m, NullErrors: true, Unroll: kernelUnroll, MaxPaths: kernelPaths, MaxChoices: kernelChoices, MaxCandidates: kernelCandidates, Each: func(x *candidates.Execution) {
		if site, failed := x.Failed(); failed && k.Error == nil {
			k.Error = candidates.Assertion(p, site)
			enough()
		}
	}})
	switch {
	case k.Error != nil:
		return k
	case err != nil:
		return Kernel{Limit: err.Error()}
	}
	k.Executions, k.Limit = r.Executions, r.Incomplete
	for _, f := range r.Raised {
		if e := f.Error(); e != nil && k.Error == nil {
			k.Error = e
		}
	}
	return k
}

// looksFor reports whether underKernel looks for failures of the kind of f. A free writes to its block:
// an access that nothing orders before it races with it.
func looksFor(f Failure) bool {
	return f.Error.Kind == interp.AssertionFailed || f.Error.Kind == interp.DataRace || f.Error.Unordered && f.Error.Object == ""
}

// isLateUse reports whether f is a use of a variable after its life. Variables of the program that
// underKernel explores live for ever.
func isLateUse(f Failure) bool { return f.Error.Kind == interp.UseAfterFree && f.Error.Object != "" }

// askKernel asks the Linux kernel's model. It reports whether C11 shows failures that the kernel's
// model forbids: underKernelAlone then answers anew.
func (r *run) askKernel(ctx context.Context) (again bool) {
	r.b.phase("lkmm", func() {
		a, k := r.a, underKernel(ctx, r.program)
		a.Kernel = &k
		if k.Limit != "" {
			a.NotExamined = append(a.NotExamined, fmt.Sprintf("%s: %s", LKMM.Name, k.Limit))
		}
		relaxed := func(f Failure) bool { return (looksFor(f) || isLateUse(f)) && !f.shownBySC() }
		found := collect(a)
		switch {
		case k.right() && a.Conclusion == Buggy:
			if again = !slices.ContainsFunc(found, func(f Failure) bool { return !relaxed(f) }); again {
				k.Beyond = found
			}
		case k.right():
			a.Explored = append(a.Explored, k.exploration())
		case k.Error != nil && a.Conclusion != Buggy:
			f, why := r.finder(ctx), "the kernel's model allows what C11 forbids: it keeps no order between marked accesses that no barrier or dependency orders"
			a.Conclusion, a.Causes = Buggy, []Cause{f.orderCause(k.Error, LKMM, why, f.kernelFix())}
		}
	})
	return again
}

// underKernelAlone answers anew for a program that is right under the kernel's model, without the
// other relaxed models: they show executions that the kernel's model forbids, or may forbid.
func (r *run) underKernelAlone(ctx context.Context) (*Answer, error) {
	o := *r.o
	o.Explore, o.Campaign.Models = 0, []*models.Model{}
	again, err := Run(ctx, r.program, o)
	if err != nil {
		return nil, err
	}
	again.Kernel = r.a.Kernel
	if again.Conclusion == Buggy {
		return again, nil
	}
	again.Conclusion, again.Explored, again.Unseen = Proved, []Exploration{again.Kernel.exploration()}, nil
	again.Report.Incomplete = ""
	for _, f := range again.Kernel.Beyond {
		if isLateUse(f) {
			again.Conclusion = Tested
			again.NotExamined = append(again.NotExamined, fmt.Sprintf("%s: whether dependencies keep it before the end of a variable's life, as %s does not: %s: %s", LKMM.Name, f.Models[0].Name, f.Error.Pos, f.Error.Message))
		}
	}
	return again, nil
}

func (k *Kernel) exploration() Exploration {
	return Exploration{Model: &axiom.Model{Name: LKMM.Name}, Executions: k.Executions, Complete: true}
}

// kernelFix returns a fix in the kernel's words that leaves no error under its model: acquire
// loads, release stores, full RMWs, and barriers. It returns nil if they do not suffice.
func (f *finder) kernelFix() *Fix {
	o := f.inference()
	o.Strengthen, o.ProveOnly = true, true
	o.Prove = func(ctx context.Context, p *code.Program, _ *models.Model) fences.Proof {
		k := underKernel(ctx, p)
		return fences.Proof{Complete: k.Limit == "", Err: k.Error, Limit: k.Limit}
	}
	r, err := fences.InferOrders(f.ctx, f.program, LKMM, o)
	if err != nil || !r.Verdict.Proved || len(r.Changes) == 0 {
		return nil
	}
	return f.ordersFix(r.Changes)
}

// holdToKernel checks the fixes of causes under the kernel's model, and replaces those that do not
// suffice. A change of which only that model is asked says nothing of failures that it does not look for.
func (f *finder) holdToKernel(list []Cause, k *Kernel) {
	for i := range list {
		c := &list[i]
		for n := range c.Failures {
			if g := &c.Failures[n]; k.Error != nil && g.Error.Kind == k.Error.Kind && g.Error.Pos == k.Error.Pos {
				g.Models = append(slices.Clone(g.Models), LKMM)
			}
		}
		if k.Error == nil || c.SC() || !slices.ContainsFunc(c.Failures, looksFor) || c.Fix != nil && len(c.Fix.Atomic) > 0 {
			continue
		}
		if c.Fix != nil && sayable(f.program, c.Fix.Orders) {
			w := f.change(c.Fix)
			if w == nil || len(w.Notes) > 0 {
				continue
			}
			if k := underKernel(f.ctx, w.Program); k.Error == nil {
				continue
			}
		}
		var x *Fix
		if !slices.ContainsFunc(c.Failures, func(g Failure) bool { return !looksFor(g) }) {
			x = f.kernelFix() // one change for all that goes wrong
		}
		if x != nil {
			c.Fix, c.Search = x, ""
			c.Fix.Description += ", under " + LKMM.Name
		} else if c.Fix != nil {
			c.Fix.Proved = false
			c.Fix.Notes = append(c.Fix.Notes, fmt.Sprintf("%s: %s still goes wrong under %s", k.Error.Pos, k.Error.Kind, LKMM.Name))
		}
	}
}

// sayable reports whether the kernel has words for orders. It has all barriers, no seq_cst load or store,
// and of the RMWs that acquire and release only the full one.
func sayable(p *code.Program, list []fences.OrderChange) bool {
	return !slices.ContainsFunc(list, func(c fences.OrderChange) bool {
		return !c.Barrier && (c.To == trace.AcqRel || c.To == trace.SeqCst && !does(p, c.Site, code.RMW, code.CAS))
	})
}
