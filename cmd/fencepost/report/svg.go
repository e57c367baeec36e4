package report

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// Sizes in the pictures, in pixels.
const (
	rowHeight   = 24
	headHeight  = 30
	maxEvent    = 34 // maximal characters of an event's text
	maxPending  = 14 // maximal characters of a pending store's text
	maxLanes    = 6  // maximal number of pending stores of a thread side by side
	numberWidth = 44
	markWidth   = 24
)

// textPixels approximates the width of n characters in the pictures' font.
func textPixels(n int) int { return n * 73 / 10 }

// An executionPicture lays out an explanation: a row for each step, and a column for each
// thread with its store buffer to the right, where each pending store is a bar from the row
// of the store to that of its commit.
type executionPicture struct {
	shown *Explanation
	id    string
	row   map[int32]int // by event
	left  []int         // of each thread's column
	wide  []int         // of its text
	lanes [][]bar       // by thread
	lane  int           // width of a bar with the gap beside it
	idle  bool          // thread 0 only starts the others and waits for them
	width int
	b     strings.Builder
}

// A bar is a pending store.
type bar struct {
	store    int32
	from, to int // rows; to is the first one at which it is no longer pending
	lane     int
	text     string
}

// executionSVG draws an explanation. id must be unique in the page.
func executionSVG(s *Explanation, id string) string {
	p := &executionPicture{shown: s, id: id, row: map[int32]int{}}
	for i := range s.Steps {
		p.row[s.Steps[i].Event] = i
	}
	p.idle = s.onlyStarts(0)
	p.findBars()
	p.layOut()
	height := headHeight + rowHeight*len(s.Steps) + 8
	fmt.Fprintf(&p.b, `<svg class="execution" role="img" aria-label="an execution of %d steps under %s" width="%d" height="%d" viewBox="0 0 %d %d">`,
		len(s.Steps), html.EscapeString(s.Model), p.width, height, p.width, height)
	p.b.WriteString(arrowHead(id))
	p.drawColumns(height)
	p.drawCycle()
	p.drawReads()
	p.drawOrders()
	for i := range s.Steps {
		p.drawStep(i)
	}
	for t := range p.lanes {
		for _, b := range p.lanes[t] {
			p.drawBar(t, b)
		}
	}
	p.b.WriteString("</svg>")
	return p.b.String()
}

// arrowHead defines the heads of the arrows of a picture.
func arrowHead(id string) string {
	return `<defs><marker id="` + id + `" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto-start-reverse">` +
		`<path class="head" d="M0 0 8 4 0 8z"/></marker></defs>`
}

// findBars computes the bars from the buffers of the steps.
func (p *executionPicture) findBars() {
	p.lanes = make([][]bar, p.shown.Threads)
	for t := range p.lanes {
		waiting := 0 // index of the first bar that may be open
		for i := range p.shown.Steps {
			list := p.shown.Steps[i].Buffers[t]
			for k := waiting; k < len(p.lanes[t]); k++ {
				if b := &p.lanes[t][k]; b.to < 0 && !slices.ContainsFunc(list, b.is) {
					b.to = i
				}
			}
			for waiting < len(p.lanes[t]) && p.lanes[t][waiting].to >= 0 {
				waiting++
			}
			for _, pending := range list {
				if !slices.ContainsFunc(p.lanes[t][waiting:], func(b bar) bool { return b.is(pending) }) {
					lane := freeLane(p.lanes[t][waiting:])
					p.lanes[t] = append(p.lanes[t], bar{store: pending.Event, from: i, to: -1, lane: lane, text: clip(pending.Text, maxPending)})
				}
			}
		}
		for k := range p.lanes[t] {
			if b := &p.lanes[t][k]; b.to < 0 {
				b.to = len(p.shown.Steps)
			}
		}
	}
}

func (b *bar) is(p PendingText) bool { return b.store == p.Event }

// freeLane returns the leftmost lane without a pending store.
func freeLane(bars []bar) int {
	for lane := 0; ; lane++ {
		if !slices.ContainsFunc(bars, func(b bar) bool { return b.lane == lane && b.to < 0 }) {
			return lane
		}
	}
}

// layOut gives each thread its place.
func (p *executionPicture) layOut() {
	x := numberWidth
	for _, list := range p.lanes {
		for _, b := range list {
			p.lane = max(p.lane, textPixels(len([]rune(b.text)))+16)
		}
	}
	for t := range p.shown.Threads {
		longest := len("thread 00")
		for i := range p.shown.Steps {
			if s := &p.shown.Steps[i]; int(s.Thread) == t {
				longest = max(longest, min(len([]rune(s.Does)), maxEvent))
			}
		}
		lanes := 0
		for _, b := range p.lanes[t] {
			lanes = max(lanes, min(b.lane+1, maxLanes))
		}
		p.left = append(p.left, x)
		if t == 0 && p.idle { // its steps stand in the columns of threads that have not begun or have ended
			p.wide = append(p.wide, 0)
			continue
		}
		p.wide = append(p.wide, markWidth+textPixels(longest)+12)
		buffers := lanes * p.lane
		if lanes > 0 {
			buffers = max(buffers, textPixels(len("store buffer")))
		}
		x += p.wide[t] + buffers + 14
	}
	p.width = x
}

func rowY(i int) int { return headHeight + rowHeight*i }

func (p *executionPicture) drawColumns(height int) {
	for t := range p.shown.Threads {
		x := p.left[t]
		if t == 0 && p.idle {
			continue
		}
		fmt.Fprintf(&p.b, `<text class="title" x="%d" y="19">thread %d</text>`, x+markWidth, t)
		if len(p.lanes[t]) > 0 {
			fmt.Fprintf(&p.b, `<text class="title buffer" x="%d" y="19">store buffer</text>`, x+p.wide[t])
		}
		fmt.Fprintf(&p.b, `<path class="rule" d="M%d 6V%d"/>`, x-4, height-4)
	}
}

func (p *executionPicture) drawStep(i int) {
	s := &p.shown.Steps[i]
	y := rowY(i)
	class := "step"
	if s.Mark > 0 {
		class += " marked"
	}
	fmt.Fprintf(&p.b, `<g class="%s" data-step="%d"><title>%s</title><rect class="row" x="0" y="%d" width="%d" height="%d"/>`,
		class, i+1, html.EscapeString(s.Sentence), y, p.width, rowHeight)
	fmt.Fprintf(&p.b, `<text class="number" x="%d" y="%d">%d</text>`, numberWidth-14, y+16, s.Event)
	x := p.left[s.Thread]
	if s.Mark > 0 {
		fmt.Fprintf(&p.b, `<circle cx="%d" cy="%d" r="9"/><text class="mark" x="%d" y="%d">%d</text>`, x+10, y+12, x+10, y+16, s.Mark)
	}
	does, kind := s.Does, "event"
	if s.Thread == 0 && p.idle {
		does, kind = "thread 0: "+does, "event starts"
	}
	fmt.Fprintf(&p.b, `<text class="%s" x="%d" y="%d">%s</text></g>`, kind, x+markWidth, y+16, html.EscapeString(clip(does, maxEvent)))
}

func (p *executionPicture) drawBar(t int, b bar) {
	if b.lane >= maxLanes {
		return
	}
	x, y := p.left[t]+p.wide[t]+b.lane*p.lane, rowY(b.from)
	height := max(rowHeight*(b.to-b.from), rowHeight)
	fmt.Fprintf(&p.b, `<g class="pending" data-from="%d" data-to="%d"><rect x="%d" y="%d" width="%d" height="%d" rx="4"/><text x="%d" y="%d">%s</text></g>`,
		b.from+1, b.to+1, x, y+3, p.lane-6, height-6, x+5, y+16, html.EscapeString(b.text))
}

// drawCycle draws an arc from each node of the cycle to the next.
func (p *executionPicture) drawCycle() {
	nodes := p.shown.Cycle
	for k, n := range nodes {
		from, ok := p.row[n.Event]
		to, ok2 := p.row[nodes[(k+1)%len(nodes)].Event]
		if ok && ok2 && from != to {
			p.arc("cycle", 0, from, to)
		}
	}
}

// drawReads draws an arc from each store to its reads in other threads. It is visible at
// that step, and always if there are no buffers.
func (p *executionPicture) drawReads() {
	class := "reads"
	if !p.shown.Buffered {
		class = "reads always"
	}
	for i := range p.shown.Steps {
		s := &p.shown.Steps[i]
		if from, ok := p.row[s.Reads]; ok && s.Reads > 0 && p.shown.Steps[from].Thread != s.Thread {
			p.arc(class, i+1, from, i)
		}
	}
}

// drawOrders draws an arc for each edge of the modification order and of synchronisation.
// It belongs to the step at which both events have happened.
func (p *executionPicture) drawOrders() {
	for _, o := range p.shown.Orders {
		from, ok := p.row[o.From]
		to, ok2 := p.row[o.To]
		if ok && ok2 {
			p.arc("order "+o.Kind, max(from, to)+1, from, to)
		}
	}
}

// arc draws a curved arrow between the events of two rows: from the end of a text
// or its left edge, to the near side of the other event.
func (p *executionPicture) arc(class string, step, from, to int) {
	a, z := &p.shown.Steps[from], &p.shown.Steps[to]
	left := func(s *Step) int { return p.left[s.Thread] }
	right := func(s *Step) int {
		return p.left[s.Thread] + markWidth + textPixels(min(len([]rune(s.Does)), maxEvent)) + 3
	}
	x1, x2, bend1, bend2 := left(a), left(z)-1, 0, 0
	switch {
	case a.Thread == z.Thread: // beside the column
		bend1 = x1 - 12 - min(abs(to-from), 10)
		bend2 = bend1
	case a.Thread < z.Thread:
		x1 = right(a)
		bend1, bend2 = (x1+x2)/2, (x1+x2)/2
	default:
		x2 = right(z) + 2
		bend1, bend2 = (x1+x2)/2, (x1+x2)/2
	}
	y1, y2 := rowY(from)+rowHeight/2, rowY(to)+rowHeight/2
	fmt.Fprintf(&p.b, `<path class="%s" data-step="%d" marker-end="url(#%s)" d="M%d %dC%d %d %d %d %d %d"/>`, class, step, p.id, x1, y1, bend1, y1, bend2, y2, x2, y2)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
