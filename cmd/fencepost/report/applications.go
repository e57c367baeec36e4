package report

import (
	"fmt"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
)

// Applications is the result of testing the applications of C11Tester (ASPLOS 2021, Table
// 1) and PCTWM (ASPLOS 2023, Table 4).
type Applications struct{ Rates[study.Application] }

// FromApplications makes a Result of applications. A limit, why, cut off others.
func FromApplications(rows []study.Application, cut []string, o study.Options, why string) *Result {
	t := &Applications{newRates(rows, cut, o, why)}
	return WithBody("bench applications", StatusOf(false, why != ""), t)
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
			bugs = joined(", ", bugs, k)
		}
		out.add(r.Name, rateText(*r.Rate)+"%", fmt.Sprintf("%.2f", *r.Milliseconds), fmt.Sprintf("%.0f", *r.Megabytes), dash(bugs), dash(r.Published.Found))
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
