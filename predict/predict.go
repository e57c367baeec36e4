// Package predict is phase 1 of RELAXER (ISSTA 2011, section 4.1): from
// executions under sequential consistency it predicts the cycles that would
// violate sequential consistency if another execution made them.
//
// Definitions 2 and 3 and Algorithm 1 say what a potential cycle is: pairs
// e1 ->p e1', e2 ->p e2', ... of events, each pair of a thread of its own, each
// e_j' in a potential race with the next e, and the last with e1; ->p is
// reflexive, and a chain that is a cycle is not extended. What is reported are
// the sequences of sites, one for each cycle and its rotations.
//
// # Summaries
//
// Algorithm 1 works on events. Here all events of one thread, site, location
// and kind between the same thread creations and joins are one summary, with
// the program index of the first and of the last. It replaces them exactly:
// whether two events race depends on thread, location and kind alone; and an
// event of summary A precedes some event of summary B of its thread just if
// A's first precedes B's last, whatever the other pairs of a chain are. So the
// cost of the search grows with the distinct summaries, not with the trace,
// and an event whose summary exists costs O(1) and no memory. Each execution
// is searched when it ends, unless one with equal summaries was before it.
//
// A short execution is first kept as it is, for if each of its threads did what
// it did in an earlier one there is nothing to summarise (tape.go). Of 100,000
// random executions of a queue of a hundred events, six in seven end there, and
// prediction takes 1.2 times as long as the runs themselves, half as long as
// writing them to a trace file; without it, and with every pair of events that
// closes a cycle looked up anew, it took 4.5 times as long as the runs.
//
// # Filters
//
// Two filters remove cycles that the recorded paths cannot produce, in doubt
// none; Options turn them off.
//
// Order: a cycle needs e_j' to take effect before e_{j+1}, which it cannot if
// thread creation and join put e_{j+1} before e_j'. The other direction is no
// obstacle: main may store x, create a thread, and that thread's load of x be
// the way by which the cycle enters the thread. (In a cycle of two threads
// either direction of one race bars the other.)
//
// Model: some po edge of the cycle must be one that the model may relax, see
// ppo.go. C11 relaxes whole cycles rather than edges, see c11.go.
package predict

import (
	"slices"

	"fencepost/models"
	"fencepost/trace"
)

// Options say what to predict. The zero Options are usable.
type Options struct {
	MaxLen    int // longest cycle, twice the number of threads: even, from 4 (the default) to MostLen
	MaxCycles int // most cycles that Cycles returns; 0 means 10,000

	Coarse        bool // no filters: exactly the paper's set
	KeepOrdered   bool // not the order filter
	KeepUnrelaxed bool // not the model filter

	// Fences returns the hardware fences that lowering puts around an access
	// or a C11 fence; see Lower. If nil, only what Fence events say counts.
	Fences func(e *trace.Event) models.Lowering

	// Models are those whose cycles are asked for; nil means the hardware models.
	// Of others, and of more than three more that relax anything, nothing is assumed, so
	// Cycles keeps what any model may do. To judge by the rules of C11 takes time.
	Models []*models.Model

	// Spend is asked now and then, with how many steps the search has taken since; once it
	// reports false no more cycles are searched, and what is predicted is not Complete. If
	// nil, nothing stops the search.
	Spend func(steps int) bool
}

// MostLen is the greatest MaxLen.
const MostLen = 128

// Bounds that keep bad cases finite. Whoever meets one is told by Complete.
const (
	fullPairs    = 4           // from which on a search may take maxSteps
	maxSummaries = 1 << 14     // an execution
	maxSteps     = 200_000_000 // of the search for the longest cycles, over all executions
	maxRecords   = 16          // predicted cycles kept, in units of MaxCycles
	defaultMax   = 10_000      // MaxCycles
	defaultPairs = 2           // half the default MaxLen
)

// A Predictor is a trace.Sink: feed it executions under SC, live or from
// files, as many as there are. What it predicts is the union.
type Predictor struct {
	o     Options
	pairs int // MaxLen/2

	hardware []*models.Model // that relax anything, by number

	tape     tape
	exec     execution
	changed  bool // tape or exec have events that were not searched
	numbered bool // the cycles have their numbers

	taped   map[digest]bool  // tapes, and pairs of threads in them
	seen    map[digest]bool  // prepared executions
	records map[string]int32 // by the sites: index into cycles
	rotated []int32
	key     []byte
	cycles  []record
	steps   int
	cut     bool // a bound was met
	stopped bool // Spend reported false
	find    search
	print   printer
}

// New returns a Predictor that has seen no execution.
func New(o Options) *Predictor {
	if o.MaxCycles <= 0 {
		o.MaxCycles = defaultMax
	}
	p := &Predictor{
		o:       o,
		pairs:   defaultPairs,
		taped:   map[digest]bool{},
		seen:    map[digest]bool{},
		records: map[string]int32{},
	}
	if o.MaxLen > 0 {
		p.pairs = min(max(o.MaxLen/2, 2), MostLen/2)
	}
	p.find.chain, p.find.relaxed, p.find.ordered = make([]*summary, 2*p.pairs), make([]uint8, p.pairs), make([]bool, p.pairs+1)
	p.tape.events = make([]trace.Event, 0, maxTape)
	p.exec.fences = o.Fences
	list := o.Models
	if list == nil {
		list = models.All()
	}
	list = slices.Concat(models.Relaxed(), list) // number needs those
	var orders []*models.PPO
	for _, m := range list {
		switch {
		case m.Native:
			p.exec.c11 = true
		case m.PPO != nil && m.PPO.Relaxes() && !slices.Contains(p.hardware, m) && len(p.hardware) < maxHardware:
			p.hardware = append(p.hardware, m)
			orders = append(orders, m.PPO)
		}
	}
	p.exec.rules = newRules(orders)
	p.exec.reset()
	return p
}

// Begin starts the next execution.
func (p *Predictor) Begin() {
	p.finish()
	p.tape.reset()
	p.exec.reset()
}

// Event takes the next event of the execution.
func (p *Predictor) Event(e *trace.Event) {
	p.changed = true
	if p.tape.add(e) {
		return
	}
	p.untape()
	p.exec.event(e)
}

// untape reads what the tape has; the execution goes on without it.
func (p *Predictor) untape() {
	if p.tape.over {
		return
	}
	p.tape.over = true
	for i := range p.tape.events {
		p.exec.event(&p.tape.events[i])
	}
}

// finish searches the current execution.
func (p *Predictor) finish() {
	if !p.changed {
		return
	}
	p.changed, p.numbered = false, false
	p.find.partners = nil
	if !p.tape.over {
		p.tape.close()
		if known(p.taped, p.tape.digest()) {
			return
		}
		if !p.exec.c11 { // for which all that other threads store counts
			p.find.partners = p.tape.partners(p.taped)
		}
	}
	p.untape()
	p.cut = p.cut || p.exec.full
	p.find.prepare(&p.exec)
	if !known(p.seen, p.print.of(&p.exec, &p.find)) {
		p.find.cycles(p)
	}
}

// Predicted returns how many cycles Algorithm 1 reports, rotations counted
// once, without filters.
func (p *Predictor) Predicted() int {
	p.finish()
	return len(p.cycles)
}

// Cycles returns the cycles that are left for model m: shortest first, then
// those with the most relaxable edges, then by sites.
func (p *Predictor) Cycles(m *models.Model) []Cycle {
	p.finish()
	list := p.kept(m)
	return list[:min(len(list), p.o.MaxCycles)]
}

// Candidates returns the cycles that no thread creation or join forbids,
// whatever a model may relax, at most n.
func (p *Predictor) Candidates(n int) []Cycle {
	p.finish()
	list := p.candidates()
	return list[:min(len(list), n)]
}

// Complete reports whether Cycles(m) is all there is: neither a bound nor Spend cut the
// search or the list.
func (p *Predictor) Complete(m *models.Model) bool { return !p.Capped(m) && !p.stopped }

// Cut reports whether a bound cut the search: of the steps that it takes, which grow with
// Options.MaxLen, or of how many cycles are kept.
func (p *Predictor) Cut() bool {
	p.finish()
	return p.cut
}

// Capped reports whether a bound, and not only Spend, cut the search or the list of Cycles(m).
func (p *Predictor) Capped(m *models.Model) bool {
	p.finish()
	return p.cut || len(p.kept(m)) > p.o.MaxCycles
}

// Lower returns the Options.Fences of a mapping. The order with which a
// compare-exchange fails is not in the event; no fence is assumed after it.
func Lower(m models.Mapping) func(e *trace.Event) models.Lowering {
	m = m.OrC11()
	return func(e *trace.Event) models.Lowering {
		switch e.Kind {
		case trace.Load:
			return m.Load[e.Order]
		case trace.Store:
			return m.Store[e.Order]
		case trace.RMW:
			return m.RMW[e.Order]
		case trace.CASFail:
			return models.Lowering{Before: m.RMW[e.Order].Before}
		case trace.Fence:
			return m.Fence[e.Order]
		}
		return models.Lowering{}
	}
}
