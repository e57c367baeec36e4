// Package search explores every execution of a C program or litmus test under memory models
// of any kind, each with the engine that supports it: models with axioms in Go (sc, tso,
// pso, pslo, c11) with package explore, which adds one event after the other; models
// written in cat with package candidates, which builds whole candidate executions.
//
//	x, err := search.OfProgram(p, []string{"r1", "r2"})
//	err = x.Run(ctx, []string{"tso", "armv8"}, search.Options{})
//	x.Models[0].Outcomes, x.Models[0].Report.Errors
//
// The results of all engines have one form: distinct final states with their numbers of
// executions, errors with an execution each, and the reason why a search was cut short.
// Explain says why a program cannot end in a state, and Sections has pictures of its
// executions. If possible, an error becomes a run of the model's machine (Options.Runs),
// which can be shown step by step. Under C11, whose machine does not run all that it allows, it
// is otherwise the explored execution, which Rerun makes again. Every reported execution is one
// that the model allows.
package search

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/linearize"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/models/cat"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Models returns the names of the built-in models, those with axioms in Go first.
func Models() (list []string) {
	for _, m := range axiom.All() {
		list = append(list, m.Name)
	}
	for _, name := range cat.Names() {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// IsFile reports whether the name of a model names a file in cat.
func IsFile(name string) bool { return strings.HasSuffix(name, ".cat") }

// Default returns the name of the default model: c11 for C, and for a litmus test of an
// architecture its model. t is nil for a C program.
func Default(t *litmus.Test) string {
	if t == nil {
		return axiom.RC11.Name
	}
	return candidates.Default(t.Arch)
}

// Options configure a search. The zero value is the default.
type Options struct {
	Machine       interp.Options // Unroll bounds all engines
	Workers       int            // 0: one for each processor; results do not depend on it
	MaxExecutions int64          // 0: no bound
	UntilError    bool           // end at the first error
	StopAtExit    bool           // see explore.Options
	explore.Reductions
	Classes       bool                     // see explore.Options.Classes
	Rounds        int                      // see explore.Options
	UnrollEndless int                      // see explore.Options
	Spec          *linearize.Spec          // checked in every execution of models with axioms in Go; or nil
	Liveness      bool                     // also search for threads of a C program that make no progress
	CXX20         bool                     // c11 has the rules of C++20
	Pages         map[string]*models.Model // the user's machines, by the names passed to Run
	Includes      []string                 // folders that are searched for the includes of a model in cat
	Examples      bool                     // keep an execution of each outcome
	// Each, if set, is called with the graph of every complete execution, one at a time.
	Each func(*explore.Graph)
	// EveryExecution counts all candidate executions of a litmus test and lists all final
	// states, whatever their number.
	EveryExecution bool
	Runs           bool // find runs for the errors, and, with Examples, for the outcomes
	MaxRuns        int  // bound of the errors under a model for which runs are searched; 0: none
	// Parts, if set, returns parts made by Part that cover the search under a model. They
	// are merged instead of searching.
	Parts func(model string) ([]*Part, error)
	// Estimated, if set, is called with the estimate of a search before it begins.
	Estimated func(name string, e *explore.Estimation)
	// Progress, if set, returns the function that receives the progress of a search.
	// expected is the expected number of executions; 0 if unknown.
	Progress func(name string, expected int) func(executions, blocked int64)
}

// estimateSamples is the number of random descents of an estimate.
const estimateSamples = 1000

// maxExpected bounds the expected number of executions for progress.
const maxExpected = 1_000_000_000

// An Exploration is the result for one program.
type Exploration struct {
	Name     string
	Program  *code.Program
	Test     *litmus.Test // nil for a C program
	Coverage *vm.Coverage // of executions of package explore; may be nil
	Models   []Found
	Asked    *State // the state passed to Explain; nil: it was not called

	observed []explore.Observed // for a C program
}

// OfTest returns an exploration of a litmus test from a file. Nothing is explored yet.
func OfTest(path string, t *litmus.Test) *Exploration {
	return &Exploration{Name: path, Program: t.Program, Test: t}
}

// OfProgram returns an exploration of a C program, whose final states consist of the named
// globals (explore.Observe).
func OfProgram(p *code.Program, names []string) (*Exploration, error) {
	observed, err := explore.Observe(p, names)
	return &Exploration{Name: p.Name, Program: p, Coverage: vm.NewCoverage(p), observed: observed}, err
}

// A Found is the result for one program under one model.
type Found struct {
	Model      *axiom.Model // for a model in cat only its name
	Report     *explore.Report
	Outcomes   []Outcome                      // distinct ones, in order
	Examples   map[string]*explore.Graph      // by outcome, if asked for
	Pictures   map[string]*candidates.Picture // by outcome, of candidate executions, if asked for
	Litmus     *litmus.Outcomes               // for a litmus test
	Incomplete string                         // why the search was cut short, or that no execution of a C program completed; or empty
	Undefined  bool                           // candidate executions raise a flag of undefined behaviour: a data race
	Flags      []string                       // other flags that they raise
	Narrowed   bool                           // not all executions were counted, see Options.EveryExecution
	Note       string                         // a remark on the outcomes; may be empty
	Why        *candidates.Why                // if Explain was called
	// Runs are the executions that Shown returns for the errors, where they exist.
	Runs map[*explore.Counterexample]*witness.Witness
	// Shown are runs that end in the outcomes, by state, where they exist.
	Shown map[string]*witness.Witness
	// Files is set by the caller: the files of witnesses.
	Files map[*explore.Counterexample]string

	name        string         // name of the model or its file, as passed to Run
	machine     interp.Options // options of the search
	unsupported error          // the unsupported C that executions met, or nil
}

// An Outcome is a final state with the number of executions that end in it.
type Outcome struct {
	State      string
	Executions int64
	Satisfies  bool // it satisfies the litmus test's condition
}

// HasBug reports whether an execution ends in an error, or a litmus test's condition with
// never or always is violated.
func (x *Exploration) HasBug() bool {
	return slices.ContainsFunc(x.Models, func(m Found) bool {
		return len(m.Report.Errors) > 0 || x.Violated(&m) || m.OnlyUndefined()
	})
}

// IsIncomplete reports whether a search was cut short, or no execution completed.
func (x *Exploration) IsIncomplete() bool {
	return slices.ContainsFunc(x.Models, func(m Found) bool { return m.Incomplete != "" })
}

// Reached returns the coverage of the executions; nil if that of some is not known.
func (x *Exploration) Reached() *vm.Reached {
	if x.Coverage == nil || slices.ContainsFunc(x.Models, func(m Found) bool { return m.Machine() == nil }) {
		return nil
	}
	return x.Coverage.Reached()
}

// Witnesses returns the runs that end in errors, under all models.
func (x *Exploration) Witnesses() (list []*witness.Witness) {
	for i := range x.Models {
		m := &x.Models[i]
		for k := range m.Report.Errors {
			if w := m.Runs[&m.Report.Errors[k]]; w != nil {
				list = append(list, w)
			}
		}
	}
	return list
}

// ShownWitnesses returns the runs that end in the outcomes, under all models.
func (x *Exploration) ShownWitnesses() (list []*witness.Witness) {
	for i := range x.Models {
		for _, o := range x.Models[i].Outcomes {
			if w := x.Models[i].Shown[o.State]; w != nil {
				list = append(list, w)
			}
		}
	}
	return list
}

// Violated reports whether m violates the condition of a litmus test. A condition with
// exists is a question and cannot be violated.
func (x *Exploration) Violated(m *Found) bool {
	return x.Test != nil && x.Test.Quantifier != litmus.Exists && m.Incomplete == "" && m.Litmus.Verdict() == litmus.No
}

// OnlyUndefined reports whether the behaviour is undefined and no error shows why.
func (m *Found) OnlyUndefined() bool { return m.Undefined && len(m.Report.Errors) == 0 }

// Named returns the names of the models that Run explores if it is given some: by default that of
// Default, and each once.
func (x *Exploration) Named(names []string, o *Options) (list []string) {
	if names == nil {
		names = []string{Default(x.Test)}
	}
	for _, name := range names {
		if name = models.NameOf(name); o.CXX20 && name == axiom.RC11.Name {
			name = axiom.RC20.Name
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// Run explores the program under each of some models, as Named returns them, and
// appends the results to x.Models. Unsupported C does not hide errors in other executions
// or under other models. If there is no error, the returned error may be an
// *interp.UnsupportedError or *isa.Unsupported. Other errors are an *explore.Fault, an
// error in a model in cat, or that a model does not support the test.
func (x *Exploration) Run(ctx context.Context, names []string, o Options) error {
	x.complete(&o)
	names = x.Named(names, &o)
	for _, name := range names {
		var found *Found
		var err error
		if m := x.axioms(name, &o); m != nil {
			name = m.Name
			found, err = x.explore(ctx, m, &o)
		} else if o.Pages[name] != nil {
			return fmt.Errorf("%s: no machine with store buffers runs a test of %s", x.Name, x.Test.Arch)
		} else {
			found, err = x.candidates(ctx, name, &o)
			var met *isa.Unsupported
			var refused *interp.UnsupportedError
			if (errors.As(err, &met) || errors.As(err, &refused)) && len(names) > 1 {
				found, err = x.none(name, err), nil
			}
		}
		if err != nil {
			return err
		}
		found.name, found.machine = name, o.Machine
		x.Models = append(x.Models, *found)
	}
	if o.Liveness && x.Test == nil {
		if err := x.live(ctx, &o); err != nil {
			return err
		}
	}
	for i := range x.Models {
		if m := &x.Models[i]; x.Test == nil && m.Incomplete == "" && !m.Undefined {
			m.Incomplete = m.Report.NoneEnded()
		}
	}
	if i := slices.IndexFunc(x.Models, func(m Found) bool { return m.unsupported != nil }); i >= 0 && !x.HasBug() {
		return x.Models[i].unsupported
	}
	return nil
}

// complete fills in the options of the searches.
func (x *Exploration) complete(o *Options) {
	if o.Progress == nil {
		o.Progress = func(string, int) func(int64, int64) { return func(int64, int64) {} }
	}
	o.Machine.Coverage = x.Coverage
	if o.Spec != nil {
		o.Machine.Judge = o.Spec
	}
	o.Machine.WeakFail = o.Machine.WeakFail || x.Test != nil
}

// axioms returns the model with this name if it has axioms in Go and supports the program;
// nil otherwise.
func (x *Exploration) axioms(name string, o *Options) *axiom.Model {
	m, ok := axiom.Lookup(name)
	if own := o.Pages[name]; own != nil {
		m, ok = axiom.Of(own), true
	}
	if !ok || x.Test != nil && !x.Test.Arch.Runs() {
		return nil
	}
	return m
}

// none returns the result under a model that does not support the program.
func (x *Exploration) none(model string, err error) *Found {
	return &Found{
		Model: &axiom.Model{Name: model}, Report: &explore.Report{Model: model}, Incomplete: err.Error(),
		Litmus: x.outcomes(), Pictures: map[string]*candidates.Picture{}, unsupported: err,
	}
}

// outcomes returns empty outcomes of a litmus test; nil for a C program.
func (x *Exploration) outcomes() *litmus.Outcomes {
	if x.Test == nil {
		return nil
	}
	return x.Test.NewOutcomes()
}

// passingAtMost bounds the executions explored if some meet unsupported C.
const passingAtMost = 10_000

// explore searches under a model with axioms in Go. If executions meet unsupported C it
// starts again with one worker and gives these up.
func (x *Exploration) explore(ctx context.Context, m *axiom.Model, o *Options) (*Found, error) {
	out, err := x.search(ctx, m, o, false)
	if e, ok := err.(*interp.Error); ok {
		p := *o
		p.Estimated, p.Parts = nil, nil
		if p.MaxExecutions == 0 || p.MaxExecutions > passingAtMost {
			p.MaxExecutions = passingAtMost
		}
		if out, err = x.search(ctx, m, &p, true); err != nil {
			return nil, err
		}
		if met := out.Report.Unsupported; met != nil {
			e = met
		}
		out.unsupported, out.Incomplete = &interp.UnsupportedError{Err: e}, e.Error()
	}
	return out, err
}

// search is explore. With pass it gives up executions that meet unsupported C.
func (x *Exploration) search(ctx context.Context, m *axiom.Model, o *Options, pass bool) (*Found, error) {
	out := &Found{Model: m, Files: map[*explore.Counterexample]string{}, Runs: map[*explore.Counterexample]*witness.Witness{}}
	seen, eo := x.collect(o)
	eo.PassUnsupported = pass
	name, expected := filepath.Base(x.Name)+" "+m.Name, 0
	if o.Estimated != nil {
		e, err := explore.NewSearch(x.Program, m, eo).Estimate(ctx, estimateSamples, 1, 0)
		if err != nil {
			return nil, err
		}
		o.Estimated(name, e)
		expected = int(min(e.Executions+e.Blocked, maxExpected))
	}
	eo.Progress = o.Progress(name, expected)
	var r *explore.Report
	var err error
	if o.Parts != nil {
		r, err = x.join(m, o, seen)
	} else {
		r, err = explore.Run(ctx, x.Program, m, eo)
	}
	if err != nil {
		return nil, err
	}
	eo.Progress(r.Executions, r.Blocked)
	out.Report, out.Incomplete = r, incomplete(ctx, r, o)
	out.Litmus, out.Examples = seen.litmus, seen.examples
	if out.Litmus != nil {
		out.Litmus.Race = slices.ContainsFunc(r.Errors, func(f explore.Counterexample) bool { return f.Error.Kind == interp.DataRace })
	} else {
		out.Note = note(r, o)
	}
	out.sortOutcomes(r.Outcomes)
	if o.Runs {
		out.findRuns(ctx, x.Program, o.Machine, o.MaxRuns)
		out.showOutcomes(ctx, x.Program, o.Machine)
	}
	return out, nil
}

// A collection has the data that a search collects from single executions.
type collection struct {
	mu       sync.Mutex
	litmus   *litmus.Outcomes          // nil for a C program
	examples map[string]*explore.Graph // the least execution of each outcome, independent of the order of the search; may be nil
}

// collect returns an empty collection, and the options of a search that fills it.
func (x *Exploration) collect(o *Options) (*collection, explore.Options) {
	c := &collection{litmus: x.outcomes()}
	eo := explore.Options{
		Machine: o.Machine, Workers: o.Workers, MaxExecutions: o.MaxExecutions, UntilError: o.UntilError, StopAtExit: o.StopAtExit, Reductions: o.Reductions, Classes: o.Classes,
		Rounds: o.Rounds, UnrollEndless: o.UnrollEndless,
	}
	if o.Spec != nil {
		eo.Check, eo.Ends = check(o.Spec, x.Program), linearize.Ends(x.Program)
	}
	state := func(e *explore.Execution) string { return string(explore.AppendState(nil, e, x.observed)) }
	if x.Test != nil {
		eo.Symmetry, eo.ReadsFrom = false, false // the states of a test are counted
		state = func(e *explore.Execution) string { return x.Test.State(e) }
	} else {
		eo.Outcome = func(dst []byte, e *explore.Execution) []byte { return explore.AppendState(dst, e, x.observed) }
	}
	if o.Examples {
		c.examples = map[string]*explore.Graph{}
	}
	eo.Anew = func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.litmus = x.outcomes()
		clear(c.examples)
	}
	if o.Examples || o.Each != nil || x.Test != nil {
		eo.Each = func(e *explore.Execution) {
			c.mu.Lock()
			defer c.mu.Unlock()
			if o.Each != nil {
				o.Each(e.Graph())
			}
			if x.Test != nil {
				c.litmus.Add(e)
			}
			if o.Examples {
				addExample(c.examples, state(e), e.Graph())
			}
		}
	}
	return c, eo
}

// check returns the function that checks executions of a program against a specification.
func check(s *linearize.Spec, p *code.Program) func(x *explore.Execution) *interp.Error {
	return func(x *explore.Execution) *interp.Error { return s.Check(p, x) }
}

// addExample adds an execution with an outcome.
func addExample(to map[string]*explore.Graph, state string, g *explore.Graph) {
	if old := to[state]; old == nil || g.Compare(old) < 0 {
		to[state] = g
	}
}

// note returns a remark on the outcomes.
func note(r *explore.Report, o *Options) string {
	notes := slices.Concat(
		lists.If(r.EndsEarly && !o.StopAtExit, "the program ends while threads are left; final states are those in which all threads have ended or wait for ever (--at-exit stop shows what the end may cut short)"),
		lists.If(r.Symmetric, "executions that differ only in which of several threads that do the same does what count as one (--no-symmetry counts each)"),
		lists.If(r.Commuted, "operations that commute are taken in one order (--no-commuting takes each)"),
		lists.If(r.Confirmed, "of stores of the same value, a compare-exchange that is retried reads the one that the read before it read (--no-skip-idle counts each)"),
		lists.If(r.Unordered, "executions in which every read reads from the same store count as one (--count co counts each order of stores)"),
	)
	return strings.Join(notes, "; ")
}

// incomplete returns the reason why a search was cut short; empty if it was not.
func incomplete(ctx context.Context, r *explore.Report, o *Options) string {
	switch why := witness.Limit(ctx); {
	case r.Complete:
		return ""
	case why != "":
		return why
	case o.UntilError && len(r.Errors) > 0:
		return firstError
	case r.Bounded > 0 && o.Rounds > 0:
		return fmt.Sprintf("what needs more than %d rounds was left out", o.Rounds)
	case len(r.Endless) > 0:
		return fmt.Sprintf("left after %d iterations (--unroll N goes on): what may go on for ever at %s", o.UnrollEndless, strings.Join(r.Endless, ", "))
	case r.Loop.Line > 0:
		return fmt.Sprintf("%s reached a bound, of steps in the loop at %s (fewer rounds, or --max-steps)", executions(r.Bounded), r.Loop)
	case r.Bounded > 0:
		return executions(r.Bounded) + " reached a bound on loops or steps"
	case r.Omits() != "":
		return r.Omits()
	}
	return bounded
}

func executions(n int64) string {
	if n == 1 {
		return "1 execution"
	}
	return fmt.Sprintf("%d executions", n)
}

// Other reasons why a search was cut short.
const (
	bounded    = "the bound on executions was reached"
	firstError = "it ended at the first error"
)

// sortOutcomes fills in the outcomes: for a litmus test in the order of its log, for a
// program in the order of their values.
func (m *Found) sortOutcomes(counts map[string]int64) {
	if m.Litmus == nil {
		for _, state := range explore.SortedStates(counts) {
			m.Outcomes = append(m.Outcomes, Outcome{State: state, Executions: counts[state]})
		}
		return
	}
	for _, s := range m.Litmus.States() {
		m.Outcomes = append(m.Outcomes, Outcome{State: s.Text, Executions: int64(s.Executions), Satisfies: s.Satisfies})
	}
}

// Machine returns the model's machine; nil for a model in cat.
func (m *Found) Machine() *models.Model {
	if m.Pictures != nil {
		return nil
	}
	return machineOf(m.Model)
}

// machineOf returns the machine of a model with axioms in Go.
func machineOf(m *axiom.Model) *models.Model {
	switch {
	case m.Hardware != nil:
		return m.Hardware
	case m.CXX20:
		return c11.CXX20
	}
	return c11.Model
}

// findRuns searches executions that end in the errors, as Shown does: in the first most of them,
// unless most is 0.
func (m *Found) findRuns(ctx context.Context, p *code.Program, o interp.Options, most int) {
	machine := m.Machine()
	for i := range m.Report.Errors {
		if ctx.Err() != nil || most > 0 && i >= most {
			return
		}
		f := &m.Report.Errors[i]
		if shown, err := Shown(ctx, p, machine, o, f); err == nil {
			m.Runs[f] = shown.Witness
			addStacks(f.Error, shown.Error)
		}
	}
}

// shownAtMost bounds the outcomes for which runs are kept.
const shownAtMost = 1000

// showOutcomes searches runs of the model's machine that end in the outcomes.
func (m *Found) showOutcomes(ctx context.Context, p *code.Program, o interp.Options) {
	m.Shown = map[string]*witness.Witness{}
	o.Judge = nil // an execution with an outcome may end in an error
	for _, state := range m.Outcomes[:min(len(m.Outcomes), shownAtMost)] {
		g := m.Examples[state.State]
		if g == nil {
			continue
		}
		if ctx.Err() != nil {
			return
		}
		var rec trace.Recorder
		o.Units = g.Units
		if mc, r, err := explore.Linearise(ctx, p, m.Machine(), o, &explore.Counterexample{Witness: g}, &rec); err == nil {
			m.Shown[state.State] = witness.Of(mc, o, r, rec.Events)
		}
	}
}
