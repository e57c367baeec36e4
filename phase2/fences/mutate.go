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
	In      int           // Killed: the program in which something goes wrong
	Error   *interp.Error // Killed: what does
	Verdict Verdict       // Survived: how it is known
}

// A Mutation is the score of programs as tests of a source.
type Mutation struct {
	Model *models.Model
	// Wrong says what goes wrong in the programs themselves: nothing else is known then.
	Wrong         []Fault
	Mutants       []MutantResult   // by place
	Communication []*Communication // by program, of the program itself
	Reached       []*vm.Reached    // by program, by the executions of the program itself
	Verdict       Verdict          // of the programs themselves
	Executions    int              // made, exploring left out
	Incomplete    string           // why the search was cut short; empty if it was not
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

// Mutate is MutateAll for one program.
func Mutate(ctx context.Context, p *code.Program, m *models.Model, o Options) (*Mutation, error) {
	return MutateAll(ctx, []Client{{p, m, o}})
}

// MutateAll weakens a source in one place after the other, and looks in which of these mutants one of
// the programs goes wrong (R. DeMillo, R. Lipton and F. Sayward, "Hints on test data selection",
// 1978; the operators are of memory orders). What one goes wrong by is tried first on the
// others. A mutant that survives shows that no part of the programs notices the change: either
// they are no test of it, or what was taken away is not needed. The error is that of
// JustifyAll.
func MutateAll(ctx context.Context, clients []Client) (*Mutation, error) {
	programs, probers := unpack(ctx, clients)
	out := &Mutation{Model: clients[0].Model, Verdict: Verdict{Proved: true}}
	for k, b := range probers {
		l, err := b.look(programs[k])
		if err != nil {
			return nil, &ClientError{k, err}
		}
		if len(l.caught) > 0 {
			out.Wrong = append(out.Wrong, Fault{k, l.caught[0].Error})
		}
		if l.cut {
			b.o.Prove = nil // it does not come to an end with fewer orders either
		}
		out.Verdict = out.Verdict.and(&l.verdict)
		out.Communication, out.Reached = append(out.Communication, l.seen), append(out.Reached, l.reached.Reached())
	}
	if len(out.Wrong) > 0 {
		return out, nil
	}
	for _, mutant := range Mutants(programs...) {
		if mutant.Kind == Moved && !out.movable(&mutant) {
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

// try looks whether a mutant goes wrong in one of the programs.
func (r *MutantResult) try(probers []*prober) error {
	r.Verdict.Proved = true
	for k, b := range probers {
		if r.Programs[k] == nil {
			continue
		}
		caught, verdict, cut, err := b.examine(r.Programs[k], b.o.Prove)
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

// misses reports whether it is known that no program gets to what was changed.
func (m *Mutation) misses(mutant *Mutant) bool {
	for _, a := range mutant.At {
		if c := m.Communication[a.Program]; !c.Complete || c.reached[OrderSite{Site: a.Site, Fail: mutant.Order.Fail}] {
			return false
		}
	}
	return true
}

// movable reports whether a moved store is another program: the executions get to both accesses,
// and these are never of the same memory.
func (m *Mutation) movable(mutant *Mutant) (both bool) {
	for i, a := range mutant.At {
		c, past := m.Communication[a.Program], mutant.Past[i].Site
		if c.meet(a.Site, past) {
			return false
		}
		both = both || c.reached[OrderSite{Site: a.Site}] && c.reached[OrderSite{Site: past}]
	}
	return both
}
