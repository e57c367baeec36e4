package synth

import (
	"slices"
	"strings"
	"sync"
)

// A Family is a name of the diy tool for the critical cycle of a test, and how
// many tests of it Table 3 of Adolfsson's thesis has.
type Family struct {
	Name  string
	Table int    // tests in Table 3; 0: the family is not in it
	word  string // the threads on the cycle
	// coherence says that all accesses are of one location.
	coherence bool
}

// ThesisTests are how many programs the thesis has, by size (Table 2): a test with an RMW counts
// once a function.
var ThesisTests = map[int]int{4: 90, 5: 472, 6: 2463}

// Concrete returns how many programs the tests are, counted as the thesis does.
func (r *Result) Concrete() int {
	with := r.WithRMW()
	return len(r.Tests) - with + with*len(functions)
}

// families are those of Table 3, then those of one location and two threads. A word lists the
// threads, each its first and last access on the cycle, or its only one. What
// leads from a thread to the next is told by its ends: W to R is rf, W to W is
// mo, R to W is fr.
var families = []Family{
	{"MP", 8, "WW RR", false}, {"S", 4, "WW RW", false}, {"SB", 3, "WR WR", false}, {"R", 3, "WW WR", false},
	{"2+2W", 3, "WW WW", false}, {"LB", 4, "RW RW", false}, {"WRC", 6, "W RW RR", false}, {"WWC", 3, "W RW RW", false},
	{"RWC", 4, "W RR WR", false}, {"WRW+WR", 3, "W RW WR", false}, {"WRR+2W", 8, "W RR WW", false}, {"WRW+2W", 4, "W RW WW", false},
	{"IRIW", 2, "W RR W RR", false}, {"IRWIW", 2, "W RW W RW", false}, {"IRRWIW", 2, "W RR W RW", false},
	{"ISA2", 1, "WW RW RR", false}, {"W+RWC", 1, "WW RR WR", false},
	{"3.SB", 1, "WR WR WR", false}, {"3.LB", 1, "RW RW RW", false}, {"3.2W", 2, "WW WW WW", false},
	{"Z6.0", 1, "WW RW WR", false}, {"Z6.1", 2, "WW WW RW", false}, {"Z6.2", 1, "WW RW RW", false},
	{"Z6.3", 1, "WW WW RR", false}, {"Z6.4", 2, "WW WR WR", false}, {"Z6.5", 2, "WW WW WR", false},
	{"CoRR", 0, "W RR", true}, {"CoRW2", 0, "W RW", true}, {"CoWR", 0, "W WR", true},
}

// family names the critical cycle of a test by its accesses: fences are left out,
// and each RMW stands for a read, for a write, or for nothing, whatever first gives
// a name in the order of the table. Failing that, one access is left out, such as
// the second write of a release sequence. A test that has no name then is of the
// family "other".
func (t *Test) family() Family {
	for skipped := None; skipped < len(t.Events); skipped++ {
		if f, ok := t.named(skipped); ok {
			return f
		}
	}
	return Family{Name: "other"}
}

// named looks for the family of a test without one of its events.
func (t *Test) named(skipped int) (best Family, ok bool) {
	at := len(families)
	roles := make([]string, len(t.Events))
	var choose func(e int)
	choose = func(e int) {
		if e == len(roles) {
			p := make(program, t.Threads)
			for i, ev := range t.Events {
				if roles[i] != "" {
					p[ev.Thread] = append(p[ev.Thread], access{roles[i], ev.Loc})
				}
			}
			if i := slices.Index(familyKeys(), p.key(t.Locations)); i >= 0 && i < at {
				best, ok, at = families[i], true, i
			}
			return
		}
		list := []string{t.Events[e].Kind.String()}
		switch {
		case e == skipped || t.Events[e].Kind == Fence:
			list[0] = ""
		case t.Events[e].Kind == RMW:
			list = []string{"R", "W", ""}
		}
		for _, r := range list {
			roles[e] = r
			choose(e + 1)
		}
	}
	choose(0)
	return best, ok
}

// A program is what a family is told by: the accesses of each thread.
type program [][]access

type access struct {
	kind string
	loc  int
}

// familyKeys are the keys of families, in their order.
var familyKeys = sync.OnceValue(func() []string {
	keys := make([]string, len(families))
	for i, f := range families {
		keys[i] = f.program().key(MaxEvents)
	}
	return keys
})

// program returns the program of a family: the last access of each thread is of
// the location of the next one's first.
func (f Family) program() program {
	words := strings.Fields(f.word)
	p := make(program, len(words))
	joints := 0
	for _, w := range words {
		joints += len(w) - 1
	}
	if f.coherence {
		joints = 1
	}
	loc := 0
	for i, w := range words {
		for j := range w {
			if j > 0 {
				loc = (loc + 1) % joints
			}
			p[i] = append(p[i], access{w[j : j+1], loc})
		}
	}
	return p
}

// key is the least text of a program over all names of at most n locations that
// number those in use first.
func (p program) key(n int) string {
	used := 0
	names := make([]int, n)
	for i := range names {
		names[i] = None
	}
	for _, th := range p {
		for _, a := range th {
			if names[a.loc] == None {
				names[a.loc] = used
				used++
			}
		}
	}
	least := ""
	permute(used, func(order []int) {
		var threads []string
		for _, th := range p {
			text := ""
			for _, a := range th {
				text += a.kind + string(rune('a'+order[names[a.loc]]))
			}
			if text != "" {
				threads = append(threads, text)
			}
		}
		slices.Sort(threads)
		if k := strings.Join(threads, " "); least == "" || k < least {
			least = k
		}
	})
	return least
}

// A FamilyCount is how many of some tests are of a family.
type FamilyCount struct {
	Family
	Without, With int // tests without an RMW, and with
}

// Count counts the tests of several results by family: those of Table 3 in its
// order, then the others by name.
func Count(results ...*Result) []FamilyCount {
	list := make([]FamilyCount, 0, len(families)+1)
	for _, f := range append(slices.Clone(families), Family{Name: "other"}) {
		c := FamilyCount{Family: f}
		for _, r := range results {
			for _, t := range r.Tests {
				switch {
				case t.Family.Name != f.Name:
				case t.RMWs > 0:
					c.With++
				default:
					c.Without++
				}
			}
		}
		if f.Table > 0 || c.With+c.Without > 0 {
			list = append(list, c)
		}
	}
	return list
}
