package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/lists"
)

// An Explore is the result of exhaustive searches of some programs.
type Explore struct {
	Incomplete *string        `json:"incomplete"` // why files were left out, or null
	Files      []ExploredFile `json:"files"`
	Traces     *Page          `json:"traces,omitempty"`

	Herd bool `json:"-"` // the text output is the logs of litmus tests
}

// An ExploredFile is the result for one program.
type ExploredFile struct {
	Program   string          `json:"program"`
	Test      *string         `json:"test"`      // name of the litmus test, or null
	Condition *string         `json:"condition"` // of a litmus test, or null
	Models    []ExploredModel `json:"models"`

	Answer

	Source   *Source `json:"-"`
	Headline string  `json:"-"` // the verdict in one line
	HasBug   bool    `json:"-"` // an execution ends in an error or violates the condition
}

// An ExploredModel is the result for one program under one model.
type ExploredModel struct {
	Model       ModelName       `json:"model"`      // rc11 stands for c11, and rc20 for c++20
	Incomplete  *string         `json:"incomplete"` // why the search was cut short, or that no execution completed, or null
	Executions  int64           `json:"executions"`
	Blocked     int64           `json:"blocked"`
	Bounded     int64           `json:"bounded"`
	Verdict     *string         `json:"verdict"`     // for a litmus test that was explored completely
	Observation *string         `json:"observation"` // for a litmus test
	Outcomes    []Outcome       `json:"outcomes"`
	Errors      []ExploredError `json:"errors"`
	Why         *Why            `json:"why,omitempty"`    // if it was asked for
	Others      int64           `json:"others,omitempty"` // number of executions of outcomes that are not listed
	Note        string          `json:"note,omitempty"`

	Examples []Example `json:"-"` // executions of outcomes, for drawing
	Shown    []Shown   `json:"-"` // runs that end in an outcome

	why    string           // as text; empty if it was not asked for
	litmus *litmus.Outcomes // for a litmus test
}

// A Why explains why a program cannot end in a state.
type Why struct {
	Allowed   bool     `json:"allowed"`
	Axioms    []string `json:"axioms"`    // violated axioms
	Cycle     []string `json:"cycle"`     // events that show the violation
	Relations []string `json:"relations"` // from each event to the next
}

// An Outcome is a final state with the number of executions that end in it.
type Outcome struct {
	State      string `json:"state"`
	Executions int64  `json:"executions"`
	Satisfies  bool   `json:"satisfies"` // it satisfies the litmus test's condition
}

// An ExploredError is an error with the smallest execution that ends in it.
type ExploredError struct {
	*Error
	Executions int64   `json:"executions"`
	Witness    *string `json:"witness"` // path, or null
	Graph      []Event `json:"graph"`   // empty if the errors before it have too many events

	Execution *Execution `json:"-"` // nil if there is none
}

// maxExplored bounds the events of the errors of one model, so that a document can be written
// in bounded memory. The first error that exceeds it has all of its events.
const maxExplored = 1 << 18

// An Example is an execution with an outcome: an execution graph, or the picture of a
// candidate execution.
type Example struct {
	Outcome string
	*graph.Execution
	Picture *candidates.Picture
}

// A Shown is a run that ends in an outcome.
type Shown struct {
	Outcome
	Execution *Execution
}

// An Event is an event of an execution graph.
type Event struct {
	Event  int32  `json:"event"`
	Thread int32  `json:"thread"`
	At     string `json:"at"`
	Does   string `json:"does"`
	Order  string `json:"order"`
	RF     *int32 `json:"rf"` // event read from, 0 for the initial content; null if it does not read
	CO     *int32 `json:"co"` // position in the modification order, from 1; null if it does not write, or if it is not known
}

// FromExplore returns the result of exploring programs. incomplete is the reason why some
// were left out; empty if none was. Only C programs have issues.
func FromExplore(files []*search.Exploration, incomplete string, w Witnesses, status Verdict, diagnostics ...trace.Diagnostic) *Result {
	out := New("explore", status, diagnostics...)
	body := &Explore{Incomplete: orNull(incomplete), Files: lists.Map(files, newExploredFile)}
	if len(files) == 1 {
		out.Source, out.Verdict = body.Files[0].Source, body.Files[0].Headline
		out.exploredIssues(files[0], &w)
		if files[0].Test == nil {
			body.Files[0].show(files[0], &w)
		} else {
			out.violations(files[0])
		}
	}
	out.Body = body
	return out
}

// show adds the runs that end in outcomes.
func (x *ExploredFile) show(of *search.Exploration, w *Witnesses) {
	for i := range of.Models {
		m := &x.Models[i]
		for _, o := range m.Outcomes {
			if run := of.Models[i].Shown[o.State]; run != nil && o.State != "" {
				if e := w.execution(x.Source, run, nil, nil); e != nil {
					m.Shown = append(m.Shown, Shown{o, e})
				}
			}
		}
		for k := range of.Models[i].Report.Errors {
			f, out := &of.Models[i].Report.Errors[k], &m.Errors[k]
			if run := of.Models[i].Runs[f]; run != nil && f.Witness == nil {
				if out.Execution = w.execution(x.Source, run, nil, nil); out.Execution != nil {
					out.Graph = out.Execution.graph()
				}
			}
		}
	}
}

// exploredVerdict returns the verdict on a program in one line.
func exploredVerdict(x *search.Exploration) string {
	keys := map[string]bool{}
	violated, undefined, incomplete := "", "", ""
	var flags []string // flags of undefined behaviour
	for i := range x.Models {
		m := &x.Models[i]
		for _, f := range m.Report.Errors {
			keys[f.Error.Key()] = true
		}
		if x.Violated(m) {
			violated = joined(", ", violated, m.Model.Name)
		}
		if m.OnlyUndefined() {
			undefined = joined(", ", undefined, m.Model.Name)
			for _, f := range append(slices.Clone(m.Flags), "a data race") {
				if (len(m.Flags) == 0 || f != "a data race") && !slices.Contains(flags, f) {
					flags = append(flags, f)
				}
			}
		}
		if m.Incomplete != "" && incomplete == "" {
			incomplete = "; incomplete: " + m.Incomplete
		}
	}
	text := ""
	if len(keys) > 0 {
		text = Count(len(keys), "bug")
	}
	if violated != "" {
		text = joined(", ", text, "the condition does not hold under "+violated)
	}
	if undefined != "" {
		text = joined(", ", text, "undefined behaviour ("+strings.Join(flags, ", ")+") under "+undefined)
	}
	switch {
	case text != "":
	case incomplete != "":
		text = "no bug found"
	case slices.ContainsFunc(x.Models, func(m search.Found) bool { return m.Narrowed }):
		text = "the condition is decided"
	case x.Test != nil:
		text = "all executions explored"
	default:
		text = "no execution has a bug"
	}
	return text + incomplete
}

// exploredAnswer returns the answer for a program.
func exploredAnswer(x *search.Exploration) Answer {
	out := Answer{Causes: []Cause{}, NotExamined: []string{}}
	switch {
	case x.HasBug():
		out.Verdict = Buggy
	case x.IsIncomplete():
		out.Verdict = Incomplete
	default:
		out.Verdict = Proved
	}
	for i := range x.Models {
		if m := &x.Models[i]; m.Incomplete != "" {
			out.NotExamined = append(out.NotExamined, fmt.Sprintf("all executions under %s: %s", m.Model.Name, m.Incomplete))
		}
		if x.Models[i].Report.LastRace != nil {
			out.NotExamined = append(out.NotExamined, interp.OtherRaces)
		}
	}
	return out
}

func newExploredFile(x *search.Exploration) ExploredFile {
	out := ExploredFile{Program: x.Name, Models: []ExploredModel{}, Source: NewSource(x.Program), Headline: exploredVerdict(x), HasBug: x.HasBug()}
	out.Answer = exploredAnswer(x)
	if x.Test != nil {
		condition := fmt.Sprintf("%s (%s)", x.Test.Quantifier, x.Test.Condition)
		out.Test, out.Condition = &x.Test.Name, &condition
	}
	for i := range x.Models {
		out.Models = append(out.Models, newExploredModel(out.Source, x.Asked, &x.Models[i]))
	}
	return out
}

func newExploredModel(s *Source, asked *search.State, m *search.Found) ExploredModel {
	out := ExploredModel{
		Model: ModelName(m.Model.Name), Incomplete: orNull(m.Incomplete),
		Executions: m.Report.Executions, Blocked: m.Report.Blocked, Bounded: m.Report.Bounded,
		Outcomes: lists.Map(m.Outcomes, func(o search.Outcome) Outcome { return Outcome{o.State, o.Executions, o.Satisfies} }), Errors: []ExploredError{},
		Others: m.Report.Others, Note: m.Note, litmus: m.Litmus,
	}
	if m.Litmus != nil {
		observed := m.Litmus.Observation()
		out.Observation = &observed
		if verdict := string(m.Litmus.Verdict()); m.Incomplete == "" {
			out.Verdict = &verdict
		}
	}
	if w := m.Why; w != nil {
		cycle := lists.Map(w.Cycle, func(e int) string { return w.Picture.Events[e].String() })
		out.Why = &Why{w.Allowed, notNil(w.Axioms), cycle, notNil(w.Relations)}
		var text strings.Builder
		_ = w.WriteText(&text, asked.String(), m.Model.Name) // a Builder never fails
		out.why = text.String()
	}
	events := 0
	for i := range m.Report.Errors {
		f := &m.Report.Errors[i]
		out.Errors = append(out.Errors, newExploredError(s, f, m.Files[f], events < maxExplored))
		events += len(out.Errors[i].Graph)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Examples)) {
		out.Examples = append(out.Examples, Example{Outcome: name, Execution: m.Examples[name].Execution()})
	}
	for _, o := range m.Outcomes {
		if p := m.Pictures[o.State]; p != nil {
			out.Examples = append(out.Examples, Example{Outcome: o.State, Picture: p})
		}
	}
	return out
}

func newExploredError(s *Source, f *explore.Counterexample, file string, draw bool) ExploredError {
	out := ExploredError{Error: newError(s, f.Error), Executions: f.Executions, Witness: orNull(file), Graph: []Event{}}
	if f.Witness != nil && draw {
		out.Execution = drawn(s, f.Witness.Execution())
		out.Graph = out.Execution.graph()
		for i := range out.Execution.Events {
			if e := &out.Execution.Events[i]; e.Kind.Writes() {
				out.Graph[i].CO = &e.C
			}
		}
	}
	return out
}

// graph returns the events, without their positions in the modification order.
func (x *Execution) graph() []Event {
	list := []Event{}
	for i := range x.Events {
		e := &x.Events[i]
		out := Event{Event: e.ID, Thread: e.Thread, Does: x.memory.Describe(e), Order: e.Order.String()}
		if e.Site >= 0 {
			out.At = x.source.Site(e.Site)
		}
		if e.Kind.Reads() {
			out.RF = &e.RF
		}
		list = append(list, out)
	}
	return list
}

// exploredIssues adds the errors of a C program's executions by position, each once for all
// models that show it. A data race has no execution.
func (r *Result) exploredIssues(x *search.Exploration, w *Witnesses) {
	at := map[string]int{}
	for k := range x.Models {
		m := &x.Models[k]
		r.Models = append(r.Models, Model{Name: m.Model.Name, Title: m.Model.Title})
		for i := range m.Report.Errors {
			f := &m.Report.Errors[i]
			n, ok := at[f.Error.Key()]
			if !ok {
				n = len(r.Issues)
				at[f.Error.Key()] = n
				r.Issues = append(r.Issues, Issue{Error: newError(r.Source, f.Error)})
			}
			out := &r.Issues[n]
			out.Models = append(out.Models, m.Model.Name)
			out.Count += int(f.Executions)
			if run := m.Runs[f]; run != nil && out.Recorded == nil {
				out.Recorded = run
			}
			if run := m.Runs[f]; run != nil && out.Execution == nil && f.Error.Kind != interp.DataRace {
				out.Execution, out.Witness = w.execution(r.Source, run, nil, nil), m.Files[f]
			}
			if m.Model == axiom.SC {
				out.Cause = CauseSC
			}
		}
	}
}

// violations adds the violations of a litmus test's condition.
func (r *Result) violations(x *search.Exploration) {
	var names []string
	for i := range x.Models {
		if m := &x.Models[i]; x.Violated(m) {
			names = append(names, m.Model.Name)
		}
	}
	if names == nil {
		return
	}
	f := &x.Program.Files[0]
	at := trace.Pos{File: f.Name, Line: 1, Col: 1}
	for k, line := range strings.Split(f.Text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), string(x.Test.Quantifier)) {
			at.Line = k + 1
		}
	}
	message := fmt.Sprintf("%s (%s) does not hold", x.Test.Quantifier, x.Test.Condition)
	e := &Error{Kind: "condition", At: at.String(), Message: message, Stack: []Frame{}, Pos: at}
	r.Issues = append(r.Issues, Issue{Error: e, Models: names})
}

// An ExploredRun is an execution of an exhaustive search, made again.
type ExploredRun struct {
	Program string    `json:"program"`
	Model   ModelName `json:"model"` // rc11 stands for c11, and rc20 for c++20
	Error   *Error    `json:"error"`
	Graph   []Event   `json:"graph"`

	Execution *Execution `json:"-"` // nil if there is none
}

// FromExploredRun returns the result of an execution of an exhaustive search, made again.
func FromExploredRun(p *code.Program, m *axiom.Model, f *explore.Counterexample) *Result {
	s := NewSource(p)
	e := newExploredError(s, f, "", true)
	out := New("replay", Bug)
	out.Source, out.Verdict, out.Models = s, e.Headline(), []Model{{Name: m.Name, Title: m.Title}}
	out.Body = &ExploredRun{p.Name, ModelName(m.Name), e.Error, e.Graph, e.Execution}
	return out
}

// ExplainRun returns the steps of a run of a program; nil if w does not have its execution.
func ExplainRun(p *code.Program, run *witness.Witness, w Witnesses) *Explanation {
	s := NewSource(p)
	x := w.execution(s, run, nil, newError(s, run.Error))
	if x == nil {
		return nil
	}
	return x.Explain(pageSteps, false)
}

// ExplainShown returns the steps of an execution of a program under a model.
func ExplainShown(p *code.Program, m *models.Model, g *graph.Execution) *Explanation {
	return NewExecution(NewSource(p), g, About{Model: newModel(m), Mapping: models.C11}).Explain(pageSteps, false)
}

// ExampleGraph returns an execution graph of a program, for which no run is known, for
// display; nil if it has too many events.
func ExampleGraph(p *code.Program, g *graph.Execution) *Graph { return drawn(NewSource(p), g).Graph() }
