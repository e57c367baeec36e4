package phase2

import "slices"

// progress tells how far round the cycle the execution came that find searched
// last: the greatest number of the cycle's sites that it passed one after the
// other, in program order and conflict order, while the program order of a pair
// that the model may relax was still open. With a store first in the pair that
// is so as long as the store is pending; with a load first, the pair comes last.
//
// from is the ID of the event with which it had come so far, and to of that
// with which it was too late to go on, or one more than the last event's ID;
// from < to. level is 0 if it did not come anywhere.
func (f *finder) progress(relaxable []bool) (level int, from, to int32) {
	for j := range f.n / 2 {
		if !relaxable[j] {
			continue
		}
		first := 2 * j
		if at := f.at[first]; len(at) > 0 && !f.nodes[at[0]].writes {
			first = (first + 2) % f.n
		}
		for _, n := range f.at[first] {
			e := &f.nodes[n]
			p := path{f: f, first: first, start: e, end: f.last + 1}
			if first == 2*j {
				p.end = e.done
			}
			p.extend(e, 1, e.id)
			if p.level > level || p.level == level && p.end-p.from > to-from {
				level, from, to = p.level, p.from, p.end
			}
		}
	}
	return level, from, to
}

// A path is a part of the cycle, from a site on.
type path struct {
	f     *finder
	first int // the site's position in the cycle
	start *node
	end   int32 // all must happen before this event
	// The longest part found and the event that completed it.
	level int
	from  int32
}

// extend goes on from e, the k-th event of the path, which had come so far with
// event at. Of several events that serve as well, the first is taken.
func (p *path) extend(e *node, k int, at int32) {
	if at >= p.end {
		return
	}
	if k > p.level || k == p.level && at < p.from {
		p.level, p.from = k, at
	}
	f := p.f
	if k == f.n {
		return
	}
	var place [4]int32
	tried := place[:0] // locations, or threads
	for _, n := range f.at[(p.first+k)%f.n] {
		x := &f.nodes[n]
		key, when := x.thread, x.id
		if k%2 == 1 {
			if x.thread != e.thread || x.i < e.i || x.done >= p.end || k == f.n-1 && !x.before(p.start) {
				continue
			}
			key, when = x.loc, x.done
		} else if x.thread == e.thread || !e.before(x) {
			continue
		}
		if len(tried) < len(place) && !slices.Contains(tried, key) {
			tried = append(tried, key)
			p.extend(x, k+1, max(at, when))
		}
	}
}

// before reports whether e is before x in conflict order.
func (e *node) before(x *node) bool {
	if e.loc != x.loc {
		return false
	}
	if x.writes {
		return e.c < x.c
	}
	return e.writes && e.c <= x.c
}
