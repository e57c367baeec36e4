// Package bias runs executions that aim at a predicted cycle: the strategies of phase 2 of
// RELAXER (ISSTA 2011, section 4.3, Figures 7 to 9). They delay the cycle's odd sites and
// let the even ones act at once.
//
// A strategy only picks among enabled transitions, so every execution is one that the model
// allows. A bias can cost detection; it never causes a false alarm.
//
// It differs from the figures in three points: time is logical, there is the alternative
// DelayEvent, and there are the heuristics that Parameters name. In a trial of several
// executions, some begin like an SC execution in which the cycle's sites were executed.
// That execution comes from phase 1 and is the same for all trials. Trials, and the
// executions of one trial, know nothing of each other. Under C11 no store waits in a
// buffer: a delayed store is one that other threads do not read yet, and the conflict order
// is the part of it that the execution forces.
//
// The worth of each of Parameters stands in ablation.txt, with the command that makes it.
// docs/notes/bias.md has the heuristics that did not pay, and the attempts at more speed.
package bias

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fencepost/interp"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// A Delay says when a delayed operation may continue.
type Delay uint8

const (
	// DelayEvent holds an operation until another thread has executed the site that it
	// races with, or no other thread can continue.
	DelayEvent Delay = iota
	// DelayTime holds it for a fixed logical time, as in the paper.
	DelayTime
)

// ParseDelay returns the Delay with this name: "event" or "time".
func ParseDelay(s string) (Delay, error) {
	switch s {
	case "event":
		return DelayEvent, nil
	case "time":
		return DelayTime, nil
	}
	return 0, fmt.Errorf("unknown delay %q: choose event or time", s)
}

// String returns the name of d.
func (d Delay) String() string {
	if d == DelayTime {
		return "time"
	}
	return "event"
}

// Options configure a Runner.
type Options struct {
	Delay      Delay
	Parameters *Parameters    // nil: Default
	Machine    interp.Options // options of the executions under SC that the Runner makes itself
	// Recorded returns the strategy of the executions that phase 1 records.
	Recorded  func() interp.Strategy
	Instances uint64 // seed for the choice of prefixes of those executions
}

// A Runner runs biased executions on one machine. It is not safe for concurrent use.
type Runner struct {
	machine *interp.Machine
	options Options
	matcher graph.Matcher
	cycle   []int32 // sites of the cycle that Holds looks for
	// Under a hardware model hardware is set, under C11 c11 and order.
	hardware *hardware
	c11      *c11
	order    graph.PartialOrder
}

// maxCycle bounds the length of a cycle.
const maxCycle = 8

// maxMatchWork bounds the comparisons in one execution. A cycle that exceeds it counts as
// absent.
const maxMatchWork = 4_000_000

// NewRunner returns a Runner for machine m.
func NewRunner(m *interp.Machine, o Options) *Runner {
	o.Parameters = cmp.Or(o.Parameters, Default())
	r := &Runner{machine: m, options: o}
	r.matcher.Limit = maxMatchWork
	if order, ok := m.Memory().(graph.PartialOrder); ok {
		r.c11, r.order = newC11(m, &r.options), order
	} else {
		r.hardware = newHardware(m, &r.options)
	}
	return r
}

// Run runs an execution biased to cycle c, in a trial of one execution. The result and the
// events are valid until the next execution.
func (r *Runner) Run(ctx context.Context, c predict.Cycle, seed uint64) (*interp.Result, []trace.Event) {
	return r.run(ctx, c, 0, seed)
}

// run runs the ex-th execution of a trial for cycle c.
func (r *Runner) run(ctx context.Context, c predict.Cycle, ex int, seed uint64) (*interp.Result, []trace.Event) {
	if b := r.c11; b != nil {
		b.aim(c, seed)
		return r.machine.Run(ctx, b, &b.observer), b.observer.Events
	}
	b := r.hardware
	b.aim(c, ex, seed)
	return r.machine.Run(ctx, b, &b.observer), b.observer.Events
}

// Aim sets the cycle that Holds looks for.
func (r *Runner) Aim(c predict.Cycle) {
	r.cycle = c.Sites
	r.matcher.Want(c.Sites...)
}

// Holds reports whether the execution just run, whose events are given, has the cycle.
func (r *Runner) Holds(events []trace.Event) bool {
	r.matcher.Load(events, r.order)
	return r.matcher.Match(r.cycle)
}

// A Trial is a number of executions for one cycle. It does not depend on what its Runner
// did before.
type Trial struct {
	r     *Runner
	cycle predict.Cycle
	ex    int
}

// Trial begins a trial for cycle c with this many executions.
func (r *Runner) Trial(ctx context.Context, c predict.Cycle, executions int) *Trial {
	r.Aim(c)
	if r.hardware != nil && executions > 1 && r.options.Parameters.Prefixes {
		r.seekInstances(ctx, c)
	}
	return &Trial{r: r, cycle: c}
}

// seekInstances finds the SC executions with whose prefixes executions for cycle c may
// begin.
func (r *Runner) seekInstances(ctx context.Context, c predict.Cycle) {
	b := r.hardware
	if b.prefixes == nil {
		b.prefixes = newPrefixes(ctx, r.machine.Program(), &r.options)
	}
	if !slices.Equal(b.prefixes.cycle.Sites, c.Sites) {
		b.prefixes.seek(c, r.options.Instances)
	}
}

// Run runs the next execution of the trial.
func (t *Trial) Run(ctx context.Context, seed uint64) (*interp.Result, []trace.Event) {
	ex := t.ex
	t.ex++
	return t.r.run(ctx, t.cycle, ex, seed)
}
