// Package liveness looks for executions that go on for ever though every thread runs
// again and again, and in which a thread never gets on.
//
// Search makes the graph of the states of a program under sequential consistency, whose
// executions every memory model has, and looks in it for fair cycles (Lichtenstein and
// Pnueli, "Checking that finite state concurrent programs satisfy their linear
// specification", POPL 1985; the fairness is that of Emerson and Lei, "Modalities for
// model checking", 1987, section 5). A cycle is fair if each thread that can run
// somewhere in it runs in it; one that a mutex, a join or the like blocks is so taken to
// be served in the end. A thread is stuck in a cycle if it stays in a loop that has a way
// out to where its function goes on. Then
//
//   - a thread starves if it is stuck, does not change what threads share, and runs, while
//     another thread does change it and one is not stuck;
//   - it is a livelock if all threads that run are stuck, though some change what they
//     share. (A livelock that changes nothing every search finds, package explore too.)
//
// What is reported is a Lasso, which the machine has performed once more: it came to the
// same state again. So there is no false alarm. A loop without a way out, a server's, is
// no error; nor is a compare-exchange that would have to fail of itself, a wait that ends
// of itself, a signal that wakes another than the first, or a value of nondet_range that
// would have to be chosen again and again. What is missed: states that never come back, as
// those that a counter tells apart, or addresses of memory that is allocated anew; and what
// only a weaker model has.
package liveness

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/vm"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/trace"
)

// Options are the settings of a search. The zero Options are usable.
type Options struct {
	Machine interp.Options
	States  int // how many are looked at; 0: 50,000
	Steps   int // transitions made for that, as each state is come to from the beginning; 0: 20 million
}

// A Report is what a search found.
type Report struct {
	Findings []witness.Finding // lassos in which a thread never gets on, one for each distinct error, in order of their keys
	States   int
	// Incomplete says why not all states were looked at; empty if they were.
	Incomplete string
}

// Search looks for lassos of program p. The error is that of what the program does that is
// not supported, an *interp.UnsupportedError.
func Search(ctx context.Context, p *code.Program, options Options) (*Report, error) {
	o := options.Machine
	o.Coverage, o.Judge, o.Output, o.WeakFail, o.MallocFail, o.NoSpurious = nil, nil, nil, false, false, true
	s := &search{ctx: ctx, prog: p, states: cmp.Or(options.States, 50_000), limit: cmp.Or(options.Steps, 20_000_000), known: map[[sha256.Size]byte]int32{}, loops: map[*code.Func][]code.NaturalLoop{}, places: map[string]int32{}}
	o.Lasso = &interp.Lasso{Each: s.each, Head: s.head}
	s.o, s.machine = o, interp.New(p, models.SC, o)
	if err := s.explore(); err != nil {
		return nil, err
	}
	r := &Report{States: len(s.nodes), Incomplete: s.incomplete}
	found := map[string]bool{}
	for _, l := range s.lassos() {
		if found[l.err.Key()] {
			continue
		}
		if w := s.perform(l); w != nil {
			found[l.err.Key()] = true
			r.Findings = append(r.Findings, witness.Finding{Error: w.Error, Count: 1, Witness: w})
		}
	}
	slices.SortFunc(r.Findings, func(a, b witness.Finding) int { return cmp.Compare(a.Error.Key(), b.Error.Key()) })
	return r, nil
}

// A search is one of the states of a program.
type search struct {
	ctx     context.Context
	prog    *code.Program
	o       interp.Options
	machine *interp.Machine
	states  int // at most
	limit   int // of transitions made

	nodes      []node
	known      map[[sha256.Size]byte]int32
	loops      map[*code.Func][]code.NaturalLoop
	places     map[string]int32 // numbers of the loops that threads are in
	kinds      []place          // by number
	incomplete string

	// Of the run that follows an edge.
	path   []int32 // choices
	ends   []int   // numbers of alternatives of those behind the path
	at     int     // choices made
	depth  int     // transitions to the node
	steps  int     // and one
	made   int     // transitions, by all runs
	from   int32   // the node; -1: none, the first is made
	edge   edge
	passed []passed
}

// A node is a state.
type node struct {
	parent  int32
	choices []int32 // from the parent
	depth   int
	shared  [sha256.Size]byte // of what threads share
	enabled uint64            // threads
	in      [][]int32         // by thread: the loops with a way out that it is in, by number
	edges   []edge
}

// An edge is a transition.
type edge struct {
	to      int32
	thread  int32
	choices []int32
	changes bool    // what threads share
	asks    bool    // for a value of nondet_range, which nobody has to choose so for ever
	stays   []int32 // the loops that the thread does not leave
}

// A place is a loop in a call of a thread.
type place struct {
	thread int32
	depth  int // of the call
	fn     *code.Func
	loop   *code.NaturalLoop
}

// A passed is a head of a loop to which a thread came.
type passed struct{ depth, pc int }

// explore makes the graph, in order of the distance from the beginning.
func (s *search) explore() error {
	if err := s.follow(-1); err != nil {
		return err
	}
	for n := int32(0); int(n) < len(s.nodes); n++ {
		switch {
		case s.ctx.Err() != nil:
			s.incomplete = witness.Limit(s.ctx)
			return nil
		case len(s.nodes) >= s.states || s.made >= s.limit:
			s.incomplete = fmt.Sprintf("only the first %d states under sc were looked at", n)
			return nil
		}
		if err := s.follow(n); err != nil {
			return err
		}
	}
	return nil
}

// follow makes the transitions from a node; -1: what begins the program.
func (s *search) follow(n int32) error {
	s.from, s.depth = n, 0
	if n >= 0 {
		s.depth = s.nodes[n].depth
	}
	path := s.pathTo(n)
	begin := len(path)
	for more := true; more; {
		if err := s.run(path); err != nil {
			return err
		}
		path, more = s.following(begin)
	}
	return nil
}

// pathTo returns the choices on the way to a node.
func (s *search) pathTo(n int32) (path []int32) {
	var way []int32
	for ; n >= 0; n = s.nodes[n].parent {
		way = append(way, n)
	}
	for _, n := range slices.Backward(way) {
		path = append(path, s.nodes[n].choices...)
	}
	return path
}

// following returns the choices of the next transition of a node, whose own begin at an
// index.
func (s *search) following(begin int) (path []int32, more bool) {
	path = s.path[:begin+len(s.ends)]
	for k := len(s.ends) - 1; k >= 0; k-- {
		if path[begin+k]+1 < int32(s.ends[k]) {
			path = slices.Clone(path[:begin+k+1])
			path[begin+k]++
			return path, true
		}
	}
	return nil, false
}

// run makes the transition that choices lead to.
func (s *search) run(path []int32) error {
	s.path, s.ends, s.at, s.steps = slices.Clone(path), s.ends[:0], 0, 0
	s.passed = s.passed[:0]
	r := s.machine.Run(s.ctx, s, nil)
	if r.Outcome == interp.Unsupported {
		return &interp.UnsupportedError{Err: r.Err}
	}
	return nil
}

// Begin is part of interp.Strategy.
func (s *search) Begin(int) bool { return true }

// Choose is part of interp.Strategy.
func (s *search) Choose(c *interp.Choice) int {
	k, n := 0, c.N
	if c.Kind == interp.Wake {
		n = 1 // the first that waits
	}
	if s.at < len(s.path) {
		k = int(s.path[s.at])
	} else {
		s.path = append(s.path, 0)
	}
	if s.from < 0 || s.steps > s.depth {
		s.ends = append(s.ends, n)
		switch c.Kind {
		case interp.Schedule:
			s.edge.thread = c.Actions[k].Thread
		case interp.Value:
			s.edge.asks = true
		}
	}
	s.at++
	return k
}

// each is called before each transition.
func (s *search) each(m *interp.Machine) bool {
	s.steps++
	s.made++
	switch {
	case s.from >= 0 && s.steps <= s.depth:
		return true
	case s.from >= 0 && s.steps == s.depth+1:
		s.edge = edge{thread: -1}
		if acts := m.Enabled(); len(acts) > 0 {
			s.edge.thread = acts[0].Thread
		}
		for _, t := range m.VM().Threads() {
			t.Low = t.Depth()
		}
		s.passed = s.passed[:0]
		return true
	}
	s.arrive(m)
	return false
}

// head is called where a thread comes to a loop.
func (s *search) head(t *vm.Thread) {
	pc, _ := t.Place()
	s.passed = append(s.passed, passed{t.Depth(), pc - 1})
}

// arrive notes the state that the run has come to.
func (s *search) arrive(m *interp.Machine) {
	state, shared, ok := m.VM().AppendState(nil)
	if !ok {
		s.incomplete = "the program has too much memory for its states to be looked at"
		return
	}
	hash := sha256.Sum256(state)
	to, known := s.known[hash]
	if !known {
		to = int32(len(s.nodes))
		s.known[hash] = to
		n := node{parent: s.from, shared: sha256.Sum256(state[:shared])}
		for _, a := range m.Enabled() {
			n.enabled |= 1 << (a.Thread & 63)
		}
		for _, t := range m.VM().Threads() {
			n.in = append(n.in, s.loopsOf(t))
		}
		if s.from >= 0 {
			n.depth = s.depth + 1
		}
		if len(n.in) > 64 {
			s.incomplete = "the program has more than 64 threads"
		}
		s.nodes = append(s.nodes, n)
	}
	choices := slices.Clone(s.path[len(s.path)-len(s.ends):])
	if !known {
		s.nodes[to].choices = choices
	}
	if s.from < 0 {
		return
	}
	e := &s.edge
	e.to, e.choices = to, choices
	e.changes = s.nodes[to].shared != s.nodes[s.from].shared
	t := m.VM().Threads()[e.thread]
	for _, k := range s.nodes[to].in[e.thread] {
		if int(e.thread) < len(s.nodes[s.from].in) && slices.Contains(s.nodes[s.from].in[e.thread], k) && s.staysIn(t, &s.kinds[k]) {
			e.stays = append(e.stays, k)
		}
	}
	s.nodes[s.from].edges = append(s.nodes[s.from].edges, *e)
}

// staysIn reports whether thread t did not leave a loop in the transition that it has made,
// and come back.
func (s *search) staysIn(t *vm.Thread, p *place) bool {
	if t.Low < p.depth {
		return false
	}
	for _, h := range s.passed {
		if h.depth < p.depth || h.depth == p.depth && !p.loop.Body[h.pc] {
			return false
		}
	}
	return true
}

// loopsOf returns the numbers of the loops with a way out that thread t is in.
func (s *search) loopsOf(t *vm.Thread) (list []int32) {
	if t.State == vm.Done {
		return nil
	}
	chain, depth := fmt.Sprint(t.ID), 0
	t.Calls(func(f *code.Func, pc int) {
		loops, ok := s.loops[f]
		if !ok {
			loops = s.prog.Loops(f)
			s.loops[f] = loops
		}
		for i := range loops {
			l := &loops[i]
			if !l.Exits || pc >= len(l.Body) || !l.Body[pc] {
				continue
			}
			key := fmt.Sprintf("%s|%p/%d", chain, f, l.Head)
			n, known := s.places[key]
			if !known {
				n = int32(len(s.kinds))
				s.places[key] = n
				s.kinds = append(s.kinds, place{t.ID, depth, f, l})
			}
			list = append(list, n)
		}
		chain += fmt.Sprintf("|%p:%d", f, pc)
		depth++
	})
	return list
}

// perform has the machine perform a lasso, and returns the witness; nil if it does not
// come round.
func (s *search) perform(l *lasso) *witness.Witness {
	o := s.o
	var rec trace.Recorder
	first, steps := 0, 0
	o.Lasso = &interp.Lasso{Stem: l.stem, Cycle: l.cycle, Error: l.err, Each: func(*interp.Machine) bool {
		if steps == l.stem {
			first = len(rec.Events)
		}
		steps++
		return true
	}}
	m := interp.New(s.prog, models.SC, o)
	r, followed := witness.Replay(s.ctx, m, l.choices, &rec)
	if !followed || r.Outcome != interp.Failed || r.Err != l.err {
		return nil
	}
	l.err.Message += fmt.Sprintf(" (events %d to %d of the execution come again and again)", first+1, len(rec.Events))
	for i := range l.err.Waiting {
		s.say(&l.err.Waiting[i], rec.Events[first:])
	}
	o.Lasso = &interp.Lasso{Stem: l.stem, Cycle: l.cycle, Error: l.err}
	return witness.Of(m, o, r, rec.Events)
}

// say words what a thread waits for that goes round a cycle with some events: that what it
// reads changes.
func (s *search) say(w *interp.Waiter, cycle []trace.Event) {
	var read []string
	for i := range cycle {
		e := &cycle[i]
		if e.Thread != w.Thread || !e.Kind.Reads() || e.Site < 0 {
			continue
		}
		if at := fmt.Sprintf("line %d", s.prog.Sites[e.Site].Pos.Line); !slices.Contains(read, at) {
			read = append(read, at)
		}
	}
	if len(read) > 0 && len(read) < 4 {
		w.For = "another value to be read in " + strings.Join(read, " and ") + ", by which it leaves its loop"
	}
}
