package predict

import (
	"slices"

	"fencepost/trace"
)

// A naiveCycle is a cycle of events, as Algorithm 1 makes it.
type naiveCycle []*trace.Event

func (c naiveCycle) sites() []int32 {
	var s []int32
	for _, e := range c {
		s = append(s, e.Site)
	}
	return s
}

// canonical is the smallest rotation by pairs.
func canonical(s []int32) []int32 {
	best := s
	for r := 2; r < len(s); r += 2 {
		if t := slices.Concat(s[r:], s[:r]); slices.Compare(t, best) < 0 {
			best = t
		}
	}
	return best
}

func isStore(e *trace.Event) bool { return e.Kind == trace.Store || e.Kind == trace.RMW }

// potentialRace is the paper's: different threads, one address, one a store.
func potentialRace(a, b *trace.Event) bool {
	return a.Thread != b.Thread && a.Loc == b.Loc && (isStore(a) || isStore(b))
}

// isChain is Definition 2, of which a sequence of odd length is a prefix.
func isChain(c []*trace.Event) bool {
	for j := range c {
		if j%2 == 1 && (c[j-1].Thread != c[j].Thread || c[j-1].I > c[j].I) {
			return false
		}
		if j%2 == 0 && j > 0 && !potentialRace(c[j-1], c[j]) {
			return false
		}
		for k := range j {
			if k/2 != j/2 && c[k].Thread == c[j].Thread {
				return false
			}
		}
	}
	return true
}

// isCycle is Definition 3 for a chain.
func isCycle(c []*trace.Event) bool { return potentialRace(c[len(c)-1], c[0]) }

// algorithm1 is Algorithm 1, stopped at chains of maxLen events. It returns the
// cycles it reports, rotations included.
func algorithm1(events []trace.Event, maxLen int) []naiveCycle {
	var accesses []*trace.Event
	for i := range events {
		switch e := &events[i]; e.Kind {
		case trace.Load, trace.Store, trace.RMW, trace.CASFail:
			accesses = append(accesses, e)
		}
	}
	var reported []naiveCycle
	var chains []naiveCycle // C_i, of i+1 events
	for _, e := range accesses {
		for _, f := range accesses {
			if e.Thread == f.Thread && e.I <= f.I {
				chains = append(chains, naiveCycle{e, f})
			}
		}
	}
	for i := 1; len(chains) > 0 && i+2 <= maxLen; i++ {
		var next []naiveCycle
		for _, c := range chains {
			for _, e := range accesses {
				ce := append(slices.Clip(c), e)
				if !isChain(ce) {
					continue
				}
				if i%2 == 0 && isCycle(ce) {
					reported = append(reported, ce)
				} else {
					next = append(next, ce)
				}
			}
		}
		chains = next
	}
	return reported
}

// siteSet is the canonical site sequences of the cycles that keep accepts.
func siteSet(cycles []naiveCycle, keep func(naiveCycle) bool) map[string]bool {
	set := map[string]bool{}
	for _, c := range cycles {
		if keep(c) {
			set[Cycle{Sites: canonical(c.sites())}.String()] = true
		}
	}
	return set
}
