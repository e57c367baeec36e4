package interp_test

import (
	"path/filepath"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// TestTraces checks the traces of random executions: they are well-formed;
// those of SC are sequentially consistent, and under each weaker model those of
// some program are not.
func TestTraces(t *testing.T) {
	for _, model := range models.All() {
		t.Run(model.Name, func(t *testing.T) {
			t.Parallel()
			violations := 0
			for _, p := range benchmarkPrograms(t) {
				violations += checkTraces(t, p, model, interp.Options{}, testsize.Count(20, 40))
			}
			if (violations > 0) != (model.Name != "sc") {
				t.Errorf("%d executions are not sequentially consistent", violations)
			}
		})
	}
}

// TestScenarioTraces does the same with programs of every kind. Where accesses
// of several sizes replace each other the verdict does not apply.
func TestScenarioTraces(t *testing.T) {
	for _, dir := range []string{"errors", "sync", "spin"} {
		files, err := filepath.Glob("testdata/" + dir + "/*.c")
		if err != nil || len(files) == 0 {
			t.Fatalf("no scenarios in %s: %v", dir, err)
		}
		for _, file := range testsize.Part(3, files) {
			t.Run(dir+"/"+strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
				t.Parallel()
				s := loadScenario(t, file)
				for _, model := range models.All() {
					n := checkTraces(t, s.program, model, s.options, min(s.runs, testsize.Count(4, 10)))
					if n > 0 && model.Name == "sc" {
						t.Errorf("%d executions are not sequentially consistent", n)
					}
				}
			})
		}
	}
}

// TestC11Traces checks the traces of random executions under the C11 model.
func TestC11Traces(t *testing.T) {
	files, err := filepath.Glob("../benchmarks/c11/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no benchmarks: %v", err)
	}
	for _, file := range files {
		p := compileFile(t, file)
		machine := interp.New(p, c11.Model, interp.Options{Semantics: interp.Semantics{MaxSteps: 20_000}})
		for i := range 20 {
			r := run(machine, random(i))
			if err := trace.ValidateC11(r.events, p.Sites); err != nil {
				t.Errorf("%s, seed %d: %v", p.Name, i, err)
			}
		}
	}
}

// checkTraces returns how many of the executions are not sequentially consistent.
func checkTraces(t *testing.T, p *code.Program, model *models.Model, o interp.Options, runs int) (violations int) {
	t.Helper()
	m := interp.New(p, model, o)
	for i := range runs {
		r := run(m, random(i))
		if err := trace.Validate(r.events, p.Sites); err != nil {
			t.Errorf("%s under %s, seed %d: %v", p.Name, model.Name, i, err)
			return violations
		}
		if r.result.Events != len(r.events) {
			t.Errorf("%s: %d events are counted, %d recorded", p.Name, r.result.Events, len(r.events))
		}
		if !graph.New(r.events, nil).SC() {
			violations++
		}
	}
	return violations
}
