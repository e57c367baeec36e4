// Package route lays arrows into a picture of boxes: a path for each arrow, and a place for its
// label.
//
// Of many curves it takes the cheapest: a short one that passes through no box and keeps a distance
// from earlier curves, which it may cross. Of many places along the curve a label takes one that
// covers no box, no other label, and as little as possible of other curves.
//
// All computations are in whole pixels, so a picture is the same on every machine.
package route

import (
	"cmp"
	"image"
	"slices"
)

// A Picture is boxes with titles beside them, and arrows between boxes.
type Picture struct {
	Width, Height int
	Boxes, Titles []image.Rectangle
	Arrows        []Arrow
}

// An Arrow leads from one box to another.
type Arrow struct {
	From, To int // indices of boxes
	Label    int // width of its label
	// First says that its path is found before those of others. Otherwise short paths come first.
	First bool
	// Lanes are pairs of points between which the path may be straight.
	Lanes [][2]image.Point
}

// A Path is a chain of cubic curves: its first point, and three more for each curve.
type Path []image.Point

// A Layout is where the arrows of a picture are.
type Layout struct {
	Paths   []Path        // by arrow
	Labels  []image.Point // by arrow: the middle of its label
	Crowded int           // number of paths and labels without a free place
}

// passes bounds how often paths are found. If more than one arrow of tooCrowded has no free path, a
// hurried layout has one pass.
const passes, tooCrowded = 3, 16

// Layout returns the paths and labels of the arrows. If it is hurried and the picture is crowded, the
// layout is not the best one.
func (p *Picture) Layout(hurried bool) Layout {
	r := newRouter(p)
	l := Layout{Paths: make([]Path, len(p.Arrows)), Labels: make([]image.Point, len(p.Arrows))}
	points := make([][]image.Point, len(p.Arrows))
	order := p.order()
	// While some arrows have no free path, all look again, now with the others in place.
	for range passes {
		r.crowded = 0
		for _, k := range order {
			r.forget(points[k])
			l.Paths[k], points[k] = r.route(&p.Arrows[k], l.Paths[k])
		}
		if r.crowded == 0 || hurried && r.crowded > len(p.Arrows)/tooCrowded {
			break
		}
	}
	var taken []image.Rectangle
	for _, k := range order {
		l.Labels[k] = r.label(points[k], p.Arrows[k].Label, &taken)
	}
	l.Crowded = r.crowded
	return l
}

// order returns the arrows in the order in which paths are found.
func (p *Picture) order() []int {
	order := make([]int, len(p.Arrows))
	for k := range order {
		order[k] = k
	}
	length := func(k int) int {
		a := &p.Arrows[k]
		if a.First {
			return -1
		}
		return distance(p.Boxes[a.From].Min, p.Boxes[a.To].Min)
	}
	slices.SortStableFunc(order, func(a, b int) int { return length(a) - length(b) })
	return order
}

// A router finds the paths.
type router struct {
	width, height int
	blocks        []image.Rectangle // boxes, then titles
	boxes         int               // number of blocks that are boxes
	cells         []uint16          // by cell: number of curves near it
	covered       []int             // by cell: the block there or near it, from 1
	visited       []int             // by cell: the last call of near that came there
	visits        int               // number of calls of near
	columns       int               // number of columns of cells
	crowded       int               // number of paths and labels without a free place
}

// Sizes, in pixels, and costs in pixels of length.
const (
	cellSize    = 3
	clearance   = 4 // between a path and a box
	costBox     = 3000
	costTitle   = 150
	costNear    = 12
	costBeside  = 400
	maxBeside   = 20
	costPort    = 1 // for each pixel between a path's end and the middle of the box's side
	costTurn    = 30
	labelHeight = 13
	unlimited   = 1 << 30
)

func newRouter(p *Picture) *router {
	r := &router{width: p.Width, height: p.Height, blocks: slices.Concat(p.Boxes, p.Titles), boxes: len(p.Boxes), columns: p.Width/cellSize + 1}
	r.cells = make([]uint16, r.columns*(r.height/cellSize+1))
	r.covered, r.visited = make([]int, len(r.cells)), make([]int, len(r.cells))
	for k, b := range r.blocks {
		if k < r.boxes {
			b = b.Inset(-clearance)
		}
		b = b.Intersect(image.Rect(0, 0, r.width, r.height))
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				r.covered[r.cell(image.Pt(x, y))] = k + 1
			}
		}
	}
	return r
}

// A port is a point at which a path may leave or reach a box. Its direction is away from the box.
type port struct {
	at     image.Point
	toward image.Point // of length 1
	off    int         // distance from the middle of the side
}

// ahead returns the point n pixels from the port in its direction.
func (p port) ahead(n int) image.Point { return p.at.Add(p.toward.Mul(n)) }

// faces reports whether p and q have opposite directions, and each is ahead of the other.
func (p port) faces(q port) bool {
	d := q.at.Sub(p.at)
	return p.toward == image.Point{}.Sub(q.toward) && p.toward.X*d.X+p.toward.Y*d.Y > 0
}

// ports returns the ports of a box.
func ports(b image.Rectangle) (list []port) {
	w, h := b.Dx(), b.Dy()
	middle := b.Min.Add(image.Pt(w/2, h/2))
	for _, k := range []int{0, 1, -1, 2, -2} {
		if across := h / 5 * k; 2*abs(across) < h-4 {
			y := middle.Y + across
			list = append(list, port{image.Pt(b.Min.X-1, y), image.Pt(-1, 0), abs(across)}, port{image.Pt(b.Max.X+1, y), image.Pt(1, 0), abs(across)})
		}
		if across := w / 6 * k; 2*abs(across) < w-12 {
			x := middle.X + across
			list = append(list, port{image.Pt(x, b.Min.Y-1), image.Pt(0, -1), abs(across) / 3}, port{image.Pt(x, b.Max.Y+1), image.Pt(0, 1), abs(across) / 3})
		}
	}
	return list
}

// bend returns the curve between two ports. The strength says how straight it leaves both.
func bend(a, z port, strength int) Path {
	return Path{a.at, a.ahead(strength), z.ahead(strength), z.at}
}

// detour returns the curve between two ports that is straight between two points.
func detour(a port, from, to image.Point, z port) Path {
	along := image.Pt(cmp.Compare(to.X, from.X), cmp.Compare(to.Y, from.Y)).Mul(24)
	third := func(p, q image.Point) image.Point { return p.Mul(2).Add(q).Div(3) }
	return Path{
		a.at, a.ahead(24), from.Sub(along), from,
		third(from, to), third(to, from), to,
		to.Add(along), z.ahead(24), z.at,
	}
}

// points yields points of the path, a few pixels apart.
func (w Path) points(yield func(image.Point) bool) {
	if yield(w[0]) {
		w.after(yield)
	}
}

// after yields the points after the first.
func (w Path) after(yield func(image.Point) bool) {
	for k := 0; k+3 < len(w); k += 3 {
		p, q, r, s := w[k], w[k+1], w[k+2], w[k+3]
		n := 4 + (sides(p, q)+sides(q, r)+sides(r, s))/6
		for i := 1; i <= n; i++ {
			j := n - i
			a, b, c, d := j*j*j, 3*j*j*i, 3*j*i*i, i*i*i
			if !yield(p.Mul(a).Add(q.Mul(b)).Add(r.Mul(c)).Add(s.Mul(d)).Div(n * n * n)) {
				return
			}
		}
	}
}

// sides returns the distance of two points along the sides of pixels.
func sides(p, q image.Point) int { return abs(p.X-q.X) + abs(p.Y-q.Y) }

// distance approximates the distance of two points.
func distance(p, q image.Point) int {
	dx, dy := abs(p.X-q.X), abs(p.Y-q.Y)
	return max(dx, dy) + 3*min(dx, dy)/8
}

// apart returns a lower bound of the cost of a walk between two points.
func apart(p, q image.Point) int { return max(abs(p.X-q.X), abs(p.Y-q.Y)) }

func abs(n int) int { return max(n, -n) }

// A walk adds up the cost of a path, point by point. The path leads from box a to box z.
type walk struct {
	*router
	a, z         int
	free         bool // the path must not be blocked
	at           image.Point
	cost, beside int // beside is the number of pixels beside other curves
	blocked      bool
}

// along continues the walk along a path that begins where the walk is, and reports whether it came
// to the end. It stops where the path is blocked, if it must not be, and where the path costs at
// least limit, which is then its cost.
func (k *walk) along(w Path, limit int) bool {
	end := w[len(w)-1]
	for p := range w.after {
		if k.blocked && k.free || k.cost+apart(k.at, end) >= limit {
			k.cost = max(k.cost, limit)
			return false
		}
		k.step(p)
	}
	return !(k.blocked && k.free)
}

func (k *walk) step(p image.Point) {
	step := distance(p, k.at)
	k.at = p
	k.cost += step
	if p.X < 4 || p.Y < 4 || p.X > k.width-4 || p.Y > k.height-4 {
		k.cost, k.blocked = k.cost+costBox, true
		return
	}
	cell := k.cell(p)
	switch c := k.covered[cell] - 1; {
	case c < 0:
	case c >= k.boxes:
		k.cost += costTitle
	case c != k.a && c != k.z || p.In(k.blocks[c]):
		k.cost, k.blocked = k.cost+costBox, true
	}
	if k.cells[cell] == 0 {
		k.beside = max(k.beside-step, 0)
		return
	}
	k.cost += costNear
	if k.beside += step; k.beside > maxBeside {
		k.cost, k.blocked = k.cost+costBeside, true
	}
}

func (r *router) cell(p image.Point) int { return p.Y/cellSize*r.columns + p.X/cellSize }

// near calls f once for each cell near the points.
func (r *router) near(points []image.Point, f func(cell int)) {
	r.visits++
	for _, p := range points {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				q := p.Add(image.Pt(dx, dy).Mul(cellSize))
				if q.X < 0 || q.Y < 0 || q.X > r.width || q.Y > r.height {
					continue
				}
				if c := r.cell(q); r.visited[c] < r.visits {
					r.visited[c] = r.visits
					f(c)
				}
			}
		}
	}
}

// route returns the path of an arrow, and its points: the old path if it is free, else the cheapest
// free one, else the cheapest one.
func (r *router) route(a *Arrow, old Path) (Path, []image.Point) {
	w := old
	if w == nil || !r.isFree(a, w) {
		if w = r.cheapest(a, true); w == nil {
			w = r.cheapest(a, false)
			r.crowded++
		}
	}
	points := slices.Collect(w.points)
	r.near(points, func(cell int) { r.cells[cell]++ })
	return w, points
}

// walk returns a walk of the path of an arrow after its first point.
func (r *router) walk(a *Arrow, from image.Point, free bool) walk {
	k := walk{router: r, a: a.From, z: a.To, free: free, at: from}
	k.step(from)
	return k
}

func (r *router) isFree(a *Arrow, w Path) bool {
	k := r.walk(a, w[0], true)
	return k.along(w, unlimited)
}

// cheapest returns the cheapest path of an arrow; nil if it must be free and none is.
func (r *router) cheapest(a *Arrow, free bool) (best Path) {
	least := unlimited
	try := func(w Path, k walk, rest Path, extra int) {
		if k.along(rest, least-extra) && k.cost+extra < least {
			best, least = w, k.cost+extra
		}
	}
	begun := make([]walk, len(a.Lanes)) // along detours, to the end of the lane: the rest depends on the other port
	from, to := ports(r.blocks[a.From]), ports(r.blocks[a.To])
	for _, p := range from {
		start := r.walk(a, p.at, free)
		clear(begun)
		for _, q := range to {
			extra := costPort * (p.off + q.off)
			bent := func(strength, extra int) {
				if extra+distance(p.at, q.at) < least {
					w := bend(p, q, strength)
					try(w, start, w, extra)
				}
			}
			if p.faces(q) {
				bent(0, extra)
			}
			for _, strength := range []int{30, 50, 80} {
				bent(strength, extra+costTurn/2)
			}
			if p.off > 0 && q.off > 0 {
				continue
			}
			for i, l := range a.Lanes {
				k := &begun[i]
				straight := distance(p.at, l[0]) + distance(l[0], l[1]) + distance(l[1], q.at)
				if free && k.blocked || extra+costTurn+max(straight, k.cost+apart(l[1], q.at)) >= least {
					continue
				}
				w := detour(p, l[0], l[1], q)
				if k.router == nil {
					*k = start
					k.along(w[:7], least-costTurn-costPort*p.off)
				}
				try(w, *k, w[6:], extra+costTurn)
			}
		}
	}
	return best
}

// forget removes a path from the picture.
func (r *router) forget(points []image.Point) {
	r.near(points, func(cell int) { r.cells[cell]-- })
}

// label returns the middle of a label of this width at the points, and reserves the area.
func (r *router) label(points []image.Point, width int, taken *[]image.Rectangle) image.Point {
	own := map[int]bool{}
	r.near(points, func(cell int) { own[cell] = true })
	avoided := slices.Concat(r.blocks, *taken)
	picture := image.Rect(0, 0, r.width, r.height)
	area := func(at image.Point) image.Rectangle {
		b := image.Rect(0, 0, width, labelHeight)
		return b.Add(at).Sub(image.Pt(width/2, labelHeight/2))
	}
	best, least, bad := points[len(points)/2], unlimited, true
	for i := range points {
		if i < 2 || i > len(points)-3 {
			continue
		}
		p, along := points[i], points[i+2].Sub(points[i-2])
		aside := [2]image.Point{{0, -labelHeight/2 - 4}, {0, labelHeight/2 + 4}}
		if steep := abs(along.Y) > abs(along.X); steep {
			aside = [2]image.Point{{width/2 + 5, 0}, {-width/2 - 5, 0}}
		}
		for k, at := range []image.Point{p, p.Add(aside[0]), p.Add(aside[1])} {
			cost, blocked := abs(2*i-len(points))*40/len(points), false
			if k > 0 {
				cost += 10
			}
			b := area(at)
			if !b.In(picture.Inset(2)) {
				cost, blocked = cost+costBox, true
			}
			for _, o := range avoided {
				if b.Inset(-1).Overlaps(o) {
					cost, blocked = cost+costBox, true
				}
			}
			inside := b.Intersect(picture)
			for y := inside.Min.Y; y < inside.Max.Y && cost < least; y += cellSize {
				for x := inside.Min.X; x < inside.Max.X; x += cellSize {
					c := r.cell(image.Pt(x, y))
					others := int(r.cells[c])
					if own[c] {
						others--
					}
					cost += 4 * min(others, 2)
				}
			}
			if cost < least {
				best, least, bad = at, cost, blocked
			}
		}
	}
	if bad {
		r.crowded++
	}
	*taken = append(*taken, area(best))
	return best
}
