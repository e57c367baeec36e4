package interp_test

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// A record is everything that an execution leaves behind.
type record struct {
	result  interp.Result
	choices []int32
	events  []trace.Event
}

func run(m *interp.Machine, s interp.Strategy) record {
	var out trace.Recorder
	r := m.Run(context.Background(), s, &out)
	return record{
		interp.Result{Outcome: r.Outcome, Err: r.Err, Exit: r.Exit, Steps: r.Steps, Events: r.Events, Races: r.Races, Loop: r.Loop, Overflow: r.Overflow},
		slices.Clone(r.Choices()), out.Events,
	}
}

// random is a strategy that is about to answer for execution i.
func random(i int) interp.Strategy {
	s := strategy.NewRandom(1)
	s.Begin(i)
	return s
}

func (a *record) diff(t *testing.T, what string, b *record) {
	t.Helper()
	if !reflect.DeepEqual(a.result, b.result) {
		t.Errorf("%s: the results differ:\n\t%+v\n\t%+v", what, a.result, b.result)
	}
	if !slices.Equal(a.choices, b.choices) {
		t.Errorf("%s: the choices differ", what)
	}
	if slices.Equal(a.events, b.events) {
		return
	}
	for i := range min(len(a.events), len(b.events)) {
		if a.events[i] != b.events[i] {
			t.Errorf("%s: events %d differ:\n\t%+v\n\t%+v", what, i+1, a.events[i], b.events[i])
			return
		}
	}
	t.Errorf("%s: %d events and %d", what, len(a.events), len(b.events))
}

// benchmarkPrograms are the programs that tests of this package share.
func benchmarkPrograms(t testing.TB) map[string]*code.Program {
	files, err := filepath.Glob("../benchmarks/relaxer/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no benchmarks: %v", err)
	}
	programs := map[string]*code.Program{}
	for _, f := range files {
		programs[strings.TrimSuffix(filepath.Base(f), ".c")] = compileFile(t, f)
	}
	return programs
}

// TestReplay records executions and replays them: events and results are
// equal, in the machine that recorded, in one that has run others meanwhile,
// and in a fresh one.
func TestReplay(t *testing.T) {
	runs := 100
	if !testsize.Whole() {
		runs = 30
	}
	for name, p := range benchmarkPrograms(t) {
		for _, model := range models.All() {
			t.Run(name+"/"+model.Name, func(t *testing.T) {
				t.Parallel()
				testReplay(t, p, model, interp.Options{}, runs)
			})
		}
	}
}

// TestReplayScenarios does the same with programs that fail, and with choices
// of every kind.
func TestReplayScenarios(t *testing.T) {
	for _, pattern := range []string{"errors", "sync", "spin"} {
		files, err := filepath.Glob("testdata/" + pattern + "/*.c")
		if err != nil || len(files) == 0 {
			t.Fatalf("no scenarios in %s: %v", pattern, err)
		}
		for _, file := range testsize.Part(3, files) {
			t.Run(pattern+"/"+strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
				t.Parallel()
				s := loadScenario(t, file)
				for _, model := range models.All() {
					testReplay(t, s.program, model, s.options, min(s.runs, testsize.Count(4, 10)))
				}
			})
		}
	}
}

func testReplay(t *testing.T, p *code.Program, model *models.Model, o interp.Options, runs int) {
	m, other := interp.New(p, model, o), interp.New(p, model, o)
	records := make([]record, runs)
	for i := range records {
		records[i] = run(m, random(i))
	}
	// The other machine runs them in another order, 7 being prime to the number of runs.
	for k := range records {
		i := (7*k + 3) % runs
		r := run(other, random(i))
		records[i].diff(t, "another order", &r)

		replay := strategy.NewReplay(records[i].choices)
		r = run(m, replay)
		records[i].diff(t, "replay", &r)
		if !replay.Followed() {
			t.Error("the replay strayed")
		}
		if i%4 == 0 {
			r = run(interp.New(p, model, o), strategy.NewReplay(records[i].choices))
			records[i].diff(t, "replay in a fresh machine", &r)
		}
		if t.Failed() {
			return
		}
	}
}

// cut lets a random strategy answer a number of choices, and then gives up.
type cut struct {
	interp.Strategy
	left int
}

func (c *cut) Choose(q *interp.Choice) int {
	if c.left--; c.left < 0 {
		return interp.GiveUp
	}
	return c.Strategy.Choose(q)
}

// TestReset checks that nothing of an execution is left in the machine, wherever
// the execution was cut off.
func TestReset(t *testing.T) {
	for name, p := range benchmarkPrograms(t) {
		for _, model := range models.All() {
			t.Run(name+"/"+model.Name, func(t *testing.T) {
				t.Parallel()
				m := interp.New(p, model, interp.Options{})
				for i := range 30 {
					want := run(interp.New(p, model, interp.Options{}), random(i))
					n := len(want.choices)
					run(m, &cut{random(i + 100), (i * 5) % (n + 1)})
					got := run(m, random(i))
					want.diff(t, "after an execution that was cut off", &got)
					if t.Failed() {
						return
					}
				}
			})
		}
	}
}
