package report

import (
	"fmt"
	"io"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace/graph"
)

// A Run is one execution with how it ended, to be shown.
type Run struct {
	Command string // run or replay
	Program string
	Seed    uint64
	Model   *models.Model
	Source  *Source
	*graph.Execution
	Result *interp.Result
	Output string   // of the program; JSON only
	Cycle  []string // sites of the cycle that a witness was made for
	Style  Style
}

// HasBug reports whether the execution shows an error.
func (r *Run) HasBug() bool { return r.Result.Outcome == interp.Failed || len(r.Result.Races) > 0 }

// WriteOutcome says which races the execution has, and how it ended.
func (r *Run) WriteOutcome(w io.Writer) error {
	for _, e := range r.Result.Races {
		if err := r.Source.WriteError(w, e, r.Style); err != nil {
			return err
		}
	}
	if e := r.Result.Err; e != nil {
		return r.Source.WriteError(w, e, r.Style)
	}
	text := r.outcome()
	if r.Result.Outcome == interp.Completed {
		text += fmt.Sprintf(", exit status %d", r.Result.Exit)
	}
	_, err := fmt.Fprintf(w, "%s under %s after %s\n", text, r.Model.Name, count(r.Result.Steps, "step"))
	return err
}

// outcome words how the execution ended.
func (r *Run) outcome() string {
	switch r.Result.Outcome {
	case interp.Discarded:
		return "discarded: an assumption did not hold"
	case interp.OutOfSteps:
		return "reached the step limit"
	}
	return r.Result.Outcome.String()
}

// verdict returns a shortest cycle, nil if the execution is sequentially
// consistent. That is not known of one without a cycle if the model leaves the
// order of stores open, nor of one with a data race.
func (r *Run) verdict() (cycle []graph.Step, known bool) {
	if r.Model.Native && (r.Order == nil || len(r.Result.Races) > 0) {
		return nil, false
	}
	cycle = NewExecution(r.Source, r.Execution).Cycle()
	return cycle, cycle != nil || !r.Model.Native
}

// WriteTrace draws the execution and says whether it is sequentially
// consistent. An execution of more events than limit is drawn in part; 0 means
// no limit.
func (r *Run) WriteTrace(w io.Writer, limit int) error {
	x := NewExecution(r.Source, r.Execution)
	steps, known := r.verdict()
	columns := Columns{Marked: stepIDs(steps), Limit: limit, Style: r.Style, From: r.Model.Native}
	if len(r.Result.Races) > 0 {
		columns.Marked = racers(r.Result.Races[0])
	}
	if err := x.WriteColumns(w, columns); err != nil {
		return err
	}
	if err := x.WriteRelations(w, limit == 0); err != nil {
		return err
	}
	if !known {
		return nil
	}
	if steps == nil {
		_, err := fmt.Fprintf(w, "\nThe execution is sequentially consistent.\n")
		return err
	}
	fmt.Fprintf(w, "\nThe execution is not sequentially consistent. The shortest cycle:\n\n")
	return x.WriteSteps(w, steps, r.Style)
}

// WriteDOT draws the execution in Graphviz's language, the shortest cycle in red.
func (r *Run) WriteDOT(w io.Writer) error {
	steps, _ := r.verdict()
	return r.Execution.WriteDOT(w, graph.Drawing{Sites: r.Source.Sites, Cycle: steps})
}

type runDocument struct {
	Document
	Program string       `json:"program"`
	Seed    uint64       `json:"seed"`
	Model   string       `json:"model"`
	Outcome string       `json:"outcome"`
	Exit    *int64       `json:"exit_status"` // of the program, or null
	Output  string       `json:"output"`
	Steps   int          `json:"steps"`
	Events  int          `json:"events"`
	SC      *bool        `json:"sequentially_consistent"` // null: not decided under this model
	Cycle   []jsonStep   `json:"cycle"`                   // a shortest one, if not
	Aim     []string     `json:"witness_of,omitempty"`
	Error   *jsonError   `json:"error"`
	Races   []*jsonError `json:"races"`
	Graph   []jsonEvent  `json:"graph,omitempty"` // under c11

	Relations *jsonRelations `json:"relations,omitempty"` // under c11
}

type jsonStep struct {
	Event  int32  `json:"event"`
	Thread int32  `json:"thread"`
	At     string `json:"at"`
	Does   string `json:"does"`
	Edge   string `json:"edge"` // to the next step
}

// Document returns the execution as a JSON document.
func (r *Run) Document(status string) any {
	steps, known := r.verdict()
	d := runDocument{
		Document: NewDocument(r.Command, status),
		Program:  r.Program, Seed: r.Seed, Model: r.Model.Name,
		Outcome: r.Result.Outcome.String(), Output: r.Output, Steps: r.Result.Steps, Events: r.Result.Events,
		Cycle: []jsonStep{}, Aim: r.Cycle, Error: r.Source.jsonError(r.Result.Err), Races: []*jsonError{},
	}
	if consistent := steps == nil; known {
		d.SC = &consistent
	}
	for _, e := range r.Result.Races {
		d.Races = append(d.Races, r.Source.jsonError(e))
	}
	if r.Result.Outcome == interp.Completed {
		d.Exit = &r.Result.Exit
	}
	x := NewExecution(r.Source, r.Execution)
	if r.Model.Native {
		d.Graph, d.Relations = x.jsonEvents(), x.jsonRelations()
	}
	for _, s := range steps {
		j := jsonStep{Event: s.ID, Edge: s.Edge.String()}
		e := x.Event(s.ID)
		j.Thread, j.Does = e.Thread, x.describe(e)
		if e.Site >= 0 {
			j.At = r.Source.Site(e.Site)
		}
		d.Cycle = append(d.Cycle, j)
	}
	return d
}

// racers returns the events of a data race.
func racers(e *interp.Error) []int32 { return []int32{e.First.Event, e.Second.Event} }
