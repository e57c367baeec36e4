package ablation

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"fencepost/models/c11"
)

// newTable sums up what the cells of one kind gave in their k-th kind of trials.
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
			for len(sums[n][set]) < len(repeats) {
				sums[n][set] = append(sums[n][set], result{})
			}
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

// WriteText writes the tables. A star marks what pays.
func (s *Study) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "Ablation of phase 2's heuristics: %d repeats from seed %d; a star marks what pays by more than three times the noise\n", s.Repeats, s.Seed)
	for i := range s.Tables {
		if err := s.Tables[i].writeText(w); err != nil {
			return err
		}
	}
	return nil
}

// Document is the study for --json.
func (s *Study) Document(status string) any {
	return struct {
		Version int    `json:"version"`
		Command string `json:"command"`
		Status  string `json:"status"`
		*Study
	}{1, "bench ablation", status, s}
}

func (t *Table) writeText(w io.Writer) error {
	kind := "hardware models"
	if t.C11 {
		kind = "c11"
	}
	fmt.Fprintf(w, "\n%s, %d executions in a trial; tuned: %d cycles of %d programs and models, held out: %d of %d\n\n",
		kind, t.Executions, t.Measured[Tuned].Cycles, t.Measured[Tuned].Programs, t.Measured[HeldOut].Cycles, t.Measured[HeldOut].Programs)
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "off\ttuned: share\tlost\tnoise\tconfirmed\tbugs\tlost\tnoise\t| held out: share\tlost\tnoise\tconfirmed\tbugs\tlost\tnoise\t pays\t")
	for i := range t.Rows {
		r := &t.Rows[i]
		fmt.Fprint(out, r.name(i, len(t.Rows)))
		for _, f := range r.Figures {
			fmt.Fprintf(out, "\t%.1f%%\t%.2f\t%.2f\t%.0f\t%.1f\t%.1f\t%.1f", 100*f.Share.Value, 100*f.Share.Lost, 100*f.Share.Noise, f.Confirmed.Value, f.Bugs.Value, f.Bugs.Lost, f.Bugs.Noise)
		}
		star := ""
		if r.Pays() {
			star = "*"
		}
		fmt.Fprintf(out, "\t%s\t\n", star)
	}
	return out.Flush()
}

// name is what stands for the heuristics that are off in the i-th row of n.
func (r *Row) name(i, n int) string {
	switch {
	case i == 0:
		return "none"
	case i == n-1 && len(r.Off) > 3:
		return "all"
	}
	return strings.Join(r.Off, ",")
}
