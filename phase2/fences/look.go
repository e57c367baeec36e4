package fences

import (
	"context"

	"fencepost/interp/code"
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

// A look is the result of examining a program as written.
type look struct {
	caught  []*witness.Recording // executions that go wrong; if there are any, the rest is not known
	verdict Verdict
	cut     bool // the prover did not complete
	seen    *Communication
	reached *vm.Coverage
}

// look examines whether a program goes wrong, and what its executions reach. One
// exploration serves both. If the program cannot be explored, random executions show it.
func (b *prober) look(p *code.Program) (l look, err error) {
	machine := b.o.Campaign.Machine
	machine.Coverage = vm.NewCoverage(p)
	l.seen, l.reached = newCommunication(), machine.Coverage
	prove, explored := b.o.Prove, b.o.limit > 0 && !b.o.ProveOnly
	if explored {
		prove = func(ctx context.Context, p *code.Program, m *models.Model) Proof {
			found, err := l.seen.explore(ctx, p, m, machine, int64(b.o.limit))
			if err != nil {
				return Proof{Limit: err.Error()}
			}
			return proofOf(found, m, b.o.limit, false, false)
		}
	}
	if l.caught, l.verdict, l.cut, err = b.examine(p, prove); err != nil || len(l.caught) > 0 {
		return l, err
	}
	if !explored {
		_, err = l.seen.explore(b.ctx, p, b.model, machine, reachExplored)
	}
	if l.seen.Complete || b.ctx.Err() != nil || b.o.ProveOnly {
		return l, err
	}
	campaign := b.o.Campaign
	campaign.Machine = machine
	sampler := phase2.NewSampler(p, b.model, campaign)
	for k := uint64(0); k < reachTests && b.ctx.Err() == nil; k++ {
		_, events := sampler.Random(b.ctx, seedOf(b.o.Campaign.Seed, streamRandom, k))
		b.executions++
		l.seen.sample(events)
	}
	l.seen.reachAll(l.reached)
	return l, nil
}
