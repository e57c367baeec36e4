package report

import (
	"fmt"
	"slices"

	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/lists"
)

// An Explanation is an execution as a list of steps: the event, its reason, and the content
// of memory and the store buffers after it.
type Explanation struct {
	Model   string `json:"model"`
	Threads int    `json:"threads"`
	// Buffered says that stores wait in buffers before they reach memory.
	Buffered bool   `json:"buffered"`
	Events   int    `json:"events"` // number in the whole execution
	Cells    []Cell `json:"cells"`  // memory shown, in the order of first access
	Steps    []Step `json:"steps"`
	Shows    string `json:"shows"` // kind of Cycle: cycle, race, none, or unknown if it is open whether there is one
	Cycle    []Node `json:"cycle"` // the events that violate SC, or that race
	// Orders are, under the C11 model, the decided part of the modification orders, and
	// synchronisation.
	Orders []Order `json:"orders,omitempty"`
	Graph  *Graph  `json:"graph,omitempty"` // nil if it has too many events
}

// An Order is an edge between events.
type Order struct {
	Kind string `json:"kind"` // mo or sw
	From int32  `json:"from"` // ID of an event
	To   int32  `json:"to"`
}

// A Cell is one location of memory.
type Cell struct {
	Name  string `json:"name"`
	Value string `json:"value"` // before the first step
}

// A Step is one event, or several of a library, with the state after it. Of memory it has only the
// changes; Explanation.Memory accumulates them.
type Step struct {
	Event    int32           `json:"event"`
	Last     int32           `json:"last,omitempty"` // the last of several events
	Thread   int32           `json:"thread"`
	Kind     string          `json:"kind"`
	Does     string          `json:"does"`
	Sentence string          `json:"sentence"`
	File     string          `json:"file,omitempty"`
	Line     int             `json:"line,omitempty"`
	Col      int             `json:"col,omitempty"`
	Call     *trace.Pos      `json:"call,omitempty"`    // of a step of a library: where the program calls it, if that is known
	Mark     int             `json:"mark,omitempty"`    // number in the cycle; 0: none
	Reads    int32           `json:"reads,omitempty"`   // the event whose store it reads
	Commits  int32           `json:"commits,omitempty"` // the store that it commits
	Writes   []Write         `json:"writes,omitempty"`
	Buffers  [][]PendingText `json:"buffers"` // by thread, oldest store first
	Old      []OldValues     `json:"old,omitempty"`
}

// onlyStarts reports whether a thread only starts other threads and waits for them.
func (s *Explanation) onlyStarts(thread int32) bool {
	others := false
	for _, x := range s.Steps {
		others = others || x.Thread != thread
		if x.Thread == thread && (x.Mark > 0 || x.Kind != trace.Create.String() && x.Kind != trace.Join.String() && x.Kind != trace.Exit.String()) {
			return false
		}
	}
	return others
}

// pos returns the position of the step.
func (s *Step) pos() trace.Pos { return trace.Pos{File: s.File, Line: s.Line, Col: s.Col} }

// last returns the last event of the step.
func (s *Step) last() int32 { return max(s.Event, s.Last) }

// place returns the position of the step in the program, or that in a library if its call is not
// known.
func (s *Step) place() trace.Pos {
	if s.Call != nil {
		return *s.Call
	}
	return s.pos()
}

// A Write is a change of a cell.
type Write struct {
	Cell  int    `json:"cell"`
	Value string `json:"value"`
}

// PendingText is a store in a buffer.
type PendingText struct {
	Event int32  `json:"event"`
	Text  string `json:"text"`
}

// OldValues says that a thread may read old values of a cell.
type OldValues struct {
	Thread int32    `json:"thread"`
	Cell   int      `json:"cell"`
	Values []string `json:"values"` // oldest first; the last one is in memory
}

// Explain returns at most limit steps of the execution, from shortly before the cycle on; 0
// means all. If all is false, the events that a library performs for one call are one step.
func (x *Execution) Explain(limit int, all bool) *Explanation {
	out, from, to := x.stepsOnly(limit, all)
	if from < to {
		out.Orders = x.orders(from, to)
	}
	out.Graph = x.Graph()
	return out
}

// stepsOnly returns the steps of Explain, without its orders and its graph. It also returns the indices of
// the first event that the steps explain, and of the one after the last.
func (x *Execution) stepsOnly(limit int, all bool) (out *Explanation, from, to int) {
	t := explainer{Execution: x, pending: make([][]PendingText, x.threads()), cellOf: map[int32]int{}, written: map[uint64]int32{}}
	t.out = &Explanation{
		Model: x.Model.Name, Threads: x.threads(), Buffered: x.Model.Buffered, Events: len(x.Events),
		Cells: []Cell{}, Steps: []Step{},
	}
	t.out.Shows, t.out.Cycle = x.cause()
	spans := x.spans(t.out.marked(), all)
	first := slices.IndexFunc(spans, func(s span) bool { return s.to >= x.first(t.out.Cycle) })
	if first < 0 {
		first = len(spans)
	}
	from, to = part(len(spans), limit, first)
	t.find(spans)
	for i, s := range spans[:to] {
		t.silent = i < from
		step := t.steps(s)
		if i < from {
			for _, w := range step.Writes {
				t.out.Cells[w.Cell].Value = w.Value
			}
			continue
		}
		t.out.Steps = append(t.out.Steps, step)
	}
	if from == to {
		return t.out, 0, 0
	}
	return t.out, spans[from].from, spans[to-1].to + 1
}

// steps returns the step of a span and updates the state.
func (t *explainer) steps(s span) Step {
	out := t.step(&t.Events[s.from])
	if !s.several() {
		return out
	}
	for i := s.from + 1; i <= s.to; i++ {
		e := &t.Events[i]
		next := t.step(e)
		out.Writes = append(out.Writes, next.Writes...)
		out.Buffers, out.Old, out.Last = next.Buffers, next.Old, e.ID
	}
	out.Kind, out.Does = ofLibrary, s.stepsOfLibrary()
	out.Sentence = fmt.Sprintf("thread %d: %s", out.Thread, out.Does)
	out.File, out.Line, out.Col = s.at.File, s.at.Line, s.at.Col
	out.Call, out.Reads, out.Commits = nil, 0, 0
	return out
}

// ofLibrary is the Kind of a step of several events.
const ofLibrary = "library"

// orders returns the edges of native C11 between the events shown: modification order and
// happens-before, transitively reduced. It returns none if they are too many.
func (x *Execution) orders(from, to int) (list []Order) {
	if !x.Native {
		return nil
	}
	mo, sw := x.CO(), x.SW()
	if to-from <= graph.MaxShown {
		show := make([]int32, to-from)
		for i := range show {
			show[i] = int32(from + i + 1)
		}
		if p, err := x.Picture(show, nil); err == nil {
			mo, sw = slices.Values(p.CO), slices.Values(p.HB)
		}
	}
	for e := range mo {
		if e.From != 0 {
			list = append(list, Order{"mo", e.From, e.To})
		}
	}
	for e := range sw {
		if x.Event(e.From).Thread != x.Event(e.To).Thread {
			list = append(list, Order{"sw", e.From, e.To})
		}
	}
	return list
}

// The kinds of Explanation.Shows.
const (
	showsCycle   = "cycle"
	showsRace    = "race"
	showsNone    = "none"
	showsUnknown = "unknown" // the coherence order is partial
)

// cause returns the kind and the events of the explanation's subject.
func (x *Execution) cause() (shows string, nodes []Node) {
	switch {
	case x.Error.race() != nil:
		return showsRace, x.raceNodes(x.Error)
	case x.Model.C11 && x.Order == nil && !x.Model.Ordered:
		return showsUnknown, []Node{}
	}
	if nodes = x.nodes(); len(nodes) == 0 {
		if x.Model.C11 && !x.Model.Ordered {
			return showsUnknown, nodes
		}
		return showsNone, nodes
	}
	return showsCycle, nodes
}

// raceNodes returns the two accesses of a data race.
func (x *Execution) raceNodes(race *Error) []Node {
	nodes := []Node{}
	for k, id := range race.race() {
		if id < 1 || int(id) > len(x.Events) {
			return []Node{}
		}
		n := x.node(x.Event(id), k+1)
		n.Then = fmt.Sprintf("is to the same memory as (%d), and nothing orders the two", 2-k)
		nodes = append(nodes, n)
	}
	return nodes
}

// Why describes what the events of Cycle show; empty if that is open.
func (s *Explanation) Why() string {
	switch s.Shows {
	case showsCycle:
		return "Each of these comes before the next, and the last before the first: no order of the threads' steps explains it."
	case showsRace:
		return "Two threads access the same memory, one of them writes it and one access is not atomic, and nothing makes one happen before the other."
	case showsNone:
		return "The execution is sequentially consistent: no reordering is needed to explain it."
	}
	return ""
}

// leadIn is the number of steps before the cycle that are shown of a long execution.
const leadIn = 20

// first returns the index of the first event of the cycle, or of the execution's end.
func (x *Execution) first(cycle []Node) int {
	first := len(x.Events)
	for _, c := range cycle {
		if c.Event > 0 {
			first = min(first, int(c.Event)-1)
		}
	}
	return first
}

// Memory returns the content of the cells after the n-th step, counted from 1; n is 0 for
// the initial content.
func (s *Explanation) Memory(n int) []string {
	values := lists.Map(s.Cells, func(c Cell) string { return c.Value })
	for i := range n {
		for _, w := range s.Steps[i].Writes {
			values[w.Cell] = w.Value
		}
	}
	return values
}

// An explainer tracks the state of an execution while it is explained.
type explainer struct {
	*Execution
	out      *Explanation
	own      []bool           // by index of an event: it has a step of its own
	pending  [][]PendingText  // by thread; replaced, never changed
	cellOf   map[int32]int    // by location
	atCell   []uint64         // address of each cell
	written  map[uint64]int32 // by the address of a byte: the event that wrote it first
	lastLoad []map[int32]int32
	past     readableValues
	values   []string // by cell: current value
	silent   bool     // no words are needed
}

// find finds the cells. An event that has a step of its own accesses each. It also notes when each thread
// last loads each location.
func (t *explainer) find(spans []span) {
	t.own = make([]bool, len(t.Events))
	for _, s := range spans {
		t.own[s.from] = !s.several()
	}
	t.lastLoad = make([]map[int32]int32, t.threads())
	for i := range t.lastLoad {
		t.lastLoad[i] = map[int32]int32{}
	}
	for i := range t.Events {
		e := &t.Events[i]
		if e.Loc < 0 || !e.Kind.Reads() && !e.Kind.Writes() {
			continue
		}
		if e.Kind == trace.Load {
			t.lastLoad[e.Thread][e.Loc] = e.ID
		}
		for at := e.Addr; e.Kind.Writes() && at < e.Addr+uint64(e.Size); at++ {
			if t.written[at] == 0 {
				t.written[at] = e.ID
			}
		}
		c, known := t.cellOf[e.Loc]
		if !known && !t.own[i] {
			continue
		}
		if !known {
			c = len(t.out.Cells)
			t.cellOf[e.Loc] = c
			t.out.Cells = append(t.out.Cells, Cell{t.memory.Location(e), t.memory.Initial(e.Addr, e.Size)})
			t.atCell = append(t.atCell, e.Addr)
		}
		if e.Kind.Reads() && e.RF == 0 && e.C == 0 {
			v := e.Value
			if e.Kind == trace.RMW || e.Kind == trace.Lock {
				v = e.Read
			}
			t.out.Cells[c].Value = t.memory.ValueOf(e, v)
		}
	}
	t.values = t.out.Memory(0)
	t.past.begin(t.threads())
}

// step returns the step of e and updates the state.
func (t *explainer) step(e *trace.Event) Step {
	s := Step{Event: e.ID, Thread: e.Thread, Kind: e.Kind.String()}
	if !t.silent {
		s.Does, s.Sentence = t.memory.Describe(e), t.sentence(e)
	}
	if e.Site >= 0 && int(e.Site) < len(t.source.Sites) {
		p := t.source.Sites[e.Site].Pos
		s.File, s.Line, s.Col = p.File, p.Line, p.Col
	}
	if p := t.at(e); p.Line > 0 && p != s.pos() {
		s.Call = &p
	}
	if n := lists.Find(t.out.Cycle, func(n Node) bool { return n.Event == markedBy(e) }); n != nil {
		s.Mark = n.Mark
	}
	switch {
	case e.Kind == trace.Commit:
		s.Commits = e.RF
		t.pending[e.Thread] = lists.Where(t.pending[e.Thread], func(p PendingText) bool { return p.Event != e.RF })
	case e.Kind.Reads():
		s.Reads = e.RF
	}
	switch {
	case e.Kind.Writes() && e.C == trace.NoCommit && !t.own[e.ID-1]: // of a library's stores the buffer is not shown
	case e.Kind.Writes() && e.C == trace.NoCommit:
		entry := PendingText{e.ID, t.memory.Assignment(e)}
		t.pending[e.Thread] = append(slices.Clone(t.pending[e.Thread]), entry)
	case e.Kind.Writes() || e.Kind == trace.Commit:
		if c, ok := t.cellOf[e.Loc]; ok {
			s.Writes = append(s.Writes, Write{c, t.memory.ValueOf(e, e.Value)})
		}
	case e.Kind == trace.Free:
		s.Writes = t.freed(e)
	}
	for _, w := range s.Writes {
		t.values[w.Cell] = w.Value
	}
	s.Buffers = slices.Clone(t.pending)
	for i := range s.Buffers {
		if s.Buffers[i] == nil {
			s.Buffers[i] = []PendingText{}
		}
	}
	if t.Model.OldValues {
		t.past.event(t, e)
		s.Old = t.old(e.ID)
	}
	return s
}

// freed returns the changes made by the free of a block.
func (t *explainer) freed(e *trace.Event) []Write {
	b := t.memory.BlockAt(e.Addr)
	if b == nil {
		return nil
	}
	var list []Write
	for c, addr := range t.atCell {
		if addr >= b.Addr && addr < b.Addr+b.Size {
			list = append(list, Write{c, "freed"})
		}
	}
	return list
}

// old returns the cells of which a thread that will load them may read an old value.
func (t *explainer) old(now int32) []OldValues {
	var list []OldValues
	for thread := range t.lastLoad {
		for loc := range int32(len(t.past.stores)) {
			if t.lastLoad[thread][loc] <= now {
				continue
			}
			cell, ok := t.cellOf[loc]
			if values := t.past.readable(thread, loc); ok && len(values) > 1 {
				list = append(list, OldValues{int32(thread), cell, values})
			}
		}
	}
	return list
}
