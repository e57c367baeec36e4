package report

import (
	"fmt"
	"html"
	"strings"
)

// Sizes in the picture of a cycle.
const (
	boxHeight  = 46
	boxGapX    = 90
	boxGapY    = 46
	maxBoxText = 34
	cycleEdge  = 16
)

// cycleSVG draws a cycle: a column for each of its threads, downwards in program order, and
// an arrow from each event to the next. id must be unique in the page.
func cycleSVG(nodes []Node, id string) string {
	type place struct{ column, row int }
	var (
		columns []int32 // threads
		count   []int   // number of nodes in each
		places  []place
		chars   = 12
	)
	for _, n := range nodes {
		column := -1
		for k, t := range columns {
			if t == n.Thread && n.Event > 0 {
				column = k
			}
		}
		if column < 0 {
			column = len(columns)
			columns, count = append(columns, n.Thread), append(count, 0)
		}
		places = append(places, place{column, count[column]})
		count[column]++
		chars = max(chars, min(max(len([]rune(n.Does))+4, len([]rune(n.At))), maxBoxText))
	}
	rows := 0
	for _, n := range count {
		rows = max(rows, n)
	}
	boxWidth := textPixels(chars) + 22
	left := func(c int) int { return cycleEdge + c*(boxWidth+boxGapX) }
	top := func(r int) int { return headHeight + r*(boxHeight+boxGapY) }
	width := left(len(columns)) - boxGapX + cycleEdge
	height := top(rows) - boxGapY + cycleEdge
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="cyclefigure" role="img" aria-label="the cycle" width="%d" height="%d" viewBox="0 0 %d %d">%s`,
		width, height, width, height, arrowHead(id))
	for k, t := range columns {
		fmt.Fprintf(&b, `<text class="title" x="%d" y="19">thread %d</text>`, left(k), t)
	}
	for k, n := range nodes {
		a, z := places[k], places[(k+1)%len(nodes)]
		class := "cycle"
		if n.Inside {
			class = "cycle inside"
		}
		x1, y1 := left(a.column)+boxWidth/2, top(a.row)+boxHeight
		x2, y2 := left(z.column)+boxWidth/2, top(z.row)
		switch {
		case a.column == z.column && z.row == a.row+1:
		case a.column == z.column: // back up, beside the boxes
			x1, y1 = left(a.column)+boxWidth, top(a.row)+boxHeight/2
			x2, y2 = left(z.column)+boxWidth, top(z.row)+boxHeight/2
			fmt.Fprintf(&b, `<path class="%s" marker-end="url(#%s)" d="M%d %dC%d %d %d %d %d %d"/>`, class, id, x1, y1, x1+40, y1, x2+40, y2, x2+2, y2)
			continue
		case a.column < z.column:
			x1, y1 = left(a.column)+boxWidth, top(a.row)+boxHeight/2
			x2, y2 = left(z.column)-2, top(z.row)+boxHeight/2
		default:
			x1, y1 = left(a.column), top(a.row)+boxHeight/2
			x2, y2 = left(z.column)+boxWidth+2, top(z.row)+boxHeight/2
		}
		fmt.Fprintf(&b, `<path class="%s" marker-end="url(#%s)" d="M%d %dL%d %d"/>`, class, id, x1, y1, x2, y2)
	}
	for k, n := range nodes {
		x, y := left(places[k].column), top(places[k].row)
		fmt.Fprintf(&b, `<g class="node" data-event="%d"><rect x="%d" y="%d" width="%d" height="%d" rx="6"/>`, n.Event, x, y, boxWidth, boxHeight)
		fmt.Fprintf(&b, `<text class="event" x="%d" y="%d">%s</text>`, x+10, y+19, html.EscapeString(clip(fmt.Sprintf("(%d) %s", n.Mark, n.Does), maxBoxText)))
		fmt.Fprintf(&b, `<text class="place" x="%d" y="%d">%s</text></g>`, x+10, y+37, html.EscapeString(clip(n.At, maxBoxText)))
	}
	b.WriteString("</svg>")
	return b.String()
}
