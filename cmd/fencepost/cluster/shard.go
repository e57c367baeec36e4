package cluster

import (
	"context"
	"encoding/json"
	"sync/atomic"

	"fencepost/interp/campaign"
	"fencepost/trace/lists"
)

// perShard is the number of units for each shard into which the work is divided, if
// possible.
const perShard = 64

// A Shard is the Engine that does a share of the work. A hash of its content assigns a unit
// to a shard.
type Shard struct {
	Stages
	I, N    int // this is shard I of N, from 1
	Workers int // number of units at a time; does not affect the result
	Job     *Job
	// Write receives the partial result.
	Write func(*Partial)
	// Progress, if set, is called with the number of finished units of a stage.
	Progress func(stage string, done, total int)
}

// Parts does the share of all offered stages. It returns ErrElsewhere if there was no
// error.
func (s *Shard) Parts(ctx context.Context, _ string) ([]json.RawMessage, error) {
	p := &Partial{Job: s.Job, Shard: s.I, Of: s.N}
	for _, t := range s.Stages {
		list, err := t.work.Units(ctx, perShard*s.N)
		if err != nil {
			return nil, err
		}
		for i := range list {
			list[i].Stage = t.name
		}
		out := partialStage{Stage: t.name, Units: len(list), Plan: planOf(list)}
		if out.Done, err = s.do(ctx, t, s.share(list)); err != nil {
			return nil, err
		}
		p.Stages = append(p.Stages, out)
	}
	s.Write(p)
	return nil, ErrElsewhere
}

// share returns the units of this shard.
func (s *Shard) share(list []Unit) []Unit {
	return lists.Where(list, func(u Unit) bool { return u.share(s.N) == s.I-1 })
}

// do does units of a stage, in order.
func (s *Shard) do(ctx context.Context, t stage, mine []Unit) ([]Part, error) {
	results := make([]*Result, len(mine))
	errs := make([]error, len(mine))
	var next, through atomic.Int64
	var last atomic.Int64 // first unit that ends the stage
	last.Store(int64(len(mine)))
	campaign.Parallel(min(s.Workers, len(mine)), func(int) {
		for i := next.Add(1) - 1; i < int64(len(mine)) && i <= last.Load(); i = next.Add(1) - 1 {
			results[i], errs[i] = t.work.Do(ctx, mine[i], func() bool { return false })
			for ends := errs[i] != nil || results[i].Ends; ends; {
				old := last.Load()
				ends = i < old && !last.CompareAndSwap(old, i)
			}
			if n := through.Add(1); s.Progress != nil {
				s.Progress(t.name, int(n), len(mine))
			}
		}
	})
	var list []Part
	for i := range mine {
		if errs[i] != nil {
			return nil, errs[i]
		}
		if int64(i) > last.Load() {
			break
		}
		list = append(list, Part{mine[i], results[i].Part, results[i].Ends})
	}
	return list, nil
}
