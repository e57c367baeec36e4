package search

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"fencepost/interp"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// A Part is the result of a part of the search of a program under one model, as plain data:
// it can be sent as JSON to another process, where Options.Parts uses it.
type Part struct {
	Search   *explore.Part             `json:"search,omitempty"`
	Examples map[string]*explore.Graph `json:"examples"`          // nil if they were not asked for
	States   json.RawMessage           `json:"states,omitempty"`  // for a litmus test
	Reached  []byte                    `json:"reached,omitempty"` // see vm.Coverage.Seen
	// Candidates is the result of the whole search under a model in cat, Buffering if the model allows
	// load buffering.
	Candidates *candidateCounts  `json:"candidates,omitempty"`
	Buffering  *buffering.Report `json:"buffering,omitempty"`
	// Unsupported is the reason why the search is impossible; the one with load buffering, if there
	// are Candidates.
	Unsupported *interp.Error `json:"unsupported,omitempty"`
}

// Subtrees divides the search under a model into disjoint parts, at least n if possible. A
// search under a model in cat cannot be divided. The error is that of Run.
func (x *Exploration) Subtrees(ctx context.Context, name string, o Options, n int) ([]explore.Subtree, error) {
	x.complete(&o)
	m := x.axioms(name, &o)
	if m == nil || n < 2 {
		return []explore.Subtree{{}}, nil
	}
	_, eo := x.collect(&o)
	eo.Machine.Coverage = nil
	list, err := explore.Subtrees(ctx, x.Program, m, eo, n)
	if _, ok := errors.AsType[*interp.Error](err); ok {
		return []explore.Subtree{{}}, nil // the part has the error
	}
	return list, err
}

// Part explores a part of the search under a model, until its end or until enough returns
// true; then it also returns the remaining parts. The error is that of Run or of ctx.
func (x *Exploration) Part(ctx context.Context, name string, o Options, s explore.Subtree, enough func() bool) (*Part, []explore.Subtree, error) {
	x.complete(&o)
	m := x.axioms(name, &o)
	if m == nil {
		part, err := x.candidatePart(ctx, name, &o)
		return part, nil, err
	}
	seen, eo := x.collect(&o)
	if o.Machine.Coverage != nil {
		eo.Machine.Coverage = vm.NewCoverage(x.Program)
	}
	found, rest, err := explore.RunSubtree(ctx, x.Program, m, eo, s, enough)
	if unsupported, ok := errors.AsType[*interp.Error](err); ok {
		return &Part{Unsupported: unsupported}, nil, nil
	} else if err != nil {
		return nil, nil, err
	}
	part := &Part{Search: found, Examples: seen.examples}
	if eo.Machine.Coverage != nil {
		part.Reached = eo.Machine.Coverage.Seen()
	}
	if seen.litmus != nil {
		if part.States, err = json.Marshal(seen.litmus); err != nil {
			return nil, nil, err
		}
	}
	return part, rest, nil
}

// candidatePart is Part under a model in cat. Errors in the model, unsupported operations, and pictures
// of executions are left to the merge.
func (x *Exploration) candidatePart(ctx context.Context, name string, o *Options) (*Part, error) {
	m, err := o.load(name)
	if err != nil || o.Examples {
		return &Part{}, nil
	}
	part := &Part{}
	if x.buffers(m) {
		switch r, err := x.runBuffering(ctx, m, o); err := err.(type) {
		case nil:
			return &Part{Buffering: r}, ctx.Err()
		case *interp.Error:
			part.Unsupported = err
		default:
			return nil, err
		}
	}
	p, err := x.lower(m)
	if err != nil {
		return part, nil
	}
	out := &Found{Litmus: x.outcomes()}
	n, err := x.count(ctx, m, p, o, out)
	if _, ok := errors.AsType[*isa.Unsupported](err); ok {
		return part, nil
	}
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	part.Candidates = n
	if out.Litmus != nil {
		part.States, err = json.Marshal(out.Litmus)
	}
	return part, err
}

// errExamples says that executions are to be shown which no part has.
var errExamples = errors.New("the parts have no executions to show: --html, --dot, --out and --traces are given where the parts are made")

// errPart says that a part is not one of the search.
var errPart = errors.New("a part is of another search")

// Unfinished returns a part that stands for the part of a search that was not explored.
func Unfinished() *Part { return &Part{Search: &explore.Part{Cut: true}} }

// unfinished reports whether p is such a part.
func (p *Part) unfinished() bool { return p.Search != nil && p.Search.Cut && p.Reached == nil }

// Fold merges several parts of a search. Their order does not matter.
func (x *Exploration) Fold(list []*Part) (*Part, error) {
	if len(list) == 1 {
		return list[0], nil
	}
	all, states := &Part{}, x.outcomes()
	var found []*explore.Part
	for _, p := range list {
		if p.Unsupported != nil && (all.Unsupported == nil || p.Unsupported.Error() < all.Unsupported.Error()) {
			all.Unsupported = p.Unsupported
		}
	}
	if all.Unsupported != nil {
		return all, nil
	}
	for _, p := range list {
		if p.Search == nil {
			return nil, errPart
		}
		found = append(found, p.Search)
		if p.unfinished() {
			continue
		}
		if states != nil {
			if err := states.AddJSON(p.States); err != nil {
				return nil, err
			}
		}
		if err := all.reach(p.Reached); err != nil {
			return nil, err
		}
		if p.Examples != nil && all.Examples == nil {
			all.Examples = map[string]*explore.Graph{}
		}
		for state, g := range p.Examples {
			addExample(all.Examples, state, g)
		}
	}
	var err error
	if all.Search, err = explore.Fold(found); err != nil || states == nil {
		return all, err
	}
	all.States, err = json.Marshal(states)
	return all, err
}

// reach adds the coverage of another part.
func (p *Part) reach(seen []byte) error {
	if p.Reached == nil {
		p.Reached = slices.Clone(seen)
		return nil
	}
	if len(p.Reached) != len(seen) {
		return errPart
	}
	for i, s := range seen {
		p.Reached[i] |= s
	}
	return nil
}

// join makes the report of a search from its parts.
func (x *Exploration) join(m *axiom.Model, o *Options, to *collection) (*explore.Report, error) {
	list, err := o.Parts(m.Name)
	if err != nil {
		return nil, err
	}
	all, err := x.Fold(list)
	switch {
	case err != nil:
		return nil, err
	case all.Unsupported != nil:
		return nil, all.Unsupported
	case all.Search == nil:
		return nil, errPart
	case to.examples != nil && all.Examples == nil && !all.unfinished():
		return nil, errExamples
	}
	if to.litmus != nil && all.States != nil {
		if err := to.litmus.AddJSON(all.States); err != nil {
			return nil, err
		}
	}
	if o.Machine.Coverage != nil && all.Reached != nil {
		if err := o.Machine.Coverage.Add(all.Reached); err != nil {
			return nil, err
		}
	}
	for state, g := range all.Examples {
		addExample(to.examples, state, g)
	}
	return explore.Join(m.Name, []*explore.Part{all.Search})
}

// joins reports whether the parts have the result under a model in cat: they have no executions to show.
func (o *Options) joins() bool { return o.Parts != nil && !o.Examples }

// whole returns the only part of the search under a model in cat.
func (o *Options) whole(name string) (*Part, error) {
	list, err := o.Parts(name)
	if err == nil && len(list) != 1 {
		err = errPart
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// joinCandidates is join under a model in cat. It returns nil if the part leaves the search to the merge.
func (x *Exploration) joinCandidates(ctx context.Context, name string, o *Options, to *Found) (*candidateCounts, error) {
	part, err := o.whole(name)
	if err != nil {
		return nil, err
	}
	if part.unfinished() {
		return &candidateCounts{Incomplete: witness.Limit(ctx)}, nil
	}
	n := part.Candidates
	switch {
	case n == nil && part.Search == nil:
		return nil, nil
	case n == nil || n.Outcomes == nil || n.Failed == nil:
		return nil, errPart
	}
	if to.Litmus != nil {
		err = to.Litmus.AddJSON(part.States)
	}
	return n, err
}

// joinBuffering is runBuffering, from a part.
func (x *Exploration) joinBuffering(ctx context.Context, name string, o *Options) (*buffering.Report, error) {
	part, err := o.whole(name)
	switch {
	case err != nil:
		return nil, err
	case part.unfinished():
		return &buffering.Report{Report: &explore.Report{}, Incomplete: witness.Limit(ctx)}, nil
	case part.Unsupported != nil:
		return nil, part.Unsupported
	case part.Buffering == nil || part.Buffering.Report == nil || len(part.Buffering.Schedules) != len(part.Buffering.Errors):
		return nil, errPart
	}
	return part.Buffering, nil
}
