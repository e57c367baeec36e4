package exhaustive

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/interp/candidates"
	"fencepost/interp/explore"
	"fencepost/interp/isa"
	"fencepost/interp/litmus"
	"fencepost/interp/witness"
	"fencepost/models/axiom"
)

// load returns the model in cat of a name, or of a file.
func (o *Options) load(name string) (*candidates.Model, error) {
	if IsFile(name) {
		return candidates.Load(name, o.Includes...)
	}
	return candidates.Lookup(name)
}

// lower returns the program as a model in cat takes it.
func (x *Exploration) lower(m *candidates.Model) (*isa.Program, error) {
	if x.Test != nil {
		return m.Program(x.Test)
	}
	return m.Lower(x.Program)
}

// candidates searches under a model in cat.
func (x *Exploration) candidates(ctx context.Context, name string, o *Options) (*Found, error) {
	m, err := o.load(name)
	if err != nil {
		return nil, err
	}
	p, err := x.lower(m)
	if err != nil {
		return nil, err
	}
	out := &Found{Model: &axiom.Model{Name: m.Name()}, Pictures: map[string]*candidates.Picture{}}
	state := func(e *candidates.Execution) string { return string(explore.AppendState(nil, e, o.Observed)) }
	if x.Test != nil {
		out.Litmus = x.Test.NewOutcomes()
		state = func(e *candidates.Execution) string { return x.Test.State(e) }
	}
	progress := o.Progress(filepath.Base(x.Name)+" "+m.Name(), 0)
	counts, failed, executions := map[string]int64{}, map[int32]int64{}, int64(0)
	bound, enough := context.WithCancel(ctx)
	defer enough()
	r, err := candidates.Run(bound, p, candidates.Options{Model: m, Unroll: o.Machine.Unroll, Each: func(e *candidates.Execution) {
		if out.Litmus != nil {
			out.Litmus.Add(e)
		}
		if site, ok := e.Failed(); ok {
			failed[site]++
		} else {
			s := state(e)
			if counts[s]++; counts[s] == 1 && o.Examples {
				out.Pictures[s] = e.Picture()
			}
		}
		if executions++; executions&1023 == 0 {
			progress(executions, 0)
		}
		if o.MaxExecutions > 0 && executions >= o.MaxExecutions {
			enough()
		}
	}})
	if err != nil && bound.Err() == nil {
		return nil, err
	}
	if err != nil {
		r = &candidates.Report{Executions: executions, Incomplete: bounded}
		if why := witness.Limit(ctx); why != "" {
			r.Incomplete = why
		}
	}
	out.Undefined, out.Incomplete = r.Undefined, r.Incomplete
	out.Report = &explore.Report{Model: m.Name(), Executions: r.Executions, Outcomes: counts, Complete: r.Incomplete == ""}
	for _, site := range slices.Sorted(maps.Keys(failed)) {
		out.Report.Errors = append(out.Report.Errors, explore.Finding{Error: candidates.Assertion(x.Program, site), Executions: failed[site]})
	}
	if out.Litmus != nil {
		out.Litmus.Race = r.Undefined
	}
	out.sortOutcomes(counts)
	return out, nil
}

// Explain finds out why a litmus test does not end in a state, or does, under each of
// the models it was explored under, and adds that to x.Models. The errors are those of
// Run.
func (x *Exploration) Explain(ctx context.Context, state *litmus.Prop, o Options) error {
	return x.why(ctx, state.Admits, func(e *candidates.Execution) bool { return state.Holds(e) && x.Test.Counts(e) }, o)
}

// ExplainState does the same of a C program.
func (x *Exploration) ExplainState(ctx context.Context, state *explore.State, o Options) error {
	return x.why(ctx, nil, func(e *candidates.Execution) bool { return state.Holds(e) }, o)
}

func (x *Exploration) why(ctx context.Context, wanted func(uint64, int64) bool, holds func(*candidates.Execution) bool, o Options) error {
	for i := range x.Models {
		m, p, err := x.again(i, &o)
		if err != nil {
			return err
		}
		if x.Models[i].Why, err = candidates.Explain(ctx, p, m, o.Machine.Unroll, wanted, holds); err != nil {
			return err
		}
	}
	return nil
}

// Sections returns pictures of a litmus test: under each model what Explain found, headed
// by a heading, and an execution with each outcome.
func (x *Exploration) Sections(ctx context.Context, heading string, o Options) ([]candidates.Section, error) {
	var sections []candidates.Section
	for i := range x.Models {
		m, p, err := x.again(i, &o)
		if err != nil {
			return nil, err
		}
		pictures := map[string]*candidates.Picture{}
		if _, err := candidates.Run(ctx, p, candidates.Options{Model: m, Unroll: o.Machine.Unroll, Each: func(e *candidates.Execution) {
			if state := x.Test.State(e); pictures[state] == nil && x.Test.Counts(e) {
				pictures[state] = e.Picture()
			}
		}}); err != nil {
			return nil, err
		}
		if why := x.Models[i].Why; why != nil {
			var text strings.Builder
			if err := why.WriteText(&text, "It", m.Name()); err != nil {
				return nil, err
			}
			sections = append(sections, candidates.Section{Heading: heading, Text: text.String(), Picture: why.Picture})
		}
		for _, state := range slices.Sorted(maps.Keys(pictures)) {
			sections = append(sections, candidates.Section{Heading: m.Name() + ": " + state, Picture: pictures[state]})
		}
	}
	return sections, nil
}

// again returns the i-th model as one in cat, and the program as it takes it.
func (x *Exploration) again(i int, o *Options) (*candidates.Model, *isa.Program, error) {
	m, err := o.load(x.Models[i].name)
	if err != nil {
		return nil, nil, err
	}
	p, err := x.lower(m)
	return m, p, err
}
