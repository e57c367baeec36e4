package report

import (
	"fmt"
	"slices"

	"fencepost/benchmarks/study"
)

// Applications is a test of the applications of C11Tester (ASPLOS 2021, Table 1) and PCTWM
// (ASPLOS 2023, Table 4).
type Applications struct {
	Incomplete *string       `json:"incomplete"` // why the study was cut short, or null
	Seed       uint64        `json:"seed"`
	Runs       int           `json:"runs"` // executions of each client
	Rows       []Application `json:"rows"`
}

func (*Applications) commands() []string { return []string{"bench applications"} }

// An Application is one of them, with a client of a few threads.
type Application struct {
	Name         string                `json:"name"`
	Left         *string               `json:"left"` // why it was not run, or null
	Rate         *Rate                 `json:"rate"` // of executions with an error, or null
	Bugs         []string              `json:"bugs"` // their kinds
	Milliseconds *float64              `json:"milliseconds"`
	Megabytes    *float64              `json:"megabytes"` // of the process, or null
	Published    ApplicationsPublished `json:"published"`
}

// ApplicationsPublished is what the papers say of an application: how long its driver took, or how
// much it did, on one core.
type ApplicationsPublished struct {
	Found     string `json:"found"`
	C11Tester string `json:"c11tester"`
	PCTWM     string `json:"pctwm"`
}

// Add adds the row of an application.
func (t *Applications) Add(row study.ApplicationRow) {
	p := row.Published
	out := Application{Name: p.Name, Bugs: []string{}, Published: ApplicationsPublished{p.Found, p.C11Tester, p.PCTWM}}
	if row.Left != "" {
		out.Left = &row.Left
	} else {
		ms, mb := row.Time.Seconds()*1000, float64(row.Memory)/(1<<20)
		out.Rate, out.Milliseconds, out.Megabytes = &Rate{row.Report.Buggy, row.Report.Runs}, &ms, &mb
		for _, f := range row.Report.Findings {
			out.Bugs = append(out.Bugs, string(f.Error.Kind))
		}
		slices.Sort(out.Bugs)
		out.Bugs = slices.Compact(out.Bugs)
	}
	t.Rows = append(t.Rows, out)
}

func (t *printer) applications(b *Applications) {
	t.printf(`The applications of C11Tester, Table 1, and PCTWM, Table 4: clients of a few threads, %d
executions under C++20. The papers' figures are of the applications' own drivers, on one core.

`, b.Runs)
	out := newTable(1, "application", "with a bug", "ms each", "MB", "bugs", "the papers found", "C11Tester", "PCTWM")
	for _, r := range b.Rows {
		if r.Left != nil {
			out.add(r.Name, "-", "-", "-", "not run", dash(r.Published.Found), dash(r.Published.C11Tester), dash(r.Published.PCTWM))
			continue
		}
		bugs := ""
		for _, k := range r.Bugs {
			bugs = joinList(bugs, k)
		}
		out.add(r.Name, r.Rate.text()+"%", fmt.Sprintf("%.2f", *r.Milliseconds), fmt.Sprintf("%.0f", *r.Megabytes), dash(bugs),
			dash(r.Published.Found), dash(r.Published.C11Tester), dash(r.Published.PCTWM))
	}
	t.table(out)
	for _, r := range b.Rows {
		if r.Left != nil {
			t.printf("\n%s: %s", r.Name, *r.Left)
		}
	}
	t.printf("\n")
	t.incomplete(b.Incomplete)
}
