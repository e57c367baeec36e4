package report

import (
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"
)

// Sizes in the picture of a graph.
const (
	eventHeight  = 42
	eventGapX    = 84
	eventGapY    = 46
	maxEventText = 30
	graphEdge    = 48
	maxLabel     = 12
	labelRoom    = 24 // to the right of the last column
)

// GraphSVG draws a graph: the initial content of memory above, a column for each thread
// in program order, and an arrow for each edge, of a class that is its relation. The id
// is one that nothing else in the page has.
func GraphSVG(g *Graph, id string) template.HTML {
	p := &graphPicture{Graph: g, id: id}
	p.layOut()
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
		fmt.Fprintf(&p.b, `<text class="title" x="%d" y="%d">thread %d</text>`, p.left(c), p.top-10, t)
	}
	for i := range g.Events {
		p.event(i)
	}
	p.b.WriteString("</svg>")
	return template.HTML(p.b.String())
}

// A graphPicture lays out a graph.
type graphPicture struct {
	*Graph
	id            string
	columns       []int32 // threads
	x, y          []int   // by event: its left upper corner
	box           int     // width of an event
	top           int     // of the first row of the threads
	width, height int
	ends          map[[2]int]int // edges drawn between two events so far
	b             strings.Builder
}

func (p *graphPicture) left(column int) int { return graphEdge + column*(p.box+eventGapX) }

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
	p.box, p.top, p.ends = textPixels(chars)+22, headHeight, map[[2]int]int{}
	if initial > 0 {
		p.top = graphEdge/2 + eventHeight/2 + eventGapY + headHeight
	}
	wide := max(len(p.columns), 1)*(p.box+eventGapX) - eventGapX
	small := min(p.box, 90) // width of an initial write
	wide = max(wide, initial*(small+20)-20)
	rows, begun := map[int32]int{}, 0
	for _, e := range p.Events {
		if e.Thread < 0 {
			first := graphEdge + (wide-initial*(small+20)+20)/2
			p.x, p.y = append(p.x, first+begun*(small+20)), append(p.y, graphEdge/2)
			begun++
			continue
		}
		p.x = append(p.x, p.left(slices.Index(p.columns, e.Thread)))
		p.y = append(p.y, p.top+rows[e.Thread]*(eventHeight+eventGapY))
		rows[e.Thread]++
	}
	most := 1
	for _, n := range rows {
		most = max(most, n)
	}
	p.width, p.height = wide+2*graphEdge+labelRoom, p.top+most*(eventHeight+eventGapY)-eventGapY+graphEdge/2
}

// size returns the width and height of an event.
func (p *graphPicture) size(i int) (w, h int) {
	if p.Events[i].Thread < 0 {
		return min(p.box, 90), eventHeight / 2
	}
	return p.box, eventHeight
}

func (p *graphPicture) event(i int) {
	e := &p.Events[i]
	w, h := p.size(i)
	x, y := p.x[i], p.y[i]
	if e.Thread < 0 {
		fmt.Fprintf(&p.b, `<g class="node initial"><rect x="%d" y="%d" width="%d" height="%d" rx="6"/><text class="event" x="%d" y="%d">%s</text></g>`,
			x, y, w, h, x+10, y+15, html.EscapeString(clip(e.Does, 10)))
		return
	}
	fmt.Fprintf(&p.b, `<g class="node" data-event="%d" data-line="%d"><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="6"/>`,
		e.Event, e.Line, html.EscapeString(e.Does+"  "+e.Text), x, y, w, h)
	fmt.Fprintf(&p.b, `<text class="event" x="%d" y="%d">%s</text><text class="place" x="%d" y="%d">%s</text></g>`,
		x+10, y+17, html.EscapeString(clip(e.Does, maxEventText)), x+10, y+34, html.EscapeString(clip(e.Text, maxEventText)))
}

// edge draws an arrow between two events: down a column where they are neighbours, else
// beside it; from side to side between columns. Several between the same two bend apart.
func (p *graphPicture) edge(k int) {
	e := &p.Edges[k]
	a, z := e.From, e.To
	key := [2]int{min(a, z), max(a, z)}
	n := p.ends[key]
	p.ends[key]++
	bend := 26 * n
	aw, ah := p.size(a)
	zw, zh := p.size(z)
	ax, ay, zx, zy := p.x[a], p.y[a], p.x[z], p.y[z]
	var x1, y1, x2, y2, c1x, c1y, c2x, c2y int
	outside := false
	switch {
	case ax == zx && zy > ay && zy-ay <= eventHeight+eventGapY && n == 0 && p.Events[a].Thread >= 0:
		x1, y1, x2, y2 = ax+aw/2, ay+ah, zx+zw/2, zy-1
		c1x, c1y, c2x, c2y = x1, y1, x2, y2
	case p.Events[a].Thread < 0: // from above
		x1, y1, x2, y2 = ax+aw/2, ay+ah, zx+zw/2, zy-1
		if zy > p.top { // past the first row, outside
			y2 = zy + zh/2
			x2, c2x = zx-1, zx-60-bend
			if zx+zw/2 > p.width/2 {
				x2, c2x = zx+zw+1, zx+zw+60+bend
			}
			c1x, c1y, c2y, outside = c2x, y1+30, y2-20, true
			break
		}
		x2 += bend
		c1x, c1y, c2x, c2y = x1, y1+26, x2, y2-26
	case ax == zx: // beside the column
		x1, y1, x2, y2 = ax+aw, ay+ah/2, zx+zw+1, zy+zh/2
		c1x, c1y, c2x, c2y = x1+30+bend, y1, x2+30+bend, y2
	case ax < zx:
		x1, y1, x2, y2 = ax+aw, ay+ah/2+6*n, zx-1, zy+zh/2+6*n
		c1x, c1y, c2x, c2y = x1+34, y1+bend, x2-34, y2+bend
	default:
		x1, y1, x2, y2 = ax, ay+ah/2+6*n, zx+zw+1, zy+zh/2+6*n
		c1x, c1y, c2x, c2y = x1-34, y1+bend, x2+34, y2+bend
	}
	label := e.Label
	if label == "" {
		label = e.Relation
	}
	if name, _, more := strings.Cut(label, ", "); more && len(label) > maxLabel {
		label = name + ", .."
	}
	// The label stands nearer to the start, where arrows that cross are still apart.
	lx := (8*x1 + 12*c1x + 6*c2x + x2) / 27
	ly := (8*y1 + 12*c1y + 6*c2y + y2) / 27
	if outside { // where no event and no title is
		lx, ly = (x1+3*c1x+3*c2x+x2)/8, (y1+3*c1y+3*c2y+y2)/8
	}
	anchor := ""
	if ax == zx && x1 != x2 || ax == zx && c1x > x1 {
		anchor = " beside"
		lx, ly = (x1+3*c1x+3*c2x+x2)/8+4, (y1+3*c1y+3*c2y+y2)/8
	}
	fmt.Fprintf(&p.b, `<g class="edge %s"><path marker-end="url(#%s)" d="M%d %dC%d %d %d %d %d %d"/><text class="label%s" x="%d" y="%d">%s</text></g>`,
		html.EscapeString(e.Relation), p.id, x1, y1, c1x, c1y, c2x, c2y, x2, y2, anchor, lx, ly+4, html.EscapeString(clip(label, maxEventText)))
}

// words tells the graph without a picture.
func (p *graphPicture) words() string {
	text := fmt.Sprintf("a graph of %s", count(len(p.Events), "event"))
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
