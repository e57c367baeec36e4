package report

import (
	"fmt"
	"slices"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
)

// Applications is the result of testing the applications of C11Tester (ASPLOS 2021, Table
// 1) and PCTWM (ASPLOS 2023, Table 4).
type Applications struct{ Rates[Application] }

// FromApplications makes a Result of applications. A limit, why, cut off others.
func FromApplications(rows []study.ApplicationRow, cut []string, o study.Options, why string) *Result {
	t := &Applications{newRates(rows, cut, o, why, newApplication)}
	return WithBody("bench applications", StatusOf(false, why != ""), t)
}

// An Application is one application, with a client of a few threads.
type Application struct {
	Name         string                `json:"name"`
	Left         *string               `json:"left"` // why it was not run, or null
	Rate         *Rate                 `json:"rate"` // executions with an error, or null
	Bugs         []string              `json:"bugs"` // kinds of errors
	Milliseconds *float64              `json:"milliseconds"`
	Megabytes    *float64              `json:"megabytes"` // memory of the process, or null
	Published    ApplicationsPublished `json:"published"`
}

// ApplicationsPublished is the papers' result for an application: the time of its driver,
// or its amount of work.
type ApplicationsPublished struct {
	Found   string              `json:"found"`
	Unit    string              `json:"unit"` // empty: it was not measured
	Drivers []ApplicationDriver `json:"drivers"`
}

// An ApplicationDriver is the papers' result for an application's driver under a tool, with
// the relative standard deviation. Texts are empty where the paper has none.
type ApplicationDriver struct {
	Tool string `json:"tool"`
	One  string `json:"one"` // on one core
	All  string `json:"all"` // on all cores
}

func newApplication(row study.ApplicationRow) Application {
	p := row.Published
	out := Application{Name: p.Name, Bugs: []string{}, Published: ApplicationsPublished{Found: p.Found, Unit: p.Unit}}
	for i, d := range p.Drivers {
		out.Published.Drivers = append(out.Published.Drivers, ApplicationDriver{benchmarks.ApplicationTools[i], d.One, d.All})
	}
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
	return out
}

func (t *printer) applications(b *Applications) {
	t.printf(`The applications of C11Tester, Table 1, and PCTWM, Table 4: clients of a few threads,
%d executions under C++20

`, b.Runs)
	out := newTable(1, "application", "with a bug", "ms each", "MB", "bugs", "the papers found")
	for _, r := range b.Rows {
		if r.Left != nil {
			out.add(r.Name, "-", "-", "-", "not run", dash(r.Published.Found))
			continue
		}
		bugs := ""
		for _, k := range r.Bugs {
			bugs = joinList(bugs, k)
		}
		out.add(r.Name, r.Rate.text()+"%", fmt.Sprintf("%.2f", *r.Milliseconds), fmt.Sprintf("%.0f", *r.Megabytes), dash(bugs), dash(r.Published.Found))
	}
	out.cut(b.Cut)
	t.table(out)
	for _, r := range b.Rows {
		if r.Left != nil {
			t.printf("\n%s: %s", r.Name, *r.Left)
		}
	}
	t.printf("\n\nThe papers' figures, of the applications' own drivers, on one core / on all cores\n\n")
	out = newTable(2, append([]string{"application", "unit"}, benchmarks.ApplicationTools[:]...)...)
	for _, r := range b.Rows {
		if r.Published.Unit == "" {
			continue
		}
		cells := []string{r.Name, r.Published.Unit}
		for _, d := range r.Published.Drivers {
			text := "-"
			if d.One != "" {
				text = d.One + " / " + d.All
			}
			cells = append(cells, text)
		}
		out.add(cells...)
	}
	t.table(out)
	t.incomplete(b.Incomplete)
}
