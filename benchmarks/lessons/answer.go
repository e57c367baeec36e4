package lessons

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"fencepost/benchmarks"
	"fencepost/interp"
	"fencepost/interp/candidates"
	"fencepost/interp/explore"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// An Answer is what the models make of a lesson's test.
type Answer struct {
	Outcomes []Outcome // in order of their values; the one asked for is among them
	Shown    *Shown    // nil if no model of package models has the outcome asked for
	Repairs  []Repair  // in order of the models
	// Of the models of the language and of machines of today, for which C is compiled:
	// those that have the outcome asked for, and those that do not.
	Allowing, Forbidding []string
}

// An Outcome is the values that a test may end with.
type Outcome struct {
	Values string   // separated by commas, in the order of Test.Observe
	Models []string // that have it, strongest first
}

// A Shown is an execution with the outcome asked for, under the strongest model that has
// it; none is shorter.
type Shown struct {
	Model     *models.Model
	Mapping   models.Mapping // of C11's orders to the model
	Execution *graph.Execution
}

// A Repair is a variant of the test with fences, without the outcome asked for.
type Repair struct {
	Models []string // under which it is a cheapest one
	Test   *Test
}

// elsewhere are the models of the language and of machines of today.
var elsewhere = []string{"rc11", "c11orig", "imm", "armv8", "armv7", "power", "riscv"}

// Answer goes through every execution of the lesson's test under every model. The error
// is that of ctx, or a fault of a test.
func (l *Lesson) Answer(ctx context.Context, t *Test) (*Answer, error) {
	a := &Answer{}
	rows := map[string]*Outcome{l.Asked: {Values: l.Asked}}
	for _, m := range models.All() {
		found, err := t.outcomes(ctx, m)
		if err != nil {
			return nil, err
		}
		for _, values := range found {
			if rows[values] == nil {
				rows[values] = &Outcome{Values: values}
			}
			rows[values].Models = append(rows[values].Models, m.Name)
		}
		if !slices.Contains(found, l.Asked) {
			continue
		}
		if a.Shown == nil {
			if a.Shown, err = t.shortest(ctx, m, l.Asked); err != nil {
				return nil, err
			}
		}
		if err := a.repair(t, m, l.Asked); err != nil {
			return nil, err
		}
	}
	for _, values := range slices.Sorted(maps.Keys(rows)) {
		a.Outcomes = append(a.Outcomes, *rows[values])
	}
	for _, name := range elsewhere {
		found, err := t.allowed(ctx, name, l.Asked)
		switch {
		case err != nil:
			return nil, err
		case found:
			a.Allowing = append(a.Allowing, name)
		default:
			a.Forbidding = append(a.Forbidding, name)
		}
	}
	return a, nil
}

// outcomes returns the outcomes of the test under a model.
func (t *Test) outcomes(ctx context.Context, m *models.Model) ([]string, error) {
	r, err := explore.Run(ctx, t.Program, axiom.Of(m), explore.Options{
		Outcome: func(dst []byte, x *explore.Execution) []byte { return append(dst, t.final(x)...) },
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Keys(r.Outcomes)), nil
}

// shortest runs the executions of the test, one of each kind, on the machine of a model
// that has an outcome, and returns the first shortest one with it.
func (t *Test) shortest(ctx context.Context, m *models.Model, outcome string) (*Shown, error) {
	var (
		mc     = interp.New(t.Program, m, interp.Options{})
		search = &strategy.DFS{Reduced: true}
		rec    trace.Recorder
		events []trace.Event
	)
	for n := 0; search.Begin(n); n++ {
		switch mc.Run(ctx, search, &rec).Outcome {
		case interp.Interrupted:
			return nil, ctx.Err()
		case interp.Completed:
			if (events == nil || len(rec.Events) < len(events)) && t.final(mc) == outcome {
				events = slices.Clone(rec.Events)
			}
		}
	}
	return &Shown{m, models.C11, graph.New(events, nil)}, nil
}

// allowed reports whether the test has an outcome under a model written in cat.
func (t *Test) allowed(ctx context.Context, name, outcome string) (bool, error) {
	m, err := candidates.Lookup(name)
	if err != nil {
		return false, err
	}
	p, err := m.Lower(t.Program)
	if err != nil {
		return false, err
	}
	return m.Allows(ctx, p, func(x *candidates.Execution) bool { return t.final(x) == outcome })
}

// final returns the outcome of the execution that x is at the end of.
func (t *Test) final(x interface {
	Final(addr uint64, size uint8) (uint64, bool)
}) string {
	fields := strings.Fields(string(explore.AppendState(nil, x, t.observed)))
	for i, f := range fields {
		_, fields[i], _ = strings.Cut(f, "=")
	}
	return strings.Join(fields, ",")
}

// repair adds the cheapest variant of a test with fences that forbids an outcome under a
// model, if there is one.
func (a *Answer) repair(t *Test, m *models.Model, outcome string) error {
	files, err := fs.Glob(benchmarks.Files, "litmus/"+t.Name+"+*.c")
	if err != nil {
		return err
	}
	var best *Test
	least := 0
	for _, file := range files {
		name := strings.TrimSuffix(path.Base(file), ".c")
		cost, ok := fenceCost(strings.TrimPrefix(name, t.Name+"+"))
		if !ok || best != nil && cost >= least {
			continue
		}
		variant, err := open(name)
		if err != nil {
			return err
		}
		if !slices.Contains(variant.stated[m.Name], outcome) {
			best, least = variant, cost
		}
	}
	if best == nil {
		return nil
	}
	if i := slices.IndexFunc(a.Repairs, func(r Repair) bool { return r.Test.Name == best.Name }); i >= 0 {
		a.Repairs[i].Models = append(a.Repairs[i].Models, m.Name)
	} else {
		a.Repairs = append(a.Repairs, Repair{[]string{m.Name}, best})
	}
	return nil
}

// fenceCost returns what the fences of a variant cost, whose name is NAME+sl or
// NAME+ss+ll; ok is false if something else makes the variant.
func fenceCost(fencesOf string) (cost int, ok bool) {
	kinds := []trace.FenceKind{trace.LoadLoad, trace.StoreStore, trace.StoreLoad}
	for _, name := range strings.Split(fencesOf, "+") {
		i := slices.IndexFunc(kinds, func(k trace.FenceKind) bool { return k.String() == name })
		if i < 0 {
			return 0, false
		}
		cost += fences.DefaultWeights[kinds[i]]
	}
	return cost, true
}
