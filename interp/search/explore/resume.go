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
	o       Options // as of the last time that the search began anew
	pool    *pool   // nil: nothing is explored
	twins   *twins  // of a program with twins; nil: no twins are known
	begun   int     // how often the search began
	dropped int64   // executions that were explored before the search began anew
}

// NewSearch returns a search that has explored nothing. It ignores o.MaxExecutions: the bound is an
// argument of Run.
func NewSearch(p *code.Program, m *axiom.Model, o Options) *Search {
	return &Search{program: p, model: m, o: o}
}

// Run continues until everything is explored, ctx ends, or the search has counted most executions,
// complete, blocked or bounded; 0: no bound. The report covers everything since the search began.
// A bounded search has one worker, so that the order of the search alone decides which executions
// are left out. If ctx ends for a reason other than a spent budget (package work), or cuts several
// workers short, the next Run begins from the start. The error is that of the function Run.
func (s *Search) Run(ctx context.Context, most int64) (*Report, error) {
	if err := s.model.Exact(); err != nil {
		return nil, err
	}
	for {
		if s.twins != nil {
			if r, err := s.twins.run(ctx, most); err != nil || !s.twins.apart() {
				return r, err
			}
			s.tellApart()
			continue
		}
		r, err := s.runPool(ctx, most)
		again := s.o
		if err != nil || !s.pool.anew(&again) {
			if c := s.o.Machine.Coverage; c != nil {
				c.Take(s.pool.o.Machine.Coverage)
			}
			return r, err
		}
		s.drop()
		told := again.apart && !s.o.apart
		if s.o = again; told && s.o.trial {
			return r, nil // the search of which this is a trial begins anew
		}
		if s.o.Anew != nil {
			s.o.Anew()
		}
		if s.o.twins {
			s.twins = newTwins(s.program, s.model, s.o)
		}
	}
}

// tellApart drops the search of twins, so that the search begins anew without those whose arguments
// select slots.
func (s *Search) tellApart() {
	s.begun, s.dropped = s.Effort()
	s.twins, s.o.twins, s.o.apart = nil, false, true
	if s.o.Anew != nil {
		s.o.Anew()
	}
}

// runPool continues with the pool of workers.
func (s *Search) runPool(ctx context.Context, most int64) (*Report, error) {
	if s.pool == nil || s.pool.lost.Load() && ctx.Err() == nil {
		s.begin()
	}
	s.pool.o.Workers = s.workers(most)
	r, err := s.pool.run(ctx, s.program, most)
	if ctx.Err() != nil && !work.Spent(ctx) || s.pool.cut && s.pool.o.Workers > 1 {
		s.pool.lost.Store(true)
	}
	return r, err
}

// Effort returns how often the search began, and how many executions it explored in all. It begins
// more than once if a reduction turns out not to hold. With several workers both numbers depend on
// the workers' speed.
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

// workers returns the number of workers of a run with bound most.
func (s *Search) workers(most int64) int {
	switch {
	case most > 0 || s.o.UntilError || s.o.single:
		return 1
	case s.o.Workers == 0:
		return runtime.GOMAXPROCS(0)
	}
	return s.o.Workers
}

// begin replaces the pool by one that has explored nothing.
func (s *Search) begin() {
	s.drop()
	s.pool = newPool(s.program, s.o, s.model)
	if s.o.Machine.Coverage != nil {
		s.pool.o.Machine.Coverage = vm.NewCoverage(s.program)
	}
	s.begun++
}

// drop drops the pool, and keeps its count of executions.
func (s *Search) drop() {
	if s.pool != nil {
		s.dropped += s.pool.executions()
	}
	s.pool = nil
}

// twins are two ways to search a program with threads that have the same code: by co and with
// symmetry, or by rf and without symmetry. Symmetry needs co to order such threads, but a search
// by rf may have far fewer classes of executions. Both ways are tried for some executions. The
// second is taken only if its trial explores everything, or if symmetry turns out not to hold. It is
// given up after a trial in which no executions count as one. If the trial of the first explores
// everything, but has blocked executions, the second is tried as well. A search that is bounded by no
// more executions than the longest trial takes the first way.
type twins struct {
	o     Options    // of the search
	ways  [2]*Search // the two trials
	took  [2]int64   // by way: units of work so far
	meter *work.Meter
	taken *Search // nil: not decided
}

// trials are the bounds on executions of the trials of each way, one trial after the other.
var trials = [...]int64{1 << 4, 1 << 7, 1 << 10}

// trialFactor bounds the work of the second way by a multiple of the work of the first.
const trialFactor = 4

func newTwins(p *code.Program, m *axiom.Model, o Options) *twins {
	o.twins, o.trial = false, true
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

// run is Search.Run. It first chooses a way.
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

// choose tries both ways, and returns the index of the way to take. If ctx ends before that is
// decided, it returns the report of one of them instead.
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
			case ctx.Err() != nil, t.apart():
				return 0, r, nil
			case through && r.All() < n && i == 0 && r.Blocked > 0 && t.took[0] > t.took[1]:
				if way, err = t.shorter(ctx, r.All()); ctx.Err() == nil && !t.apart() {
					r = nil
				}
				return way, r, err
			case through && r.All() < n:
				return i, nil, nil
			case i > 0 && !s.merges(r):
				return 0, nil, nil
			case i == 0 && !s.o.Symmetry: // symmetry does not hold
				return 1, nil, nil
			}
		}
	}
	return 0, nil, nil
}

// merges reports whether executions have counted as one so far, other than by symmetry. If they have
// not, a search without symmetry has no fewer than one with it.
func (s *Search) merges(r *Report) bool { return s.o.several || r.Commuted }

// shorter returns the index of the second way if that explores everything with less work than the first
// took, and fewer executions; otherwise that of the first.
func (t *twins) shorter(ctx context.Context, executions int64) (way int, err error) {
	within, done := t.meter.Limit(ctx, t.took[0]-t.took[1])
	defer done()
	s := t.ways[1]
	r, err := s.Run(within, min(executions, trials[0]))
	if err != nil || within.Err() != nil || !s.merges(r) {
		return 0, err
	}
	r, err = s.Run(within, executions)
	if err == nil && within.Err() == nil && r.All() < executions {
		way = 1
	}
	return way, err
}

// apart reports whether twins turned out to be told apart by their arguments.
func (t *twins) apart() bool {
	return !t.o.apart && slices.ContainsFunc(t.searches(), func(s *Search) bool { return s.o.apart })
}

// take continues the trial of a way as the search. It begins anew if executions are shown to Each.
func (t *twins) take(way int) {
	s := t.ways[way]
	if t.o.Each != nil {
		s = NewSearch(s.program, s.model, t.o.way(way)) // Each is not called in trials
	}
	s.o.Workers, s.o.Machine.Work, s.o.Anew = t.o.Workers, t.o.Machine.Work, t.o.Anew
	if s.pool != nil {
		s.pool.o.Machine.Work = t.o.Machine.Work
	}
	t.taken = s
}

// searches returns the searches of both trials, and the search that was taken if it is another.
func (t *twins) searches() []*Search {
	list := t.ways[:]
	if t.taken != nil && !slices.Contains(list, t.taken) {
		list = append(slices.Clip(list), t.taken)
	}
	return list
}
