// Package litmustest gives tests the corpus of litmus tests, with the outcomes that an independent
// simulator computed.
package litmustest

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"fencepost/interp/hardware/litmus"
)

// An Expectation is what the simulator says of a test under a model: its complete set of outcomes.
type Expectation struct {
	File, Arch, Model, Verdict, Observation string
	States                                  []string
}

// Expectations reads expected.jsonl in a folder of the corpus. It returns those under a model, or all if
// model is empty.
func Expectations(tb testing.TB, folder, model string) (list []Expectation) {
	tb.Helper()
	f, err := os.Open(filepath.Join(folder, "expected.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e Expectation
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			tb.Fatal(err)
		}
		if model == "" || e.Model == model {
			list = append(list, e)
		}
	}
	if lines.Err() != nil || len(list) == 0 {
		tb.Fatalf("%d expectations in %s: %v", len(list), folder, lines.Err())
	}
	return list
}

// Load parses a test in a folder of the corpus.
func Load(tb testing.TB, folder, file string) *litmus.Test {
	tb.Helper()
	src, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		tb.Fatal(err)
	}
	test, err := litmus.Parse(file, src)
	if err != nil {
		tb.Fatal(err)
	}
	return test
}

// BeyondC11 are the tests of the folder c11 some of whose outcomes under RC11 no run of the machine of
// C11 has. RC11 allows these outcomes only by a cycle through program order, reads-from and the order
// of the seq_cst events. No order of execution has such a cycle.
var BeyondC11 = []string{
	"IRIW+mix04+rmw.litmus", "IRRWIW+mix03+rmw.litmus", "RC11-IRIW-acq-sc.litmus", "RC11-Z6.U.litmus",
	"WRR+2W+mix12.litmus", "Z6.3+mix08.litmus",
}
