package verdict

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/search"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/trace"
)

// Sequences is the conclusion under the other rule of release sequences. In C11 later stores of the
// same thread continue a release sequence, in C++20 only read-modify-writes do.
type Sequences struct {
	Model      *models.Model // of the other rule
	Conclusion Conclusion    // under it
	Error      *interp.Error // that the rule of C++20 shows
	// Load reads from Store. By C11's rule it synchronises with the head of the sequence.
	Load, Store trace.Pos
}

// askOtherRule asks for the conclusion under the other rule of release sequences, if that may be
// another one.
func (r *run) askOtherRule(ctx context.Context) {
	other := r.otherRule()
	if other == nil {
		return
	}
	r.b.phase("other release sequences", func() {
		step, done := r.b.limit(ctx, r.b.percent(sequencesPart))
		defer done()
		s := &Sequences{Model: other, Conclusion: Buggy}
		find := r.buggyUnder
		if r.a.Conclusion == Buggy {
			s.Conclusion, find = Proved, r.rightUnder
		}
		if e, events := find(step, other); e != nil && s.reads(r.program, events) {
			s.Error, r.a.Sequences = e, s
		}
	})
}

// otherRule returns the native model with the other rule of release sequences, if that may give
// another conclusion; nil if not. C11's rule synchronises more, so it makes no right program wrong.
func (r *run) otherRule() *models.Model {
	buggy := r.a.Conclusion == Buggy
	switch {
	case !slices.Contains(r.o.Campaign.Models, r.o.Native) || !continues(r.program):
	case !buggy && r.o.Native == c11.Model:
		return c11.CXX20
	case buggy && r.o.Native == c11.CXX20:
		return c11.Model
	}
	return nil
}

// continues reports whether a program has a write that heads a release sequence, and a relaxed
// store that may continue it.
func continues(p *code.Program) bool {
	heads, relaxed := false, false
	for i := range p.Funcs {
		for _, in := range p.Funcs[i].Code {
			switch in.Op {
			case code.Store:
				relaxed = relaxed || p.Access[in.Imm].Order == trace.Relaxed
				fallthrough
			case code.RMW, code.CAS, code.DCAS:
				heads = heads || p.Access[in.Imm].Order.Releases()
			}
		}
	}
	return heads && relaxed
}

// otherTests is the number of random executions under the other rule, if exploring decides nothing.
const otherTests = 1000

// buggyUnder looks for an execution that shows an error under a model with the rule that synchronises
// less: by exploring, and by tests if that is not complete.
func (r *run) buggyUnder(ctx context.Context, m *models.Model) (*interp.Error, []trace.Event) {
	found, err := r.exploreUnder(ctx, m)
	if err == nil {
		for i := range found.Errors {
			if f, err := search.Shown(ctx, r.program, m, r.o.Campaign.Machine, &found.Errors[i]); err == nil {
				return found.Errors[i].Error, eventsOf(ctx, r.program, f.Witness)
			}
		}
		if found.Complete {
			return nil, nil
		}
	}
	tests, _ := campaign.Run(ctx, r.program, m, r.o.tests(otherTests, true)) // what is not supported shows no error
	for _, f := range tests.Findings {
		if events := eventsOf(ctx, r.program, f.Witness); events != nil {
			return f.Error, events
		}
	}
	return nil, nil
}

func (r *run) exploreUnder(ctx context.Context, m *models.Model) (*explore.Report, error) {
	s := explore.NewSearch(r.program, axiom.Of(m), explore.Options{Machine: r.o.Campaign.Machine, Reductions: explore.AllReductions()})
	found, err := s.Run(ctx, exploreFirst)
	r.a.Searches = append(r.a.Searches, newEffort(m.Name, s, found))
	return found, err
}

// rightUnder returns an error with an execution under the native model, if exploring shows that nothing
// goes wrong under a model with the rule that synchronises more.
func (r *run) rightUnder(ctx context.Context, m *models.Model) (*interp.Error, []trace.Event) {
	found, err := r.exploreUnder(ctx, m)
	if err != nil || !found.Complete || len(found.Errors) > 0 {
		return nil, nil
	}
	native := r.a.Report.Of(r.o.Native)
	for _, f := range slices.Concat(native.Races, native.Errors) {
		if events := eventsOf(ctx, r.program, f.Witness); events != nil {
			return f.Error, events
		}
	}
	return nil, nil
}

// reads names the last load of an execution that reads from a relaxed store after a release of the
// same thread, and reports whether there is one.
func (s *Sequences) reads(p *code.Program, events []trace.Event) bool {
	for i := range slices.Backward(events) {
		load := &events[i]
		if !load.Kind.Reads() || load.RF <= 0 || load.RF > int32(len(events)) {
			continue
		}
		store := &events[load.RF-1]
		head := func(h trace.Event) bool {
			return h.Kind.Writes() && h.Thread == store.Thread && h.Addr == store.Addr && h.ID < store.ID && h.Order.Releases()
		}
		if store.Kind == trace.Store && store.Order == trace.Relaxed && store.Thread != load.Thread && slices.ContainsFunc(events, head) {
			s.Load, s.Store = p.Sites[load.Site].Pos, p.Sites[store.Site].Pos
			return true
		}
	}
	return false
}
