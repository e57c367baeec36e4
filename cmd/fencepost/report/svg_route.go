package report

import (
	"cmp"
	"slices"
)

// A router finds a path for each edge of a graph's picture, and a position for its label.
// Of many curves it takes the cheapest: a short one that passes through no event and keeps
// a distance from earlier curves, which it may cross. Of many positions along the curve a
// label takes one that covers no event, no other label, and as little as possible of other
// curves.
//
// All computations are in whole pixels, so the picture is the same on every machine.
type router struct {
	width, height int
	blocks        []block  // events, then titles
	events        int      // number of blocks that are events
	cells         []uint16 // by cell: number of curves near it
	covered       []int    // by cell: the block there or near it, from 1
	visited       []int    // by cell: the last call of near that came there
	visits        int      // number of calls of near
	columns       int      // number of columns of cells
	crowded       int      // number of edges and labels without a free position
}

// A block is an area that edges and labels avoid.
type block struct{ x, y, w, h int }

func (b block) overlaps(o block) bool {
	return b.x < o.x+o.w && o.x < b.x+b.w && b.y < o.y+o.h && o.y < b.y+b.h
}

func (b block) grown(by int) block { return block{b.x - by, b.y - by, b.w + 2*by, b.h + 2*by} }

func (b block) has(p point) bool { return p.x > b.x && p.x < b.x+b.w && p.y > b.y && p.y < b.y+b.h }

type point struct{ x, y int }

// A way is a chain of cubic curves: its first point, and three more for each curve.
type way []point

// Sizes, in pixels, and costs in pixels of length.
const (
	cellSize    = 3
	clearance   = 4 // between an edge and an event
	costEvent   = 3000
	costTitle   = 150
	costNear    = 12
	costBeside  = 400
	maxBeside   = 20
	costPort    = 1 // for each pixel between an edge's end and the middle of the event's side
	costTurn    = 30
	labelHeight = 13
	unlimited   = 1 << 30
)

func newRouter(width, height int, events, titles []block) *router {
	r := &router{width: width, height: height, blocks: append(slices.Clone(events), titles...), events: len(events), columns: width/cellSize + 1}
	r.cells = make([]uint16, r.columns*(height/cellSize+1))
	r.covered, r.visited = make([]int, len(r.cells)), make([]int, len(r.cells))
	for k, b := range r.blocks {
		if k < r.events {
			b = b.grown(clearance)
		}
		for y := max(b.y, 0); y < min(b.y+b.h, height); y++ {
			for x := max(b.x, 0); x < min(b.x+b.w, width); x++ {
				r.covered[r.cell(point{x, y})] = k + 1
			}
		}
	}
	return r
}

// A port is a point at which an edge may leave or reach an event. Its direction is away
// from the event.
type port struct {
	at     point
	dx, dy int
	off    int // distance from the middle of the side
}

// ports returns the ports of an event.
func ports(b block) (list []port) {
	for _, k := range []int{0, 1, -1, 2, -2} {
		if across := b.h / 5 * k; 2*abs(across) < b.h-4 {
			list = append(list, port{point{b.x - 1, b.y + b.h/2 + across}, -1, 0, abs(across)}, port{point{b.x + b.w + 1, b.y + b.h/2 + across}, 1, 0, abs(across)})
		}
		if across := b.w / 6 * k; 2*abs(across) < b.w-12 {
			list = append(list, port{point{b.x + b.w/2 + across, b.y - 1}, 0, -1, abs(across) / 3}, port{point{b.x + b.w/2 + across, b.y + b.h + 1}, 0, 1, abs(across) / 3})
		}
	}
	return list
}

// bend returns the curve between two ports. The strength says how straight it leaves both.
func bend(a, z port, strength int) way {
	return way{a.at, {a.at.x + a.dx*strength, a.at.y + a.dy*strength}, {z.at.x + z.dx*strength, z.at.y + z.dy*strength}, z.at}
}

// detour returns the curve between two ports that is straight between two points.
func detour(a port, from, to point, z port) way {
	sx, sy := cmp.Compare(to.x, from.x)*24, cmp.Compare(to.y, from.y)*24
	third := func(p, q int) int { return (2*p + q) / 3 }
	return way{
		a.at, {a.at.x + a.dx*24, a.at.y + a.dy*24}, {from.x - sx, from.y - sy}, from,
		{third(from.x, to.x), third(from.y, to.y)}, {third(to.x, from.x), third(to.y, from.y)}, to,
		{to.x + sx, to.y + sy}, {z.at.x + z.dx*24, z.at.y + z.dy*24}, z.at,
	}
}

// points yields points of the way, a few pixels apart.
func (w way) points(yield func(point) bool) {
	if yield(w[0]) {
		w.after(yield)
	}
}

// after yields the points after the first.
func (w way) after(yield func(point) bool) {
	for k := 0; k+3 < len(w); k += 3 {
		p, q, r, s := w[k], w[k+1], w[k+2], w[k+3]
		n := 4 + (abs(q.x-p.x)+abs(q.y-p.y)+abs(r.x-q.x)+abs(r.y-q.y)+abs(s.x-r.x)+abs(s.y-r.y))/6
		for i := 1; i <= n; i++ {
			j := n - i
			a, b, c, d, all := j*j*j, 3*j*j*i, 3*j*i*i, i*i*i, n*n*n
			if !yield(point{(a*p.x + b*q.x + c*r.x + d*s.x) / all, (a*p.y + b*q.y + c*r.y + d*s.y) / all}) {
				return
			}
		}
	}
}

// distance approximates the distance of two points.
func distance(p, q point) int {
	dx, dy := abs(p.x-q.x), abs(p.y-q.y)
	return max(dx, dy) + 3*min(dx, dy)/8
}

// apart returns a lower bound of the cost of a walk between two points.
func (p point) apart(q point) int { return max(abs(p.x-q.x), abs(p.y-q.y)) }

// A walk adds up the cost of a way, point by point. The way leads from event a to event z.
type walk struct {
	*router
	a, z         int
	free         bool // the way must not be blocked
	at           point
	cost, beside int // beside is the number of pixels beside other curves
	blocked      bool
}

// along continues the walk along a way that begins where the walk is, and reports whether it came
// to the end. It stops where the way is blocked, if it must not be, and where the way costs at
// least limit, which is then its cost.
func (k *walk) along(w way, limit int) bool {
	end := w[len(w)-1]
	for p := range w.after {
		if k.blocked && k.free || k.cost+k.at.apart(end) >= limit {
			k.cost = max(k.cost, limit)
			return false
		}
		k.step(p)
	}
	return !(k.blocked && k.free)
}

func (k *walk) step(p point) {
	step := distance(p, k.at)
	k.at = p
	k.cost += step
	if p.x < 4 || p.y < 4 || p.x > k.width-4 || p.y > k.height-4 {
		k.cost, k.blocked = k.cost+costEvent, true
		return
	}
	cell := k.cell(p)
	switch c := k.covered[cell] - 1; {
	case c < 0:
	case c >= k.events:
		k.cost += costTitle
	case c != k.a && c != k.z || k.blocks[c].has(p):
		k.cost, k.blocked = k.cost+costEvent, true
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

func (r *router) cell(p point) int { return p.y/cellSize*r.columns + p.x/cellSize }

// near calls f once for each cell near the points.
func (r *router) near(points []point, f func(cell int)) {
	r.visits++
	for _, p := range points {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				q := point{p.x + dx*cellSize, p.y + dy*cellSize}
				if q.x < 0 || q.y < 0 || q.x > r.width || q.y > r.height {
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

// route returns the way from event a to event z: the old one if it is free, else the cheapest
// free one, else the cheapest one. lanes are pairs of points between which it may be straight.
func (r *router) route(a, z int, old way, lanes [][2]point) (way, []point) {
	w := old
	if w == nil || !r.isFree(a, z, w) {
		if w = r.cheapest(a, z, true, lanes); w == nil {
			w = r.cheapest(a, z, false, lanes)
			r.crowded++
		}
	}
	points := slices.Collect(w.points)
	r.near(points, func(cell int) { r.cells[cell]++ })
	return w, points
}

func (r *router) isFree(a, z int, w way) bool {
	k := walk{router: r, a: a, z: z, free: true, at: w[0]}
	k.step(w[0])
	return k.along(w, unlimited)
}

// cheapest returns the cheapest way from event a to event z; nil if it must be free and none is.
func (r *router) cheapest(a, z int, free bool, lanes [][2]point) (best way) {
	least := unlimited
	try := func(w way, k walk, rest way, extra int) {
		if k.along(rest, least-extra) && k.cost+extra < least {
			best, least = w, k.cost+extra
		}
	}
	begun := make([]walk, len(lanes)) // along detours, to the end of the lane: the rest depends on the other port
	from, to := ports(r.blocks[a]), ports(r.blocks[z])
	for _, p := range from {
		start := walk{router: r, a: a, z: z, free: free, at: p.at}
		start.step(p.at)
		clear(begun)
		for _, q := range to {
			extra := costPort * (p.off + q.off)
			bent := func(strength, extra int) {
				if extra+distance(p.at, q.at) < least {
					w := bend(p, q, strength)
					try(w, start, w, extra)
				}
			}
			if p.dy == 0 && q.dy == 0 && p.dx*(q.at.x-p.at.x) > 0 && q.dx*(p.at.x-q.at.x) > 0 || p.dx == 0 && q.dx == 0 && p.dy*(q.at.y-p.at.y) > 0 && q.dy*(p.at.y-q.at.y) > 0 {
				bent(0, extra)
			}
			for _, strength := range []int{30, 50, 80} {
				bent(strength, extra+costTurn/2)
			}
			if p.off > 0 && q.off > 0 {
				continue
			}
			for i, l := range lanes {
				k := &begun[i]
				straight := distance(p.at, l[0]) + distance(l[0], l[1]) + distance(l[1], q.at)
				if free && k.blocked || extra+costTurn+max(straight, k.cost+l[1].apart(q.at)) >= least {
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

// forget removes a way from the picture.
func (r *router) forget(points []point) {
	r.near(points, func(cell int) { r.cells[cell]-- })
}

// label returns the middle of a label of this width at the points, and reserves the area.
func (r *router) label(points []point, width int, taken *[]block) point {
	own := map[int]bool{}
	r.near(points, func(cell int) { own[cell] = true })
	avoided := slices.Concat(r.blocks, *taken)
	best, least, bad := points[len(points)/2], unlimited, true
	for i := range points {
		if i < 2 || i > len(points)-3 {
			continue
		}
		p, before, after := points[i], points[i-2], points[i+2]
		places := []point{p}
		if steep := abs(after.y-before.y) > abs(after.x-before.x); steep {
			places = append(places, point{p.x + width/2 + 5, p.y}, point{p.x - width/2 - 5, p.y})
		} else {
			places = append(places, point{p.x, p.y - labelHeight/2 - 4}, point{p.x, p.y + labelHeight/2 + 4})
		}
		for k, at := range places {
			cost, blocked := abs(2*i-len(points))*40/len(points), false
			if k > 0 {
				cost += 10
			}
			b := block{at.x - width/2, at.y - labelHeight/2, width, labelHeight}
			if b.x < 2 || b.y < 2 || b.x+b.w > r.width-2 || b.y+b.h > r.height-2 {
				cost, blocked = cost+costEvent, true
			}
			for _, o := range avoided {
				if b.grown(1).overlaps(o) {
					cost, blocked = cost+costEvent, true
				}
			}
			for y := max(b.y, 0); y < min(b.y+b.h, r.height) && cost < least; y += cellSize {
				for x := max(b.x, 0); x < min(b.x+b.w, r.width); x += cellSize {
					c := r.cell(point{x, y})
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
	*taken = append(*taken, block{best.x - width/2, best.y - labelHeight/2, width, labelHeight})
	return best
}
