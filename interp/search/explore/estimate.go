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
	Error      float64       // its standard error
	Blocked    float64       // expected blocked ones
	PerRun     time.Duration // what one execution took
	Units      float64       // of work that one took: see package work
}

// Time returns how long one worker would take.
func (e *Estimation) Time() time.Duration {
	return time.Duration((e.Executions + e.Blocked) * float64(e.PerRun))
}

// On tells what to expect of a number of workers.
func (e *Estimation) On(workers int) string {
	return fmt.Sprintf("%.4g executions (standard error %.2g) and %.4g blocked, in about %s",
		e.Executions, e.Error, e.Blocked, (e.Time() / time.Duration(max(1, workers))).Round(time.Millisecond))
}

// Estimate predicts the size of the search by random descents of its tree
// (Knuth, "Estimating the efficiency of backtrack programs", 1975): every node is
// left by one branch at random, and a leaf counts for as many as there were ways
// to choose. Unless most is 0 it ends when it is clear that there are more executions
// than that: when the mean is ten times as much, the greatest sample left out. By Markov's
// inequality that is wrong once in ten times at most; the price is a proof. The estimate is of
// the whole search, wherever it stands.
func (s *Search) Estimate(ctx context.Context, samples int, seed uint64, most float64) (*Estimation, error) {
	if err := s.model.Exact(); err != nil {
		return nil, err
	}
	o := s.o
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
		if o.twins {
			o.twins = false
			o = o.way(0)
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

// surely is of how many samples an estimate is at the least that ends early, and how many
// times more executions than asked for it then tells of.
const surely = 10

// descend walks from the root to a leaf, whose execution is then the only one in
// the tally, if it is one; it returns how many leaves it stands for and how many
// executions were run.
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
