package cat

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
)

var (
	herd       = flag.String("herd", "", "folder of herd's models, to compare the embedded ones with")
	candidates = flag.Int("candidates", testsize.Count(5000, 50_000), "random candidates of each comparison with a model of herd")
	seed       = flag.Uint64("seed", 1, "of random candidates and expressions")
)

// A shape says what random candidates are made of.
type shape struct {
	fences, reads, writes []string // sets that fences, reads, writes may be in: one each, or none
	c, deps               bool     // RMWs of C; with dependencies
	amo, lxsx, pick       bool
}

var (
	shapeX86 = shape{fences: []string{"MFENCE", "LFENCE"}, amo: true}
	shapeARM = shape{fences: []string{"DMB", "DMB.ST", "DSB", "ISB", "ISB", "DMB.ISH"}, lxsx: true}
	shapePPC = shape{fences: []string{"SYNC", "LWSYNC", "LWSYNC", "EIEIO", "ISYNC"}, lxsx: true}
	shapeA64 = shape{fences: []string{"DMB.SY", "DMB.LD", "DMB.ST", "DSB.SY", "DSB.LD", "DSB.ST", "ISB", "ISB"},
		reads: []string{"A", "Q", "", "", ""}, writes: []string{"L", "", ""}, amo: true, lxsx: true, pick: true}
	shapeRISCV = shape{fences: []string{"Fence.r.r", "Fence.r.rw", "Fence.rw.rw", "Fence.w.w", "Fence.rw.w", "Fence.tso", "Fence.w.r", "Fence.i"},
		reads: []string{"Acq", "AcqRel", "Sc", "Rel", "", "", "", ""}, writes: []string{"Rel", "AcqRel", "Sc", "Acq", "", "", "", ""}, amo: true, lxsx: true}
	// Our rc11 takes consume for acquire; herd's takes it for nothing.
	shapeRC11 = shape{fences: shapeC.fences, c: true, reads: slices.Delete(slices.Clone(shapeC.reads), 4, 5), writes: shapeC.writes}
	// herd's sc does not order the halves of an atomic instruction.
	shapeSC = shape{fences: []string{"MFENCE"}}
	shapeC  = shape{fences: []string{"ACQ", "REL", "ACQ_REL", "SC", "SC", "SC"}, c: true,
		reads: []string{"NA", "RLX", "RLX", "ACQ", "CON", "SC", "SC", "SC"}, writes: []string{"NA", "RLX", "RLX", "REL", "SC", "SC", "SC"}}
)

// A random candidate, by the names of sets and relations.
type random struct {
	*rand.Rand
	shape
	n    int
	sets map[string]Set
	rels map[string]Rel
	// What int and loc are made of: the thread and location of each event, or -1.
	threads, locs []int
}

func (r *random) put(set string, e int) { r.sets[set] |= 1 << e }

func (r *random) relate(name string, a, b int) {
	if r.rels[name] == nil {
		r.rels[name] = make(Rel, MaxEvents)
	}
	r.rels[name].Add(a, b)
}

func (r *random) oneOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[r.IntN(len(list))]
}

// randomCandidate makes a candidate with two locations and up to four threads. Most
// are coherent. Every other one is a cycleCandidate.
func randomCandidate(rnd *rand.Rand, s shape, split bool) *random {
	if rnd.IntN(2) == 0 {
		return cycleCandidate(rnd, s)
	}
	r := &random{Rand: rnd, shape: s, sets: map[string]Set{}, rels: map[string]Rel{}}
	const locs = 2
	loc := []int{}
	add := func(l int) int {
		loc = append(loc, l)
		r.n++
		return r.n - 1
	}
	for l := range locs {
		e := add(l)
		r.put("W", e)
		r.put("IW", e)
	}
	var threads [][]int
	for range 2 + r.IntN(3) {
		var earlier []int // events of the thread
		for range 1 + r.IntN(4) {
			var now []int
			access := func(l int, kind string, more ...string) int {
				e := add(l)
				now = append(now, e)
				for _, k := range append([]string{kind}, more...) {
					if k != "" {
						r.put(k, e)
					}
				}
				return e
			}
			atomicity := func(tag string) string {
				if s.c && tag != "NA" {
					return "A"
				}
				return ""
			}
			l := r.IntN(locs)
			switch k := r.IntN(12); {
			case k < 4:
				tag := r.oneOf(s.reads)
				access(l, "R", tag, atomicity(tag))
			case k < 8:
				tag := r.oneOf(s.writes)
				access(l, "W", tag, atomicity(tag))
			case k < 10 && len(s.fences) > 0:
				access(-1, "F", r.oneOf(s.fences))
			case s.c && !split:
				tag := r.oneOf([]string{"RLX", "ACQ", "REL", "ACQ_REL", "SC"})
				e := access(l, "R", tag, "A", "RMW")
				r.put("W", e)
			case s.c:
				tag := r.oneOf([]string{"RLX", "ACQ", "REL", "ACQ_REL", "SC"})
				a, b := access(l, "R", tag, "A"), access(l, "W", tag, "A")
				r.relate("amo", a, b)
				r.relate("po", a, b)
			case s.amo && (!s.lxsx || r.IntN(2) == 0):
				a, b := access(l, "R", "X", r.oneOf(s.reads)), access(l, "W", "X", r.oneOf(s.writes))
				r.relate("amo", a, b)
			case s.lxsx:
				a, b := access(l, "R", "EX", r.oneOf(s.reads)), access(l, "W", "EX", r.oneOf(s.writes))
				r.relate("lxsx", a, b)
				r.relate("po", a, b)
			default:
				access(l, "W")
			}
			for _, e := range now {
				for _, p := range earlier {
					r.relate("po", p, e)
				}
			}
			if !s.c || s.deps {
				for _, e := range now {
					for _, p := range earlier {
						if !r.sets["R"].Has(p) || r.IntN(4) > 0 || loc[e] < 0 {
							continue
						}
						name := []string{"addr", "data", "ctrl"}[r.IntN(3)]
						if name == "data" && !r.sets["W"].Has(e) {
							name = "addr"
						}
						if s.pick && r.IntN(3) == 0 {
							name = "pick-" + name + "-dep"
						}
						if name == "ctrl" || name == "pick-ctrl-dep" {
							for _, later := range now {
								r.relate(name, p, later)
							}
							continue
						}
						r.relate(name, p, e)
					}
				}
				for _, name := range []string{"ctrl", "pick-ctrl-dep"} { // a branch counts for all that follows
					for _, p := range earlier {
						for _, q := range earlier {
							if rel := r.rels[name]; rel != nil && rel.Has(p, q) {
								for _, e := range now {
									r.relate(name, p, e)
								}
							}
						}
					}
				}
			}
			earlier = append(earlier, now...)
		}
		threads = append(threads, earlier)
	}
	r.threads, r.locs = slices.Repeat([]int{-1}, r.n), loc
	for t, th := range threads {
		for _, e := range th {
			r.threads[e] = t
		}
	}
	r.relateClasses()
	place, rf := make([]int, r.n), make([]int, r.n)
	for l := range locs {
		r.order(l, threads, loc, place, rf)
	}
	for a := range r.n {
		if r.sets["R"].Has(a) {
			r.relate("rf", rf[a], a)
		}
		for b := range r.n {
			if a != b && loc[a] >= 0 && loc[a] == loc[b] && r.sets["W"].Has(a) && r.sets["W"].Has(b) && place[a] < place[b] {
				r.relate("co", a, b)
			}
		}
	}
	return r
}

// relateClasses makes int and loc.
func (r *random) relateClasses() {
	for a := range r.n {
		for b := range r.n {
			if r.threads[a] >= 0 && r.threads[a] == r.threads[b] {
				r.relate("int", a, b)
			}
			if r.locs[a] >= 0 && r.locs[a] == r.locs[b] {
				r.relate("loc", a, b)
			}
		}
	}
}

// order puts the writes of location l in an order, and gives its reads writes.
func (r *random) order(l int, threads [][]int, loc, place, rf []int) {
	writes := []int{l} // in co
	var rest [][]int
	for _, th := range threads {
		var own []int
		for _, e := range th {
			if loc[e] == l && r.sets["W"].Has(e) {
				own = append(own, e)
			}
		}
		rest = append(rest, own)
	}
	for len(rest) > 0 {
		t := r.IntN(len(rest))
		if len(rest[t]) == 0 {
			rest = slices.Delete(rest, t, t+1)
			continue
		}
		place[rest[t][0]] = len(writes)
		writes = append(writes, rest[t][0])
		rest[t] = rest[t][1:]
	}
	for _, th := range threads {
		low := 0
		for i, e := range th {
			switch {
			case loc[e] != l:
			case !r.sets["R"].Has(e):
				low = place[e]
			default:
				high, own := len(writes), r.sets["W"].Has(e) // the latest write to read from is before high
				for _, later := range th[i:] {
					if loc[later] == l && r.sets["W"].Has(later) {
						high = place[later]
						own = own || r.paired(e, later)
						break
					}
				}
				at := low + r.IntN(max(high-low, 1))
				if own && r.IntN(8) > 0 {
					at = high - 1
				}
				if r.IntN(40) == 0 {
					at = r.IntN(len(writes))
				}
				if writes[at] == e {
					at--
				}
				rf[e], low = writes[at], max(at, place[e])
			}
		}
	}
}

// paired reports whether a and b are the halves of an RMW.
func (r *random) paired(a, b int) bool {
	return r.rels["amo"] != nil && r.rels["amo"].Has(a, b) || r.rels["lxsx"] != nil && r.rels["lxsx"].Has(a, b)
}

// String lists the candidate's sets and relations.
func (r *random) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r.sets)) {
		fmt.Fprintf(&b, "%s:", name)
		for e := range r.n {
			if r.sets[name].Has(e) {
				fmt.Fprintf(&b, " %d", e)
			}
		}
		b.WriteByte('\n')
	}
	for _, name := range slices.Sorted(maps.Keys(r.rels)) {
		if name == "int" || name == "loc" {
			continue
		}
		fmt.Fprintf(&b, "%s:", name)
		for x := range r.n {
			for y := range r.n {
				if r.rels[name].Has(x, y) {
					fmt.Fprintf(&b, " %d-%d", x, y)
				}
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// fill makes x this candidate.
func (r *random) fill(m *Model, x *Candidate) {
	r.fillAt(m, x, func(e int) int { return e })
}

// fillAt makes x this candidate, its events numbered anew.
func (r *random) fillAt(m *Model, x *Candidate, at func(e int) int) {
	x.Begin(r.n)
	for i, name := range m.Sets() {
		for e := range r.n {
			if r.sets[name].Has(e) {
				x.Put(i, at(e))
			}
		}
	}
	for i, name := range m.Rels() {
		rel := r.rels[name]
		for a := range rel {
			for b := range r.n {
				if rel.Has(a, b) {
					x.Relate(i, at(a), at(b))
				}
			}
		}
	}
}

// TestAgainstHerd judges random candidates by an embedded model and by herd's own
// of the same machine.
func TestAgainstHerd(t *testing.T) {
	if *herd == "" {
		t.Skip("SKIPPED: no folder with herd's models is given (-herd DIR)")
	}
	for _, c := range []struct {
		own, theirs string
		shape       shape
	}{
		{"sc", "sc", shapeSC},
		{"tso", "x86tso", shapeX86},
		{"rc11", "rc11", shapeRC11},
		{"c11orig", "c11_simp", shapeC},
		{"armv7", "arm", shapeARM},
		{"power", "ppc", shapePPC},
		{"riscv", "riscv", shapeRISCV},
		{"armv8", "aarch64", shapeA64},
	} {
		t.Run(c.own+"-"+c.theirs, func(t *testing.T) {
			own, err := Load(c.own)
			if err != nil {
				t.Fatal(err)
			}
			theirs, err := Load(filepath.Join(*herd, c.theirs+".cat"))
			if err != nil {
				t.Fatal(err)
			}
			a, b := own.NewChecker(), theirs.NewChecker()
			x, y := own.NewCandidate(), theirs.NewCandidate()
			rnd := rand.New(rand.NewPCG(*seed, 7))
			allowed, differ := 0, 0
			violated := map[string]int{}
			for range *candidates {
				r := randomCandidate(rnd, c.shape, slices.Contains(theirs.Rels(), "amo"))
				r.fill(own, x)
				r.fill(theirs, y)
				ok, want := a.Check(x), b.Check(y)
				if want {
					allowed++
				}
				if !ok {
					n, _ := a.Violated()
					violated[own.Axioms()[n]]++
				}
				if ok != want {
					if differ++; differ == 1 {
						t.Logf("ours allows: %v, theirs allows: %v\n%s", ok, want, r)
					}
				} else if ok && c.shape.c && (a.Flags(x) != 0) != (b.Flags(y)&1 != 0) {
					t.Errorf("races: %b %b", a.Flags(x), b.Flags(y))
				}
			}
			t.Logf("%d of %d allowed, %d differ; violated: %v", allowed, *candidates, differ, violated)
			if differ > 0 || allowed < *candidates/20 {
				t.Errorf("%d of %d allowed, %d differ", allowed, *candidates, differ)
			}
			for _, name := range own.Axioms() {
				if violated[name] == 0 && (name != "atomicity" || c.own != "sc") {
					t.Errorf("no candidate violates %s", name)
				}
			}
		})
	}
}

// Has reports whether the pair (a, b) is in r. The candidate must have at most 64 events.
func (r Rel) Has(a, b int) bool { return r[a].Has(b) }
