package benchmarks

import (
	_ "embed"
	"fmt"

	"fencepost/trace/lists"
)

//go:embed relaxer/table1.csv
var table1 string

// Table1Models are the models of RELAXER's Table 1, in its order.
var Table1Models = [3]string{"tso", "pso", "pslo"}

// Table1Row is a row of RELAXER's Table 1 as published. Arrays are by model, in the order
// of Table1Models.
type Table1Row struct {
	Name        string
	Lines       int
	Predicted   int
	Confirmed   [3]int
	Bugs        [3]int
	Probability [3]float64 // mean over the confirmed cycles; -1 if there are none
	Phase1      float64    // seconds of a run of the test script and its prediction
	Phase2      [3]float64 // seconds of a run of the test script for a cycle
}

// Choose returns the rows of a table that are named, in the order of the names, or all if there is no name.
func Choose[Row any](all []Row, names []string, nameOf func(*Row) string) (rows []Row, err error) {
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		named := lists.Where(all, func(r Row) bool { return nameOf(&r) == name })
		if len(named) == 0 {
			return nil, fmt.Errorf("no program %q in the published table", name)
		}
		rows = append(rows, named...)
	}
	return rows, nil
}

// Table1 returns the published table, in its order.
func Table1() ([]Table1Row, error) {
	return published(table1, func(r record) Table1Row {
		row := Table1Row{Name: r.text("benchmark"), Lines: r.int("loc"), Predicted: r.int("predicted"), Phase1: r.float("phase1_s")}
		for i, m := range Table1Models {
			row.Confirmed[i], row.Bugs[i] = r.int("confirmed_"+m), r.int("bugs_"+m)
			row.Phase2[i] = r.float("phase2_" + m + "_s")
			row.Probability[i] = -1
			if r.text("prob_"+m) != "" {
				row.Probability[i] = r.float("prob_" + m)
			}
		}
		return row
	})
}
