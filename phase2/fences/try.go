package fences

import (
	"slices"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
)

// check finds out whether something goes wrong in a setting: by following what
// went wrong in others, by a few tests, by the prover, and if that does not end
// by many tests. It returns what went wrong, or how it is known that nothing does.
func (s *orderSearch) check(at setting) (caught []*witness.Recording, v Verdict, err error) {
	s.tried++
	p := s.apply(at)
	for i, rec := range s.known {
		s.executions++
		if again := s.follow(p, rec); again != nil {
			s.known = append([]*witness.Recording{rec}, slices.Delete(s.known, i, i+1)...)
			return []*witness.Recording{again}, v, nil
		}
	}
	first := min(firstTests, s.o.Tests)
	caught, v.Executions, err = s.test(at, first)
	if err != nil || len(caught) > 0 {
		return s.remember(caught), v, err
	}
	if s.o.Prove != nil && s.ctx.Err() == nil && !s.isEndless(at) {
		proof := s.o.Prove(s.ctx, p, s.model)
		v.Proved, v.Limit, v.Explored = proof.Complete && proof.Err == nil, proof.Limit, proof.Model
		if !proof.Complete && s.ctx.Err() == nil && !(s.o.ProveOnly && proof.Err != nil) {
			s.endless = append(s.endless, at)
		}
		if proof.Err != nil {
			// A test that shows it can be followed.
			caught, _, err := s.test(at, s.o.Tests)
			if err == nil && len(caught) == 0 {
				caught = []*witness.Recording{{Error: proof.Err}}
			}
			return s.remember(caught), v, err
		}
	} else if s.o.Prove != nil {
		v.Limit = "it did not end with stronger orders"
	}
	if s.o.ProveOnly && !v.Proved {
		s.limit = v.Limit
		return nil, v, nil
	}
	if v.Proved || first == s.o.Tests {
		return nil, v, nil
	}
	caught, more, err := s.test(at, s.o.Tests)
	v.Executions += more
	return s.remember(caught), v, err
}

// confirm tests a setting once more at length, to be believed. What is proved is
// tested, too: the model explored may differ in small things.
func (s *orderSearch) confirm(at setting, v *Verdict) (caught []*witness.Recording, err error) {
	caught, executions, err := s.test(at, confirmations*s.o.Tests)
	v.Executions += executions
	return s.remember(caught), err
}

// confirmations is how many times as many executions make up a confirmation.
const confirmations = 3

// firstTests is how many executions are tested before exploring.
const firstTests = 256

// Least is how many executions without an error have to show that a change mends a
// program, where a budget leaves no more.
const Least = 100

// isEndless reports whether exploring did not end with orders at least as strong.
func (s *orderSearch) isEndless(at setting) bool {
	return slices.ContainsFunc(s.endless, func(e setting) bool { return weaker(at, e) })
}

// remember keeps what went wrong, and returns it.
func (s *orderSearch) remember(caught []*witness.Recording) []*witness.Recording {
	s.caught += len(caught)
	for _, rec := range caught {
		if rec.Events != nil {
			s.known = append(s.known, rec)
		}
	}
	return caught
}

// test tests a setting by so many executions, with seeds of its own, and returns
// those that show something new that goes wrong.
func (s *orderSearch) test(at setting, runs int) (caught []*witness.Recording, executions int, err error) {
	if s.o.ProveOnly {
		return nil, 0, nil
	}
	p := s.apply(at)
	seed := seedOf(s.o.Campaign.Seed, streamOrders, uint64(s.tried), uint64(runs))
	machine := s.o.Campaign.Machine
	r, err := campaign.Run(s.ctx, p, s.model, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(seed, true) },
		Runs:     runs, Workers: s.o.Campaign.Workers, Machine: machine,
		Progress: func(r *campaign.Report) { s.tell(r.Runs) },
	})
	if err != nil {
		return nil, 0, err
	}
	s.executions += r.Runs
	ctx, cancel := witness.Grace(s.ctx)
	defer cancel()
	m := interp.New(p, s.model, machine)
	var seen [][]int32 // an execution may show several findings
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
