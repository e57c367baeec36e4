package report

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace/graph"
	"fencepost/trace/lists"
)

// A Model is a memory model in a result.
type Model struct {
	Name, Title string
	Buffered    bool // stores wait in buffers before they reach memory
	OldValues   bool // a load may read a value that has been replaced in memory
	C11         bool // the C11 model, which has no memory shared by all
	Ordered     bool // its executions are of a search, and have a total coherence order: no machine runs them
}

func newModel(m *models.Model) Model {
	return Model{Name: m.Name, Title: m.Title, Buffered: m.Buffered, OldValues: m.ReadChoice && !m.Native, C11: m.Native, Ordered: m.New == nil}
}

// titled returns the model's name with its title.
func (m *Model) titled() string { return fmt.Sprintf("%s (%s)", m.Name, m.Title) }

// An Issue is an error that a command found, in any models and executions.
type Issue struct {
	Error     *Error
	Cause     string           // CauseSC, CauseRelaxed, or empty if it is not known
	Models    []string         // models under which it was found
	Count     int              // number of executions that ended in it
	Witness   string           // the file of its execution; empty if there is none
	Execution *Execution       // the shortest one found; nil if the caller passed none
	Cycle     *Trials          // the predicted cycle that leads to it; nil if there is none
	Recorded  *witness.Witness // witness of its execution; nil if there is none
	Known     *Known           // why it is no failure; nil if it is new
	Through   []Trials         // all predicted cycles that lead to it, in order of number
}

// The causes of issues.
const (
	CauseSC      = "sc"      // sequential consistency shows it
	CauseRelaxed = "relaxed" // only relaxed memory does
)

// rule returns the stable name of the kind of issue: relaxed/use-after-free.
func (i *Issue) rule() string {
	name := strings.ReplaceAll(i.Error.Kind, " ", "-")
	if i.Cause == "" {
		return name
	}
	return i.Cause + "/" + name
}

// HasRace reports whether there is a data race among the unknown issues.
func (r *Result) HasRace() bool {
	return slices.ContainsFunc(r.Issues, func(i Issue) bool { return i.Known == nil && len(i.Error.Racers) > 0 })
}

// A Trials is a predicted cycle with the results of its trials, by model.
type Trials struct {
	Number int
	Sites  []string
	Models []TrialCount
}

// A TrialCount is the number of trials under a model that confirmed a cycle, and of those
// with an error.
type TrialCount struct {
	Model                    string
	Trials, Confirmed, Buggy int
	Explored                 bool // no trial confirmed it, but a run made from an explored execution did
}

// A Finding is an error with the number of executions that ended in it.
type Finding struct {
	*Error
	Count     int        `json:"executions"`
	Witness   *string    `json:"witness"` // path, or null
	Execution *Execution `json:"-"`       // the shortest found; nil if none was handed in
}

// Ended counts executions by how they ended.
type Ended struct {
	Completed  int    `json:"completed"`
	Failed     int    `json:"failed"`
	Discarded  int    `json:"discarded"`
	OutOfSteps int    `json:"out_of_steps"`
	Loop       string `json:"loop,omitempty"` // the first loop in which an execution reached the step limit
}

func newEnded(e interp.Outcomes) Ended {
	return Ended{e.Completed, e.Failed, e.Discarded, e.OutOfSteps, e.Loop.String()}
}

// Witnesses has the data of the witnesses that a result shows.
type Witnesses struct {
	Files      map[*witness.Witness]string           // the files to which they were written
	Executions map[*witness.Witness]*graph.Execution // their executions, if they are to be shown

	drawn map[*graph.Execution]*Execution // executions already drawn; several errors may share one
	work  int                             // what is left of graph.CycleWork for their cycles
}

// file returns the file to which a witness was written; "" if it was not.
func (w *Witnesses) file(of *witness.Witness) string { return w.Files[of] }

// path returns file as a member of JSON.
func (w *Witnesses) path(of *witness.Witness) *string { return orNull(w.Files[of]) }

// execution returns the execution of a witness that shows an error; nil if it is not to be
// shown. sites are those of the predicted cycle in it.
func (w *Witnesses) execution(s *Source, of *witness.Witness, sites []int32, e *Error) *Execution {
	g := w.Executions[of]
	if g == nil || len(g.Events) == 0 {
		return nil
	}
	if w.drawn[g] == nil {
		if w.drawn == nil {
			w.drawn, w.work = map[*graph.Execution]*Execution{}, graph.CycleWork
		}
		w.drawn[g] = drawn(s, g)
	}
	model := newModel(of.Model)
	model.Ordered = of.Explored
	return w.drawn[g].about(About{model, of.Mapping(), sites, e}, &w.work)
}

// findings converts findings, with their executions.
func (w *Witnesses) findings(s *Source, list []witness.Finding) []Finding {
	return lists.Map(list, func(f witness.Finding) Finding {
		e := newError(s, f.Error)
		return Finding{e, f.Count, w.path(f.Witness), w.execution(s, f.Witness, nil, e)}
	})
}

// issue returns the issue of an error that count executions showed. x is the execution of the witness,
// or nil.
func (w *Witnesses) issue(e *Error, cause string, count int, of *witness.Witness, x *Execution) Issue {
	return Issue{Error: e, Cause: cause, Models: []string{of.Model.Name}, Count: count, Witness: w.file(of), Recorded: of, Execution: x}
}

// orNull returns a pointer to text, or nil if it is empty.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
