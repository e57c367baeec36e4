package native

import (
	"context"
	"maps"
	"slices"

	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"
)

// A Comparison compares the results of a processor in a test with a model.
type Comparison struct {
	Test      string
	Times     int
	States    []State // those seen or allowed, in the order of their texts
	Forbidden int     // number of runs that ended in a state that the model does not allow
}

// Forbidden reports whether in one of the tests a run ended in a state that the model does not allow.
func Forbidden(list []*Comparison) bool {
	return slices.ContainsFunc(list, func(c *Comparison) bool { return c.Forbidden > 0 })
}

// A State is a final state of a test.
type State struct {
	Text    string
	Seen    int // number of runs that ended in it
	Allowed bool
}

// Compare runs a test this many times and compares the states seen with a model. The error
// is that of Run, or an *isa.Unsupported.
func Compare(ctx context.Context, t *litmus.Test, m *candidates.Model, times int) (*Comparison, error) {
	seen, err := Run(ctx, t, times)
	if err != nil {
		return nil, err
	}
	p, err := m.Program(t)
	if err != nil {
		return nil, err
	}
	allowed := map[string]bool{}
	if _, err := candidates.Run(ctx, p, candidates.Options{Model: m, Each: func(e *candidates.Execution) {
		if t.Counts(e) {
			allowed[t.State(e)] = true
		}
	}}); err != nil {
		return nil, err
	}
	return Hold(t.Name, times, seen, allowed), nil
}

// Hold compares the states seen, with their numbers of runs, with those that a model
// allows.
func Hold(test string, times int, seen map[string]int, allowed map[string]bool) *Comparison {
	all := maps.Clone(allowed)
	for s := range seen {
		all[s] = true
	}
	out := &Comparison{Test: test, Times: times}
	for _, s := range slices.Sorted(maps.Keys(all)) {
		out.States = append(out.States, State{s, seen[s], allowed[s]})
		if !allowed[s] {
			out.Forbidden += seen[s]
		}
	}
	return out
}
