package candidates

import (
	"fmt"
	"io"
	"math/bits"
	"strings"

	"fencepost/trace"
)

// A Picture is the displayed form of an execution. Its events are the initial writes, and then the
// events of each thread in program order.
type Picture struct {
	Events  []PictureEvent
	Edges   []Edge
	Threads []string // their names
}

// A PictureEvent is an event of a Picture.
type PictureEvent struct {
	Thread int       // -1 for an initial write
	Pos    trace.Pos // of its instruction
	Text   string    // the instruction
	Does   string    // R x=1, W x=1, RW x=1 to 2, F; initial writes: x=0
}

// An Edge leads from one event to another, by index in Picture.Events.
type Edge struct {
	From, To int
	Name     string // po, rf, co, fr, addr, data, ctrl; po only between neighbours
}

// A Section of a page is an execution under a heading, with a text.
type Section struct {
	Heading, Text string
	Columns       []string // texts side by side, above the picture
	Picture       *Picture // nil: none
}

// Rename replaces a text, for example a name, in the descriptions of events. A nil Picture
// does not change.
func (p *Picture) Rename(old, by string) {
	if p == nil || old == "" {
		return
	}
	for i := range p.Events {
		e := &p.Events[i]
		e.Text, e.Does = strings.ReplaceAll(e.Text, old, by), strings.ReplaceAll(e.Does, old, by)
	}
}

// Picture returns the displayed form of the execution. It stays valid after the call.
func (e *Execution) Picture() *Picture {
	s := e.s
	p := &Picture{Events: make([]PictureEvent, s.n)}
	for i := range s.prog.Threads {
		p.Threads = append(p.Threads, s.prog.Threads[i].Name)
	}
	add := func(from, to int, name string) { p.Edges = append(p.Edges, Edge{from, to, name}) }
	for i := range s.n {
		p.Events[i] = s.describe(i)
		if i > 0 && s.thread[i] >= 0 && s.thread[i] == s.thread[i-1] {
			add(i-1, i, "po")
		}
		x := s.events[i]
		if x == nil {
			continue
		}
		first := s.first[s.thread[i]]
		for _, d := range []struct {
			name string
			on   uint64
		}{{"addr", x.addr | x.pickAddr}, {"data", x.data | x.pickData}} {
			for on := d.on; on != 0; on &= on - 1 {
				add(first+bits.TrailingZeros64(on), i, d.name)
			}
		}
		// Of the events that depend on a branch only the first is connected.
		for on := x.ctrl | x.pickCtrl; on != 0; on &= on - 1 {
			r := bits.TrailingZeros64(on)
			if i == first || s.thread[i-1] < 0 || (s.events[i-1].ctrl|s.events[i-1].pickCtrl)>>r&1 == 0 {
				add(first+r, i, "ctrl")
			}
		}
	}
	for _, r := range s.reads {
		add(s.source[r], r, "rf")
	}
	for w := range s.n {
		if !s.writesHere(w) {
			continue
		}
		next := e.next(w)
		if next < 0 {
			continue
		}
		add(w, next, "co")
		for _, r := range s.reads {
			if s.source[r] == w && r != next {
				add(r, next, "fr")
			}
		}
	}
	return p
}

// communication names the reads of other threads' writes by which one event comes before
// another; empty if there are none.
func (s *search) communication(a, b int) string {
	from := make([]int, s.n)
	for i := range from {
		from[i] = -1
	}
	for queue := []int{a}; len(queue) > 0 && from[b] < 0; queue = queue[1:] {
		e := queue[0]
		for next := range s.n {
			po := s.events[e] != nil && s.thread[next] == s.thread[e] && e < next
			rf := s.writesHere(e) && s.events[next] != nil && s.events[next].kind&reads != 0 && s.source[next] == e
			if (po || rf) && from[next] < 0 && next != a {
				from[next] = e
				queue = append(queue, next)
			}
		}
	}
	text := ""
	for e := b; e != a && from[e] >= 0; e = from[e] {
		if w := from[e]; s.thread[w] != s.thread[e] {
			text = fmt.Sprintf("; P%d: %s reads from P%d: %s", s.thread[e], s.describe(e).Does, s.thread[w], s.describe(w).Does) + text
		}
	}
	return strings.Replace(text, "; ", ", as ", 1)
}

func (s *search) writesHere(e int) bool { return s.loc[e] >= 0 && s.writesAt[s.loc[e]].has(s.place[e]) }

// next returns the write after w in co; -1 if there is none.
func (e *Execution) next(w int) int {
	for rest := e.order.after[w]; rest != 0; rest &= rest - 1 {
		x := e.s.atLoc[e.s.loc[w]][rest.first()]
		if e.order.before[x]&e.order.after[w] == 0 {
			return x
		}
	}
	return -1
}

func (s *search) describe(i int) PictureEvent {
	name := func() string { return s.prog.Locations[s.loc[i]].Name }
	x := s.events[i]
	if x == nil {
		return PictureEvent{Thread: -1, Does: name() + "=" + s.value(s.written[i])}
	}
	src := s.prog.Threads[s.thread[i]].Src[x.src]
	e := PictureEvent{Thread: int(s.thread[i]), Pos: src.Pos, Text: src.Text}
	switch x.kind {
	case reads:
		e.Does = fmt.Sprintf("R %s=%s", name(), s.value(x.read))
	case writes:
		e.Does = fmt.Sprintf("W %s=%s", name(), s.value(x.written))
	case reads | writes:
		e.Does = fmt.Sprintf("RW %s=%s to %s", name(), s.value(x.read), s.value(x.written))
	default:
		e.Does = "F"
	}
	return e
}

// value returns a value as text; for the address of a location, the location's name.
func (s *search) value(v int64) string {
	for i := range s.prog.Locations {
		if l := &s.prog.Locations[i]; int64(l.Addr) == v {
			return l.Name
		}
	}
	return fmt.Sprint(v)
}

// colors are the colours of edges.
var colors = map[string]string{"po": "black", "rf": "blue", "co": "brown", "fr": "orange", "addr": "purple", "data": "purple", "ctrl": "purple"}

// WriteDOT draws the execution in Graphviz's language, with a column for each thread, after
// a comment with the title.
func (p *Picture) WriteDOT(w io.Writer, title string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\nstrict digraph {\n\tnode [shape=box, fontname=monospace];\n\tedge [fontname=monospace];\n", strings.ReplaceAll(title, "\n", " "))
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	thread := -2
	for i, e := range p.Events {
		if e.Thread != thread {
			if thread != -2 {
				b.WriteString("\t}\n")
			}
			thread = e.Thread
			name := fmt.Sprintf("P%d", thread)
			if thread < 0 {
				name = "init"
			}
			fmt.Fprintf(&b, "\tsubgraph cluster_%s {\n\t\tlabel=%q;\n", name, name)
		}
		label := e.Does
		if e.Text != "" && e.Does == "F" {
			label = e.Text
		} else if e.Text != "" {
			label += `\n` + e.Text
		}
		label = strings.ReplaceAll(quote.Replace(label), `\\n`, `\n`)
		fmt.Fprintf(&b, "\t\te%d [label=\"%s\"];\n", i, label)
	}
	if thread != -2 {
		b.WriteString("\t}\n")
	}
	for _, e := range p.Edges {
		constraint := ""
		if e.Name != "po" {
			constraint = ", constraint=false"
		}
		fmt.Fprintf(&b, "\te%d -> e%d [label=%q, color=%s%s];\n", e.From, e.To, e.Name, colors[e.Name], constraint)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// relation returns the name of a relation between two events, for the edges of a cycle.
func (e *Execution) relation(a, b int) string {
	s := e.s
	x, y := s.events[a], s.events[b]
	reading := func(i int) bool { return s.events[i] != nil && s.events[i].kind&reads != 0 }
	switch {
	case reading(b) && s.source[b] == a:
		return "rf"
	case s.writesHere(a) && s.writesHere(b) && s.loc[a] == s.loc[b] && e.order.after[a].has(s.place[b]):
		if x != nil && s.thread[a] == s.thread[b] {
			return "po, co"
		}
		return "co"
	case reading(a) && s.writesHere(b) && s.loc[a] == s.loc[b] && a != b && e.order.after[s.source[a]].has(s.place[b]):
		if s.thread[a] == s.thread[b] {
			return "po, fr"
		}
		return "fr"
	case reading(a) && s.source[a] == b:
		return "reads from"
	case x == nil || s.thread[a] != s.thread[b]:
		return "before" + s.communication(a, b)
	case b <= a:
		return "with"
	}
	names := []string{"po"}
	at := uint64(1) << (a - s.first[s.thread[a]])
	for _, d := range []struct {
		name string
		on   uint64
	}{{"addr", y.addr}, {"data", y.data}, {"ctrl", y.ctrl}, {"addr by a choice", y.pickAddr}, {"data by a choice", y.pickData}, {"ctrl by a choice", y.pickCtrl}} {
		if d.on&at != 0 {
			names = append(names, d.name)
		}
	}
	for f := a + 1; f < b; f++ {
		if s.events[f].kind == fences {
			names = append(names, s.describe(f).Text+" between")
		}
	}
	return strings.Join(names, ", ")
}
