package explore

import (
	"context"
	"runtime"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/work"
	"fencepost/models/axiom"
)

// A Search explores a program under a model. It continues where a bound or a budget stopped
// it. A Search belongs to one goroutine at a time.
type Search struct {
	program *code.Program
	model   *axiom.Model
	o       Options // those with which the search began anew for the last time
	pool    *pool   // nil: nothing is explored
	twins   *twins  // of a program with twins
	begun   int     // how often it began
	dropped int64   // executions that were explored before it began anew
}

// NewSearch returns a search that has explored nothing. Its bound is an argument of Run, not
// o.MaxExecutions.
func NewSearch(p *code.Program, m *axiom.Model, o Options) *Search {
	return &Search{program: p, model: m, o: o}
}

// Run continues until everything is explored, ctx ends, or there are most executions, complete
// and blocked ones; 0: no bound. It reports what was found since the search began. A bounded
// search has one worker: the order of the search alone decides what is left out. If ctx ends
// for another reason than a spent budget (package work), the next Run begins from the start.
// The error is that of the function Run.
func (s *Search) Run(ctx context.Context, most int64) (*Report, error) {
	if err := s.model.Exact(); err != nil {
		return nil, err
	}
	for s.twins == nil {
		r, err := s.runPool(ctx, most)
		again := s.o
		if err != nil || !s.pool.anew(&again) {
			if c := s.o.Machine.Coverage; c != nil {
				c.Take(s.pool.o.Machine.Coverage)
			}
			return r, err
		}
		s.drop()
		if s.o = again; s.o.Anew != nil {
			s.o.Anew()
		}
		if s.o.twins {
			s.twins = newTwins(s.program, s.model, s.o)
		}
	}
	return s.twins.run(ctx, most)
}

// runPool continues with the pool of workers.
func (s *Search) runPool(ctx context.Context, most int64) (*Report, error) {
	if s.pool == nil || s.pool.lost.Load() && ctx.Err() == nil {
		s.begin()
	}
	s.pool.o.Workers = s.workers(most)
	r, err := s.pool.run(ctx, s.program, most)
	if ctx.Err() != nil && !work.Spent(ctx) {
		s.pool.lost.Store(true)
	}
	return r, err
}

// Effort returns how often the search began, which is more than once if a reduction turned out
// not to hold, and how many executions it explored in all. With several workers both depend on
// their speed.
func (s *Search) Effort() (begun int, executions int64) {
	begun, executions = s.begun, s.dropped
	if s.pool != nil {
		executions += s.pool.executions()
	}
	if s.twins != nil {
		for _, way := range s.twins.searches() {
			n, e := way.Effort()
			begun, executions = begun+n, executions+e
		}
	}
	return begun, executions
}

// workers returns how many workers explore up to a bound.
func (s *Search) workers(most int64) int {
	switch {
	case most > 0 || s.o.UntilError || s.o.single:
		return 1
	case s.o.Workers == 0:
		return runtime.GOMAXPROCS(0)
	}
	return s.o.Workers
}

// begin begins from the start.
func (s *Search) begin() {
	s.drop()
	s.pool = newPool(s.program, s.o, s.model)
	if s.o.Machine.Coverage != nil {
		s.pool.o.Machine.Coverage = vm.NewCoverage(s.program)
	}
	s.begun++
}

// drop drops what was explored.
func (s *Search) drop() {
	if s.pool != nil {
		s.dropped += s.pool.executions()
	}
	s.pool = nil
}

// Twins are the two searches of a program with threads that do the same: by co with symmetry,
// and without either. Symmetry needs co, by which such threads are told apart; without it there
// may be far fewer classes of executions yet. Both are tried for some executions, the second
// for no more than trialFactor times the work of the first. The second is taken only if it
// comes to its end. A search that is bounded by fewer executions takes the first.
type twins struct {
	o     Options // of the search that is taken
	ways  [2]*Search
	took  [2]int64 // units of work
	meter *work.Meter
	taken *Search // nil: not decided
}

var trials = [...]int64{1 << 7, 1 << 10}

const trialFactor = 4

func newTwins(p *code.Program, m *axiom.Model, o Options) *twins {
	o.twins = false
	t := &twins{o: o, meter: o.Machine.Work}
	if t.meter == nil {
		t.meter = work.NewMeter()
	}
	o.Workers, o.Machine.Work, o.Each, o.Anew = 1, t.meter, nil, nil
	for i := range t.ways {
		t.ways[i] = NewSearch(p, m, o.way(i))
	}
	return t
}

// way returns the options of one of the two searches of a program with twins.
func (o Options) way(i int) Options {
	if i == 0 {
		o.ReadsFrom = false
	} else {
		o.Symmetry = false
	}
	return o
}

func (t *twins) run(ctx context.Context, most int64) (*Report, error) {
	if t.taken == nil {
		way, r, err := t.choose(ctx, most)
		if err != nil {
			return nil, err
		}
		if r != nil {
			return r, nil
		}
		t.take(way)
	}
	return t.taken.Run(ctx, most)
}

// choose returns the way that takes less; or the report of one of the two if ctx ends before
// that is decided.
func (t *twins) choose(ctx context.Context, most int64) (way int, r *Report, err error) {
	if most > 0 && most <= trials[len(trials)-1] {
		return 0, nil, nil
	}
	for _, n := range trials {
		for i, s := range t.ways {
			within, done := ctx, func() {}
			if i > 0 {
				within, done = t.meter.Limit(ctx, trialFactor*t.took[0]-t.took[i])
			}
			before := t.meter.Spent()
			r, err := s.Run(within, n)
			t.took[i] += t.meter.Spent() - before
			through := within.Err() == nil
			done()
			switch {
			case err != nil:
				return 0, nil, err
			case ctx.Err() != nil:
				return 0, r, nil
			case through && r.all() < n:
				return i, nil, nil
			case i == 0 && !s.o.Symmetry: // threads are told apart
				return 1, nil, nil
			}
		}
	}
	return 0, nil, nil
}

// take takes a way.
func (t *twins) take(way int) {
	s := t.ways[way]
	if t.o.Each != nil {
		s = NewSearch(s.program, s.model, t.o.way(way)) // Each is shown no executions of a trial
	}
	s.o.Workers, s.o.Machine.Work, s.o.Anew = t.o.Workers, t.o.Machine.Work, t.o.Anew
	if s.pool != nil {
		s.pool.o.Machine.Work = t.o.Machine.Work
	}
	t.taken = s
}

// searches returns all searches that were made.
func (t *twins) searches() []*Search {
	list := t.ways[:]
	if t.taken != nil && !slices.Contains(list, t.taken) {
		list = append(slices.Clip(list), t.taken)
	}
	return list
}
