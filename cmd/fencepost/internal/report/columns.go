package report

import (
	"fmt"
	"io"
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

// Columns says how an execution is drawn.
type Columns struct {
	Marked []int32 // IDs of the events to number (1), (2), ... in this order
	Limit  int     // an execution of more events is drawn in part; 0: none is
	Style  Style
}

// WriteColumns draws the execution: a row for each event, a column for each
// thread, and beside it, if any of its stores ever waits, its store buffer
// after the event, oldest first. A commit is a row of its own.
func (x *Execution) WriteColumns(w io.Writer, o Columns) error {
	rows := x.rows(o.Marked)
	shown := x.shown(rows, o.Limit)
	titles, widths := x.layout(rows, shown)
	var b strings.Builder
	b.WriteString(o.Style.dim(line(titles, widths)) + "\n")
	hidden := 0
	skip := func() {
		if hidden > 0 {
			b.WriteString(o.Style.dim(fmt.Sprintf("      ... %s", count(hidden, "event"))) + "\n")
		}
		hidden = 0
	}
	for i, r := range rows {
		if !shown[i] {
			hidden++
			continue
		}
		skip()
		text := line(append([]string{fmt.Sprintf("%5d", x.Events[i].ID)}, r.cells...), widths)
		if r.marked {
			text = o.Style.bold(text)
		}
		b.WriteString(text + "\n")
	}
	skip()
	b.WriteString(x.legend(o.Marked))
	_, err := io.WriteString(w, b.String())
	return err
}

// legend says where the heap blocks that the given events access come from.
func (x *Execution) legend(ids []int32) string {
	var blocks []*block
	for _, id := range ids {
		if id < 1 || int(id) > len(x.Events) {
			continue
		}
		if b := x.memory.blockAt(x.event(id).Addr); b != nil && !slices.Contains(blocks, b) {
			blocks = append(blocks, b)
		}
	}
	text := ""
	for _, b := range blocks {
		text += fmt.Sprintf("  %s: %d bytes allocated", b.name, b.size)
		if e := x.event(b.event); e.Site >= 0 {
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
// its buffer holds.
type row struct {
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

// rows makes the rows, following each buffer from store to commit.
func (x *Execution) rows(marked []int32) []row {
	n := x.threads()
	buffers := make([][]string, n)
	pending := make([][]int32, n)
	rows := make([]row, len(x.Events))
	for i := range x.Events {
		e := &x.Events[i]
		of := e.ID // the event that a mark would name
		t := e.Thread
		switch e.Kind {
		case trace.Store, trace.Unlock:
			if e.C == trace.NoCommit {
				pending[t] = append(pending[t], e.ID)
				buffers[t] = append(buffers[t], strings.ReplaceAll(x.assignment(e), " ", ""))
			}
		case trace.Commit:
			of = e.RF
			if k := slices.Index(pending[t], e.RF); k >= 0 {
				pending[t] = slices.Delete(pending[t], k, k+1)
				buffers[t] = slices.Delete(buffers[t], k, k+1)
			}
		}
		text := x.describe(e)
		if e.Kind != trace.Commit && e.Site >= 0 && int(e.Site) < len(x.source.Sites) {
			text = fmt.Sprintf("%d: %s", x.source.Sites[e.Site].Pos.Line, text)
		}
		r := row{cells: make([]string, 2*n)}
		if k := slices.Index(marked, of); k >= 0 {
			text = fmt.Sprintf("(%d) %s", k+1, text)
			r.marked = true
		}
		r.cells[2*t] = clip(text, maxCell)
		for u := range n {
			r.cells[2*u+1] = bufferText(buffers[u])
		}
		rows[i] = r
	}
	return rows
}

// bufferText lists pending stores, the newest ones only counted if there are
// too many.
func bufferText(stores []string) string {
	text := "[" + strings.Join(stores, " ") + "]"
	for n := len(stores) - 1; n > 0 && len(text) > maxBuffer; n-- {
		text = fmt.Sprintf("[%s +%d]", strings.Join(stores[:n], " "), len(stores)-n)
	}
	if len(stores) == 0 {
		return ""
	}
	return text
}

// shown tells which rows are drawn: all, or of a long execution those around
// marked ones and the last.
func (x *Execution) shown(rows []row, limit int) []bool {
	shown := make([]bool, len(rows))
	all := limit == 0 || len(rows) <= limit
	for i := range rows {
		if all || i >= len(rows)-rowsAtEnd {
			shown[i] = true
		}
		if rows[i].marked {
			for k := max(0, i-rowsAround); k <= min(i+rowsAround, len(rows)-1); k++ {
				shown[k] = true
			}
		}
	}
	return shown
}

// layout returns the titles of the columns and their widths; one that is empty
// throughout has width 0 and is left out.
func (x *Execution) layout(rows []row, shown []bool) (titles []string, widths []int) {
	n := x.threads()
	titles, widths = []string{"event"}, make([]int, 1+2*n)
	widths[0] = 5
	for t := range n {
		titles = append(titles, fmt.Sprintf("thread %d", t), "store buffer")
	}
	for i := range rows {
		for k, text := range rows[i].cells {
			if shown[i] && text != "" {
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

// count returns "1 event", "2 events".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
