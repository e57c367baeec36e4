package route

import (
	"image"
	"math/rand/v2"
	"reflect"
	"testing"
)

const labels = 40

// grid returns a picture of boxes in rows and columns, with lanes between its rows.
func grid(columns, rows int) *Picture {
	p := &Picture{Width: columns*220 + 100, Height: rows*90 + 80}
	for c := range columns {
		for r := range rows {
			p.Boxes = append(p.Boxes, image.Rect(0, 0, 120, 42).Add(image.Pt(60+c*220, 50+r*90)))
		}
		p.Titles = append(p.Titles, image.Rect(0, 0, 60, 16).Add(image.Pt(60+c*220, 24)))
	}
	return p
}

// curve returns a point of a cubic curve by de Casteljau's construction.
func curve(c []image.Point, at float64) (x, y float64) {
	var xs, ys [4]float64
	for i, p := range c {
		xs[i], ys[i] = float64(p.X), float64(p.Y)
	}
	for n := 3; n > 0; n-- {
		for i := range n {
			xs[i] += (xs[i+1] - xs[i]) * at
			ys[i] += (ys[i+1] - ys[i]) * at
		}
	}
	return xs[0], ys[0]
}

// crosses reports whether a path passes through the inner part of a box.
func crosses(w Path, box image.Rectangle) bool {
	for k := 0; k+3 < len(w); k += 3 {
		for i := range 1000 {
			x, y := curve(w[k:k+4], float64(i)/1000)
			if image.Pt(int(x), int(y)).In(box) {
				return true
			}
		}
	}
	return false
}

// TestUncrowded checks random pictures: an uncrowded one has no path through a box, and no label
// that covers a box, a label, or the edge of the picture.
func TestUncrowded(t *testing.T) {
	uncrowded := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := grid(1+r.IntN(3), 2+r.IntN(3))
		for range 1 + r.IntN(6) {
			a := Arrow{From: r.IntN(len(p.Boxes)), To: r.IntN(len(p.Boxes)), Label: labels, First: r.IntN(4) == 0}
			if a.From != a.To {
				p.Arrows = append(p.Arrows, a)
			}
		}
		l := p.Layout(false)
		if again := p.Layout(false); !reflect.DeepEqual(l, again) {
			t.Fatalf("seed %d: the layout changes", seed)
		}
		for k, a := range p.Arrows {
			w := l.Paths[k]
			if first, last := p.Boxes[a.From].Inset(-2), p.Boxes[a.To].Inset(-2); !w[0].In(first) || !w[len(w)-1].In(last) {
				t.Errorf("seed %d: arrow %d leads from %v to %v", seed, k, w[0], w[len(w)-1])
			}
		}
		if l.Crowded > 0 {
			continue
		}
		uncrowded++
		var taken []image.Rectangle
		for k := range p.Arrows {
			for i, b := range p.Boxes {
				if crosses(l.Paths[k], b.Inset(1)) {
					t.Errorf("seed %d: arrow %d passes through box %d", seed, k, i)
				}
			}
			label := image.Rect(-labels/2, -labelHeight/2, labels/2, labelHeight/2).Add(l.Labels[k])
			for _, o := range append(taken, p.Boxes...) {
				if label.Overlaps(o) {
					t.Errorf("seed %d: the label of arrow %d, at %v, covers %v", seed, k, label, o)
				}
			}
			if !label.In(image.Rect(0, 0, p.Width, p.Height)) {
				t.Errorf("seed %d: the label of arrow %d, at %v, is outside", seed, k, label)
			}
			taken = append(taken, label)
		}
	}
	if uncrowded < 30 {
		t.Errorf("only %d of 40 pictures are uncrowded", uncrowded)
	}
}

// TestDetour checks that an arrow past a box in between takes a lane, and an arrow to the box
// below is straight.
func TestDetour(t *testing.T) {
	p := grid(3, 2)
	p.Boxes[2] = image.Rect(280, 20, 400, 190)
	lane := [2]image.Point{{230, 210}, {450, 210}}
	p.Arrows = []Arrow{{From: 0, To: 4, Label: labels, Lanes: [][2]image.Point{lane}}, {From: 0, To: 1, Label: labels}}
	l := p.Layout(false)
	if w := l.Paths[0]; l.Crowded > 0 || len(w) != 10 || w[3] != lane[0] || w[6] != lane[1] {
		t.Errorf("%d crowded, the path is %v", l.Crowded, w)
	}
	if w := l.Paths[1]; len(w) != 4 || w[0].X != w[3].X || w[0].X != 120 {
		t.Errorf("the path is %v", w)
	}
}

// TestFirst checks that an arrow that is first has the straight path, and another one gives way.
func TestFirst(t *testing.T) {
	p := grid(1, 2)
	p.Arrows = []Arrow{{From: 0, To: 1, Label: labels}, {From: 0, To: 1, Label: labels, First: true}}
	l := p.Layout(false)
	if w := l.Paths[1]; w[0].X != w[3].X || w[0].X != 120 {
		t.Errorf("the first path is %v", w)
	}
	if reflect.DeepEqual(l.Paths[0], l.Paths[1]) {
		t.Errorf("two paths are the same")
	}
}

// TestCrowded checks that paths and labels without a free place are counted.
func TestCrowded(t *testing.T) {
	p := grid(2, 1)
	for range 60 {
		p.Arrows = append(p.Arrows, Arrow{From: 0, To: 1, Label: labels})
	}
	for _, hurried := range []bool{false, true} {
		if l := p.Layout(hurried); l.Crowded < 20 || l.Crowded > 120 {
			t.Errorf("%d of 60 paths and 60 labels are crowded", l.Crowded)
		}
	}
}
