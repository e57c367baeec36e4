package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"fencepost/trace"
)

// Widths of the execution view, in characters.
const (
	maxCell   = 44
	maxBuffer = 36
)

// Rows around a marked event, and at the end, that are drawn even if the
// execution is long.
const (
	rowsAround = 2
	rowsAtEnd  = 10
)

// columns says how an execution is drawn.
type columns struct {
	marked []int32 // IDs of the events to number (1), (2), ... in this order
	from   bool    // tell C11 orders, and which event each read reads from
	limit  int     // an execution of more events is drawn in part; 0: none is
}

// columns draws the execution: a row for each event, a column for each
// thread, and beside it, if any of its stores ever waits, its store buffer
// after the event, oldest first. A commit is a row of its own.
func (t *printer) columns(x *Execution, o columns) {
	rows := x.rows(o)
	titles, widths := x.layout(rows)
	t.WriteString(t.Style.dim(line(titles, widths)) + "\n")
	drawn := int32(0)
	skip := func(next int32) {
		if n := int(next - drawn - 1); n > 0 {
			t.WriteString(t.Style.dim("      ... "+count(n, "event")) + "\n")
		}
	}
	for _, r := range rows {
		skip(r.event)
		drawn = r.event
		text := line(append([]string{fmt.Sprintf("%5d", r.event)}, r.cells...), widths)
		if r.marked {
			text = t.Style.bold(text)
		}
		t.WriteString(text + "\n")
	}
	skip(int32(len(x.Events)) + 1)
	t.WriteString(x.legend(o.marked))
}

// legend says where the heap blocks that the given events access come from.
func (x *Execution) legend(ids []int32) string {
	var blocks []*block
	for _, id := range ids {
		if id < 1 || int(id) > len(x.Events) {
			continue
		}
		if b := x.memory.blockAt(x.Event(id).Addr); b != nil && !slices.Contains(blocks, b) {
			blocks = append(blocks, b)
		}
	}
	text := ""
	for _, b := range blocks {
		text += fmt.Sprintf("  %s: %d bytes allocated", b.name, b.size)
		if e := x.Event(b.event); e.Site >= 0 {
			text += " at " + x.source.Place(x.source.Sites[e.Site].Pos)
		}
		text += fmt.Sprintf(" (event %d)\n", b.event)
	}
	if text != "" {
		text = "\n" + text
	}
	return text
}

// A row is what is drawn of one event: for each thread what it does and what
// its buffer holds then.
type row struct {
	event  int32
	cells  []string
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

// rows makes the rows that are drawn, following each buffer from store to commit.
func (x *Execution) rows(o columns) []row {
	shown := x.shown(o)
	n := x.threads()
	pending := make([][]int32, n)
	var rows []row
	for i := range x.Events {
		e := &x.Events[i]
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
		if !shown[i] {
			continue
		}
		r := row{event: e.ID, cells: make([]string, 2*n)}
		text := x.describe(e)
		if o.from {
			text += orderAndOrigin(e)
		}
		if e.Kind != trace.Commit && e.Site >= 0 && int(e.Site) < len(x.source.Sites) {
			text = fmt.Sprintf("%d: %s", x.source.Sites[e.Site].Pos.Line, text)
		}
		if k := slices.Index(o.marked, markedBy(e)); k >= 0 {
			text = fmt.Sprintf("(%d) %s", k+1, text)
			r.marked = true
		}
		r.cells[2*t] = clip(text, maxCell)
		for u := range n {
			r.cells[2*u+1] = x.bufferText(pending[u])
		}
		rows = append(rows, r)
	}
	return rows
}

// orderAndOrigin tells the C11 order of an access, and which event it reads from.
func orderAndOrigin(e *trace.Event) string {
	text := ""
	if e.Order != trace.Plain && e.Kind != trace.Fence {
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

// markedBy returns the ID whose mark e bears: a commit that of its store.
func markedBy(e *trace.Event) int32 {
	if e.Kind == trace.Commit {
		return e.RF
	}
	return e.ID
}

// bufferText lists pending stores, the newest ones only counted if there are
// too many.
func (x *Execution) bufferText(ids []int32) string {
	if len(ids) == 0 {
		return ""
	}
	text := "["
	for i, id := range ids {
		store := strings.ReplaceAll(x.assignment(x.Event(id)), " ", "")
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

// shown tells which events are drawn: all, or of a long execution those around
// marked ones and the last.
func (x *Execution) shown(o columns) []bool {
	n := len(x.Events)
	shown := make([]bool, n)
	all := o.limit == 0 || n <= o.limit
	for i := range x.Events {
		if all || i >= n-rowsAtEnd {
			shown[i] = true
		}
		if slices.Contains(o.marked, markedBy(&x.Events[i])) {
			for k := max(0, i-rowsAround); k <= min(i+rowsAround, n-1); k++ {
				shown[k] = true
			}
		}
	}
	return shown
}

// layout returns the titles of the columns and their widths; one that is empty
// throughout has width 0 and is left out.
func (x *Execution) layout(rows []row) (titles []string, widths []int) {
	n := x.threads()
	titles, widths = []string{"event"}, make([]int, 1+2*n)
	widths[0] = len(titles[0])
	for t := range n {
		titles = append(titles, fmt.Sprintf("thread %d", t), "store buffer")
	}
	for _, r := range rows {
		for k, text := range r.cells {
			if text != "" {
				widths[k+1] = max(widths[k+1], utf8.RuneCountInString(text), len(titles[k+1]))
			}
		}
	}
	return titles, widths
}

// line joins cells, each padded to its column's width.
func line(cells []string, widths []int) string {
	var b strings.Builder
	for i, text := range cells {
		if widths[i] > 0 {
			b.WriteString(text + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text)+2))
		}
	}
	return strings.TrimRight(b.String(), " ")
}
