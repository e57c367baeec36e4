package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/benchmarks/study"
)

// Fig11 is Figure 11 of CDSChecker (TOPLAS 2016), measured again.
type Fig11 struct {
	Incomplete *string          `json:"incomplete"` // why the study was cut short, or null
	Rows       []study.Fig11Row `json:"rows"`
	Cut        []string         `json:"cut"` // programs that a limit left out
}

// FromCDSChecker makes a Result of rows of the figure. A limit, why, cut off others.
func FromCDSChecker(rows []study.Fig11Row, cut []string, why string) *Result {
	return WithBody("bench cdschecker", StatusOf(false, why != ""), &Fig11{Incomplete: orNull(why), Rows: rows, Cut: notNil(cut)})
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
		bugs := strings.Join(slices.Compact(slices.Clone(r.Bugs)), ", ")
		out.add(r.Name, fmt.Sprint(r.Executions), fmt.Sprint(r.Blocked), complete, fmt.Sprintf("%.2f", r.Seconds),
			fmt.Sprint(r.Published.Executions), fmt.Sprint(r.Published.Feasible), fmt.Sprintf("%.2f", r.Published.Seconds), cmp.Or(bugs, "-"), cmp.Or(r.Published.Bug, "-"))
	}
	out.cut(b.Cut)
	t.table(out)
	t.incomplete(b.Incomplete)
}
