package report

import (
	"cmp"
	"fmt"
	"html"
	"image"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/report/route"
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
		if p == nil || q.arrows.Crowded < p.arrows.Crowded {
			p = q
		}
		if p.arrows.Crowded == 0 {
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
		fmt.Fprintf(&p.b, `<g class="edge %s"><text class="label" x="%d" y="%d">%s</text></g>`, html.EscapeString(e.Relation), p.arrows.Labels[k].X, p.arrows.Labels[k].Y+4, html.EscapeString(e.label()))
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
	events        []image.Rectangle
	box           int // width of an event
	top           int // of the first row of the threads
	width, height int
	arrows        route.Layout // of the edges
	b             strings.Builder
}

func (p *graphPicture) left(column int) int { return graphEdge + column*(p.box+p.gapX) }

func area(x, y, width, height int) image.Rectangle { return image.Rect(x, y, x+width, y+height) }

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
			p.events = append(p.events, area(first+begun*(small+20), graphEdge/2, small, eventHeight/2))
			begun++
			continue
		}
		p.events = append(p.events, area(p.left(slices.Index(p.columns, e.Thread)), p.top+rows[e.Thread]*(eventHeight+p.gapY), p.box, eventHeight))
		rows[e.Thread]++
	}
	most := 1
	for _, n := range rows {
		most = max(most, n)
	}
	p.width, p.height = wide+2*graphEdge, p.top+most*(eventHeight+p.gapY)-p.gapY+graphEdge/2
}

func (p *graphPicture) event(i int) {
	e, at, size := &p.Events[i], p.events[i].Min, p.events[i].Size()
	if e.Thread < 0 {
		fmt.Fprintf(&p.b, `<g class="node initial"><rect x="%d" y="%d" width="%d" height="%d" rx="6"/><text class="event" x="%d" y="%d">%s</text></g>`,
			at.X, at.Y, size.X, size.Y, at.X+10, at.Y+15, html.EscapeString(clip(e.Does, maxInitial)))
		return
	}
	fmt.Fprintf(&p.b, `<g class="node" data-event="%d" data-line="%d"><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="6"/>`,
		e.Event, e.Line, html.EscapeString(e.Does+"  "+e.Text), at.X, at.Y, size.X, size.Y)
	fmt.Fprintf(&p.b, `<text class="event" x="%d" y="%d">%s</text><text class="place" x="%d" y="%d">%s</text></g>`,
		at.X+10, at.Y+17, html.EscapeString(clip(e.Does, maxEventText)), at.X+10, at.Y+34, html.EscapeString(clip(e.Text, maxEventText)))
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
	picture := route.Picture{Width: p.width, Height: p.height, Boxes: p.events}
	for c, t := range p.columns {
		picture.Titles = append(picture.Titles, area(p.left(c), p.top-22, textPixels(len(p.title(t))), 16))
	}
	for k := range p.Edges {
		e := &p.Edges[k]
		picture.Arrows = append(picture.Arrows, route.Arrow{
			From: e.From, To: e.To, Label: len([]rune(e.label()))*67/10 + 2, First: e.Relation == "cycle", Lanes: p.lanes(e.From, e.To),
		})
	}
	p.arrows = picture.Layout(!last)
}

// lanes returns the straight parts of possible paths between two events that have others
// between them: between two rows, or beside a column.
func (p *graphPicture) lanes(a, z int) (list [][2]image.Point) {
	from, to := p.events[a], p.events[z]
	apart := to.Min.Sub(from.Min)
	if max(apart.X, -apart.X) > p.box+p.gapX && p.Events[a].Thread >= 0 && p.Events[z].Thread >= 0 {
		start, end := from.Max.X+p.gapX/2, to.Min.X-p.gapX/2 // between the columns
		if apart.X < 0 {
			start, end = from.Min.X-p.gapX/2, to.Max.X+p.gapX/2
		}
		row := eventHeight + p.gapY
		for y := p.top - p.gapY/2; y < p.height; y += row {
			if y > min(from.Min.Y, to.Min.Y)-2*row && y < max(from.Min.Y, to.Min.Y)+2*row {
				for _, off := range tracks(p.gapY) {
					list = append(list, [2]image.Point{{start, y + off}, {end, y + off}})
				}
			}
		}
	}
	if max(apart.Y, -apart.Y) > eventHeight+p.gapY {
		start, end := from.Max.Y+p.gapY/2, to.Min.Y-p.gapY/2
		if apart.Y < 0 {
			start, end = from.Min.Y-p.gapY/2, to.Max.Y+p.gapY/2
		}
		for _, x := range []int{to.Min.X - p.gapX/2, to.Max.X + p.gapX/2, from.Min.X - p.gapX/2, from.Max.X + p.gapX/2} {
			for _, off := range tracks(p.gapX) {
				list = append(list, [2]image.Point{{x + off, start}, {x + off, end}})
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
	path := p.arrows.Paths[k]
	fmt.Fprintf(&p.b, `<g class="edge %s"><path marker-end="url(#%s)" d="M%d %d`, html.EscapeString(p.Edges[k].Relation), p.id, path[0].X, path[0].Y)
	for i, at := range path[1:] {
		c := " "
		if i%3 == 0 {
			c = "C"
		}
		fmt.Fprintf(&p.b, "%s%d %d", c, at.X, at.Y)
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
