package graph

import "slices"

// Progress tells how far round the cycle of these sites the execution that Load was
// given came: the greatest number of them that it passed one after the other, in
// program order and conflict order, while the program order of a pair that the model
// may relax was still open. With a store first in the pair that is so as long as the
// store is pending; with a load first, the pair comes last.
//
// from is the ID of the event with which it had come so far, and to of that with which
// it was too late to go on, or one more than the last event's ID; from < to. level is
// 0 if it did not come anywhere.
func (m *Matcher) Progress(sites []int32, relaxable []bool) (level int, from, to int32) {
	if !m.ask(sites) {
		return 0, 0, 0
	}
	for j := range len(sites) / 2 {
		if !relaxable[j] {
			continue
		}
		first := 2 * j
		if at := m.at[m.cycle[first]]; len(at) > 0 && !m.accesses[at[0]].Writes {
			first = (first + 2) % len(sites)
		}
		for _, n := range m.at[m.cycle[first]] {
			a := &m.accesses[n]
			p := path{m: m, first: first, start: a, end: m.end}
			if first == 2*j {
				p.end = a.done
			}
			p.extend(a, 1, a.ID)
			if p.level > level || p.level == level && p.end-p.from > to-from {
				level, from, to = p.level, p.from, p.end
			}
		}
	}
	return level, from, to
}

// A path is a part of the cycle, from a site on.
type path struct {
	m     *Matcher
	first int // the site's position in the cycle
	start *Access
	end   int32 // all must happen before this event
	// The longest part found and the event that completed it.
	level int
	from  int32
}

// extend goes on from a, the k-th access of the path, which had come so far with event
// at. Of several accesses that serve as well, the first is taken.
func (p *path) extend(a *Access, k int, at int32) {
	if at >= p.end {
		return
	}
	if k > p.level || k == p.level && at < p.from {
		p.level, p.from = k, at
	}
	n := len(p.m.cycle)
	if k == n {
		return
	}
	var place [4]int32
	tried := place[:0] // locations, or threads
	for _, i := range p.m.at[p.m.cycle[(p.first+k)%n]] {
		x := &p.m.accesses[i]
		key, when := x.Thread, x.ID
		if k%2 == 1 {
			if x.Thread != a.Thread || x.I < a.I || x.done >= p.end || k == n-1 && !p.m.before(x, p.start) {
				continue
			}
			key, when = x.Loc, x.done
		} else if x.Thread == a.Thread || !p.m.before(a, x) {
			continue
		}
		if len(tried) < len(place) && !slices.Contains(tried, key) {
			tried = append(tried, key)
			p.extend(x, k+1, max(at, when))
		}
	}
}
