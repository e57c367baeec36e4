// Package diff compares the executions of two versions of a program: the final states, the
// errors and the classes of their executions.
//
// A class says which store each load reads from, where threads communicate. It has no line
// numbers: a load is the k-th of its thread from a location, a store the k-th of its value
// to it, and locations have names. So versions that only look different have equal classes.
// Memory orders and fences are not part of a class. All executions are explored, so
// behaviour of only one version is known and has an execution.
//
// The output of a program is not compared, nor are values that no other thread and no final
// state shows.
package diff

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search"
	"fencepost/interp/search/explore"
	"fencepost/trace"
)

// Options configure the exploration of both versions.
type Options struct {
	Machine       interp.Options
	Model         string // a model with axioms in Go
	Workers       int
	MaxExecutions int64 // of each version; 0: no bound
	CXX20         bool  // c11 has the rules of C++20
	Progress      func(version string, executions, blocked int64)
}

// A Version is the result for one of the two programs.
type Version struct {
	Program    *code.Program
	Executions int64
	Classes    int
	Incomplete string // why not all executions were explored; empty if they were
	// Only is the behaviour of this version that the other does not have: final states
	// first, then errors, then classes. OnlyClasses is the number of these classes.
	Only        []Behaviour
	OnlyClasses int
}

// A Kind is a kind of behaviour.
type Kind string

// The kinds of behaviour.
const (
	State Kind = "final state"
	Error Kind = "error"
	Class Kind = "class"
)

// A Behaviour is a final state, an error or a class of one version.
type Behaviour struct {
	Kind    Kind
	Text    string           // the state, the error, or the reads of this class alone
	Err     *interp.Error    // of an error
	Witness *witness.Witness // of an execution with it; nil if no run of the machine is known
}

// MaxShown bounds the classes that a Version lists.
const MaxShown = 5

// version is a Version while it is explored.
type version struct {
	Version
	found   *search.Exploration
	states  map[string]*witness.Witness
	errors  map[string]int // by name of the error: its index
	classes map[[sha256.Size]byte]*class
}

// A class has its least execution.
type class struct {
	reads []string
	graph *explore.Graph
}

// Run explores both versions. The error is that of Exploration.Run.
func Run(ctx context.Context, old, now *code.Program, o Options) (a, b *Version, err error) {
	common := commonStates(old, now)
	x, err := explored(ctx, old, "old", common, &o)
	if err != nil {
		return nil, nil, err
	}
	y, err := explored(ctx, now, "new", common, &o)
	if err != nil {
		return nil, nil, err
	}
	x.compare(ctx, y, &o)
	y.compare(ctx, x, &o)
	return &x.Version, &y.Version, nil
}

// commonStates returns the names of the globals in the final states of both versions.
func commonStates(a, b *code.Program) []string {
	names := func(p *code.Program) (list []string) {
		for i := range p.Objects {
			if o := &p.Objects[i]; !o.ReadOnly && !o.Pos.System() && len(o.Scalars) > 0 {
				list = append(list, o.Name)
			}
		}
		return list
	}
	other := names(b)
	return slices.DeleteFunc(names(a), func(n string) bool { return !slices.Contains(other, n) })
}

// explored explores a version.
func explored(ctx context.Context, p *code.Program, name string, common []string, o *Options) (*version, error) {
	v := &version{Version: Version{Program: p}, states: map[string]*witness.Witness{}, errors: map[string]int{}, classes: map[[sha256.Size]byte]*class{}}
	x, err := search.OfProgram(p, nil)
	if err != nil {
		return nil, err
	}
	v.found = x
	so := search.Options{
		Machine: o.Machine, Workers: o.Workers, MaxExecutions: o.MaxExecutions, CXX20: o.CXX20, Examples: true, Runs: true, UnrollEndless: explore.DefaultUnroll,
		Reductions: explore.Reductions{SkipIdle: true, Barriers: true},
		Each:       func(g *explore.Graph) { v.add(g) },
	}
	if o.Progress != nil {
		so.Progress = func(string, int) func(int64, int64) {
			return func(executions, blocked int64) { o.Progress(name, executions, blocked) }
		}
	}
	if err := x.Run(ctx, []string{o.Model}, so); err != nil {
		return nil, err
	}
	m := &x.Models[0]
	v.Executions, v.Classes, v.Incomplete = m.Report.Executions, len(v.classes), m.Incomplete
	for _, s := range m.Outcomes {
		if state := restricted(s.State, common); v.states[state] == nil {
			v.states[state] = m.Shown[s.State]
		}
	}
	for i := range m.Report.Errors {
		if key := m.Report.Errors[i].Error.Name(p); !contains(v.errors, key) {
			v.errors[key] = i
		}
	}
	return v, nil
}

func contains(m map[string]int, key string) bool {
	_, ok := m[key]
	return ok
}

// restricted returns a state without the globals that only one version has.
func restricted(state string, common []string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(state), func(field string) bool {
		name, _, _ := strings.Cut(field, "=")
		return !slices.ContainsFunc(common, func(c string) bool {
			rest, ok := strings.CutPrefix(name, c)
			return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
		})
	}), " ")
}

// compare fills in the behaviour of v alone.
func (v *version) compare(ctx context.Context, other *version, o *Options) {
	for _, state := range slices.Sorted(maps.Keys(v.states)) {
		if _, ok := other.states[state]; !ok {
			v.Only = append(v.Only, Behaviour{Kind: State, Text: state, Witness: v.states[state]})
		}
	}
	m := &v.found.Models[0]
	for i := range m.Report.Errors {
		e := &m.Report.Errors[i]
		key := e.Error.Name(v.Program)
		if v.errors[key] == i && !contains(other.errors, key) {
			v.Only = append(v.Only, Behaviour{Kind: Error, Text: key, Err: e.Error, Witness: m.Runs[e]})
		}
	}
	var only []*class
	for key, c := range v.classes {
		if other.classes[key] == nil {
			only = append(only, c)
		}
	}
	slices.SortFunc(only, func(a, b *class) int { return a.graph.Compare(b.graph) })
	v.OnlyClasses = len(only)
	known := map[string]bool{}
	for _, c := range other.classes {
		for _, r := range c.reads {
			known[r] = true
		}
	}
	for _, c := range only[:min(len(only), MaxShown)] {
		b := Behaviour{Kind: Class, Text: c.text(known)}
		var rec trace.Recorder
		machine := m.Machine()
		if mc, r, err := explore.Linearise(ctx, v.Program, machine, o.Machine, &explore.Counterexample{Witness: c.graph}, &rec); err == nil {
			b.Witness = witness.Of(mc, o.Machine, r, rec.Events)
		}
		v.Only = append(v.Only, b)
	}
}

// text returns the reads of a class that no class of the other version has; if only their
// combination is new, all its reads.
func (c *class) text(known map[string]bool) string {
	only := slices.DeleteFunc(slices.Clone(c.reads), func(r string) bool { return known[r] })
	if len(only) == 0 {
		only = c.reads
	}
	const most = 6
	s := strings.Join(only[:min(len(only), most)], "; ")
	if len(only) > most {
		s += fmt.Sprintf("; and %d more", len(only)-most)
	}
	return s
}
