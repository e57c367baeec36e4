package interp

import (
	"bytes"
	"context"
	"slices"

	"fencepost/models"
	"fencepost/trace"
)

// Load buffering at random. Under a model whose memory is a models.Promiser, a relaxed load may
// read from a store that is executed later. As in CDSChecker (TOPLAS 2016, section 6) the load
// returns a value that it promises, and a later store of that value fulfils the promise. There
// the values are those of other executions, and values may come from nowhere. Here they are those
// of the same execution, which runs again from its start.
//
// An execution may promise if the strategy says so at its start. Then it runs as one that
// promises nothing, and the machine notes the loads that others overwrite later, unordered by
// happens-before. The strategy picks such a load, and the execution runs again with the same
// choices up to it. There the load returns what was stored later. If the promise is fulfilled,
// another one may be added in the same way; if it is not, the execution runs again as it was
// before. All that was asked of the strategy is the schedule, so that a replay does the same.
//
// A promise is fulfilled by a store that does not come after the load in the order of IMM: by
// dependencies, acquire loads, release stores, fences, and reads from other threads. As long as
// one is open each operation has a set of the promises that it comes after. An open promise
// ends neither at a fence that happens after it, nor at the end of the program: the execution is
// given up. So does one that allocates reused memory, or accesses one place at two sizes.
//
// An error of a thread that has promised, or depends on that, waits until all promises are
// fulfilled.
type promiser struct {
	*driver
	memory models.Promiser
	asked  []int32 // what the strategy answered
	armed  bool    // the execution may promise

	inner    Strategy
	path     []int32 // choices of the execution before, which this one repeats
	at       int     // in path; beyond its end: it does not repeat it
	plan     []promise
	loads    int // of this execution, so far
	next     int // in plan
	open     []openPromise
	promised bool // the compare-exchange that is being performed has promised
	opened   int  // steps when the first of them was opened
	failed   bool
	held     *Error // of a thread, until the promises are fulfilled
	latest   []latestLoads
	pairs    []promise    // loads, and what others stored there later
	before   []promise    // pairs of the execution before
	newest   int          // the load that promises since the execution before
	text     bytes.Buffer // that the program puts out
	promiseOrder
}

// A promise is what a load is to return.
type promise struct {
	load  int    // its number among the loads of the execution, from 1
	value uint64 // as in memory
	skip  int    // choices that it made in path
}

// latestLoads are the latest relaxed loads of a location.
type latestLoads struct {
	n    int
	list [rememberedLoads]relaxedLoad
}

type relaxedLoad struct {
	promise
	thread trace.ThreadID
	number int32 // among the events of the thread
	fails  bool  // it is a compare-exchange that fails if it does not read expect
	expect uint64
}

// An openPromise is a load that has promised: what its event will be.
type openPromise struct {
	number int // of the memory
	event  trace.Event
}

const (
	// oneIn is of how many executions one may promise; each of them takes the time of two or three.
	oneIn = 24
	// mostPromises is how many an execution has at most.
	mostPromises = 4
	// mostOpen is for how many steps a promise may be open.
	mostOpen = 512
	// rememberedLoads is of how many loads of a location it is noted that they are overwritten.
	rememberedLoads = 8
	// mostPairs is how many pairs of a load and a store are noted.
	mostPairs = 1 << 12
	// attempts is how often a promise may not be fulfilled before no other is tried.
	attempts = 2
)

func newPromiser(m *Machine) *promiser {
	memory, ok := m.mem.(models.Promiser)
	if !ok {
		return nil
	}
	p := &promiser{driver: (*driver)(m), memory: memory}
	p.drive(false)
	return p
}

// drive makes the promiser, or its driver alone, that of the executions to come.
func (p *promiser) drive(promises bool) {
	m := p.machine()
	if promises {
		m.mem = p.memory
		m.vm.SetDriver(p)
	} else {
		m.mem = p.memory.Plain()
		m.vm.SetDriver(p.driver)
	}
	m.extensions = extensionsOf(m.mem)
}

// machine returns the machine that this is the driver of.
func (p *promiser) machine() *Machine { return (*Machine)(p.driver) }

// ask asks the strategy.
func (p *promiser) ask(n int) int {
	m := p.machine()
	m.choice.Machine, m.choice.Kind, m.choice.Thread, m.choice.N = m, Promise, -1, n
	k := p.inner.Choose(&m.choice)
	if uint(k) >= uint(n) {
		return 0
	}
	p.asked = append(p.asked, int32(k))
	return k
}

// A repeater is a promiser as the strategy of an execution that may promise.
type repeater promiser

// Begin allows any execution.
func (p *repeater) Begin(int) bool { return true }

// Choose repeats the choices of the execution before, as long as they are possible.
func (p *repeater) Choose(c *Choice) int {
	if p.at < len(p.path) {
		k := int(p.path[p.at])
		if p.at++; k < c.N {
			return k
		}
		p.at = len(p.path)
	}
	k := p.inner.Choose(c)
	if k >= 0 {
		p.asked = append(p.asked, int32(k))
	}
	return k
}

// run performs one execution for Machine.Run.
func (p *promiser) run(ctx context.Context, s Strategy, out trace.Sink) *Result {
	m := p.machine()
	p.inner, p.plan, p.path, p.asked, p.armed, p.failed = s, p.plan[:0], p.path[:0], p.asked[:0], false, false
	if p.armed = p.ask(oneIn) == oneIn-1; !p.armed {
		return m.run(ctx, s, out)
	}
	p.drive(true)
	defer p.drive(false)
	if to := m.vm.Output(); to != nil { // executions are repeated, their output is not
		defer func() {
			m.vm.SetOutput(to)
			// The program cannot be told that nobody takes its output.
			_, _ = to.Write(p.text.Bytes())
		}()
		m.vm.SetOutput(&p.text)
	}
	res := p.once(ctx, out)
	for tries := attempts; p.goesOn(res) && len(p.plan) < mostPromises && (len(p.plan) == 0 || p.ask(2) == 1); {
		p.path = append(p.path[:0], m.made...)
		p.pairs, p.before = p.before, p.pairs
		for p.at = 0; ; p.at = 0 {
			p.add()
			if res = p.once(ctx, out); p.kept() {
				break
			}
			p.plan = slices.DeleteFunc(p.plan, func(one promise) bool { return one.load == p.newest })
			if tries--; tries <= 0 || res.Outcome == Interrupted {
				p.at = 0
				return p.once(ctx, out) // as it was before
			}
		}
	}
	return res
}

// goesOn reports whether an execution that ended may have one more promise.
func (p *promiser) goesOn(res *Result) bool {
	return len(p.pairs) > 0 && res.Outcome == Completed && len(p.machine().log.Races) == 0
}

// add adds a promise to the plan.
func (p *promiser) add() {
	k := 0
	if len(p.before) > 1 {
		k = p.ask(len(p.before))
	}
	one := p.before[k]
	for i := range p.plan {
		p.plan[i].skip = 0
	}
	p.plan, p.newest = append(p.plan, one), one.load
}

// once performs an execution with the promises of the plan.
func (p *promiser) once(ctx context.Context, out trace.Sink) *Result {
	p.loads, p.next, p.open, p.failed, p.promised, p.held = 0, 0, p.open[:0], false, false, nil
	p.latest, p.pairs = p.latest[:0], p.pairs[:0]
	p.text.Reset()
	slices.SortFunc(p.plan, func(a, b promise) int { return a.load - b.load })
	return p.machine().run(ctx, (*repeater)(p), out)
}

// kept reports whether all promises of the plan were made, and fulfilled.
func (p *promiser) kept() bool {
	return !p.failed && len(p.open) == 0 && p.next == len(p.plan) && p.machine().result.Outcome != Interrupted
}

// fail gives the execution up: a promise is not fulfilled.
func (p *promiser) fail() {
	p.failed = true
	p.vm.Stop(Discarded, nil)
}
