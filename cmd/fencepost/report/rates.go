package report

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
)

// A Rate is the share of a campaign's executions that showed a bug.
type Rate struct {
	Buggy      int `json:"buggy"`
	Executions int `json:"executions"`
}

func newRate(r study.Rate) Rate { return Rate{r.Buggy, r.Executions} }

func (r Rate) percent() float64 { return percent(r.Buggy, r.Executions) }

// text formats the rate in percent.
func (r Rate) text() string {
	p := r.percent()
	return fmt.Sprintf("%.*f", telling(p, 1), p)
}

// beside formats the rate with the published one in brackets.
func (r Rate) beside(published float64) string { return fmt.Sprintf("%s (%.1f)", r.text(), published) }

// Rates is the result of a study of detection rates.
type Rates[Row any] struct {
	Incomplete *string  `json:"incomplete"` // why the study was cut short, or null
	Seed       uint64   `json:"seed"`
	Runs       int      `json:"runs"` // number of executions of each campaign
	Rows       []Row    `json:"rows"`
	Cut        []string `json:"cut"` // programs that a limit left out
}

// newRates returns the result of a study. cut are the programs that a limit, why, left out.
func newRates[From, Row any](from []From, cut []string, o study.Options, why string, row func(From) Row) Rates[Row] {
	r := Rates[Row]{Incomplete: orNull(why), Seed: o.Seed, Runs: o.Runs, Rows: []Row{}, Cut: append([]string{}, cut...)}
	for _, f := range from {
		r.Rows = append(r.Rows, row(f))
	}
	return r
}

// C11TesterTable is Table 2 of C11Tester (ASPLOS 2021), measured again.
type C11TesterTable struct{ Rates[C11TesterRow] }

// FromC11Tester makes a Result of rows of the table. A limit, why, cut off others.
func FromC11Tester(rows []study.C11TesterRow, cut []string, o study.Options, why string) *Result {
	t := &C11TesterTable{newRates(rows, cut, o, why, newC11TesterRow)}
	return WithBody("bench c11tester", StatusOf(false, why != ""), t)
}

// A C11TesterRow is a program of the table.
type C11TesterRow struct {
	Name       string            `json:"name"`
	Strategies []C11TesterCell   `json:"strategies"`
	Published  []PublishedTester `json:"published"`
}

// A C11TesterCell is the result of a strategy on a program.
type C11TesterCell struct {
	Strategy     string  `json:"strategy"`
	Rate         Rate    `json:"rate"`
	Milliseconds float64 `json:"milliseconds"` // mean time of an execution
}

// A PublishedTester is the published result of a tool on a program.
type PublishedTester struct {
	Tool         string   `json:"tool"`
	Rate         float64  `json:"rate"`         // in percent
	Milliseconds *float64 `json:"milliseconds"` // null: not published
}

// falseRace is a program whose published bug is none: the reported race is not one, and the
// uninitialised read that it has was not found.
const falseRace = "chase-lev-deque"

func newC11TesterRow(r study.C11TesterRow) C11TesterRow {
	row := C11TesterRow{Name: r.Published.Name}
	for i, x := range r.Rates {
		row.Strategies = append(row.Strategies, C11TesterCell{study.C11TesterStrategies[i], newRate(x), x.Time.Seconds() * 1000})
	}
	for _, c := range r.Published.Tools {
		p := PublishedTester{Tool: c.Tool, Rate: c.Rate}
		if c.Milliseconds > 0 {
			p.Milliseconds = &c.Milliseconds
		}
		row.Published = append(row.Published, p)
	}
	return row
}

// best returns the highest published rate.
func (r *C11TesterRow) best() (best float64) {
	for _, p := range r.Published {
		best = max(best, p.Rate)
	}
	return best
}

func (t *printer) c11tester(b *C11TesterTable) {
	head := []string{"program"}
	for _, s := range study.C11TesterStrategies {
		head = append(head, s)
	}
	for _, tool := range benchmarks.C11TesterTools {
		head = append(head, "("+tool+")")
	}
	t.printf("C11Tester, Table 2 and section 7.1: executions that show a bug, in percent of %d,\nby strategy, and published in brackets by tool\n\n", b.Runs)
	rates := newTable(1, append(slices.Clip(head), "auto 95%", "best")...)
	for _, r := range b.Rows {
		cells := []string{r.Name}
		for _, s := range r.Strategies {
			cells = append(cells, s.Rate.text())
		}
		verdict := "no"
		if r.Strategies[0].Rate.percent() >= r.best() {
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
		cells := []string{r.Name}
		for _, s := range r.Strategies {
			cells = append(cells, fmt.Sprintf("%.3f", s.Milliseconds))
		}
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
type PCTWMTables struct{ Rates[PCTWMRow] }

// FromPCTWM makes a Result of rows of the tables. A limit, why, cut off others.
func FromPCTWM(rows []study.PCTWMRow, cut []string, o study.Options, why string) *Result {
	t := &PCTWMTables{newRates(rows, cut, o, why, newPCTWMRow)}
	return WithBody("bench pctwm", StatusOf(false, why != ""), t)
}

// A PCTWMRow is a program of the tables.
type PCTWMRow struct {
	Name   string      `json:"name"`
	Lines  int         `json:"lines"` // without blank lines and comments
	K      int         `json:"k"`     // median number of events of a random execution
	KCom   int         `json:"k_com"` // largest estimate of pctwm of the communication events
	Paper  PCTWMShape  `json:"published"`
	Auto   Rate        `json:"auto"`
	Table2 []PCTWMCell `json:"table2"`
	Table3 []PCTWMCell `json:"table3"`
	// Figure6 has the rates with additional relaxed writes, Writes of them before each
	// atomic operation that may write.
	Figure6 []Figure6Cell `json:"figure6"`
}

// A PCTWMShape is the entry of Table 1 for the paper's program.
type PCTWMShape struct {
	Lines int `json:"lines"`
	K     int `json:"k"`
	KCom  int `json:"k_com"`
	Depth int `json:"depth"`
}

// A Figure6Cell is a point of Figure 6.
type Figure6Cell struct {
	Writes int  `json:"writes"`
	PCTWM  Rate `json:"pctwm"`
	PCT    Rate `json:"pct"`
}

// A PCTWMCell is a cell of the tables.
type PCTWMCell struct {
	Depth     int     `json:"depth"`
	History   int     `json:"history"`
	PCTWM     Rate    `json:"pctwm"`
	GivenKCom Rate    `json:"given_k_com"` // with the number of communication events of the paper's program
	Published float64 `json:"published"`   // in percent
}

// beside formats the rates, the published one in brackets.
func (c *PCTWMCell) beside() string {
	return c.PCTWM.text() + " " + c.GivenKCom.beside(c.Published)
}

func newPCTWMRow(r study.PCTWMRow) PCTWMRow {
	p := r.Published
	row := PCTWMRow{
		Name: p.Name, Lines: codeLines(r.Source), K: r.K, KCom: r.KCom,
		Paper: PCTWMShape{p.Lines, p.K, p.KCom, p.Table2[0].Depth}, Auto: newRate(r.Auto),
	}
	for i, c := range p.Table2 {
		row.Table2 = append(row.Table2, newPCTWMCell(c, r.Table2[i]))
	}
	for i, c := range p.Table3 {
		row.Table3 = append(row.Table3, newPCTWMCell(c, r.Table3[i]))
	}
	for _, c := range r.Figure6 {
		row.Figure6 = append(row.Figure6, Figure6Cell{c.Writes, newRate(c.PCTWM), newRate(c.PCT)})
	}
	return row
}

func newPCTWMCell(c benchmarks.PCTWMRate, r study.PCTWMRates) PCTWMCell {
	return PCTWMCell{c.Depth, c.History, newRate(r.Estimated), newRate(r.Given), c.Rate}
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
		var history []string
		for _, c := range r.Table2 {
			history = append(history, fmt.Sprint(c.History))
		}
		cells := []string{r.Name, r.Auto.text(), fmt.Sprint(r.Paper.Depth), strings.Join(history, ",")}
		for _, c := range r.Table2 {
			cells = append(cells, c.beside())
		}
		out.add(cells...)
	}
	out.cut(b.Cut)
	t.table(out)
	t.printf("\nPCTWM, Table 3: the same by history\n\n")
	out = newTable(1, "program", "d", "h=1", "h=2", "h=3", "h=4")
	for _, r := range b.Rows {
		cells := []string{r.Name, fmt.Sprint(r.Table3[0].Depth)}
		for _, c := range r.Table3 {
			cells = append(cells, c.beside())
		}
		out.add(cells...)
	}
	out.cut(b.Cut)
	t.table(out)
	t.printf(`
PCTWM, Figure 6: the same with n more relaxed writes before each atomic operation
that may write. The paper gives no numbers: PCTWM stays as it is, PCT changes

`)
	head := []string{"program", "strategy"}
	for _, n := range study.Figure6Writes {
		head = append(head, fmt.Sprintf("n=%d", n))
	}
	out = newTable(2, head...)
	for _, r := range b.Rows {
		pctwm, pct := []string{r.Name, "pctwm"}, []string{"", "pct"}
		for _, c := range r.Figure6 {
			pctwm, pct = append(pctwm, c.PCTWM.text()), append(pct, c.PCT.text())
		}
		out.add(pctwm...)
		out.add(pct...)
	}
	out.cut(b.Cut)
	t.table(out)
	t.incomplete(b.Incomplete)
}
