package predict

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fencepost/models"
	native "fencepost/models/c11"
	"fencepost/trace"
)

// ordered is program of accesses with orders, such as "Wx:sc": those without one are relaxed.
func ordered(threads ...string) []trace.Event {
	orders := map[string]trace.Order{"": trace.Relaxed, "acq": trace.Acquire, "rel": trace.Release, "sc": trace.SeqCst}
	var ops [][]string
	var list []trace.Order
	for _, th := range threads {
		var own []string
		for _, w := range strings.Fields(th) {
			op, o, _ := strings.Cut(w, ":")
			own, list = append(own, op), append(list, orders[o])
		}
		ops = append(ops, own)
	}
	events := program(ops...)
	for i := range events {
		if events[i].Kind != trace.Fence {
			events[i].Order = list[i]
		}
	}
	return events
}

// Which cycles C11 may make (RC11, section 3 of Lahav et al., PLDI 2017), by the first of two
// threads' pairs, sites 1 to 4; a third thread has another store.
func TestC11Rules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		threads  []string
		possible bool
	}{
		{"SB", []string{"Wx Ry", "Wy Rx"}, true},
		{"SB of seq_cst accesses is a cycle of psc", []string{"Wx:sc Ry:sc", "Wy:sc Rx:sc"}, false},
		{"SB with store-load fences, which are seq_cst", []string{"Wx sl Ry", "Wy sl Rx"}, false},
		{"SB with one", []string{"Wx sl Ry", "Wy Rx"}, true},
		{"SB with weaker fences", []string{"Wx ss Ry", "Wy ll Rx"}, true},
		{"MP of seq_cst accesses", []string{"Wx:sc Wy:sc", "Ry:sc Rx:sc"}, false},
		{"MP of seq_cst accesses, by a relaxed store between", []string{"Wx:sc Wy:sc", "Ry:sc Rx:sc", "Wy"}, true},
		{"MP of seq_cst accesses, beside a seq_cst store", []string{"Wx:sc Wy:sc", "Ry:sc Rx:sc", "Wy:sc"}, false},
		{"MP of release and acquire", []string{"Wx Wy:rel", "Ry:acq Rx"}, false},
		{"MP of release and acquire, by a store of another thread", []string{"Wx Wy:rel", "Ry:acq Rx", "Wy:rel"}, true},
		{"MP by a later store that does not release", []string{"Wx Wy:rel Wy", "Ry:acq Rx"}, true},
		{"LB is a cycle of program order and rf", []string{"Rx Wy", "Ry Wx"}, false},
		{"LB by a store of another thread", []string{"Rx Wy", "Ry Wx", "Wy"}, true},
	} {
		events := ordered(c.threads...)
		p := predictAll(Options{Models: []*models.Model{native.Model}}, events)
		site := func(thread trace.ThreadID, n int) int32 {
			for i := range events {
				if e := &events[i]; e.Thread == thread && e.Site >= 0 {
					if n--; n == 0 {
						return e.Site
					}
				}
			}
			return -1
		}
		want := []int32{site(0, 1), site(0, 2), site(1, 1), site(1, 2)}
		got := slices.ContainsFunc(p.Cycles(native.Model), func(c Cycle) bool { return slices.Equal(c.Sites, want) })
		if got != c.possible {
			t.Errorf("%s: predicted %v, want %v: %v", c.name, got, c.possible, p.Cycles(native.Model))
		}
	}
}

// What may be relaxed is said of the pair, wherever the cycle is taken to begin: with the
// smallest site, which here the second thread has.
func TestRelaxablePairsTurn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second []string
		want          []bool
	}{
		{[]string{"Wx", "sl", "Ry"}, []string{"Wy", "Rx"}, []bool{true, false}},
		{[]string{"Wx", "Ry"}, []string{"Wy", "sl", "Rx"}, []bool{false, true}},
	} {
		events := program(c.first, c.second)
		for i := range events {
			if e := &events[i]; e.Site > 0 {
				e.Site = 1 + (e.Site+1)%4
			}
		}
		got := predictAll(Options{}, events).Cycles(models.TSO)
		if len(got) != 1 || fmt.Sprint(got[0].Sites) != "[1 2 3 4]" || !slices.Equal(got[0].Relaxable, c.want) {
			t.Errorf("%v | %v: %v of which %v may be relaxed; want %v", c.first, c.second, got, got[0].Relaxable, c.want)
		}
	}
}
