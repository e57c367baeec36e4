// Package liveness finds endless executions in which every thread runs again
// and again, and yet a thread makes no progress.
//
// Search makes the graph of the states of a program under a model. A state includes the
// pending stores and the stores that a thread may still read. In the graph it looks for fair
// cycles (Lichtenstein and Pnueli, "Checking that finite state concurrent programs satisfy
// their linear specification", POPL 1985; fairness as in Emerson and Lei, "Modalities for
// model checking", 1987, section 5). A cycle is fair if each thread that can run somewhere
// in it runs in it. So a thread that is blocked, by a mutex or a join for example, is taken
// to be served in the end. Memory is fair, too (Lahav, Namakonov, Oberhauser, Podkopaev and
// Vafeiadis, "Making weak memory models fair", OOPSLA 2021): the pending stores of a thread
// to an address are a process that runs as a thread does, and a cycle reads an older store
// only if it makes newer ones. A thread is stuck in a cycle if it stays in a loop that has
// a way out to the rest of its function. Then
//
//   - a thread starves if it is stuck, runs, and does not change what threads share, while
//     another thread does change it and some thread is not stuck;
//   - there is a livelock if all threads that run are stuck, though some change what they
//     share. (Every search finds a livelock that changes nothing, package explore too.)
//
// No false alarm follows: a Lasso is reported only after the machine has performed it once
// more and come to the same state again.
//
// These are no errors: a loop without a way out, as a server's; a compare-exchange that
// would have to fail spuriously again and again; a wait that ends spuriously; a signal that
// wakes another thread than the first; a value of nondet_range that would have to be chosen
// again and again.
//
// These are missed: states that never recur, as those with a counter or with addresses of
// newly allocated memory; and executions that need more pending stores, or older ones, than
// Options allow. Without such a bound a thread that stores and never fences has no end of
// states. Under C11 package views leaves executions out as well, so the search never claims
// that no thread waits for ever in any execution.
//
// Why a read is kept as the number of newer stores stands in docs/notes/liveness.md.
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
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/models/views"
	"fencepost/trace"
)

// Options configure a search. The zero value is the default.
type Options struct {
	Machine interp.Options
	Model   *models.Model // nil: models.SC
	Name    string        // name of the model in the report; empty: its own
	States  int           // bound of the states; 0: 50,000
	Steps   int           // bound of the transitions made to reach them, each from the start; 0: 20 million
	Pending int           // bound of the pending stores of a thread; 0: 3
	Newest  int           // number of newest stores to a location that may be read; 0: 2
}

// A Report is the result of a search.
type Report struct {
	Findings []witness.Finding // lassos in which a thread makes no progress, one for each distinct error, by key
	Model    string
	States   int
	Bounds   []string // what the model allows beyond the bounds of the search
	// Incomplete says why not all states were examined; empty if they were.
	Incomplete string
}

// Search searches program p for lassos. The error is an *interp.UnsupportedError if the
// program met unsupported C.
func Search(ctx context.Context, p *code.Program, options Options) (*Report, error) {
	o := options.Machine
	o.Coverage, o.Judge, o.Output, o.WeakFail, o.MallocFail, o.NoSpurious = nil, nil, nil, false, false, true
	o.Reuse = vm.ReuseNever
	s := &search{
		ctx: ctx, prog: p, model: cmp.Or(options.Model, models.SC), name: options.Name,
		states: cmp.Or(options.States, 50_000), limit: cmp.Or(options.Steps, 20_000_000), pending: cmp.Or(options.Pending, 3), newest: cmp.Or(options.Newest, 2),
		known: map[[sha256.Size]byte]int32{}, loops: map[*code.Func][]code.NaturalLoop{}, places: map[string]int32{}, processes: map[commit]int32{},
	}
	if s.model.Native {
		s.model = views.Of(s.model, s.newest)
	}
	s.name = cmp.Or(s.name, s.model.Name)
	o.Lasso = &interp.Lasso{Each: s.each, Head: s.head}
	s.o, s.machine = o, interp.New(p, s.model, o)
	if err := s.explore(); err != nil {
		return nil, err
	}
	lassos := s.lassos()
	late, cancel := witness.Grace(ctx)
	defer cancel()
	s.ctx = late
	r := &Report{Model: s.name, States: len(s.nodes), Bounds: s.bounds(), Incomplete: s.incomplete}
	found := map[string]bool{}
	for _, l := range lassos {
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

// A search is the state of Search.
type search struct {
	ctx     context.Context
	prog    *code.Program
	o       interp.Options
	model   *models.Model
	name    string
	machine *interp.Machine
	states  int // bound
	limit   int // bound of the transitions made
	pending int // bound of the pending stores of a thread
	newest  int // number of newest stores to a location that may be read

	nodes      []node
	known      map[[sha256.Size]byte]int32
	loops      map[*code.Func][]code.NaturalLoop
	places     map[string]int32 // by key: number of a loop that a thread is in
	kinds      []place          // by number
	processes  map[commit]int32
	filled     bool // a buffer was full
	aged       bool // a load might have read an older store
	incomplete string

	// state of the run that follows an edge
	path   []int32 // choices
	others []int32 // for each choice of the path the next alternative, or none
	at     int     // number of choices made
	depth  int     // number of transitions to the node
	steps  int     // the same plus one
	made   int     // number of transitions of all runs
	from   int32   // the node; -1: none, the first one is made
	edge   edge
	passed []passed
}

// A node is a state.
type node struct {
	parent  int32
	choices []int32 // from the parent
	depth   int
	shared  [sha256.Size]byte // hash of the state that threads share
	enabled []int32           // numbers of processes
	in      [][]int32         // by thread: numbers of the loops with an exit that it is in
	edges   []edge
}

// An edge is a transition.
type edge struct {
	to      int32
	process int32
	thread  int32 // the thread that steps, or whose store commits
	choices []int32
	changes bool     // it changes shared state
	asks    bool     // it chooses a value of nondet_range, which need not be chosen so for ever
	stays   []int32  // loops that the thread does not leave
	older   []uint64 // addresses at which it read a store other than the newest
	writes  []uint64 // addresses, if the model has older stores
}

// A commit stands for the commits of a thread's stores to an address. Each is a process of
// its own, which runs in the end, as each thread does. Threads have the process numbers
// below maxThreads.
type commit struct {
	thread int32
	addr   uint64
}

const maxThreads = 64

// steps reports whether the edge is a step of the thread.
func (e *edge) steps() bool { return e.process < maxThreads }

// A place is a loop in a call of a thread.
type place struct {
	thread int32
	depth  int // depth of the call
	fn     *code.Func
	loop   *code.NaturalLoop
}

// A passed is a loop head that a thread reached.
type passed struct{ depth, pc int }

// explore builds the graph breadth first.
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
			s.incomplete = fmt.Sprintf("only the first %d states under %s were looked at", n, s.name)
			return nil
		}
		if err := s.follow(n); err != nil {
			return err
		}
	}
	return nil
}

// follow makes the transitions from a node; -1: those at the start of the program.
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

// pathTo returns the choices that lead to a node.
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

// following returns the choices of the next transition of a node. The node's own choices
// begin at index begin.
func (s *search) following(begin int) (path []int32, more bool) {
	for k, other := range slices.Backward(s.others) {
		if other != none {
			return append(slices.Clone(s.path[:begin+k]), other), true
		}
	}
	return nil, false
}

// run makes the transition to which choices lead.
func (s *search) run(path []int32) error {
	s.path, s.others, s.at, s.steps = slices.Clone(path), s.others[:0], 0, 0
	s.passed = s.passed[:0]
	var out trace.Sink
	if s.model.ReadChoice {
		out = (*writes)(s)
	}
	r := s.machine.Run(s.ctx, s, out)
	if r.Outcome == interp.Unsupported {
		return &interp.UnsupportedError{Err: r.Err}
	}
	return nil
}

// Begin implements interp.Strategy.
func (s *search) Begin(int) bool { return true }

// Choose implements interp.Strategy.
func (s *search) Choose(c *interp.Choice) int {
	if s.at == len(s.path) {
		s.path = append(s.path, s.next(c, 0))
	}
	answer := s.path[s.at]
	s.at++
	if s.follows() {
		s.others = append(s.others, s.next(c, answer+1))
		switch c.Kind {
		case interp.Schedule:
			s.runs(c.Machine, &c.Actions[answer])
		case interp.Value:
			s.edge.asks = true
		case interp.ReadFrom:
			if answer > 0 {
				addr, _ := c.Machine.Where(c.Op.Loc)
				s.edge.older = append(s.edge.older, addr)
			}
		}
	}
	return alternative(c, answer)
}

// follows reports whether the run has reached the transition to be examined.
func (s *search) follows() bool { return s.from < 0 || s.steps > s.depth }

// alternative returns the alternative of a choice for an answer. For a read the answer is
// the number of newer stores: the number of older ones does not affect later states.
func alternative(c *interp.Choice, answer int32) int {
	if c.Kind == interp.ReadFrom {
		return c.N - 1 - int(answer)
	}
	return int(answer)
}

// none stands for no answer.
const none = -1

// next returns the first admitted answer to a choice from answer on, or none.
func (s *search) next(c *interp.Choice, answer int32) int32 {
	for ; int(answer) < c.N; answer++ {
		if s.admits(c, answer) {
			return answer
		}
	}
	return none
}

// admits reports whether the search makes an answer. It always makes one: if a buffer is
// full, a store in it can commit.
func (s *search) admits(c *interp.Choice, answer int32) bool {
	switch c.Kind {
	case interp.Wake:
		return answer == 0 // the thread that has waited longest
	case interp.Schedule:
		full := s.fills(c.Machine, &c.Actions[answer])
		s.filled = s.filled || full
		return !full
	case interp.ReadFrom:
		s.aged = s.aged || c.N > s.newest
		return int(answer) < s.newest
	}
	return true
}

// fills reports whether a transition is a store of a thread whose buffer is full.
func (s *search) fills(m *interp.Machine, a *models.Step) bool {
	if !s.model.Buffered || a.Store != 0 {
		return false
	}
	if k := m.Next(a.Thread).Kind; k != trace.Store && k != trace.Unlock {
		return false
	}
	return len(m.Memory().Pending(nil, a.Thread)) >= s.pending
}

// bounds describes what the model allows beyond the bounds of the search.
func (s *search) bounds() (list []string) {
	if s.filled {
		list = append(list, fmt.Sprintf("no more than %d stores of a thread wait", s.pending))
	}
	switch {
	case s.model.Native:
		list = append(list, "stores are executed in modification order", fmt.Sprintf("loads read the newest %d", s.newest), "seq_cst accesses are as between fences")
	case s.aged:
		list = append(list, fmt.Sprintf("loads read the newest %d stores", s.newest))
	}
	return list
}

// runs notes the transition to be examined.
func (s *search) runs(m *interp.Machine, a *models.Step) {
	s.edge.thread, s.edge.process = a.Thread, s.process(m, a)
}

// process returns the number of the process that makes a transition.
func (s *search) process(m *interp.Machine, a *models.Step) int32 {
	if a.Store == 0 {
		return a.Thread
	}
	addr, _ := m.Where(a.Loc)
	c := commit{a.Thread, addr}
	n, known := s.processes[c]
	if !known {
		n = maxThreads + int32(len(s.processes))
		s.processes[c] = n
	}
	return n
}

// A writes is a search as the sink of its runs.
type writes search

// Begin implements trace.Sink.
func (*writes) Begin() {}

// Event implements trace.Sink. It notes writes to memory.
func (w *writes) Event(e *trace.Event) {
	if s := (*search)(w); s.follows() && (e.Kind == trace.Commit || e.Kind.Writes() && e.C != trace.NoCommit) {
		s.edge.writes = append(s.edge.writes, e.Addr)
	}
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
			s.runs(m, &acts[0])
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

// head is called when a thread reaches a loop head.
func (s *search) head(t *vm.Thread) {
	pc, _ := t.Place()
	s.passed = append(s.passed, passed{t.Depth(), pc - 1})
}

// arrive notes the state at which the run has arrived.
func (s *search) arrive(m *interp.Machine) {
	state, shared, ok := m.AppendState(nil, s.newest)
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
			n.enabled = append(n.enabled, s.process(m, &a))
		}
		for _, t := range m.VM().Threads() {
			n.in = append(n.in, s.loopsOf(t))
		}
		if s.from >= 0 {
			n.depth = s.depth + 1
		}
		if len(n.in) > maxThreads {
			s.incomplete = fmt.Sprintf("the program has more than %d threads", maxThreads)
		}
		s.nodes = append(s.nodes, n)
	}
	choices := slices.Clone(s.path[len(s.path)-len(s.others):])
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

// staysIn reports whether thread t stayed in a loop during the transition it has made.
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

// loopsOf returns the numbers of the loops with an exit that thread t is in.
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

// perform has the machine perform a lasso and returns the witness. It returns nil if the
// lasso does not return to its state, or has a data race, after which it has no meaning.
func (s *search) perform(l *lasso) *witness.Witness {
	o := s.o
	var rec trace.Recorder
	first, steps, newest := 0, 0, 0
	if s.model.ReadChoice {
		newest = s.newest
	}
	o.Lasso = &interp.Lasso{Stem: l.stem, Cycle: l.cycle, Newest: newest, Error: l.err, Each: func(*interp.Machine) bool {
		if steps == l.stem {
			first = len(rec.Events)
		}
		steps++
		return true
	}}
	m := interp.New(s.prog, s.model, o)
	r := m.Run(s.ctx, &walk{choices: l.choices}, &rec)
	if r.Outcome != interp.Failed || r.Err != l.err || len(r.Races) > 0 {
		return nil
	}
	l.err.Message += fmt.Sprintf(" (events %d to %d of the execution come again and again)", first+1, len(rec.Events))
	for i := range l.err.Waiting {
		s.say(&l.err.Waiting[i], rec.Events[first:])
	}
	o.Lasso = &interp.Lasso{Stem: l.stem, Cycle: l.cycle, Newest: newest, Error: l.err}
	return witness.Of(m, o, r, rec.Events)
}

// A walk is a strategy with the answers of a search.
type walk struct{ choices []int32 }

// Begin implements interp.Strategy.
func (w *walk) Begin(int) bool { return true }

// Choose implements interp.Strategy.
func (w *walk) Choose(c *interp.Choice) int {
	if len(w.choices) == 0 {
		return interp.GiveUp
	}
	k := alternative(c, w.choices[0])
	if w.choices = w.choices[1:]; uint(k) >= uint(c.N) {
		return interp.GiveUp
	}
	return k
}

// say describes the change for which a thread waits that goes round a cycle with these
// events: that of the memory it reads.
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
