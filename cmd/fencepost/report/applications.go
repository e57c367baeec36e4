package report

import (
	"cmp"
	"fmt"
	"strings"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/trace/lists"
)

// Applications is the result of testing the applications of C11Tester (ASPLOS 2021, Table
// 1) and PCTWM (ASPLOS 2023, Table 4).
type Applications struct{ Rates[study.Application] }

// FromApplications makes a Result of applications. A limit, why, cut off others.
func FromApplications(rows []study.Application, cut []string, o study.Options, why string) *Result {
	return WithBody("bench applications", StatusOf(false, why != ""), &Applications{newRates(rows, cut, o, why)})
}

func (t *printer) applications(b *Applications) {
	t.printf(`The applications of C11Tester, Table 1, and PCTWM, Table 4: clients of a few threads,
%d executions under C++20

`, b.Runs)
	out := newTable(1, "application", "with a bug", "ms each", "MB", "bugs", "the papers found")
	for _, r := range b.Rows {
		if r.Left != nil {
			out.add(r.Name, "-", "-", "-", "not run", cmp.Or(r.Published.Found, "-"))
			continue
		}
		out.add(r.Name, rateText(*r.Rate)+"%", fmt.Sprintf("%.2f", *r.Milliseconds), fmt.Sprintf("%.0f", *r.Megabytes), cmp.Or(strings.Join(r.Bugs, ", "), "-"), cmp.Or(r.Published.Found, "-"))
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
		times := lists.Map(r.Published.Drivers, func(d study.ApplicationDriver) string {
			if d.One == "" {
				return "-"
			}
			return d.One + " / " + d.All
		})
		out.add(append([]string{r.Name, r.Published.Unit}, times...)...)
	}
	t.table(out)
	t.incomplete(b.Incomplete)
}
