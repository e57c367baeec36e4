package fences

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/models"
)

// A Fate says what became of a mutant.
type Fate uint8

// The fates of mutants.
const (
	Untried  Fate = iota // the search was cut short
	Killed               // something goes wrong
	Survived             // nothing does
	Missed               // no execution gets to what was changed
)

// A MutantResult is what became of a mutant.
type MutantResult struct {
	Mutant
	Fate    Fate
	Error   *interp.Error // Killed: what goes wrong
	Verdict Verdict       // Survived: how it is known
}

// A Mutation is the score of a program as a test.
type Mutation struct {
	Model *models.Model
	// Wrong is set if something goes wrong in the program itself: nothing else is known then.
	Wrong         *interp.Error
	Mutants       []MutantResult // by site
	Communication *Communication // of the program itself
	Reached       *vm.Reached    // by the executions of the program itself
	Verdict       Verdict        // of the program itself
	Executions    int            // made, exploring left out
	Incomplete    string         // why the search was cut short; empty if it was not
}

// Count returns how many mutants have a fate.
func (m *Mutation) Count(f Fate) (n int) {
	for i := range m.Mutants {
		if m.Mutants[i].Fate == f {
			n++
		}
	}
	return n
}

// Mutate weakens a program in one place after the other, and looks which of these mutants go
// wrong under m (R. DeMillo, R. Lipton and F. Sayward, "Hints on test data selection", 1978;
// the operators are of memory orders). What one goes wrong by is tried first on the
// others. A mutant that survives shows that no part of the program notices the change: either
// the program is no test of it, or what was taken away is not needed. The error is that of
// Justify.
func Mutate(ctx context.Context, p *code.Program, m *models.Model, o Options) (*Mutation, error) {
	o.fill()
	b := &prober{ctx: ctx, model: m, o: &o}
	out := &Mutation{Model: m}
	caught, verdict, cut, err := b.examine(p, true)
	if err != nil {
		return nil, err
	}
	if len(caught) > 0 {
		out.Wrong = caught[0].Error
		return out, nil
	}
	out.Verdict = verdict
	machine := o.Campaign.Machine
	machine.Coverage = vm.NewCoverage(p)
	seen, err := communicate(ctx, p, m, machine, reachExplored)
	if err != nil {
		return nil, err
	}
	out.Communication, out.Reached = seen, machine.Coverage.Reached()
	for _, mutant := range Mutants(p) {
		if mutant.Kind == Moved && (!seen.has(mutant.Site, mutant.Past) || seen.meet(mutant.Site, mutant.Past)) {
			continue
		}
		r := MutantResult{Mutant: mutant}
		switch {
		case ctx.Err() != nil:
		case mutant.Kind != Moved && seen.Complete && !seen.reached[mutant.Changes[0].OrderSite]:
			r.Fate = Missed
		default:
			caught, verdict, more, err := b.examine(mutant.Program, !cut)
			if err != nil {
				return nil, err
			}
			cut = cut || more
			switch {
			case len(caught) > 0:
				r.Fate, r.Error = Killed, caught[0].Error
			case ctx.Err() == nil:
				r.Fate, r.Verdict = Survived, verdict
			}
		}
		out.Mutants = append(out.Mutants, r)
	}
	out.Executions, out.Incomplete = b.executions, witness.Limit(ctx)
	return out, nil
}

// has reports whether executions got to both sites.
func (c *Communication) has(a, b int32) bool {
	return c.reached[OrderSite{Site: a}] && c.reached[OrderSite{Site: b}]
}
