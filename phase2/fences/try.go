package fences

import (
	"cmp"
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
)

// A prober finds out whether something goes wrong in programs that differ from each other
// in a few accesses.
type prober struct {
	ctx   context.Context
	model *models.Model
	o     *Options
	known []*witness.Recording // executions that went wrong, the latest first

	tried, caught, executions int
	ended                     int // executions of tests that completed or have an error
	trying                    int // number of changes in the current program
}

// examine finds out whether something goes wrong in a program: by following executions that
// went wrong in others, by a few tests, by the prover if there is one, and, if the proof
// does not complete, by many tests. It returns executions that went wrong, or the evidence
// that there are none. cut says that the prover did not complete.
func (b *prober) examine(p *code.Program, prove Prover) (caught []*witness.Recording, v Verdict, cut bool, err error) {
	b.tried++
	for i, rec := range b.known {
		b.executions++
		if again := b.follow(p, rec); again != nil {
			b.known = append([]*witness.Recording{rec}, slices.Delete(b.known, i, i+1)...)
			return []*witness.Recording{again}, v, false, nil
		}
	}
	first := min(firstTests, b.o.Tests)
	caught, v.Executions, err = b.test(p, first)
	if err != nil || len(caught) > 0 {
		return b.remember(caught), v, false, err
	}
	if prove != nil && b.ctx.Err() == nil {
		proof := prove(b.ctx, p, b.model)
		v.Proved, v.Limit, v.Explored = proof.Complete && proof.Err == nil, proof.Limit, proof.Model
		cut = !proof.Complete && b.ctx.Err() == nil && !(b.o.ProveOnly && proof.Err != nil)
		if proof.Err != nil {
			if proof.Run != nil {
				return b.remember([]*witness.Recording{proof.Run}), v, cut, nil
			}
			// An execution of a test can be followed, that of the proof cannot.
			caught, _, err := b.test(p, b.o.Tests)
			if err == nil && len(caught) == 0 {
				caught = []*witness.Recording{{Error: proof.Err}}
			}
			return b.remember(caught), v, cut, err
		}
	}
	if b.o.ProveOnly || v.Proved || first == b.o.Tests {
		return nil, v, cut, nil
	}
	caught, more, err := b.test(p, b.o.Tests)
	v.Executions += more
	return b.remember(caught), v, cut, err
}

// A found is the result for a setting in several programs.
type found struct {
	in      int                  // index of the program that goes wrong
	caught  []*witness.Recording // its executions that went wrong
	verdict Verdict              // the evidence that nothing goes wrong in any program
}

// check examines a setting in the programs, up to the first that goes wrong.
func (s *orderSearch) check(at setting) (out found, err error) {
	out.verdict.Proved = true
	for k, m := range s.members {
		out.in = k
		if held := m.heldAt(at); held != nil {
			out.verdict = out.verdict.and(&held.verdict)
			continue
		}
		prove := m.o.Prove
		endless := !m.o.ProveOnly && slices.ContainsFunc(m.endless, func(e setting) bool { return weaker(at, e) })
		if endless {
			prove = nil
		}
		caught, v, cut, err := m.examine(s.applyTo(k, at), prove)
		if cut {
			m.endless = append(m.endless, at)
		}
		if endless && m.o.Prove != nil {
			v.Limit = "it did not end with stronger orders"
		}
		if m.o.ProveOnly && !v.Proved && len(caught) == 0 && err == nil {
			s.limit = v.Limit
		}
		out.verdict = out.verdict.and(&v)
		if err != nil || len(caught) > 0 || s.ctx.Err() != nil {
			out.caught = caught
			return out, err // the budget is spent: the tests so far must suffice
		}
		m.held = append(m.held, heldSetting{at, v})
	}
	return out, nil
}

// confirm tests a setting once more, with more executions, before it is accepted. A proved
// setting is tested, too, because the explored model may differ in small things.
func (s *orderSearch) confirm(at setting, v *Verdict) (out found, err error) {
	for k, m := range s.members {
		caught, executions, err := m.test(s.applyTo(k, at), confirmations*m.o.Tests)
		v.Executions += executions
		if err != nil || len(caught) > 0 {
			m.held = nil
			return found{in: k, caught: m.remember(caught)}, err
		}
	}
	return out, nil
}

// and combines the verdicts of two programs.
func (v Verdict) and(w *Verdict) Verdict {
	v.Proved = v.Proved && w.Proved
	v.Limit, v.Explored = cmp.Or(v.Limit, w.Limit), cmp.Or(v.Explored, w.Explored)
	v.Executions += w.Executions
	return v
}

// confirmations is the factor of the number of tests in confirm.
const confirmations = 3

// firstTests is the number of executions tested before exploring.
const firstTests = 256

// Least is the number of executions without an error that suffice for a change if the
// budget is spent.
const Least = 100

// remember keeps executions that went wrong, and returns them.
func (b *prober) remember(caught []*witness.Recording) []*witness.Recording {
	b.caught += len(caught)
	for _, rec := range caught {
		if rec.Events != nil {
			b.known = append(b.known, rec)
		}
	}
	return caught
}

// test runs a program this many times, with seeds of its own, and returns the executions
// that went wrong in a new way.
func (b *prober) test(p *code.Program, runs int) (caught []*witness.Recording, executions int, err error) {
	if b.o.ProveOnly {
		return nil, 0, nil
	}
	seed := strategy.Seed(b.o.Campaign.Seed, streamOrders, uint64(b.tried), uint64(runs))
	machine := b.o.Campaign.Machine
	r, err := campaign.Run(b.ctx, p, b.model, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(seed, true) },
		Runs:     runs, Workers: b.o.Campaign.Workers, Machine: machine,
		Progress: func(r *campaign.Report) { b.progress(r.Runs) },
	})
	if err != nil {
		return nil, 0, err
	}
	b.executions += r.Runs
	b.ended += r.Ended.Completed + r.Ended.Failed
	ctx, cancel := witness.Grace(b.ctx)
	defer cancel()
	m := interp.New(p, b.model, machine)
	var seen [][]int32 // schedules; an execution may have several findings
	for i := range r.Findings {
		choices := r.Findings[i].Witness.Choices
		if slices.ContainsFunc(seen, func(c []int32) bool { return slices.Equal(c, choices) }) {
			continue
		}
		seen = append(seen, choices)
		if rec := witness.Record(ctx, m, choices); rec != nil {
			caught = append(caught, rec)
		}
	}
	return caught, r.Runs, nil
}
