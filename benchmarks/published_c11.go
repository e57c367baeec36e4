package benchmarks

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"fencepost/trace/lists"
)

var (
	//go:embed c11/c11tester.csv
	c11testerTable string
	//go:embed c11/pctwm.csv
	pctwmTable string
	//go:embed explore/cdschecker.csv
	cdscheckerTable string
)

// C11TesterRow is a row of C11Tester's Table 2, by tool.
type C11TesterRow struct {
	Name  string
	Tools []C11TesterCell
}

// C11TesterCell is the result of a tool on a program: the percentage of executions in which
// it showed a bug, and the milliseconds of an execution; 0 if not published.
type C11TesterCell struct {
	Tool               string
	Rate, Milliseconds float64
}

// C11TesterTools are the tools of the table, in its order.
var C11TesterTools = [3]string{"c11tester", "tsan11rec", "tsan11"}

// PCTWMRow is a row of PCTWM's Tables 1, 2 and 3.
type PCTWMRow struct {
	Name           string
	Lines, K, KCom int // of the paper's program: lines, events, and communication events
	Table2         [3]PCTWMRate
	Table3         [4]PCTWMRate
}

// PCTWMRate is the percentage of executions in which PCTWM showed a bug with a
// depth and a history.
type PCTWMRate struct {
	Depth, History int
	Rate           float64
}

// CDSCheckerRow is a row of CDSChecker's Figure 11.
type CDSCheckerRow struct {
	Name       string
	Define     string // the macro that selects the variant, or ""
	Executions int
	Feasible   int
	Seconds    float64
	Bug        string // what is wrong, or ""
}

// Title names the program and its variant.
func (r *CDSCheckerRow) Title() string {
	if r.Define == "FIXED" {
		return r.Name + ", fixed"
	}
	return r.Name
}

// Defines are the macro definitions that select the variant.
func (r *CDSCheckerRow) Defines() []string {
	if r.Define == "" {
		return nil
	}
	return []string{r.Define}
}

// C11Tester returns C11Tester's published table, in its order.
func C11Tester() ([]C11TesterRow, error) {
	return published(c11testerTable, func(r record) C11TesterRow {
		row := C11TesterRow{Name: r.text("benchmark")}
		for _, tool := range C11TesterTools {
			cell := C11TesterCell{Tool: tool, Rate: r.float(tool)}
			if r.text(tool+"_ms") != "" {
				cell.Milliseconds = r.float(tool + "_ms")
			}
			row.Tools = append(row.Tools, cell)
		}
		return row
	})
}

// PCTWM returns PCTWM's published tables, in their order.
func PCTWM() ([]PCTWMRow, error) {
	return published(pctwmTable, func(r record) PCTWMRow {
		row := PCTWMRow{Name: r.text("benchmark"), Lines: r.int("loc"), K: r.int("k"), KCom: r.int("k_com")}
		for i, at := range []string{"d", "d1", "d2"} {
			row.Table2[i] = PCTWMRate{r.int("d") + i, r.int("h_" + at), r.float("rate_" + at)}
		}
		for i := range row.Table3 {
			row.Table3[i] = PCTWMRate{r.int("t3_d"), i + 1, r.float(fmt.Sprintf("t3_h%d", i+1))}
		}
		return row
	})
}

// CDSChecker returns CDSChecker's published table, in its order.
func CDSChecker() ([]CDSCheckerRow, error) {
	return published(cdscheckerTable, func(r record) CDSCheckerRow {
		return CDSCheckerRow{r.text("benchmark"), r.text("define"), r.int("executions"), r.int("feasible"), r.float("seconds"), r.text("bug")}
	})
}

// published reads a table, each record by row.
func published[Row any](table string, row func(record) Row) ([]Row, error) {
	r := csv.NewReader(strings.NewReader(table))
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	columns := map[string]int{}
	for i, name := range records[0] {
		columns[name] = i
	}
	rows := lists.Map(records[1:], func(fields []string) Row { return row(record{columns, fields, &err}) })
	return rows, err
}

// A record is a line of a table. What is wrong with it is noted in err.
type record struct {
	columns map[string]int
	fields  []string
	err     *error
}

func (r record) text(column string) string {
	i, ok := r.columns[column]
	if !ok {
		*r.err = fmt.Errorf("there is no column %s", column)
		return ""
	}
	return r.fields[i]
}

func (r record) int(column string) int {
	n, err := strconv.Atoi(r.text(column))
	if err != nil {
		*r.err = fmt.Errorf("column %s: %w", column, err)
	}
	return n
}

func (r record) float(column string) float64 {
	v, err := strconv.ParseFloat(r.text(column), 64)
	if err != nil {
		*r.err = fmt.Errorf("column %s: %w", column, err)
	}
	return v
}
