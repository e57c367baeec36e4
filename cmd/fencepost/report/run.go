package report

import (
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/lists"
)

// A Run is one execution with its end.
type Run struct {
	Program string   `json:"program"`
	Seed    uint64   `json:"seed"`
	Model   string   `json:"model"`
	Outcome string   `json:"outcome"`
	Exit    *int64   `json:"exit_status"`    // exit status of the program, or null
	Loop    string   `json:"loop,omitempty"` // the loop at the step limit
	Output  string   `json:"output"`
	Steps   int      `json:"steps"`
	Events  int      `json:"events"`
	SC      *bool    `json:"sequentially_consistent"` // null: not decided under this model
	Cycle   []HBStep `json:"cycle"`                   // a shortest one, if it is not
	Aim     []string `json:"witness_of,omitempty"`
	Orders  []string `json:"orders,omitempty"` // by position, if they differ from the source
	Error   *Error   `json:"error"`
	Races   []*Error `json:"races"`
	Graph   []Event  `json:"graph,omitempty"` // under c11

	Relations *Relations `json:"relations,omitempty"` // under c11

	Execution *Execution `json:"-"`
}

// An HBStep is an event of a happens-before cycle.
type HBStep struct {
	Event  int32  `json:"event"`
	Thread int32  `json:"thread"`
	At     string `json:"at"`
	Does   string `json:"does"`
	Edge   string `json:"edge"` // to the next step
}

// A Finished is the input of FromRun and FromExplanation: an execution that has ended.
type Finished struct {
	Program *code.Program
	Seed    uint64
	Model   *models.Model
	Mapping models.Mapping
	*graph.Execution
	Result *interp.Result
	Output string   // output of the program; only for JSON
	Cycle  []string // sites of the cycle for which a witness was made
}

// HasBug reports whether the execution shows an error.
func (f *Finished) HasBug() bool { return f.Result.Outcome == interp.Failed || len(f.Result.Races) > 0 }

// failure returns the error of the execution, or its first race; nil if there is neither.
func (f *Finished) failure() *interp.Error {
	if f.Result.Err == nil && len(f.Result.Races) > 0 {
		return f.Result.Races[0]
	}
	return f.Result.Err
}

// sites returns the sites of the cycle for which the witness was made; nil if there is
// none.
func (f *Finished) sites() []int32 {
	var sites []int32
	for _, name := range f.Cycle {
		i := slices.IndexFunc(f.Program.Sites, func(s trace.Site) bool { return s.String() == name })
		if i < 0 {
			return nil
		}
		sites = append(sites, int32(i))
	}
	return sites
}

// FromRun returns the result of one execution; the command is run or replay.
func FromRun(command string, f *Finished, status Verdict) *Result {
	s := NewSource(f.Program)
	out := New(command, status)
	out.Source, out.Models = s, []Model{newModel(f.Model)}
	var race *Error
	if len(f.Result.Races) > 0 {
		race = newError(s, f.Result.Races[0])
	}
	out.Body = newRun(s, f, NewExecution(s, f.Execution, About{Model: out.Models[0], Mapping: f.Mapping, Error: race}))
	return out
}

func newRun(s *Source, f *Finished, x *Execution) *Run {
	out := &Run{
		Program: f.Program.Name, Seed: f.Seed, Model: f.Model.Name, Outcome: f.Result.Outcome.String(), Output: f.Output,
		Steps: f.Result.Steps, Events: f.Result.Events, Cycle: []HBStep{}, Aim: f.Cycle,
		Error: newError(s, f.Result.Err), Orders: s.reordered(), Execution: x,
		Races: lists.Map(f.Result.Races, func(e *interp.Error) *Error { return newError(s, e) }),
	}
	// With a partial coherence order, an execution without a cycle may still violate SC.
	if known := x.Steps != nil || !f.Model.Native; known {
		consistent := x.Steps == nil
		out.SC = &consistent
	}
	if f.Result.Loop.Line > 0 {
		out.Loop = f.Result.Loop.String()
	}
	if f.Result.Outcome == interp.Completed {
		out.Exit = &f.Result.Exit
	}
	if f.Model.Native {
		out.Graph, out.Relations = x.graph(), x.edges()
	}
	for _, step := range x.Steps {
		e := x.Event(step.ID)
		j := HBStep{Event: step.ID, Thread: e.Thread, Does: x.memory.Describe(e), Edge: step.Edge.String()}
		if e.Site >= 0 {
			j.At = s.Site(e.Site)
		}
		out.Cycle = append(out.Cycle, j)
	}
	return out
}

// ending describes how the execution ended.
func (r *Run) ending() string {
	switch r.Outcome {
	case interp.Discarded.String():
		return "discarded: an assumption did not hold"
	case interp.OutOfSteps.String():
		return "reached the step limit"
	}
	return r.Outcome
}

// An Explained is one recorded execution with its explanation.
type Explained struct {
	Program     string       `json:"program"`
	Outcome     string       `json:"outcome"`
	Error       *Error       `json:"error"`
	Explanation *Explanation `json:"explanation"`

	Path string `json:"-"` // of the witness
	Run  *Run   `json:"-"`
}

// FromExplanation returns the result of explaining an execution of a witness file. The
// command is explain or report.
func FromExplanation(command string, f *Finished, path string, status Verdict) *Result {
	s := NewSource(f.Program)
	out := New(command, status)
	model := newModel(f.Model)
	out.Source, out.Models = s, []Model{model}
	failure := newError(s, f.failure())
	x := NewExecution(s, f.Execution, About{model, f.Mapping, f.sites(), failure})
	run := newRun(s, f, x)
	out.Verdict = run.ending() + " under " + model.titled()
	if failure != nil {
		out.Verdict = failure.Headline() + ", under " + model.titled()
	}
	out.Issues = []Issue{{Error: failure, Models: []string{model.Name}, Witness: path, Execution: x}}
	steps := x.Explain(0, true)
	out.Body = &Explained{Program: run.Program, Outcome: run.Outcome, Error: failure, Explanation: steps, Path: path, Run: run}
	return out
}
