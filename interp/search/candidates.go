package search

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// load returns the model in cat with a name, or from a file.
func (o *Options) load(name string) (*candidates.Model, error) {
	if IsFile(name) {
		return candidates.Load(name, o.Includes...)
	}
	return candidates.Lookup(name)
}

// lower returns the program in the form that a model in cat takes.
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
	if x.buffers(m) {
		found, failed := x.buffering(ctx, name, m, o)
		if _, ok := errors.AsType[*interp.UnsupportedError](failed); err != nil || !ok {
			return found, failed
		}
	}
	if err != nil {
		return nil, err
	}
	out := &Found{Model: &axiom.Model{Name: m.Name()}, Litmus: x.outcomes(), Pictures: map[string]*candidates.Picture{}}
	var r *candidateCounts
	if o.joins() {
		r, err = x.joinCandidates(ctx, name, o, out)
	}
	if r == nil && err == nil {
		r, err = x.count(ctx, m, p, o, out)
	}
	if err != nil {
		return nil, err
	}
	out.Undefined, out.Flags, out.Incomplete = r.Undefined, r.Flags, r.Incomplete
	if x.Test == nil { // errors of the program; mixed accesses are only a warning
		out.Undefined = out.Undefined || slices.ContainsFunc(r.Flags, func(f string) bool { return f != "mixed-accesses" })
	}
	notes := slices.DeleteFunc([]string{r.Note}, func(s string) bool { return s == "" })
	if x.Test == nil {
		if m.Dependent() {
			notes = append(notes, assumption)
		}
		notes = append(notes, unseen(append(buffering.Unseen(!m.Dependent()), "reads of never-written memory")))
	}
	if len(r.Flags) > 0 {
		notes = append(notes, "flags that executions raise: "+strings.Join(r.Flags, ", "))
	}
	out.Narrowed, out.Note = r.Note != "", strings.Join(notes, "; ")
	out.Report = &explore.Report{Model: m.Name(), Counts: explore.Counts{Executions: r.Executions}, Outcomes: r.Outcomes, Complete: r.Incomplete == ""}
	for _, site := range slices.Sorted(maps.Keys(r.Failed)) {
		out.Report.Errors = append(out.Report.Errors, explore.Counterexample{Error: candidates.Assertion(x.Program, site), Executions: r.Failed[site]})
	}
	if x.Test == nil {
		for i := range r.Raised {
			if e := r.Raised[i].Error(); e != nil {
				out.Report.Errors = append(out.Report.Errors, explore.Counterexample{Error: e, Executions: 1})
			}
		}
	}
	if out.Litmus != nil {
		out.Litmus.Race, out.Litmus.Flags, out.Litmus.Note = r.Undefined, r.Flags, r.Note
	}
	out.sortOutcomes(r.Outcomes)
	return out, nil
}

// candidateCounts are the numbers of a program's candidate executions.
type candidateCounts struct {
	Executions int64               `json:"executions"`
	Outcomes   map[string]int64    `json:"outcomes"`
	Failed     map[int32]int64     `json:"failed"` // by the site of an assertion
	Undefined  bool                `json:"undefined"`
	Flags      []string            `json:"flags,omitempty"`
	Raised     []candidates.Raised `json:"raised,omitempty"`
	Incomplete string              `json:"incomplete"`
	Note       string              `json:"note,omitempty"`
}

// count explores the candidate executions and adds the results to out.
func (x *Exploration) count(ctx context.Context, m *candidates.Model, p *isa.Program, o *Options, out *Found) (*candidateCounts, error) {
	progress := o.Progress(filepath.Base(x.Name)+" "+m.Name(), 0)
	n := &candidateCounts{Outcomes: map[string]int64{}, Failed: map[int32]int64{}}
	bound, enough := context.WithCancel(ctx)
	defer enough()
	search := candidates.Options{Model: m, Unroll: o.Machine.Unroll, NullErrors: x.Test == nil}
	if x.Test != nil && x.Test.Filter != nil {
		search.Wanted = x.Test.Filter.Admits
		search.Counts = func(e *candidates.Execution) bool { return x.Test.Counts(e) }
	}
	var focus *focus
	if x.Test != nil && !o.EveryExecution {
		focus = newFocus(x.Test, out.Litmus, &search)
	}
	search.Each = func(e *candidates.Execution) {
		if focus != nil {
			focus.add(e)
		}
		if site, ok := e.Failed(); ok {
			n.Failed[site]++
			if o.UntilError {
				enough()
			}
		} else {
			state, first := x.addState(e, n, out)
			if first && o.Examples {
				out.Pictures[state] = e.Picture()
			}
		}
		if n.Executions++; n.Executions&1023 == 0 {
			progress(n.Executions, 0)
		}
		if o.MaxExecutions > 0 && n.Executions >= o.MaxExecutions {
			enough()
		}
	}
	r, err := candidates.Run(bound, p, search)
	if focus != nil {
		n.Note = focus.note()
	}
	switch {
	case err == nil:
		n.Executions, n.Undefined, n.Flags, n.Raised, n.Incomplete = r.Executions, r.Undefined, r.Flags, r.Raised, r.Incomplete
	case bound.Err() == nil:
		return nil, err
	default:
		n.Incomplete = cmp.Or(witness.Limit(ctx), bounded)
		if o.UntilError && len(n.Failed) > 0 {
			n.Incomplete = firstError
		}
	}
	return n, nil
}

// addState counts the final state of an execution. It returns the state, and whether it is
// new.
func (x *Exploration) addState(e *candidates.Execution, n *candidateCounts, out *Found) (state string, first bool) {
	if x.Test != nil {
		return out.Litmus.Add(e)
	}
	state = string(explore.AppendState(nil, e, x.observed))
	n.Outcomes[state]++
	return state, n.Outcomes[state] == 1
}

// A State is a final state for Explain.
type State struct {
	text   string
	wanted func(addr uint64, value int64) bool // whether a thread may show a value in it; nil: any value
	holds  func(*candidates.Execution) bool
}

// String returns the text of the state.
func (s *State) String() string { return s.text }

// condition is the text of the state of a litmus test's own condition.
const condition = "condition"

// State reads a state: for a C program values of globals such as "r1=0 r2=0", for a litmus
// test a proposition such as "1:r0=1; [x]=2", or the word condition.
func (x *Exploration) State(text string) (*State, error) {
	if x.Test == nil {
		s, err := explore.ParseState(x.Program, text)
		if err != nil {
			return nil, err
		}
		return &State{s.String(), nil, func(e *candidates.Execution) bool { return s.Holds(e) }}, nil
	}
	p, name := x.Test.Condition, "The condition"
	if text != condition {
		var err error
		if p, err = x.Test.ParseState(text); err != nil {
			return nil, err
		}
		name = p.String()
	}
	return &State{name, p.Admits, func(e *candidates.Execution) bool { return p.Holds(e) && x.Test.Counts(e) }}, nil
}

// Explain finds out why the program cannot, or can, end in a state under each of the
// explored models, and adds the results to x.Models. The errors are those of Run.
func (x *Exploration) Explain(ctx context.Context, state *State, o Options) error {
	x.Asked = state
	for i := range x.Models {
		m, p, err := x.again(i, &o)
		if err != nil {
			return err
		}
		if x.Models[i].Why, err = candidates.Explain(ctx, p, m, o.Machine.Unroll, state.wanted, state.holds); err != nil {
			return err
		}
	}
	return nil
}

// Sections returns pictures of a litmus test: for each model the result of Explain, with
// the given heading, and an execution with each outcome.
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

// again returns the i-th model as one in cat, and the program in the form that it takes.
func (x *Exploration) again(i int, o *Options) (*candidates.Model, *isa.Program, error) {
	m, err := o.load(x.Models[i].name)
	if err != nil {
		return nil, nil, err
	}
	p, err := x.lower(m)
	return m, p, err
}
