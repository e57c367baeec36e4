// Package bias runs executions that aim at a predicted cycle: the strategies of phase
// 2 of RELAXER (ISSTA 2011, section 4.3, Figures 7 to 9), which delay the cycle's
// odd sites and let the even ones act at once.
//
// Every execution is one that the model allows, whatever a strategy does: it only
// picks among enabled transitions. So a bias can cost detection, never cause a false
// alarm.
//
// It differs from the figures in that time is logical, in the alternative DelayEvent,
// and in what Parameters name. In a trial of several executions some begin as an
// execution under SC did in which the cycle's sites were executed, which is knowledge of
// phase 1, the same for all trials; trials, and the executions of one, know nothing of
// each other. Under C11, where no store waits, a delayed store is one that others do not
// read yet, and conflict order is what of it the execution forces.
//
// What each of Parameters is worth stands in ablation.txt, with the command that makes
// it. These were tried and did not pay by more than noise. Each figure is what was lost
// without it, all others being on, in points of the share of trials that create a cycle,
// with its standard error: on RELAXER's programs, and on programs that nothing was tuned
// on, in trials of 20 executions unless it says otherwise.
//
//	a thread of its own for each pair       -0.1 (0.9)  -0.5 (0.5)
//	one instance of each odd site            0.0 (0.3)   0.1 (0.4)
//	delays from a drawn instance on         -0.1 (0.7)  -1.1 (0.6); of 1 execution -5.7 (0.2)  -5.1 (0.3)
//	every fourth execution delays by time   -1.3 (0.6)  -0.7 (0.3)
//	no reads of what was never written       0.2 (0.1)   0.0 (0.0); it hid 1.4 of 60 bugs
//	no delay where a pair is under way       0.3 (0.1)   0.1 (0.1)
//	awaited stores first, when all is held   1.3 (0.4)   0.5 (0.2)
//	all stores held from a drawn one on     -0.5 (0.7)  -1.5 (0.6)
//	multilevel splitting                    -0.7 (0.5)  -0.8 (0.2); of 100 executions -0.8 (1.0)  -0.5 (0.7)
//	the thread that ran last goes on         0.1 (0.1)   0.0 (0.1); under C11 -1.1 (0.7)  -2.3 (0.4), in a larger sample 7.8 (0.9)
//	C11: odd loads read what partners stored 0.2 (0.4)   0.2 (0.2); of 20 executions -1.1 (1.1)  1.3 (0.6)
//	C11: loads read what odd sites stored    0.0 (1.4)  -1.6 (0.7)
//	C11: threads stop before seq_cst stores  0.0 (0.0)   0.5 (0.2)
//	C11: stores shown when all is held       1.7 (1.1)  -0.7 (0.3)
//	C11: delays from a drawn instance on     6.1 (2.6)   0.4 (1.1); of 1 execution -0.7 (0.7)  -3.1 (0.5)
//	C11: every fourth execution by time      0.0 (1.9)  -0.9 (1.6)
//
// ReleaseStores costs a point alone, but without it some cycles are never confirmed: a
// load waits for a store that waits behind a held one.
//
// Speed. A trial of dekker takes about 9 microseconds under TSO, of which the strategy and its
// observer take a third, though a quarter of the instructions: whose turn it is and what is
// held are as chance has it, so that branches are mispredicted. What pays is to keep what is
// known of the threads from one choice to the next: 2.5% of the time. These do not:
//   - Threads gone through without branches, and those that have acted decided on in a
//     second pass: 2.6% more time than one loop, for what it needs does not fit into registers.
//   - One loop that calls what decides and what looks at held stores in one place: 1.5% more.
//   - What the loops over transitions and held stores read again kept in variables: 0.4% fewer
//     instructions, and the same time.
//   - A count of the pending stores that are not held, without which none is looked at:
//     nothing. When each commits, kept by its number so that no list is searched for it: 0.7%
//     less under TSO and PSO, nothing under PSLO, for 25 lines.
package bias

import (
	"context"
	"fmt"
	"slices"

	"fencepost/interp"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// A Delay says how long a delayed operation waits.
type Delay uint8

const (
	// DelayEvent holds an operation until the site it races with has been
	// executed by another thread, or no other thread can go on.
	DelayEvent Delay = iota
	// DelayTime holds it for a fixed logical time, as the paper does.
	DelayTime
)

// ParseDelay returns the Delay of a name: "event" or "time".
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

// Options are the settings of a Runner.
type Options struct {
	Delay      Delay
	Parameters *Parameters    // nil: Default
	Machine    interp.Options // of executions under SC that it makes for itself
	// Recorded makes the strategy of the executions that phase 1 records.
	Recorded  func() interp.Strategy
	Instances uint64 // seed of the choice of prefixes of those executions
}

// A Runner runs executions on one machine. It is not safe for concurrent use.
type Runner struct {
	machine *interp.Machine
	options Options
	matcher graph.Matcher
	cycle   []int32 // sites of the cycle that Holds looks for
	// Under the hardware models there is one, under C11 the other two.
	hardware *hardware
	c11      *c11
	order    graph.PartialOrder
}

// maxCycle is the greatest length of a cycle.
const maxCycle = 8

// maxMatchWork bounds the comparisons made in one execution. Beyond it a cycle is
// taken not to be there.
const maxMatchWork = 4_000_000

// NewRunner returns a Runner for machine m.
func NewRunner(m *interp.Machine, o Options) *Runner {
	if o.Parameters == nil {
		o.Parameters = Default()
	}
	r := &Runner{machine: m, options: o}
	r.matcher.Limit = maxMatchWork
	if order, ok := m.Memory().(graph.PartialOrder); ok {
		r.c11, r.order = newC11(m, &r.options), order
	} else {
		r.hardware = newHardware(m, &r.options)
	}
	return r
}

// Run runs an execution that is biased to cycle c, alone in its trial. The result
// and the events are valid until the next execution.
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

// Aim makes c the cycle that Holds looks for.
func (r *Runner) Aim(c predict.Cycle) {
	r.cycle = c.Sites
	r.matcher.Want(c.Sites...)
}

// Holds reports whether the execution just run, of these events, has the cycle.
func (r *Runner) Holds(events []trace.Event) bool {
	r.matcher.Load(events, r.order)
	return r.matcher.Match(r.cycle)
}

// A Trial is so many executions for one cycle. Nothing in it depends on what its Runner
// did before.
type Trial struct {
	r     *Runner
	cycle predict.Cycle
	ex    int
}

// Trial begins a trial of so many executions for cycle c.
func (r *Runner) Trial(ctx context.Context, c predict.Cycle, executions int) *Trial {
	r.Aim(c)
	if r.hardware != nil && executions > 1 && r.options.Parameters.Prefixes {
		r.seekInstances(ctx, c)
	}
	return &Trial{r: r, cycle: c}
}

// seekInstances finds how executions for cycle c may begin as one under SC.
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
