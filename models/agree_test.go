package models

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/trace"
)

// checkProgram requires of p that the operational and the axiomatic
// description of every model allow the same outcomes, with the fences fused
// and not, and that weaker models allow what stronger ones do.
func checkProgram(t *testing.T, p program) {
	t.Helper()
	want := axiomatic(p, orders(Catalog(All()).Names())...)
	for i, m := range All() {
		compare(t, m.Name, p, operational(t, m, p), want[i])
		if i > 0 {
			requireSubset(t, fmt.Sprintf("%s allows what %s forbids", Catalog(All()).Names()[i-1], m.Name), p, want[i-1], want[i])
		}
	}
	if u := p.unfused(); u.String() != p.String() {
		for i, m := range All() {
			compare(t, m.Name, u, operational(t, m, u), want[i])
		}
	}
}

func compare(t *testing.T, model string, p program, got, want map[outcome]bool) {
	t.Helper()
	requireSubset(t, model+": the machine allows what the axioms forbid", p, got, want)
	requireSubset(t, model+": the axioms allow what the machine forbids", p, want, got)
}

func requireSubset(t *testing.T, failure string, p program, small, large map[outcome]bool) {
	t.Helper()
	var extra []string
	for o := range small {
		if !large[o] {
			extra = append(extra, p.describe(o))
		}
	}
	if len(extra) > 0 {
		slices.Sort(extra)
		t.Errorf("%s\n%v\n%s", failure, p, extra[0])
	}
}

// checkPrograms stops at the first program that fails. It takes one
// program in ten unless the test is a long one.
func checkPrograms(t *testing.T, programs func(yield func(program) bool)) {
	t.Helper()
	n := 0
	for p := range programs {
		if n++; !testsize.Long() && n%10 != 0 {
			continue
		}
		if checkProgram(t, p); t.Failed() {
			break
		}
	}
	t.Logf("%d programs", n)
}

func TestRandomProgramsAgree(t *testing.T) {
	tests := []struct {
		shape
		count int
	}{
		{shape{threads: 2, ops: 5, locs: 2}, 1000},
		{shape{threads: 2, ops: 6, locs: 3}, 800},
		{shape{threads: 2, ops: 8, locs: 2}, 150},
		{shape{threads: 3, ops: 6, locs: 2}, 500},
		{shape{threads: 3, ops: 7, locs: 3}, 150},
		{shape{threads: 4, ops: 7, locs: 2}, 80},
		{shape{threads: 2, ops: 5, locs: 2, main: true}, 800},
		{shape{threads: 3, ops: 5, locs: 2, main: true}, 300},
		{shape{threads: 2, ops: 5, locs: 2, main: true, chain: true}, 400},
		{shape{threads: 2, ops: 6, locs: 2, locks: true}, 400},
		{shape{threads: 2, ops: 6, locs: 2, main: true, locks: true}, 400},
	}
	for seed, c := range tests {
		t.Run(fmt.Sprintf("%+v", c.shape), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, uint64(seed)))
			checkPrograms(t, func(yield func(program) bool) {
				for n := 0; n < c.count && yield(randomProgram(r, c.shape)); n++ {
				}
			})
		})
	}
}

// Programs whose accesses carry C11 orders have the same outcomes whether the
// fences of the mapping are one step with the access or steps of their own.
func TestLoweredProgramsAgree(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 0))
	shapes := []shape{{threads: 2, ops: 5, locs: 2}, {threads: 3, ops: 6, locs: 2}, {threads: 2, ops: 5, locs: 2, locks: true}}
	checkPrograms(t, func(yield func(program) bool) {
		for n := range 900 {
			p := randomProgram(r, shapes[n%len(shapes)])
			for _, th := range p {
				for i := range th {
					lower(&th[i], C11, trace.Order(r.IntN(int(trace.NumOrders))), trace.Order(r.IntN(int(trace.NumOrders))))
				}
			}
			if !yield(p) {
				return
			}
		}
	})
}

// lower gives in the fences of a C11 access of this order.
func lower(in *instr, m Mapping, order, onFailure trace.Order) {
	switch in.kind {
	case 'R':
		in.low = m.Load[order]
	case 'W':
		in.low = m.Store[order]
	case 'X', 'A':
		in.low = m.RMW[order]
	case 'C':
		in.low = m.RMW[order]
		in.onFail = m.Load[onFailure].After
	}
}

// sequences returns every thread of the form access, fence, access, where the
// accesses are of the given kinds, at location a and then b; "-" is no fence.
func sequences(kinds, a, b string) []string {
	var out []string
	suffix := map[rune]string{'R': "", 'W': "1", 'X': "2", 'A': "1", 'C': "01"}
	for _, k := range kinds {
		for _, f := range []string{"", "ll", "ss", "sl"} {
			for _, l := range kinds {
				out = append(out, fmt.Sprintf("%c%s%s %s %c%s%s", k, a, suffix[k], f, l, b, suffix[l]))
			}
		}
	}
	return out
}

// products joins one element of each list, in every way.
func products(yield func(program) bool, lists ...[]string) {
	var rec func(prefix string, k int) bool
	rec = func(prefix string, k int) bool {
		if k == len(lists) {
			return yield(parseProgram(prefix))
		}
		for _, s := range lists[k] {
			next := s
			if k > 0 {
				next = prefix + " | " + s
			}
			if !rec(next, k+1) {
				return false
			}
		}
		return true
	}
	rec("", 0)
}

// Every program of the well-known shapes: two accesses a thread and a fence or
// none between, plain stores, loads, exchanges and compare-exchanges.
func TestSmallShapesAgree(t *testing.T) {
	tests := []struct {
		name    string
		threads [][]string
	}{
		{"SB, MP, LB, S, R, 2+2W", [][]string{sequences("RWXC", "x", "y"), sequences("RWXC", "y", "x")}},
		{"same order", [][]string{sequences("RWC", "x", "y"), sequences("RWC", "x", "y")}},
		{"coherence", [][]string{sequences("RWAC", "x", "x"), {"Wx2", "Rx ll Rx", "Cx12 Rx", "Wx2 ss Wx3", "Wx2 Rx"}}},
		{"WRC, WWC, WRW", [][]string{{"Wx1", "Xx1"}, sequences("RW", "x", "y"), sequences("RWC", "y", "x")}},
		{"IRIW", [][]string{{"Wx1", "Xx1"}, {"Wy1"}, sequences("RC", "x", "y"), sequences("R", "y", "x")}},
		{"forwarding", [][]string{
			{"Wx1 Rx Ry", "Wx1 Rx ll Ry", "Wx1 Cx01 Ry", "Wx1 ss Wx2 Ry", "Wy2 Wx1 Ry", "Wx1 ss Xz1 Ry", "Wx1 Xz1 Ry"},
			{"Wy1 Ry Rx", "Wy1 Ry ll Rx", "Wy1 ss Wz1 Rx", "Wz1 ss Wy1 Rx", "Wz1 Wy1 Rx", "Wx2 ss Wy1 Rz"}}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			checkPrograms(t, func(yield func(program) bool) { products(yield, c.threads...) })
		})
	}
}
