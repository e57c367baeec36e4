package fences

import (
	"context"

	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
)

// How many executions find out what a program reaches: explored ones, if nothing else
// bounds them, or else random ones.
const (
	reachExplored = 2_000
	reachTests    = 300
)

// A survey is the result of examining a program as written.
type survey struct {
	caught  []*witness.Recording // executions that go wrong; if there are any, seen and reached are not complete
	verdict Verdict
	cut     bool // the prover did not complete
	seen    *Communication
	reached *vm.Coverage
}

// survey examines whether a program goes wrong, which code its executions reach, and which stores
// its loads read. One exploration serves all of it. If the program cannot be explored, random
// executions serve instead.
func (b *prober) survey(p *code.Program) (s survey, err error) {
	machine := b.o.Campaign.Machine
	machine.Coverage = vm.NewCoverage(p)
	s.seen, s.reached = newCommunication(), machine.Coverage
	prove, explored := b.o.Prove, b.o.limit > 0 && !b.o.ProveOnly
	if explored {
		prove = func(ctx context.Context, p *code.Program, m *models.Model) Proof {
			found, err := s.seen.explore(ctx, p, m, machine, int64(b.o.limit))
			if err != nil {
				return Proof{Limit: err.Error()}
			}
			return proofOf(found, m, b.o.limit, false, false)
		}
	}
	if s.caught, s.verdict, s.cut, err = b.examine(p, prove); err != nil || len(s.caught) > 0 {
		return s, err
	}
	if !explored {
		_, err = s.seen.explore(b.ctx, p, b.model, machine, reachExplored)
	}
	if s.seen.Complete || b.ctx.Err() != nil || b.o.ProveOnly {
		return s, err
	}
	campaign := b.o.Campaign
	campaign.Machine = machine
	sampler := phase2.NewSampler(p, b.model, campaign)
	for k := uint64(0); k < reachTests && b.ctx.Err() == nil; k++ {
		_, events := sampler.Random(b.ctx, strategy.Seed(b.o.Campaign.Seed, streamRandom, k))
		b.executions++
		s.seen.sample(events)
	}
	s.seen.reachAll(s.reached)
	return s, nil
}
