package report

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"
)

// Sizes in the picture of a graph, in pixels and characters.
const (
	eventHeight  = 42
	eventGapX    = 84
	eventGapY    = 46
	maxEventText = 30
	graphEdge    = 48
	maxLabel     = 12
	maxInitial   = 10
	laneGap      = 12 // distance between parallel paths
)

// passes bounds how often paths are looked for. A picture in which more than one edge of tooCrowded
// has no free path is left after the first pass for one with larger gaps.
const passes, tooCrowded = 3, 16

// spacings are the gaps between events in percent. A picture takes the first one in which
// no edges and labels overlap, or the one with the fewest overlaps.
var spacings = []int{100, 140, 190, 250, 330}

// graphSVG draws a graph: the initial content of memory at the top, a column for each
// thread in program order, and an arrow for each edge, with its relation as its class. id
// must be unique in the page.
func graphSVG(g *Graph, id string) string {
	var p *graphPicture
	for k, spacing := range spacings {
		q := &graphPicture{Graph: g, id: id, gapX: eventGapX * spacing / 100, gapY: eventGapY * spacing / 100}
		q.layOut()
		q.connect(k == len(spacings)-1)
		if p == nil || q.crowded < p.crowded {
			p = q
		}
		if p.crowded == 0 {
			break
		}
	}
	class := "graph"
	if len(p.columns) > 2 {
		class = "graph wide"
	}
	fmt.Fprintf(&p.b, `<svg class="%s" role="img" aria-label="%s" width="%d" height="%d" viewBox="0 0 %d %d">`,
		class, html.EscapeString(p.words()), p.width, p.height, p.width, p.height)
	p.b.WriteString(arrowHead(id))
	for k := range g.Edges {
		p.edge(k)
	}
	for c, t := range p.columns {
		fmt.Fprintf(&p.b, `<text class="title" x="%d" y="%d">%s</text>`, p.left(c), p.top-10, html.EscapeString(p.title(t)))
	}
	for i := range g.Events {
		p.event(i)
	}
	for k, e := range g.Edges { // above everything else
		fmt.Fprintf(&p.b, `<g class="edge %s"><text class="label" x="%d" y="%d">%s</text></g>`, html.EscapeString(e.Relation), p.labels[k].x, p.labels[k].y+4, html.EscapeString(e.label()))
	}
	p.b.WriteString("</svg>")
	return p.b.String()
}

// A graphPicture lays out a graph.
type graphPicture struct {
	*Graph
	id            string
	gapX, gapY    int     // between events
	columns       []int32 // threads
	events        []block
	box           int // width of an event
	top           int // of the first row of the threads
	width, height int
	ways          []way   // by edge: its path
	labels        []point // by edge: middle of its label
	crowded       int
	b             strings.Builder
}

func (p *graphPicture) left(column int) int { return graphEdge + column*(p.box+p.gapX) }

func (p *graphPicture) layOut() {
	chars, initial := 10, 0
	for _, e := range p.Events {
		chars = max(chars, min(len([]rune(e.Does)), maxEventText), min(len([]rune(e.Text)), maxEventText))
		if e.Thread < 0 {
			initial++
		} else if !slices.Contains(p.columns, e.Thread) {
			p.columns = append(p.columns, e.Thread)
		}
	}
	slices.Sort(p.columns)
	p.box, p.top = textPixels(chars)+22, headHeight
	if initial > 0 {
		p.top = graphEdge/2 + eventHeight/2 + p.gapY + headHeight
	}
	wide := max(len(p.columns), 1)*(p.box+p.gapX) - p.gapX
	small := min(p.box, textPixels(maxInitial)+17) // width of an initial write
	wide = max(wide, initial*(small+20)-20)
	rows, begun := map[int32]int{}, 0
	for _, e := range p.Events {
		if e.Thread < 0 {
			first := graphEdge + (wide-initial*(small+20)+20)/2
			p.events = append(p.events, block{first + begun*(small+20), graphEdge / 2, small, eventHeight / 2})
			begun++
			continue
		}
		p.events = append(p.events, block{p.left(slices.Index(p.columns, e.Thread)), p.top + rows[e.Thread]*(eventHeight+p.gapY), p.box, eventHeight})
		rows[e.Thread]++
	}
	most := 1
	for _, n := range rows {
		most = max(most, n)
	}
	p.width, p.height = wide+2*graphEdge, p.top+most*(eventHeight+p.gapY)-p.gapY+graphEdge/2
}

func (p *graphPicture) event(i int) {
	e, at := &p.Events[i], p.events[i]
	if e.Thread < 0 {
		fmt.Fprintf(&p.b, `<g class="node initial"><rect x="%d" y="%d" width="%d" height="%d" rx="6"/><text class="event" x="%d" y="%d">%s</text></g>`,
			at.x, at.y, at.w, at.h, at.x+10, at.y+15, html.EscapeString(clip(e.Does, maxInitial)))
		return
	}
	fmt.Fprintf(&p.b, `<g class="node" data-event="%d" data-line="%d"><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="6"/>`,
		e.Event, e.Line, html.EscapeString(e.Does+"  "+e.Text), at.x, at.y, at.w, at.h)
	fmt.Fprintf(&p.b, `<text class="event" x="%d" y="%d">%s</text><text class="place" x="%d" y="%d">%s</text></g>`,
		at.x+10, at.y+17, html.EscapeString(clip(e.Does, maxEventText)), at.x+10, at.y+34, html.EscapeString(clip(e.Text, maxEventText)))
}

// title returns what stands above a thread's column.
func (p *graphPicture) title(thread int32) string {
	if name := p.names[thread]; name != "" {
		return name
	}
	return fmt.Sprintf("thread %d", thread)
}

// connect finds the paths of the edges and the positions of their labels: first those of
// the cycle, then short ones. last says that no picture with larger gaps follows.
func (p *graphPicture) connect(last bool) {
	var titles []block
	for c, t := range p.columns {
		titles = append(titles, block{p.left(c), p.top - 22, textPixels(len(p.title(t))), 16})
	}
	r := newRouter(p.width, p.height, p.events, titles)
	p.ways, p.labels = make([]way, len(p.Edges)), make([]point, len(p.Edges))
	order, points := make([]int, len(p.Edges)), make([][]point, len(p.Edges))
	for k := range order {
		order[k] = k
	}
	length := func(k int) int {
		e := &p.Edges[k]
		if e.Relation == "cycle" {
			return -1
		}
		a, z := p.events[e.From], p.events[e.To]
		return distance(point{a.x, a.y}, point{z.x, z.y})
	}
	slices.SortStableFunc(order, func(a, b int) int { return length(a) - length(b) })
	// While some edges have no free path, they look again, now with all others in place.
	for range passes {
		r.crowded = 0
		for _, k := range order {
			e := &p.Edges[k]
			r.forget(points[k])
			p.ways[k], points[k] = r.route(e.From, e.To, p.ways[k], p.lanes(e.From, e.To))
		}
		if r.crowded == 0 || !last && r.crowded > len(p.Edges)/tooCrowded {
			break
		}
	}
	var taken []block
	for _, k := range order {
		p.labels[k] = r.label(points[k], len([]rune(p.Edges[k].label()))*67/10+2, &taken)
	}
	p.crowded = r.crowded
}

// lanes returns the straight parts of possible paths between two events that have others
// between them: between two rows, or beside a column.
func (p *graphPicture) lanes(a, z int) (list [][2]point) {
	from, to := p.events[a], p.events[z]
	beside := func(y int) { // from the side of one column to the near side of the other
		start, end := point{from.x + from.w + p.gapX/2, y}, point{to.x - p.gapX/2, y}
		if from.x > to.x {
			start.x, end.x = from.x-p.gapX/2, to.x+to.w+p.gapX/2
		}
		list = append(list, [2]point{start, end})
	}
	if abs(from.x-to.x) > p.box+p.gapX && p.Events[a].Thread >= 0 && p.Events[z].Thread >= 0 {
		for y := p.top - p.gapY/2; y < p.height; y += eventHeight + p.gapY {
			if y > min(from.y, to.y)-2*(eventHeight+p.gapY) && y < max(from.y, to.y)+2*(eventHeight+p.gapY) {
				for _, off := range tracks(p.gapY) {
					beside(y + off)
				}
			}
		}
	}
	if abs(from.y-to.y) > eventHeight+p.gapY {
		for _, x := range []int{to.x - p.gapX/2, to.x + to.w + p.gapX/2, from.x - p.gapX/2, from.x + from.w + p.gapX/2} {
			for _, off := range tracks(p.gapX) {
				start, end := point{x + off, from.y + from.h + p.gapY/2}, point{x + off, to.y - p.gapY/2}
				if from.y > to.y {
					start.y, end.y = from.y-p.gapY/2, to.y+to.h+p.gapY/2
				}
				list = append(list, [2]point{start, end})
			}
		}
	}
	return list
}

// tracks returns the positions in a gap at which paths may run side by side, from its
// middle outwards.
func tracks(gap int) []int {
	list := []int{0}
	for off := laneGap; off < gap/2-laneGap; off += laneGap {
		list = append(list, off, -off)
	}
	return list
}

// edge draws an arrow between two events.
func (p *graphPicture) edge(k int) {
	fmt.Fprintf(&p.b, `<g class="edge %s"><path marker-end="url(#%s)" d="M%d %d`, html.EscapeString(p.Edges[k].Relation), p.id, p.ways[k][0].x, p.ways[k][0].y)
	for i, at := range p.ways[k][1:] {
		c := " "
		if i%3 == 0 {
			c = "C"
		}
		fmt.Fprintf(&p.b, "%s%d %d", c, at.x, at.y)
	}
	p.b.WriteString(`"/></g>`)
}

// label returns the label of the edge.
func (e *GraphEdge) label() string {
	label := cmp.Or(e.Label, e.Relation)
	if name, _, more := strings.Cut(label, ", "); more && len(label) > maxLabel {
		label = name + ", .."
	}
	return clip(label, maxEventText)
}

// words describes the graph in text.
func (p *graphPicture) words() string {
	text := fmt.Sprintf("a graph of %s", Count(len(p.Events), "event"))
	var cycle []string
	for _, e := range p.Edges {
		if e.Relation == "cycle" {
			cycle = append(cycle, p.Events[e.From].Does+" "+e.Label+" "+p.Events[e.To].Does)
		}
	}
	if cycle != nil {
		text += "; the cycle: " + strings.Join(cycle, "; ")
	}
	return text
}
