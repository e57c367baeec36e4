package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"fencepost/interp/machine/symbols"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Widths of the execution view, in characters.
const (
	maxCell   = 44
	maxBuffer = 36
)

// Rows around a marked event, and at the end, that are drawn even in a long execution.
const (
	rowsAround = 2
	rowsAtEnd  = 10
)

// columns configures how an execution is drawn.
type columns struct {
	marked []int32 // IDs of the events to be numbered (1), (2), ... in this order
	from   bool    // show C11 orders, and the source of each read
	limit  int     // an execution of more rows is drawn in part; 0: none is
	all    bool    // each event has a row
}

// columns draws the execution: a row for each event, and a column for each thread. Beside
// it stands its store buffer after the event, oldest store first, if any of its stores ever
// waits. A commit is a row of its own.
func (t *printer) columns(x *Execution, o columns) {
	o.all = t.Steps
	p := x.picture(o, t.Width)
	for _, text := range p.lines(p.titles, nil) {
		t.WriteString(t.Style.dim(text) + "\n")
	}
	drawn := int32(0)
	skip := func(next int32) {
		if n := int(next - drawn - 1); n > 0 {
			t.WriteString(t.Style.dim("      ... "+Count(n, "event")) + "\n")
		}
	}
	for _, r := range p.rows {
		skip(r.event)
		drawn = max(r.event, r.last)
		for _, text := range p.lines(append([]string{fmt.Sprintf("%5d", r.event)}, r.cells...), &r) {
			if r.marked {
				text = t.Style.bold(text)
			}
			t.WriteString(text + "\n")
		}
	}
	skip(int32(len(x.Events)) + 1)
	t.WriteString(x.legend(o.marked))
}

// legend says where the heap blocks that the given events access were allocated.
func (x *Execution) legend(ids []int32) string {
	var blocks []*symbols.Block
	for _, id := range ids {
		if id < 1 || int(id) > len(x.Events) {
			continue
		}
		if b := x.memory.BlockAt(x.Event(id).Addr); b != nil && !slices.Contains(blocks, b) {
			blocks = append(blocks, b)
		}
	}
	text := ""
	for _, b := range blocks {
		text += fmt.Sprintf("  %s: %d bytes allocated", b.Name, b.Size)
		if e := x.Event(b.Event); e.Site >= 0 {
			text += " at " + x.source.Place(x.source.Sites[e.Site].Pos)
		}
		text += fmt.Sprintf(" (event %d)\n", b.Event)
	}
	if text != "" {
		text = "\n" + text
	}
	return text
}

// A row is the drawing of one event: for each thread its effect and the content of its
// buffer.
type row struct {
	event  int32
	last   int32 // the last of the events in this row, if they are several
	cells  []string
	below  string // content of the thread's buffer, if that is shown below
	marked bool
}

// threads returns how many threads have events.
func (x *Execution) threads() int {
	n := int32(0)
	for i := range x.Events {
		n = max(n, x.Events[i].Thread+1)
	}
	return int(n)
}

// rows returns the rows to be drawn.
func (x *Execution) rows(o columns) []row {
	spans := x.spans(o.marked, o.all)
	shown := x.shown(spans, o)
	n := x.threads()
	pending := make([][]int32, n)
	var rows []row
	together := int32(0) // the last of the events that share a row
	for k, s := range spans {
		e := &x.Events[s.from]
		if !s.several() { // of a library's stores the buffer is not shown
			x.buffer(pending, e)
		}
		if !shown[k] || e.ID <= together {
			continue
		}
		r := x.row(s, o)
		together = r.last
		for u := range n {
			r.cells[2*u+1] = x.bufferText(pending[u])
		}
		rows = append(rows, r)
	}
	return rows
}

// buffer notes which stores of each thread are pending after an event.
func (x *Execution) buffer(pending [][]int32, e *trace.Event) {
	t := e.Thread
	switch e.Kind {
	case trace.Store, trace.Unlock:
		if e.C == trace.NoCommit {
			pending[t] = append(pending[t], e.ID)
		}
	case trace.Commit:
		if k := slices.Index(pending[t], e.RF); k >= 0 {
			pending[t] = slices.Delete(pending[t], k, k+1)
		}
	}
}

// row returns the row of a span, without the buffers. If a thread ends with a series of stores, the
// row of the first has all.
func (x *Execution) row(s span, o columns) row {
	i, e := s.from, &x.Events[s.from]
	r := row{event: e.ID, cells: make([]string, 2*x.threads())}
	text, at := x.memory.Describe(e), x.at(e)
	switch last := x.registerWrites(i, o.marked); {
	case s.several():
		r.last = x.Events[s.to].ID
		text, at = s.stepsOfLibrary(), s.at
	case last > i:
		r.last = x.Events[last].ID
		for k := i + 1; k <= last; k++ {
			text += ", " + x.memory.Assignment(&x.Events[k])
		}
	case o.from:
		text += orderAndOrigin(e)
		if x.late[e.ID] > 0 {
			text += ", late"
		}
	}
	if at.Line > 0 && (e.Kind != trace.Commit || s.several()) {
		text = fmt.Sprintf("%d: %s", at.Line, text)
	}
	if k := slices.Index(o.marked, markedBy(e)); k >= 0 {
		text = fmt.Sprintf("(%d) %s", k+1, text)
		r.marked = true
	}
	if r.last == 0 {
		text = clip(text, maxCell)
	}
	r.cells[2*e.Thread] = text
	return r
}

// registerWrites returns the last of a series of plain stores, from event i on, with which
// a thread ends, as in litmus tests that store what they have read. It returns i if the
// series is short, if stores wait in buffers, or if one is marked.
func (x *Execution) registerWrites(i int, marked []int32) int {
	const short = 3
	last := i
	for k := i; k < len(x.Events); k++ {
		e := &x.Events[k]
		if e.Thread != x.Events[i].Thread || e.Kind != trace.Store || e.Order != trace.Plain || e.C == trace.NoCommit || slices.Contains(marked, e.ID) {
			break
		}
		last = k
	}
	if last-i < short {
		return i
	}
	for k := last + 1; k < len(x.Events); k++ {
		if e := &x.Events[k]; e.Thread == x.Events[i].Thread && e.Kind != trace.Exit {
			return i
		}
	}
	return last
}

// orderAndOrigin describes the C11 order of an access, and the event from which it reads.
func orderAndOrigin(e *trace.Event) string {
	text := ""
	if e.Order != trace.Plain && e.Kind != trace.Fence && !e.Kind.IsLockWord() {
		text = ", " + e.Order.String()
	}
	switch {
	case !e.Kind.Reads():
	case e.RF == 0:
		text += " (initial)"
	default:
		text += fmt.Sprintf(" (from %d)", e.RF)
	}
	return text
}

// markedBy returns the ID of the event whose mark e has: for a commit that of its store.
func markedBy(e *trace.Event) int32 {
	if e.Kind == trace.Commit {
		return e.RF
	}
	return e.ID
}

// bufferText lists pending stores. If there are too many, the newest are only counted.
func (x *Execution) bufferText(ids []int32) string {
	if len(ids) == 0 {
		return ""
	}
	text := "["
	for i, id := range ids {
		store := strings.ReplaceAll(x.memory.Assignment(x.Event(id)), " ", "")
		if i > 0 {
			if len(text)+len(store) > maxBuffer {
				return fmt.Sprintf("%s +%d]", text, len(ids)-i)
			}
			text += " "
		}
		text += store
	}
	return text + "]"
}

// shown returns which spans are drawn: all, or in a long execution those around marked events and
// the last ones.
func (x *Execution) shown(spans []span, o columns) []bool {
	n := len(spans)
	shown := make([]bool, n)
	all := o.limit == 0 || n <= o.limit
	for i, s := range spans {
		if all || i >= n-rowsAtEnd {
			shown[i] = true
		}
		if slices.Contains(o.marked, markedBy(&x.Events[s.from])) {
			for k := max(0, i-rowsAround); k <= min(i+rowsAround, n-1); k++ {
				shown[k] = true
			}
		}
	}
	return shown
}

// A picture is an execution laid out for drawing.
type picture struct {
	rows   []row
	titles []string
	widths []int // of the columns; 0: the column is left out
	// within says that the content of a buffer is shown below the operation, not beside it.
	within bool
}

// Width of an event's column, and minimal width of a thread's before threads share one.
const (
	eventWidth = len("event")
	leastCell  = 14
)

// picture returns a drawing of an execution that fits into width columns; 0 is any width.
// If it is too wide, buffers are drawn below the operations, then operations in several
// lines, then all threads in one column.
func (x *Execution) picture(o columns, width int) *picture {
	p := &picture{rows: x.rows(o)}
	n := x.threads()
	p.titles = []string{"event"}
	for t := range n {
		p.titles = append(p.titles, fmt.Sprintf("thread %d", t), "store buffer")
	}
	p.measure()
	if width <= 0 || p.width() <= width {
		return p
	}
	p.within = true
	for t := range n {
		if p.widths[2*t+2] > 0 {
			p.titles[2*t+1] += " [buffer]"
		}
	}
	for i := range p.rows {
		r := &p.rows[i]
		for t := range n {
			buffer := r.cells[2*t+1]
			if r.cells[2*t+1] = ""; buffer != "" && r.cells[2*t] != "" {
				r.below = buffer
			}
		}
	}
	p.measure()
	if p.width() <= width {
		return p
	}
	p.titles = slices.DeleteFunc(p.titles, func(title string) bool { return title == "store buffer" })
	for i := range p.rows {
		r, cells := &p.rows[i], []string(nil)
		for t := range n {
			cells = append(cells, r.cells[2*t])
		}
		r.cells = cells
	}
	p.measure()
	used := lists.Where(p.widths[1:], func(w int) bool { return w > 0 })
	if squeeze(used, width-eventWidth-2*len(used), leastCell) {
		for k, i := 0, 1; i < len(p.widths); i++ {
			if p.widths[i] > 0 {
				p.widths[i] = used[k]
				k++
			}
		}
		return p
	}
	for i := range p.rows {
		r := &p.rows[i]
		for t, cell := range r.cells {
			if cell != "" {
				r.cells = []string{fmt.Sprint(t), cell}
				break
			}
		}
	}
	p.titles = []string{"event", "thread", "operation, and [store buffer]"}
	p.measure()
	p.widths[2] = min(p.widths[2], width-eventWidth-len("thread")-4)
	return p
}

// measure sets the widths of the columns: 0 if the whole column is empty.
func (p *picture) measure() {
	p.widths = make([]int, len(p.titles))
	p.widths[0] = eventWidth
	for _, r := range p.rows {
		for k, text := range r.cells {
			if text == "" {
				continue
			}
			n := utf8.RuneCountInString(text)
			if r.below != "" {
				n = max(n, utf8.RuneCountInString(r.below))
			}
			p.widths[k+1] = max(p.widths[k+1], n, utf8.RuneCountInString(p.titles[k+1]))
		}
	}
}

// width returns the width of the widest row.
func (p *picture) width() int {
	sum := 0
	for _, w := range p.widths {
		if w > 0 {
			sum += w + 2
		}
	}
	return sum - 2
}

// lines returns the lines of a row; r is nil for the titles.
func (p *picture) lines(cells []string, r *row) []string {
	parts := make([][]string, len(cells))
	height := 1
	for i, text := range cells {
		if p.widths[i] == 0 || text == "" {
			continue
		}
		parts[i] = []string{text}
		if p.within && i > 0 {
			parts[i] = wrap(text, p.widths[i])
			if r != nil && r.below != "" && (i == len(cells)-1 || len(p.titles) != 3 || p.titles[1] != "thread") {
				parts[i] = append(parts[i], wrap(r.below, p.widths[i])...)
			}
		}
		height = max(height, len(parts[i]))
	}
	var out []string
	for k := range height {
		line := make([]string, len(cells))
		for i := range cells {
			if k < len(parts[i]) {
				line[i] = parts[i][k]
			}
		}
		out = append(out, lineOf(line, p.widths))
	}
	return out
}

// lineOf joins cells, each padded to its column's width.
func lineOf(cells []string, widths []int) string {
	var b strings.Builder
	for i, text := range cells {
		if widths[i] > 0 {
			b.WriteString(text + strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(text))+2))
		}
	}
	return strings.TrimRight(b.String(), " ")
}
