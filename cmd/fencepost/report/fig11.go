package report

import (
	"fmt"
	"io"

	"fencepost/benchmarks"
	"fencepost/interp/explore"
)

// Fig11 is Figure 11 of CDSChecker (TOPLAS 2016), measured again.
type Fig11 struct {
	Incomplete string // why the study was cut short; empty if it was not
	rows       []fig11Row
}

type fig11Row struct {
	Name       string         `json:"name"`
	Executions int64          `json:"executions"`
	Blocked    int64          `json:"blocked"`
	Complete   bool           `json:"complete"`
	Bugs       []string       `json:"bugs"` // kinds
	Published  fig11Published `json:"published"`
}

type fig11Published struct {
	Executions int    `json:"executions"`
	Feasible   int    `json:"feasible"`
	Bug        string `json:"bug"`
}

// Add adds the row of a program.
func (t *Fig11) Add(p benchmarks.CDSCheckerRow, r *explore.Report) {
	row := fig11Row{
		Name: p.Name, Executions: r.Executions, Blocked: r.Blocked + r.Bounded, Complete: r.Complete, Bugs: []string{},
		Published: fig11Published{p.Executions, p.Feasible, p.Bug},
	}
	if p.Define == "FIXED" {
		row.Name += ", fixed"
	}
	for _, f := range r.Errors {
		row.Bugs = append(row.Bugs, string(f.Error.Kind))
	}
	t.rows = append(t.rows, row)
}

// WriteText writes the table.
func (t *Fig11) WriteText(w io.Writer) error {
	fmt.Fprintf(w, `CDSChecker, Figure 11: executions of the exhaustive search under rc11. CDSChecker's
are those with a liveness bound of 2, and how many of them were feasible.

`)
	out := newTable(1, "program", "executions", "blocked", "complete", "CDSChecker's", "feasible", "bug", "CDSChecker's bug")
	for _, r := range t.rows {
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
		out.add(r.Name, fmt.Sprint(r.Executions), fmt.Sprint(r.Blocked), complete,
			fmt.Sprint(r.Published.Executions), fmt.Sprint(r.Published.Feasible), dash(bug), dash(r.Published.Bug))
	}
	if err := out.write(w); err != nil {
		return err
	}
	return writeIncomplete(w, t.Incomplete)
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// Document returns the table as a JSON document.
func (t *Fig11) Document(status string) any {
	d := struct {
		Document
		Incomplete *string    `json:"incomplete"` // why, or null
		Rows       []fig11Row `json:"rows"`
	}{Document: NewDocument("bench cdschecker", status), Rows: orEmpty(t.rows)}
	if t.Incomplete != "" {
		d.Incomplete = &t.Incomplete
	}
	return d
}
