package report

import (
	"fmt"

	"fencepost/benchmarks/study"
)

// Fig11 is Figure 11 of CDSChecker (TOPLAS 2016), measured again.
type Fig11 struct {
	Incomplete *string    `json:"incomplete"` // why the study was cut short, or null
	Rows       []Fig11Row `json:"rows"`
	Cut        []string   `json:"cut"` // programs that a limit left out
}

// A Fig11Row is a program of the figure.
type Fig11Row struct {
	Name       string         `json:"name"`
	Executions int64          `json:"executions"`
	Blocked    int64          `json:"blocked"`
	Complete   bool           `json:"complete"`
	Seconds    float64        `json:"seconds"`
	Bugs       []string       `json:"bugs"` // kinds
	Published  Fig11Published `json:"published"`
}

// Fig11Published is what CDSChecker found.
type Fig11Published struct {
	Executions int     `json:"executions"`
	Feasible   int     `json:"feasible"`
	Seconds    float64 `json:"seconds"`
	Bug        string  `json:"bug"`
}

// FromCDSChecker makes a Result of rows of the figure. A limit, why, cut off others.
func FromCDSChecker(rows []study.CDSCheckerRow, cut []string, why string) *Result {
	t := &Fig11{Incomplete: orNull(why), Rows: []Fig11Row{}, Cut: append([]string{}, cut...)}
	for _, row := range rows {
		t.Rows = append(t.Rows, newFig11Row(row))
	}
	return WithBody("bench cdschecker", StatusOf(false, why != ""), t)
}

func newFig11Row(row study.CDSCheckerRow) Fig11Row {
	p, r := row.Published, row.Report
	out := Fig11Row{
		Name: p.Title(), Executions: r.Executions, Blocked: r.Blocked + r.Bounded, Complete: r.Complete, Seconds: row.Time.Seconds(), Bugs: []string{},
		Published: Fig11Published{p.Executions, p.Feasible, p.Seconds, p.Bug},
	}
	for _, f := range r.Errors {
		out.Bugs = append(out.Bugs, string(f.Error.Kind))
	}
	return out
}

func (t *printer) fig11(b *Fig11) {
	t.printf(`CDSChecker, Figure 11: executions of the exhaustive search under c11.
CDSChecker's are those with a liveness bound of 2, and how many of them were feasible.

`)
	out := newTable(1, "program", "executions", "blocked", "complete", "seconds", "CDSChecker's", "feasible", "seconds", "bug", "CDSChecker's bug")
	for _, r := range b.Rows {
		complete := "yes"
		if !r.Complete {
			complete = "no"
		}
		bug := ""
		for i, b := range r.Bugs {
			if i == 0 || b != r.Bugs[i-1] {
				bug = joinList(bug, b)
			}
		}
		out.add(r.Name, fmt.Sprint(r.Executions), fmt.Sprint(r.Blocked), complete, fmt.Sprintf("%.2f", r.Seconds),
			fmt.Sprint(r.Published.Executions), fmt.Sprint(r.Published.Feasible), fmt.Sprintf("%.2f", r.Published.Seconds), dash(bug), dash(r.Published.Bug))
	}
	out.cut(b.Cut)
	t.table(out)
	t.incomplete(b.Incomplete)
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
