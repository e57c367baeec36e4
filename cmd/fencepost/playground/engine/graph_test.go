package engine

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/report"
)

// What a picture of a graph has, as a browser draws it.
var (
	nodeRect  = regexp.MustCompile(`<g class="node[^>]*>(?:<title>[^<]*</title>)?<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"`)
	edgePath  = regexp.MustCompile(`<g class="edge ([^"]*)"><path marker-end="[^"]*" d="([^"]*)"`)
	edgeLabel = regexp.MustCompile(`<g class="edge ([^"]*)"><text class="label" x="(-?\d+)" y="(-?\d+)">([^<]*)<`)
	pathPair  = regexp.MustCompile(`(-?\d+) (-?\d+)`)
	graphSVG  = regexp.MustCompile(`(?s)<svg class="graph.*?</svg>`)
)

type box struct{ x, y, w, h float64 }

func (b box) overlaps(o box) bool {
	return b.x < o.x+o.w && o.x < b.x+b.w && b.y < o.y+o.h && o.y < b.y+b.h
}

func (b box) contains(p [2]float64) bool {
	return p[0] > b.x && p[0] < b.x+b.w && p[1] > b.y && p[1] < b.y+b.h
}

// curve returns points of a path of cubic curves, about a pixel apart.
func curve(d string) (list [][2]float64) {
	var c [][2]float64
	for _, m := range pathPair.FindAllStringSubmatch(d, -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		y, _ := strconv.ParseFloat(m[2], 64)
		c = append(c, [2]float64{x, y})
	}
	for k := 0; k+3 < len(c); k += 3 {
		const n = 200
		for i := range n + 1 {
			t := float64(i) / n
			u := 1 - t
			var p [2]float64
			for a := range p {
				p[a] = u*u*u*c[k][a] + 3*u*u*t*c[k+1][a] + 3*u*t*t*c[k+2][a] + t*t*t*c[k+3][a]
			}
			list = append(list, p)
		}
	}
	return list
}

// along returns how many pixels of the first curve lie less than 3 pixels from the second.
func along(a, b [][2]float64) (pixels float64) {
	near := func(p [2]float64) bool {
		for _, q := range b {
			if dx, dy := p[0]-q[0], p[1]-q[1]; dx*dx+dy*dy < 9 {
				return true
			}
		}
		return false
	}
	for i := 1; i < len(a); i++ {
		if near(a[i]) {
			dx, dy := a[i][0]-a[i-1][0], a[i][1]-a[i-1][1]
			pixels += max(dx, -dx, dy, -dy)
		}
	}
	return pixels
}

// faults lists the faults of a picture. A fault is an edge through an event, a label on an event
// or on another label, or two edges close together for long.
func faults(svg string) (list []string) {
	number := func(s string) float64 { n, _ := strconv.ParseFloat(s, 64); return n }
	var nodes, labels []box
	for _, m := range nodeRect.FindAllStringSubmatch(svg, -1) {
		nodes = append(nodes, box{number(m[1]), number(m[2]), number(m[3]), number(m[4])})
	}
	paths := edgePath.FindAllStringSubmatch(svg, -1)
	curves := make([][][2]float64, len(paths))
	for k, m := range paths {
		curves[k] = curve(m[2])
		for i, n := range nodes {
			for _, p := range curves[k] {
				if n.contains(p) {
					list = append(list, fmt.Sprintf("edge %d, %s, goes through event %d", k, m[1], i))
					break
				}
			}
		}
		for j := range k {
			if pixels := along(curves[k], curves[j]); pixels > 30 {
				list = append(list, fmt.Sprintf("edges %d, %s, and %d, %s, are one for %.0f pixels", j, paths[j][1], k, m[1], pixels))
			}
		}
	}
	for _, m := range edgeLabel.FindAllStringSubmatch(svg, -1) {
		w := float64(len([]rune(m[4]))) * 6.62 // of the 11 pixels high font
		l := box{number(m[2]) - w/2, number(m[3]) - 10, w, 12}
		for i, n := range nodes {
			if l.overlaps(n) {
				list = append(list, fmt.Sprintf("the label %s crosses event %d", m[4], i))
			}
		}
		for i, o := range labels {
			if l.overlaps(o) {
				list = append(list, fmt.Sprintf("the label %s covers label %d", m[4], i))
			}
		}
		labels = append(labels, l)
	}
	if len(labels) != len(paths) || len(nodes) == 0 {
		list = append(list, fmt.Sprintf("%d events, %d edges, %d labels", len(nodes), len(paths), len(labels)))
	}
	return list
}

// In the graphs of all example programs no label crosses an event, and edges keep clear of
// events and of each other.
func TestGraphsAreClear(t *testing.T) {
	t.Parallel()
	topics, err := Examples()
	if err != nil {
		t.Fatal(err)
	}
	seen, drawn := map[string]bool{}, 0
	look := func(what string, r Request) {
		for _, part := range run(t, r).Parts {
			for _, svg := range graphSVG.FindAllString(part.HTML, -1) {
				if svg = strings.ReplaceAll(svg, "head-0", ""); seen[svg] {
					continue
				}
				seen[svg] = true
				drawn++
				for _, fault := range faults(svg) {
					t.Errorf("%s: %s", what, fault)
				}
			}
		}
	}
	var examples []Example
	for _, topic := range topics {
		examples = append(examples, topic.Examples...)
	}
	if testsize.Whole() {
		examples = testsize.Sample(3, examples)
	} else {
		examples = examples[:3]
	}
	for _, e := range examples {
		r := Request{Name: e.Name, Source: e.Source, Observe: e.Observe, Executions: 2000}
		states := map[string]bool{}
		for _, model := range []string{"sc", "tso", "c11", "power"} {
			r.Do, r.Model = "explore", model
			body, ok := run(t, r).Document.Body.(*report.Explore)
			if !ok {
				continue
			}
			var outcomes, errors []string
			for _, o := range body.Files[0].Models[0].Outcomes {
				outcomes = append(outcomes, o.State)
				states[o.State] = true
			}
			for _, e := range body.Files[0].Models[0].Errors {
				errors = append(errors, e.At+": "+e.Kind+": "+e.Message)
			}
			r.Do = "execution"
			for _, s := range outcomes[:min(len(outcomes), 6)] {
				r.State = s
				look(e.Name+", "+model+", "+s, r)
			}
			r.State = ""
			for _, s := range errors[:min(len(errors), 3)] {
				r.Error = s
				look(e.Name+", "+model+", "+s, r)
			}
			r.Error = ""
			r.Do = "why"
			if len(states) > 6 {
				continue
			}
			for s := range states {
				r.State = s
				look(e.Name+", why not "+s+" under "+model, r)
			}
			r.State = ""
		}
	}
	if drawn < 15 {
		t.Errorf("%d graphs", drawn)
	}
}
