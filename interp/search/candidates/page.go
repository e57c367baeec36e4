package candidates

import (
	"fmt"
	"html/template"
	"io"
	"sync"
)

// A Section of a page is an execution under a heading, with a text.
type Section struct {
	Heading, Text string
	Columns       []string // texts side by side, above the picture
	Picture       *Picture // nil: none
}

// WritePage writes a page of executions, each drawn with a column for each thread. The page
// needs no other files.
func WritePage(w io.Writer, title, source string, sections []Section) error {
	type box struct {
		X, Y         int
		Does, Detail string
	}
	type line struct {
		Path, Name, Color string
		X, Y              int
	}
	type drawing struct {
		Heading, Text string
		Columns       []string
		Width, Height int
		Threads       []box
		Boxes         []box
		Lines         []line
	}
	const width, height, gap, step = 200, 36, 90, 70
	page := struct {
		Title, Source string
		Colors        map[string]string
		Drawings      []drawing
	}{title, source, colors, nil}
	for _, s := range sections {
		d := drawing{Heading: s.Heading, Text: s.Text, Columns: s.Columns}
		if s.Picture != nil {
			rows := map[int]int{}
			for _, e := range s.Picture.Events {
				x, row := (e.Thread+1)*(width+gap)+10, rows[e.Thread]
				if row == 0 {
					name := fmt.Sprintf("P%d", e.Thread)
					if e.Thread < 0 {
						name = "init"
					}
					d.Threads = append(d.Threads, box{X: x, Y: 20, Does: name})
				}
				rows[e.Thread]++
				b := box{x, 30 + row*step, e.Does, e.Text}
				if e.Does == "F" {
					b.Does, b.Detail = e.Text, ""
				}
				d.Boxes = append(d.Boxes, b)
				d.Width, d.Height = max(d.Width, x+width+gap), max(d.Height, b.Y+step)
			}
			for i, e := range s.Picture.Edges {
				if e.Name == "co" && s.Picture.Events[e.From].Thread < 0 {
					continue // the initial write comes first
				}
				a, b := d.Boxes[e.From], d.Boxes[e.To]
				x1, y1, x2, y2 := a.X+width, a.Y+height/2, b.X, b.Y+height/2
				bend := 0
				switch {
				case a.X == b.X && e.Name == "po":
					x1, y1, x2, y2 = a.X+width/2, a.Y+height, b.X+width/2, b.Y
				case a.X == b.X:
					x2, bend = b.X+width, 30+i%4*8
				case a.X > b.X:
					x1, x2 = a.X, b.X+width
				}
				l := line{Name: e.Name, Color: colors[e.Name], X: x1 + (x2-x1)/4 + bend, Y: y1 + (y2-y1)/4 - 4 + i%3*5}
				l.Path = fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x1, y1, x1+bend, y1, x2+bend, y2, x2, y2)
				d.Lines = append(d.Lines, l)
			}
		}
		page.Drawings = append(page.Drawings, d)
	}
	return pageTemplate().Execute(w, page)
}

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{.Title}}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; }
pre, text { font-family: ui-monospace, monospace; }
pre { overflow: auto; }
text { font-size: 12px; fill: black; }
svg { background: white; border: 1px solid #999; max-width: 100%; height: auto; }
rect { fill: #f4f4f4; stroke: #555; }
path { fill: none; stroke-width: 1.5; }
.columns { display: flex; flex-wrap: wrap; gap: 0 2em; }
.columns pre { tab-size: 4; border-left: 2px solid #999; padding-left: 0.8em; }
</style>
<h1>{{.Title}}</h1>
<pre>{{.Source}}</pre>
{{if .Drawings}}<p>In the drawings, po is the order of the program; rf leads from a write to what reads from it; co is the order of
the writes to one location, behind the initial one; fr leads from a read to the write that overwrites what was read; addr, data and ctrl are
dependencies.</p>
{{end}}{{range .Drawings}}<h2>{{.Heading}}</h2>
{{if .Columns}}<div class="columns">{{range .Columns}}<pre>{{.}}</pre>{{end}}</div>
{{end}}{{if .Text}}<pre>{{.Text}}</pre>
{{end}}{{if .Boxes}}<svg viewBox="0 0 {{.Width}} {{.Height}}" width="{{.Width}}" role="img" aria-label="{{.Heading}}">
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" style="fill:context-stroke"/></marker></defs>
{{range .Threads}}<text x="{{.X}}" y="{{.Y}}">{{.Does}}</text>
{{end}}{{range .Lines}}<path d="{{.Path}}" stroke="{{.Color}}" marker-end="url(#tip)"/>
{{end}}{{range .Boxes}}<rect x="{{.X}}" y="{{.Y}}" width="200" height="36" rx="4"/><text x="{{.X}}" y="{{.Y}}" dx="8" dy="15">{{.Does}}</text><text x="{{.X}}" y="{{.Y}}" dx="8" dy="30">{{.Detail}}</text>
{{end}}{{range .Lines}}<text x="{{.X}}" y="{{.Y}}" style="fill:{{.Color}}">{{.Name}}</text>
{{end}}</svg>
{{end}}{{end}}</html>
`))
})
