// Package campaign tests a program by many executions under one model and one strategy, as
// C11Tester (ASPLOS 2021, section 3) and PCTWM (ASPLOS 2023, section 6) do.
//
// Executions are numbered. They run in batches of a fixed size, and workers share a batch.
// An execution depends only on the seed, its number and the first batches: strategies learn
// between these, in order of number, and do not change after them. So the report is the
// same for any number of workers, and any range of later executions can be run separately,
// also on another machine: see Campaign and Part. Neither paper has learning. It makes no
// execution possible that is impossible without it, and none impossible. With
// Options.Explore a strategy also knows the errors that a bounded exploration finds. These
// executions are not counted; only executions that the machine then performs are, so no
// false alarm follows.
package campaign

import (
	"context"
	"runtime"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/trace"
)

// BatchSize is the number of executions of a batch.
const BatchSize = 64

// Learning is the number of executions from which strategies learn.
const Learning = 16 * BatchSize

// DefaultRuns is the default of Options.Runs.
const DefaultRuns = 1000

// Options configure a campaign.
type Options struct {
	// Strategy returns the strategy of one worker. All of them must be alike: the answers
	// in execution i must not depend on the worker that runs it.
	Strategy func() interp.Strategy
	Runs     int  // number of executions; 0: DefaultRuns
	Workers  int  // executions at a time; 0: the number of processors
	UntilBug bool // end at the first execution that shows an error
	Machine  interp.Options
	// CutLong cuts executions short that are far longer than those that end, because they
	// spin.
	CutLong bool
	// Explore explores the program first, as far as that is cheap, for a strategy that is
	// strategy.Informed.
	Explore bool
	known   *exploration // with Explore: the result, shared by all crews of a campaign
	// Progress, if not nil, is called after every batch, by one goroutine.
	Progress func(*Report)
}

// A Report is the result of a campaign. It does not depend on time or on the number of
// workers, unless the campaign is cut short.
type Report struct {
	Program *code.Program
	Model   *models.Model
	Runs    int // number of executions that ended
	Results
	Behaviours int // number of executions that are not equivalent to an earlier one
	// Incomplete is the reason why the campaign was cut short; empty if it was not.
	Incomplete string
	Units      []vm.Unit // those of the machine
}

// Results are the results of some executions.
type Results struct {
	Ended         interp.Outcomes   `json:"ended"`
	Buggy         int               `json:"buggy"`                    // number of executions that showed an error
	PrefixReplays int               `json:"prefix_replays,omitempty"` // number of those that replay a prefix of an execution with an error: see strategy.PrefixReplayer
	Findings      []witness.Finding `json:"findings,omitempty"`       // in the order of the first execution that showed them
	// LastRace has the greatest places of a data race in Findings, if greater ones were dropped: see
	// interp.RacePlaces.
	LastRace *interp.RacePlaces `json:"last_race,omitempty"`
	// Unsupported is the error of the first execution that met unsupported C; nil if none
	// did. Such executions are not counted, unless they had a race before.
	Unsupported *interp.Error `json:"unsupported,omitempty"`
	// Overflows counts the executions in which signed arithmetic overflowed an int, which
	// wraps. OverflowAt is the first position of the first of them.
	Overflows  int       `json:"overflows,omitempty"`
	OverflowAt trace.Pos `json:"overflow_at,omitzero"`
	KCom       int       `json:"k_com,omitempty"` // the number of communication events that a strategy.Estimator assumed; 0: unknown
}

// Run runs a campaign. When ctx ends it returns the result so far, marked incomplete.
// Unsupported C does not hide the results of other executions: the report is returned in
// any case, and the error, an *interp.UnsupportedError, is not nil only if the report has
// no findings.
//
// If a hardware model meets a race of accesses of different sizes, the campaign is run again with units.
func Run(ctx context.Context, p *code.Program, m *models.Model, o Options) (*Report, error) {
	r, err := run(ctx, p, m, o)
	if explore.FindUnits(ctx, p, m, &o.Machine, r.Unsupported) {
		r, err = run(ctx, p, m, o)
	}
	r.Units = o.Machine.Units
	return r, err
}

func run(ctx context.Context, p *code.Program, m *models.Model, o Options) (*Report, error) {
	s := Begin(p, m, o)
	s.Run(ctx, s.o.Runs)
	return s.Report(ctx)
}

// A Session is a campaign that is run in steps. It is not safe for concurrent use.
type Session struct {
	o    Options
	crew *crew
	all  *Part
}

// Begin returns the campaign of Run with these arguments. It runs no execution yet.
func Begin(p *code.Program, m *models.Model, o Options) *Session {
	o.fill()
	return &Session{o, newCrew(p, m, &o, min(o.Workers, BatchSize, o.Runs)), newPart(0)}
}

// Run runs the executions up to number n, or until ctx ends. The next call goes on from
// there.
func (s *Session) Run(ctx context.Context, n int) {
	s.crew.run(ctx, s.all, min(n, s.o.Runs), func() bool {
		if s.o.Progress != nil {
			s.o.Progress(s.all.report(s.crew.program, s.crew.model))
		}
		return true
	})
}

// Report ends the campaign and returns its report. If ctx has ended, the report is marked
// incomplete. The error is that of Run.
func (s *Session) Report(ctx context.Context) (*Report, error) {
	s.crew.finish(s.all)
	return s.all.finish(ctx, s.crew.program, s.crew.model, &s.o)
}

// Made returns the number of executions so far, and of those that showed an error.
func (s *Session) Made() (made, buggy int) {
	made, buggy = s.all.Ended.Total(), s.all.Buggy
	for i := range s.crew.batch[:s.crew.pending] {
		made++
		if len(s.crew.batch[i].errs) > 0 {
			buggy++
		}
	}
	return made, buggy
}

func (o *Options) fill() {
	if o.Runs <= 0 {
		o.Runs = DefaultRuns
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Explore && o.known == nil {
		o.known = &exploration{}
	}
}
