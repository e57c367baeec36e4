package explore

import (
	"context"
	"fmt"
	"math"
	"time"

	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/work"
)

// An Estimation predicts the size of an exploration.
type Estimation struct {
	Samples    int
	Executions float64       // expected complete executions; the estimate is unbiased
	Error      float64       // standard error of Executions
	Blocked    float64       // expected blocked and bounded executions
	PerRun     time.Duration // mean time of an execution
	Units      float64       // mean work of an execution in units: see package work
}

// Time returns the expected time of the search with one worker.
func (e *Estimation) Time() time.Duration {
	return time.Duration((e.Executions + e.Blocked) * float64(e.PerRun))
}

// On describes the expected search with a number of workers.
func (e *Estimation) On(workers int) string {
	return fmt.Sprintf("%.4g executions (standard error %.2g) and %.4g blocked, in about %s",
		e.Executions, e.Error, e.Blocked, (e.Time() / time.Duration(max(1, workers))).Round(time.Millisecond))
}

// Estimate predicts the size of the whole search by random descents of its tree (Knuth, "Estimating
// the efficiency of backtrack programs", 1975). A descent leaves each node by one random branch,
// and the leaf counts as often as the product of the numbers of choices. If most is not 0, Estimate
// ends as soon as there are probably more than most executions: when the mean of the samples
// without the greatest is ten times most. By Markov's inequality that is wrong at most once in ten
// times. A caller that then gives the search up loses a proof. The state of the search does not
// matter.
func (s *Search) Estimate(ctx context.Context, samples int, seed uint64, most float64) (*Estimation, error) {
	if err := s.model.Exact(); err != nil {
		return nil, err
	}
	o := s.o
	o.apart, o.Classes = o.apart || o.Check != nil, true
	o.Outcome, o.Each, o.Check, o.Progress, o.MaxExecutions, o.Workers = nil, nil, nil, nil, 0, 1
	meter := work.NewMeter()
	if o.Machine.Work != nil {
		meter = o.Machine.Work.Part()
	}
	o.Machine.Work = meter
	pool := newPool(s.program, o, s.model)
	x := newExplorer(ctx, s.program, s.model, o, pool)
	est := &Estimation{}
	sum, squares, blocked, greatest := 0.0, 0.0, 0.0, 0.0
	start, runs := time.Now(), 0
	for ; est.Samples < samples && ctx.Err() == nil && !pool.stop.Load(); est.Samples++ {
		r := strategy.NewRand(seed, uint64(est.Samples))
		x.tally.reset()
		weight, n := x.descend(&r)
		if x.err != nil {
			return nil, x.err
		}
		runs += n
		e := weight * float64(x.tally.Executions)
		sum += e
		squares += e * e
		b := weight * float64(x.tally.Blocked+x.tally.Bounded)
		blocked += b
		greatest = max(greatest, e+b)
		if k := est.Samples + 1; most > 0 && k >= surely && sum+blocked-greatest > surely*most*float64(k) {
			est.Samples++
			break
		}
	}
	if pool.anew(&o) {
		switch {
		case o.trial && o.apart != s.o.apart:
			s.o.apart = true
			return est, nil
		case o.twins:
			o.twins = false
			way := o.way(0)
			way.trial = true
			trial := NewSearch(s.program, s.model, way)
			if est, err := trial.Estimate(ctx, samples, seed, most); err != nil || trial.o.apart == o.apart {
				return est, err
			}
			o.apart = true
		}
		return NewSearch(s.program, s.model, o).Estimate(ctx, samples, seed, most)
	}
	if est.Samples == 0 {
		return est, nil
	}
	k := float64(est.Samples)
	est.Executions, est.Blocked = sum/k, blocked/k
	if k > 1 {
		est.Error = math.Sqrt(max(0, squares/k-est.Executions*est.Executions) / (k - 1))
	}
	est.PerRun, est.Units = time.Since(start)/time.Duration(runs), float64(meter.Spent())/float64(runs)
	return est, nil
}

// surely is the least number of samples of an estimate that ends early, and the factor by which its
// mean then exceeds the bound.
const surely = 10

// descend walks from the root to a random leaf. The tally then has the execution of the leaf alone,
// if there is one. It returns the weight of the leaf, the product of the numbers of choices, and the
// number of executions that were run.
func (x *explorer) descend(r *strategy.Rand) (weight float64, runs int) {
	weight = 1
	for len(x.frames) > 0 {
		x.dropFrame()
	}
	branch := item{kind: begin, event: -1}
	for f := x.newFrame(); x.apply(f, branch); f = x.frames[len(x.frames)-1] {
		x.tally.reset()
		x.run()
		runs++
		f = x.frames[len(x.frames)-1]
		taken := -1
		for i := 0; i < len(f.items) && taken < 0; {
			j := i
			for j < len(f.items) && f.items[j].event == f.items[i].event {
				j++
			}
			weight *= float64(j - i + 1)
			if k := r.Intn(j - i + 1); k > 0 {
				taken = i + k - 1
			}
			i = j
		}
		if taken < 0 || x.err != nil {
			return weight, runs
		}
		branch = f.items[taken]
		f.items = f.items[:0]
	}
	x.tally.reset()
	return weight, runs
}
