package benchmarks

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
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
		before := len(rows)
		for i := range all {
			if nameOf(&all[i]) == name {
				rows = append(rows, all[i])
			}
		}
		if len(rows) == before {
			return nil, fmt.Errorf("no program %q in the published table", name)
		}
	}
	return rows, nil
}

// Table1 returns the published table, in its order.
func Table1() ([]Table1Row, error) {
	records, err := csv.NewReader(strings.NewReader(table1)).ReadAll()
	if err != nil {
		return nil, err
	}
	column := map[string]int{}
	for i, name := range records[0] {
		column[name] = i
	}
	var rows []Table1Row
	for _, r := range records[1:] {
		row := Table1Row{Name: r[column["benchmark"]]}
		number := func(name string) int {
			n, e := strconv.Atoi(r[column[name]])
			if e != nil {
				err = fmt.Errorf("%s: column %s: %w", row.Name, name, e)
			}
			return n
		}
		seconds := func(name string) float64 {
			v, e := strconv.ParseFloat(r[column[name]], 64)
			if e != nil {
				err = fmt.Errorf("%s: column %s: %w", row.Name, name, e)
			}
			return v
		}
		row.Lines, row.Predicted, row.Phase1 = number("loc"), number("predicted"), seconds("phase1_s")
		for i, m := range Table1Models {
			row.Confirmed[i], row.Bugs[i] = number("confirmed_"+m), number("bugs_"+m)
			row.Phase2[i] = seconds("phase2_" + m + "_s")
			row.Probability[i] = -1
			if text := r[column["prob_"+m]]; text != "" {
				if row.Probability[i], err = strconv.ParseFloat(text, 64); err != nil {
					return nil, err
				}
			}
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
