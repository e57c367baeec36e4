package ablation

import (
	"math"

	"fencepost/models/c11"
	"fencepost/trace/lists"
)

// newTable summarises the results of the cells of one kind in trials of the k-th length.
func newTable(cells []*cell, native bool, k, executions int, off [][]string) Table {
	t := Table{C11: native, Executions: executions}
	sums := make([][sets][]result, len(off)) // by setting and repeat
	for _, c := range cells {
		if (c.model == c11.Model) != native {
			continue
		}
		set := c.program.Set
		t.Measured[set].Programs++
		t.Measured[set].Cycles += c.cycles
		for n, repeats := range c.results[k] {
			sums[n][set] = lists.Extended(sums[n][set], len(repeats))
			for i, r := range repeats {
				s := &sums[n][set][i]
				s.share, s.confirmed, s.bugs = s.share+r.share, s.confirmed+r.confirmed, s.bugs+r.bugs
			}
		}
	}
	for n, names := range off {
		row := Row{Off: names}
		for set := range sets {
			of := func(value func(*result) float64) Mean { return newMean(sums[0][set], sums[n][set], value) }
			row.Figures[set] = Figures{
				Share:     of(func(r *result) float64 { return r.share / float64(max(1, t.Measured[set].Cycles)) }),
				Confirmed: of(func(r *result) float64 { return float64(r.confirmed) }),
				Bugs:      of(func(r *result) float64 { return float64(r.bugs) }),
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// newMean compares the repeats of a setting with those that have all heuristics on.
func newMean(on, off []result, value func(*result) float64) Mean {
	var m Mean
	n := float64(len(off))
	squares := 0.0
	for i := range off {
		d := value(&on[i]) - value(&off[i])
		m.Value += value(&off[i]) / n
		m.Lost += d / n
		squares += d * d / n
	}
	if n > 1 {
		m.Noise = math.Sqrt(max(0, squares-m.Lost*m.Lost) / (n - 1))
	}
	return m
}
