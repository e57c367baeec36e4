// Package campaign tests a program by many executions under one model and one
// strategy, as C11Tester (ASPLOS 2021, section 3) and PCTWM (ASPLOS 2023,
// section 6) do.
//
// Executions are numbered. They run in batches of a fixed size, each batch
// spread over workers, and what an execution does depends on the seed, its
// number and the first batches alone: strategies learn between those, in order of
// number, and what they know then stays. So the report is the same for any number of
// workers, and any range of later executions can be run by itself, on another machine
// too: see Campaign and Part. Neither paper has learning; it makes no execution possible that
// is not possible without, and none impossible. With Options.Explore a strategy also knows
// which errors a bounded exploration finds: these executions are not counted, only those that
// the machine then makes are, so that no false alarm can follow.
package campaign

import (
	"context"
	"runtime"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace"
)

// BatchSize is how many executions run between two times of learning.
const BatchSize = 64

// Learning is how many executions strategies learn from.
const Learning = 16 * BatchSize

// DefaultRuns is how many executions a campaign has unless Options say otherwise.
const DefaultRuns = 1000

// Options are the settings of a campaign.
type Options struct {
	// Strategy makes the strategy of one worker. All that it makes must be
	// alike: what they answer in execution i must not depend on which worker
	// runs it.
	Strategy func() interp.Strategy
	Runs     int  // executions; 0: DefaultRuns
	Workers  int  // executions run at once; 0: as many as there are processors
	UntilBug bool // end at the first execution that shows an error
	Machine  interp.Options
	// CutLong cuts executions short that are far longer than those that end: they spin.
	CutLong bool
	// Explore has the program explored first, as far as that is cheap, for a strategy that
	// makes use of it: see strategy.Informed.
	Explore bool
	known   *knowledge // with Explore: shared by all crews of a campaign
	// Progress, if not nil, is told after every batch, by one goroutine.
	Progress func(*Report)
}

// A Report is what a campaign found. Nothing in it depends on time or on the
// number of workers, unless it is cut short.
type Report struct {
	Program       *code.Program
	Model         *models.Model
	Runs          int // executions that ended, in whatever way
	Ended         interp.Outcomes
	Buggy         int               // executions that showed an error
	PrefixReplays int               // those of them that replay a prefix of one that did: see strategy.PrefixReplayer
	Findings      []witness.Finding // in order of the first execution that showed them
	Behaviours    int               // executions that no earlier one was equivalent to
	// Unsupported is the end of the first execution that met C that is not supported; nil
	// if none did. Such executions are not counted, unless they raced before.
	Unsupported *interp.Error
	// Overflows counts executions in which signed arithmetic overflowed an int, which wraps;
	// OverflowAt is the first place of the first.
	Overflows  int
	OverflowAt trace.Pos
	KCom       int // what a strategy.Estimator took for the communication events of an execution; 0: unknown
	// Incomplete says what cut the plan short; empty if nothing did.
	Incomplete string
}

// Run runs a campaign. When ctx ends it returns what is known so far, marked
// incomplete. What is not supported hides nothing that other executions show: the
// error, an *interp.UnsupportedError, is not nil only if the report, which is returned all
// the same, has no findings.
func Run(ctx context.Context, p *code.Program, m *models.Model, o Options) (*Report, error) {
	s := Begin(p, m, o)
	s.Run(ctx, s.o.Runs)
	return s.Report(ctx)
}

// A Session is a campaign whose executions are run a few at a time. It is not safe for
// concurrent use.
type Session struct {
	o    Options
	crew *crew
	all  *Part
}

// Begin returns the campaign that Run runs with these arguments, before its first
// execution.
func Begin(p *code.Program, m *models.Model, o Options) *Session {
	o.fill()
	return &Session{o, newCrew(p, m, &o, min(o.Workers, BatchSize, o.Runs)), newPart(0)}
}

// Run runs the executions up to number n, or until ctx ends; the next call goes on there.
func (s *Session) Run(ctx context.Context, n int) {
	s.crew.run(ctx, s.all, min(n, s.o.Runs), func() bool {
		if s.o.Progress != nil {
			s.o.Progress(s.all.report(s.crew.program, s.crew.model))
		}
		return true
	})
}

// Report ends the campaign, and returns what it found. If ctx has ended it is marked
// incomplete. The error is that of Run.
func (s *Session) Report(ctx context.Context) (*Report, error) {
	s.crew.finish(s.all)
	return s.all.finish(ctx, s.crew.program, s.crew.model, &s.o)
}

// Made counts the executions that were made so far, and those of them that showed an error.
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
		o.known = &knowledge{}
	}
}
