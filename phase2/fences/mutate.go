package fences

import (
	"cmp"
	"context"

	"fencepost/interp"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace/lists"
)

// A Fate is the result of testing a mutant.
type Fate uint8

// The fates of mutants.
const (
	Untried  Fate = iota // the search was cut short
	Killed               // some program goes wrong
	Survived             // no program goes wrong
	Missed               // no execution reaches the change
)

// A MutantResult is a mutant with its fate.
type MutantResult struct {
	Mutant
	Fate    Fate
	In      int           // Killed: index of the program that goes wrong
	Error   *interp.Error // Killed: its error
	Verdict Verdict       // Survived: the evidence
}

// A Mutation is the mutation score of programs as tests of a source.
type Mutation struct {
	Model *models.Model
	// Wrong has the errors of the programs themselves. If there are any, there are no other
	// results.
	Wrong         []Fault
	Mutants       []MutantResult   // in the order of the source
	Communication []*Communication // by program, without mutation
	Reached       []*vm.Reached    // by program, without mutation
	Verdict       Verdict          // of the programs without mutation
	Executions    int              // number of tested executions; explored ones do not count
	Incomplete    string           // the reason why the search was cut short, or that no execution completed; or empty
}

// Count returns the number of mutants with a fate.
func (m *Mutation) Count(f Fate) int {
	return lists.Count(m.Mutants, func(r MutantResult) bool { return r.Fate == f })
}

// MutateAll weakens the orders of a source in one place at a time, and finds out in which of these
// mutants some program goes wrong (R. DeMillo, R. Lipton and F. Sayward,
// "Hints on test data selection", 1978; the operators concern memory orders). An execution
// that kills one mutant is tried first on the others. A surviving mutant shows that the
// programs do not notice the change: either they do not test it, or the order is not
// needed. The error is that of JustifyAll.
func MutateAll(ctx context.Context, clients []Client) (*Mutation, error) {
	programs, probers := unpack(ctx, clients)
	out := &Mutation{Model: clients[0].Model, Verdict: Verdict{Proved: true}}
	for k, b := range probers {
		l, err := b.survey(programs[k])
		if err != nil {
			return nil, &ClientError{k, err}
		}
		if len(l.caught) > 0 {
			out.Wrong = append(out.Wrong, Fault{k, l.caught[0].Error})
		}
		if l.cut {
			b.o.Prove = nil // it does not complete with weaker orders either
		}
		out.Incomplete = cmp.Or(out.Incomplete, noneEnded(b.executions, b.ended))
		out.Verdict = out.Verdict.and(&l.verdict)
		out.Communication, out.Reached = append(out.Communication, l.seen), append(out.Reached, l.reached.Reached())
	}
	if len(out.Wrong) > 0 {
		return out, nil
	}
	if out.Incomplete != "" {
		out.Incomplete = cmp.Or(witness.Limit(ctx), out.Incomplete)
		return out, nil
	}
	for _, mutant := range Mutants(programs...) {
		if mutant.Kind == Moved && (ctx.Err() != nil || !out.movable(&mutant)) {
			continue
		}
		r := MutantResult{Mutant: mutant}
		switch {
		case ctx.Err() != nil:
		case mutant.Kind != Moved && out.misses(&mutant):
			r.Fate = Missed
		default:
			if err := r.try(probers); err != nil {
				return nil, err
			}
		}
		out.Mutants = append(out.Mutants, r)
	}
	for _, b := range probers {
		out.Executions += b.executions
	}
	out.Incomplete = witness.Limit(ctx)
	return out, nil
}

// try finds out whether a mutant goes wrong in one of the programs.
func (r *MutantResult) try(probers []*prober) error {
	r.Verdict.Proved = true
	for k, b := range probers {
		p := r.Program(k)
		if p == nil {
			continue
		}
		caught, verdict, cut, err := b.examine(p, b.o.Prove)
		if err != nil {
			return err
		}
		if cut {
			b.o.Prove = nil
		}
		switch {
		case len(caught) > 0:
			r.Fate, r.Error, r.In = Killed, caught[0].Error, k
			return nil
		case b.ctx.Err() != nil:
			return nil
		}
		r.Verdict = r.Verdict.and(&verdict)
	}
	r.Fate = Survived
	return nil
}

// misses reports whether it is known that no program reaches the change.
func (m *Mutation) misses(mutant *Mutant) bool {
	for _, a := range mutant.At {
		if c := m.Communication[a.Program]; !c.Complete || c.reached[OrderSite{Site: a.Site, Fail: mutant.Order.Fail}] {
			return false
		}
	}
	return true
}

// movable reports whether a moved store makes another program: executions reach both
// accesses, and these never access the same memory.
func (m *Mutation) movable(mutant *Mutant) (both bool) {
	for i, a := range mutant.At {
		c, past := m.Communication[a.Program], mutant.Past[i].Site
		if c.overlap(a.Site, past) {
			return false
		}
		both = both || c.reached[OrderSite{Site: a.Site}] && c.reached[OrderSite{Site: past}]
	}
	return both
}
