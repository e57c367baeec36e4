package report

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/trace/lists"
)

// Rates is the result of a study of detection rates.
type Rates[Row any] struct {
	Incomplete *string  `json:"incomplete"` // why the study was cut short, or null
	Seed       uint64   `json:"seed"`
	Runs       int      `json:"runs"` // number of executions of each campaign
	Rows       []Row    `json:"rows"`
	Cut        []string `json:"cut"` // programs that a limit left out
}

// newRates returns the result of a study. cut are the programs that a limit, why, left out.
func newRates[Row any](rows []Row, cut []string, o study.Options, why string) Rates[Row] {
	return Rates[Row]{Incomplete: orNull(why), Seed: o.Seed, Runs: o.Runs, Rows: notNil(rows), Cut: notNil(cut)}
}

// rateText formats a rate in percent.
func rateText(r study.Rate) string {
	p := percent(r.Buggy, r.Executions)
	return fmt.Sprintf("%.*f", telling(p, 1), p)
}

// C11TesterTable is Table 2 of C11Tester (ASPLOS 2021), measured again.
type C11TesterTable struct{ Rates[study.C11TesterRow] }

// FromC11Tester makes a Result of rows of the table. A limit, why, cut off others.
func FromC11Tester(rows []study.C11TesterRow, cut []string, o study.Options, why string) *Result {
	return WithBody("bench c11tester", StatusOf(false, why != ""), &C11TesterTable{newRates(rows, cut, o, why)})
}

// falseRace is a program whose published bug is none: the reported race is not one, and the
// uninitialised read that it has was not found.
const falseRace = "chase-lev-deque"

func (t *printer) c11tester(b *C11TesterTable) {
	tools := lists.Map(benchmarks.C11TesterTools[:], func(tool string) string { return "(" + tool + ")" })
	head := slices.Concat([]string{"program"}, study.C11TesterStrategies[:], tools)
	t.printf("C11Tester, Table 2 and section 7.1: executions that show a bug, in percent of %d,\nby strategy, and published in brackets by tool\n\n", b.Runs)
	rates := newTable(1, append(slices.Clip(head), "auto 95%", "best")...)
	for _, r := range b.Rows {
		ours := lists.Map(r.Strategies, func(s study.C11TesterCell) string { return rateText(s.Rate) })
		cells := append([]string{r.Name}, ours...)
		verdict := "no"
		if best := r.Strategies[0].Rate; percent(best.Buggy, best.Executions) >= r.Best() {
			verdict = "yes"
		}
		for i, p := range r.Published {
			text := fmt.Sprintf("%.1f", p.Rate)
			if i == 0 && r.Name == falseRace {
				text, verdict = text+"*", "-"
			}
			cells = append(cells, text)
		}
		low, high := Interval(r.Strategies[0].Rate.Buggy, r.Strategies[0].Rate.Executions)
		rates.add(append(cells, fmt.Sprintf("%.1f-%.1f", 100*low, 100*high), verdict)...)
	}
	rates.cut(b.Cut)
	t.table(rates)
	t.printf("\n* a race that is none; ours is the read of memory that was never written\n")
	t.printf("\nThe same: milliseconds of an execution; the paper's are of user and system time\n\n")
	times := newTable(1, head...)
	for _, r := range b.Rows {
		ours := lists.Map(r.Strategies, func(s study.C11TesterCell) string { return fmt.Sprintf("%.3f", s.Milliseconds) })
		cells := append([]string{r.Name}, ours...)
		for _, p := range r.Published {
			if p.Milliseconds == nil {
				cells = append(cells, "-")
				continue
			}
			cells = append(cells, fmt.Sprint(*p.Milliseconds))
		}
		times.add(cells...)
	}
	times.cut(b.Cut)
	t.table(times)
	t.incomplete(b.Incomplete)
}

// PCTWMTables are Tables 1, 2 and 3 of PCTWM (ASPLOS 2023), measured again.
type PCTWMTables struct{ Rates[study.PCTWMRow] }

// FromPCTWM makes a Result of rows of the tables. A limit, why, cut off others.
func FromPCTWM(rows []study.PCTWMRow, cut []string, o study.Options, why string) *Result {
	return WithBody("bench pctwm", StatusOf(false, why != ""), &PCTWMTables{newRates(rows, cut, o, why)})
}

// pctwmText formats the rates, the published one in brackets.
func pctwmText(c study.PCTWMCell) string {
	return fmt.Sprintf("%s %s (%.1f)", rateText(c.PCTWM), rateText(c.GivenKCom), c.Published)
}

// pctwm writes the tables, and the figure as a fourth one.
func (t *printer) pctwm(b *PCTWMTables) {
	t.printf("PCTWM, Table 1: lines, events k, communication events k_com; published in brackets\n\n")
	shapes := newTable(1, "program", "lines", "k", "k_com", "d")
	both := func(ours, published int) string { return fmt.Sprintf("%d (%d)", ours, published) }
	for _, r := range b.Rows {
		shapes.add(r.Name, both(r.Lines, r.Paper.Lines), both(r.K, r.Paper.K), both(r.KCom, r.Paper.KCom), fmt.Sprint(r.Paper.Depth))
	}
	shapes.cut(b.Cut)
	t.table(shapes)
	t.printf(`
PCTWM, Table 2: executions that show a bug, in percent of %d, at depth d, d+1, d+2,
each with the history h that the paper found best: with k_com estimated, with that
of Table 1, and published in brackets

`, b.Runs)
	out := newTable(1, "program", "auto", "d", "h", "at d", "at d+1", "at d+2")
	for _, r := range b.Rows {
		history := lists.Map(r.Table2, func(c study.PCTWMCell) string { return fmt.Sprint(c.History) })
		cells := []string{r.Name, rateText(r.Auto), fmt.Sprint(r.Paper.Depth), strings.Join(history, ",")}
		out.add(append(cells, lists.Map(r.Table2, pctwmText)...)...)
	}
	out.cut(b.Cut)
	t.table(out)
	t.printf("\nPCTWM, Table 3: the same by history\n\n")
	out = newTable(1, "program", "d", "h=1", "h=2", "h=3", "h=4")
	for _, r := range b.Rows {
		out.add(append([]string{r.Name, fmt.Sprint(r.Table3[0].Depth)}, lists.Map(r.Table3, pctwmText)...)...)
	}
	out.cut(b.Cut)
	t.table(out)
	t.printf(`
PCTWM, Figure 6: the same with n more relaxed writes before each atomic operation
that may write. The paper gives no numbers: PCTWM stays as it is, PCT changes

`)
	writes := lists.Map(study.Figure6Writes[:], func(n int) string { return fmt.Sprintf("n=%d", n) })
	out = newTable(2, append([]string{"program", "strategy"}, writes...)...)
	for _, r := range b.Rows {
		pctwm, pct := []string{r.Name, "pctwm"}, []string{"", "pct"}
		for _, c := range r.Figure6 {
			pctwm, pct = append(pctwm, rateText(c.PCTWM)), append(pct, rateText(c.PCT))
		}
		out.add(pctwm...)
		out.add(pct...)
	}
	out.cut(b.Cut)
	t.table(out)
	t.incomplete(b.Incomplete)
}
