// Package predict is phase 1 of RELAXER (ISSTA 2011, section 4.1): from executions under
// sequential consistency it predicts the cycles that would violate sequential consistency
// if another execution made them.
//
// Definitions 2 and 3 and Algorithm 1 define a potential cycle: pairs e1 ->p e1', e2 ->p
// e2', ... of events, each pair of a thread of its own, each e_j' in a potential race with
// the next e, and the last with e1; ->p is reflexive, and a chain that is a cycle is not
// extended. The result is the sequences of sites, one for each cycle and its rotations.
//
// # Summaries
//
// Algorithm 1 works on events. Here all events of one thread, site, location and kind
// between the same thread creations and joins form one summary, with the program index of
// the first and of the last. Summaries replace the events exactly. Whether two events race
// depends only on thread, location and kind. An event of summary A precedes some event of
// summary B of its thread if and only if A's first event precedes B's last one, whatever
// the other pairs of the chain are. So the cost of the search grows with the number of
// distinct summaries, not with the trace, and an event whose summary exists costs O(1) and
// no memory. Each execution is searched when it ends, unless an earlier one had equal
// summaries.
//
// A short execution is first kept as a list of events. If each of its threads did the same
// in an earlier execution, it is dropped without summaries (tape.go). Of 100,000 random
// executions of a queue with a hundred events, six in seven are dropped there. Prediction
// takes 1.2 times as long as the runs themselves, half as long as writing them to a trace
// file.
//
// # Filters
//
// Two filters remove cycles that the recorded paths cannot produce. In doubt they keep a
// cycle. Options turn them off.
//
// Order: a cycle needs e_j' to take effect before e_{j+1}, which is impossible if thread
// creation and join put e_{j+1} before e_j'. The other direction is no obstacle: main may
// store x and create a thread, and the cycle may enter the thread through the thread's load
// of x. (In a cycle of two threads either direction of one race forbids the other.)
//
// Model: the model must be able to relax some po edge of the cycle, see ppo.go. C11 forbids
// whole cycles rather than relaxing edges, see c11.go.
package predict

import (
	"slices"

	"fencepost/models"
	"fencepost/trace"
)

// Options configure a Predictor. The zero value is the default.
type Options struct {
	MaxLen    int // bound of the length of cycles, twice the number of threads: even, from 4 (the default) to MostLen
	MaxCycles int // bound of the cycles that Cycles returns; 0 means 10,000

	Coarse        bool // no filters: exactly the cycles of Algorithm 1
	KeepOrdered   bool // no order filter
	KeepUnrelaxed bool // no model filter

	// Fences returns the hardware fences with which a mapping surrounds an access or a C11
	// fence; see Lower. If nil, only Fence events are fences.
	Fences func(e *trace.Event) models.Lowering

	// Models are the models for which Cycles is asked; nil means the hardware models. For
	// another model, and for more than three further models that relax anything, nothing is
	// assumed: Cycles keeps every cycle that some model may allow. The rules of C11 take
	// additional time.
	Models []*models.Model

	// Spend is called now and then with the number of steps of the search since the last
	// call. If it returns false the search ends, and the prediction is not Complete. If it
	// is nil the search does not end early.
	Spend func(steps int) bool
}

// MostLen is the greatest MaxLen.
const MostLen = 128

// Bounds of the search. Complete reports whether one was reached.
const (
	fullPairs    = 4           // number of pairs from which on a search may take maxSteps
	maxSummaries = 1 << 14     // for each execution
	maxSteps     = 200_000_000 // of the search for the longest cycles, in all executions together
	maxRecords   = 16          // bound of the kept cycles, in units of MaxCycles
	defaultMax   = 10_000      // of MaxCycles
	defaultPairs = 2           // half of the default MaxLen
)

// A Predictor is a trace.Sink. It receives executions under SC, from a machine or from
// files. Its prediction is the union of the cycles of all of them.
type Predictor struct {
	o     Options
	pairs int // MaxLen/2

	hardware []*models.Model // the models that relax anything, by number

	tape     tape
	exec     execution
	changed  bool // tape or exec has events that have not been searched
	numbered bool // the cycles are numbered

	taped   map[digest]bool  // digests of tapes, and of pairs of threads in them
	seen    map[digest]bool  // fingerprints of executions
	records map[string]int32 // by the sites: index into cycles
	rotated []int32
	key     []byte
	cycles  []record
	steps   int
	cut     bool // a bound was reached
	stopped bool // Spend reported false
	find    search
	print   printer
}

// New returns a Predictor without executions.
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
	list = slices.Concat(models.Relaxed(), list) // for number
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

// Event adds the next event of the execution.
func (p *Predictor) Event(e *trace.Event) {
	p.changed = true
	if p.tape.add(e) {
		return
	}
	p.untape()
	p.exec.event(e)
}

// untape reads the events of the tape. Later events of the execution are read as they come.
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
		if !p.exec.c11 { // for C11 the stores of all threads count
			p.find.partners = p.tape.partners(p.taped)
		}
	}
	p.untape()
	p.cut = p.cut || p.exec.full
	p.find.prepare(&p.exec)
	print, ok := p.print.fingerprint(&p.exec, &p.find, p.o.Spend)
	if !ok {
		p.stopped = true
	} else if !known(p.seen, print) {
		p.find.cycles(p)
	}
}

// Predicted returns the number of cycles of Algorithm 1, without filters, rotations counted
// once.
func (p *Predictor) Predicted() int {
	p.finish()
	return len(p.cycles)
}

// Cycles returns the cycles left for model m: shortest first, then those with the most
// relaxable edges, then by sites.
func (p *Predictor) Cycles(m *models.Model) []Cycle {
	p.finish()
	list := p.kept(m)
	return list[:min(len(list), p.o.MaxCycles)]
}

// Candidates returns at most n of the cycles that thread creation and join allow, whatever
// a model may relax.
func (p *Predictor) Candidates(n int) []Cycle {
	p.finish()
	list := p.candidates()
	return list[:min(len(list), n)]
}

// Complete reports whether Cycles(m) has all cycles: neither a bound nor Spend cut the
// search or the list.
func (p *Predictor) Complete(m *models.Model) bool { return !p.Capped(m) && !p.stopped }

// Cut reports whether a bound cut the search: the bound of its steps, whose number grows
// with Options.MaxLen, or of kept cycles.
func (p *Predictor) Cut() bool {
	p.finish()
	return p.cut
}

// Capped reports whether a bound, rather than Spend, cut the search or the list of
// Cycles(m).
func (p *Predictor) Capped(m *models.Model) bool {
	p.finish()
	return p.cut || len(p.kept(m)) > p.o.MaxCycles
}

// Lower returns the Options.Fences of a mapping. An event does not show the failure order
// of a compare-exchange, so no fence is assumed after a failed one.
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
