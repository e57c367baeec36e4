package cat

import (
	"math/rand/v2"
	"slices"
)

// cycleCandidate makes a candidate around a cycle: each thread has accesses in a row,
// with a fence, a dependency or nothing between them; the last of each is related to
// the first of the next by rfe, fre or coe (Alglave et al., "Herding cats", Section 9:
// the generator diy).
func cycleCandidate(rnd *rand.Rand, s shape) *random {
	r := &random{Rand: rnd, shape: s, sets: map[string]Set{}, rels: map[string]Rel{}}
	k := 2 + r.IntN(2)
	add := func(thread, loc int, sets ...string) int {
		r.n++
		r.threads, r.locs = append(r.threads, thread), append(r.locs, loc)
		for _, name := range sets {
			if name != "" {
				r.put(name, r.n-1)
			}
		}
		return r.n - 1
	}
	for l := range k {
		add(-1, l, "W", "IW")
	}
	access := func(thread, loc int, kind string) int {
		tag := r.oneOf(s.reads)
		if kind == "W" {
			tag = r.oneOf(s.writes)
		}
		atomic := ""
		if s.c && tag != "NA" {
			atomic = "A"
		}
		return add(thread, loc, kind, tag, atomic)
	}
	kind := func() string { return r.oneOf([]string{"R", "W"}) }
	rf := map[int]int{}
	before := map[[2]int]bool{} // pairs of co that are chosen
	target := map[int]int{}     // of a read: a write that it is before
	var firsts, lasts []int
	for t := range k {
		from, to := (t+k-1)%k, t
		last := access(t, from, kind())
		firsts = append(firsts, last)
		line := []int{last}
		for n := 1 + r.IntN(2); n > 0; n-- {
			loc := to
			if n > 1 && r.IntN(2) == 0 {
				loc = from
			}
			next, what := kind(), r.IntN(6)
			if what < 2 && len(s.fences) > 0 && (r.locs[last] != loc || r.IntN(4) == 0) {
				line = append(line, add(t, -1, "F", r.oneOf(s.fences)))
			}
			isb := -1
			if what == 2 && r.sets["R"].Has(last) && !s.c {
				if f := r.oneOf([]string{"ISB", "ISYNC"}); slices.Contains(s.fences, f) {
					isb = add(t, -1, "F", f)
					line = append(line, isb)
				}
			}
			e := access(t, loc, next)
			line = append(line, e)
			read, write := r.sets["R"].Has(last), next == "W"
			switch {
			case isb >= 0:
				r.relate("ctrl", last, isb)
				if r.IntN(4) == 0 {
					r.relate("addr", last, e)
				}
			case what > 2 && read && (!s.c || s.deps):
				name := r.oneOf([]string{"addr", "ctrl", "data"})
				if name == "data" && !write {
					name = "addr"
				}
				if s.pick && r.IntN(3) == 0 {
					name = "pick-" + name + "-dep"
				}
				r.relate(name, last, e)
			case !read && !write && r.locs[last] == loc && r.IntN(3) > 0:
				rf[e] = last
			case read && write && r.locs[last] == loc && line[len(line)-2] == last && s.lxsx && r.IntN(2) == 0:
				r.relate("lxsx", last, e)
				r.put("EX", last)
				r.put("EX", e)
			}
			last = e
		}
		lasts = append(lasts, last)
		for i, a := range line {
			for _, b := range line[i+1:] {
				r.relate("po", a, b)
				if r.locs[a] >= 0 && r.locs[a] == r.locs[b] && r.sets["W"].Has(a) && r.sets["W"].Has(b) {
					before[[2]int{a, b}] = true
				}
				for _, name := range []string{"ctrl", "pick-ctrl-dep"} {
					for _, p := range line[:i] {
						if rel := r.rels[name]; rel != nil && rel.Has(p, a) {
							r.relate(name, p, b)
						}
					}
				}
			}
		}
	}
	for t := range k {
		a, b := lasts[t], firsts[(t+1)%k]
		switch aw, bw := r.sets["W"].Has(a), r.sets["W"].Has(b); {
		case aw && bw:
			before[[2]int{a, b}] = true
		case aw:
			rf[b] = a
		case bw:
			target[a] = b
		}
	}
	place := make([]int, r.n)
	for l := range k {
		order, rest := []int{l}, []int{}
		for e := k; e < r.n; e++ {
			if r.locs[e] == l && r.sets["W"].Has(e) {
				rest = append(rest, e)
			}
		}
		for tries := 0; len(rest) > 0; tries++ {
			i := r.IntN(len(rest))
			if tries < 50 && slices.ContainsFunc(rest, func(o int) bool { return before[[2]int{o, rest[i]}] }) {
				continue
			}
			place[rest[i]] = len(order)
			order = append(order, rest[i])
			rest = slices.Delete(rest, i, i+1)
		}
		for i, a := range order {
			for _, b := range order[i+1:] {
				r.relate("co", a, b)
			}
		}
		for e := range r.n {
			if r.locs[e] != l || !r.sets["R"].Has(e) {
				continue
			}
			w, ok := rf[e]
			if !ok {
				w = order[r.IntN(len(order))]
				if b, ok := target[e]; ok {
					w = order[place[b]-1]
				}
			}
			r.relate("rf", w, e)
		}
	}
	r.relateClasses()
	return r
}
