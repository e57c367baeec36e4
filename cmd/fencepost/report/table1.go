package report

import (
	"cmp"
	"fmt"
	"slices"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/phase2"
	"fencepost/phase2/cycles"
)

// Table1 is RELAXER's Table 1, measured again.
type Table1 struct {
	Incomplete string      `json:"incomplete"` // why the study was cut short; empty if it was not
	Seed       uint64      `json:"seed"`
	Trials     int         `json:"trials"`
	Executions int         `json:"executions"`
	Rows       []Table1Row `json:"rows"`
}

// A Table1Row is a program of the table.
type Table1Row struct {
	Name      string          `json:"name"`
	Lines     int             `json:"lines"`
	Predicted int             `json:"predicted"`
	Phase1    float64         `json:"phase_1_seconds"` // time of the recorded executions and the prediction
	Models    []Table1Model   `json:"models"`
	Published Table1Published `json:"published"`
}

// A Table1Model is a program under one model.
type Table1Model struct {
	Model      string   `json:"model"`
	UnderModel int      `json:"predicted_under_model"`
	Cut        bool     `json:"cut"`             // not all trials were made, so their results are not known
	Phase2     *float64 `json:"phase_2_seconds"` // mean time of a trial; null if there was none
	Confirmed  int      `json:"confirmed"`
	Bugs       int      `json:"bugs"`
	Mean       *float64 `json:"mean_probability"`
	Median     *float64 `json:"median_probability"`
	Impossible int      `json:"cannot_happen"` // number of cycles that no execution has; 0 unless all were explored
	Explored   Explored `json:"explored"`
}

// Table1Published is the published row of RELAXER.
type Table1Published struct {
	Lines     int         `json:"lines"`
	Predicted int         `json:"predicted"`
	Confirmed [3]int      `json:"confirmed"`
	Bugs      [3]int      `json:"bugs"`
	Mean      [3]*float64 `json:"mean_probability"`
	Phase1    float64     `json:"phase_1_seconds"`
	Phase2    [3]float64  `json:"phase_2_seconds"`
}

// Add adds the row of a program.
func (t *Table1) Add(from *study.RelaxerRow) {
	p, r := from.Published, cmp.Or(from.Report, &phase2.Report{})
	row := Table1Row{Name: p.Name, Lines: study.CodeLines(from.Source), Phase1: from.Phase1.Seconds()}
	row.Published = Table1Published{Lines: p.Lines, Predicted: p.Predicted, Confirmed: p.Confirmed, Bugs: p.Bugs, Phase1: p.Phase1, Phase2: p.Phase2}
	row.Predicted = r.SC.Predicted
	for i, v := range p.Probability {
		if v >= 0 {
			row.Published.Mean[i] = &v
		}
	}
	for i := range r.Models {
		m := &r.Models[i]
		out := Table1Model{Model: m.Model.Name, UnderModel: m.UnderModel, Confirmed: m.Confirmed(), Bugs: m.Buggy(), Explored: *newExplored(true, &m.Explored)}
		trials := 0
		for k := range m.Cycles {
			c := &m.Cycles[k]
			trials += c.Trials
			switch {
			case c.Reason == cycles.Impossible:
				out.Impossible++
			case c.Trials == 0:
				out.Cut = true
			}
		}
		out.Cut = out.Cut || len(m.Cycles) < m.UnderModel && !m.Capped
		if trials > 0 {
			s := from.Phase2[m.Model.Name].Seconds() / float64(trials)
			out.Phase2 = &s
		}
		if v, ok := m.MeanProbability(); ok {
			out.Mean = &v
		}
		if v, ok := m.MedianProbability(); ok {
			out.Median = &v
		}
		row.Models = append(row.Models, out)
	}
	for _, name := range benchmarks.Table1Models[len(row.Models):] {
		row.Models = append(row.Models, Table1Model{Model: name, Cut: true})
	}
	t.Rows = append(t.Rows, row)
}

// table1 writes the table, one line for each program and model.
func (t *printer) table1(b *Table1) {
	t.printf("RELAXER, Table 1: %d trials of %d executions for each cycle; published numbers in brackets\n\n", b.Trials, b.Executions)
	out := newTable(2, "program", "model", "lines", "predicted", "under model", "confirmed", "of these", "cannot happen", "executions", "bugs", "mean probability", "median", "phase 1 s", "phase 2 s")
	for _, r := range b.Rows {
		for i, m := range r.Models {
			name, lines, predicted, phase1 := "", "", "", ""
			if i == 0 {
				name = r.Name
				lines = fmt.Sprintf("%d (%d)", r.Lines, r.Published.Lines)
				ours, time := fmt.Sprint(r.Predicted), inSeconds(&r.Phase1)
				if r.Phase1 == 0 {
					ours, time = cut, cut
				}
				predicted = fmt.Sprintf("%s (%d)", ours, r.Published.Predicted)
				phase1 = fmt.Sprintf("%s (%.3f)", time, r.Published.Phase1)
			}
			before := struct{ confirmed, bugs, mean, phase2 string }{"-", "-", "-", "-"}
			if k := slices.Index(benchmarks.Table1Models[:], m.Model); k >= 0 {
				before.confirmed, before.bugs = fmt.Sprint(r.Published.Confirmed[k]), fmt.Sprint(r.Published.Bugs[k])
				before.mean, before.phase2 = share2(r.Published.Mean[k]), fmt.Sprintf("%.3f", r.Published.Phase2[k])
			}
			share := "-"
			if m.UnderModel > 0 {
				share = fmt.Sprintf("%d%%", 100*m.Confirmed/m.UnderModel)
			}
			impossible := "-"
			if m.Explored.Complete {
				impossible = fmt.Sprint(m.Impossible)
			}
			confirmed, bugs, mean, median := fmt.Sprint(m.Confirmed), fmt.Sprint(m.Bugs), share2(m.Mean), share2(m.Median)
			if m.Cut {
				confirmed, bugs, mean, median, share = cut, cut, cut, cut, cut
			}
			under, explored := fmt.Sprint(m.UnderModel), exploredOf(m.Explored)
			if m.Cut && m.Explored.Executions == 0 {
				explored = cut
			}
			if m.Cut && m.UnderModel == 0 {
				under = cut
			}
			out.add(name, m.Model, lines, predicted, under,
				fmt.Sprintf("%s (%s)", confirmed, before.confirmed), share, impossible, explored,
				fmt.Sprintf("%s (%s)", bugs, before.bugs),
				fmt.Sprintf("%s (%s)", mean, before.mean), median, phase1, fmt.Sprintf("%s (%s)", inSeconds(m.Phase2), before.phase2))
		}
	}
	t.table(out)
	t.incomplete(orNull(b.Incomplete))
}

// cut stands for a value that a time limit prevented.
const cut = "cut"

// inSeconds writes a time, or a dash if there is none.
func inSeconds(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *v)
}

// exploredOf says how many executions were explored, and whether that is all.
func exploredOf(e Explored) string {
	if e.Complete {
		return fmt.Sprintf("all %d", e.Executions)
	}
	return fmt.Sprint(e.Executions)
}

// share2 writes a probability, or a dash if there is none.
func share2(v *float64) string {
	if v == nil {
		return "-"
	}
	return probability(*v, 2)
}
