package synth

import (
	"slices"
	"strings"
	"sync"

	"fencepost/trace/lists"
)

// A Family is the name of a test's critical cycle in the diy tool, with the number of its
// tests in Table 3 of Adolfsson's thesis.
type Family struct {
	Name  string
	Table int    // number of tests in Table 3; 0: it is not in the table
	word  string // the threads on the cycle
	// coherence says that all accesses are to one location.
	coherence bool
}

// ThesisTests are the numbers of programs in the thesis, by size (Table 2): a test with an
// RMW counts once for each function.
var ThesisTests = map[int]int{4: 90, 5: 472, 6: 2463}

// Concrete returns the number of programs of the tests, counted as in the thesis.
func (r *Result) Concrete() int {
	with := r.WithRMW()
	return len(r.Tests) - with + with*len(functions)
}

// families are those of Table 3, then those of one location and two threads. A word lists
// the threads, each by its first and last access on the cycle, or its only one. The edge
// between two threads follows from its ends: W to R is rf, W to W is mo, R to W is fr.
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

// family returns the family of a test's critical cycle by its accesses. Fences are left
// out, and each RMW counts as a read, as a write, or not at all, whichever first gives a
// name in the order of the table. If there is none, one access is left out, such as the
// second write of a release sequence. If there is still none, the family is "other".
func (t *Test) family() Family {
	for skipped := None; skipped < len(t.Events); skipped++ {
		if f, ok := t.named(skipped); ok {
			return f
		}
	}
	return Family{Name: "other"}
}

// named searches for the family of a test without one of its events.
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

// A program is the accesses of each thread, by which families are compared.
type program [][]access

type access struct {
	kind string
	loc  int
}

// familyKeys are the keys of families, in their order.
var familyKeys = sync.OnceValue(func() []string {
	return lists.Map(families, func(f Family) string { return f.program().key(MaxEvents) })
})

// program returns the program of a family. The last access of each thread has the location
// of the next thread's first one.
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

// key returns the least text of a program over all renamings of at most n locations, with
// those in use numbered first.
func (p program) key(n int) string {
	used := 0
	names := slices.Repeat([]int{None}, n)
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

// A FamilyCount is the number of tests of a family.
type FamilyCount struct {
	Family
	Without, With int // tests without an RMW, and with one
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
