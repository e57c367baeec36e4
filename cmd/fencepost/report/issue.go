package report

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace/graph"
)

// A Model is a memory model in a result.
type Model struct {
	Name, Title string
	Buffered    bool // stores wait in buffers before they reach memory
	OldValues   bool // a load may read a value that was replaced in memory
	C11         bool // the C11 model: no memory is shared by all
	Ordered     bool // no machine runs it: its executions have a whole coherence order
}

func newModel(m *models.Model) Model {
	return Model{Name: m.Name, Title: m.Title, Buffered: m.Buffered, OldValues: m.ReadChoice && !m.Native, C11: m.Native, Ordered: m.New == nil}
}

// titled returns the model's name with what it stands for.
func (m *Model) titled() string { return fmt.Sprintf("%s (%s)", m.Name, m.Title) }

// An Issue is an error that a command found, whatever the models and executions
// that showed it.
type Issue struct {
	Error     *Error
	Cause     string           // CauseSC, CauseRelaxed, or empty if it is not known
	Models    []string         // under which it was found
	Count     int              // executions that ended in it
	Witness   string           // the file of its execution; empty if there is none
	Execution *Execution       // the shortest found; nil if none was handed in
	Cycle     *Trials          // the predicted cycle that leads to it; nil if none does
	Recorded  *witness.Witness // of its execution; nil if there is none
	Known     *Known           // why it fails nothing; nil if it is new
	Through   []Trials         // all predicted cycles that lead to it, in order of number
}

// The causes of issues.
const (
	CauseSC      = "sc"      // sequential consistency shows it
	CauseRelaxed = "relaxed" // only relaxed memory does
)

// rule is the stable name of the kind of issue: relaxed/use-after-free.
func (i *Issue) rule() string {
	name := strings.ReplaceAll(i.Error.Kind, " ", "-")
	if i.Cause == "" {
		return name
	}
	return i.Cause + "/" + name
}

// HasRace reports whether a data race is among the errors that are not known.
func (r *Result) HasRace() bool {
	return slices.ContainsFunc(r.Issues, func(i Issue) bool { return i.Known == nil && len(i.Error.Racers) > 0 })
}

// under reports whether the issue was found under a model.
func (i *Issue) under(model string) bool { return slices.Contains(i.Models, model) }

// A Trials is a predicted cycle with what its trials gave, by model.
type Trials struct {
	Number int
	Sites  []string
	Models []TrialCount
}

// A TrialCount is how many trials under a model confirmed a cycle, and in how many an
// error followed.
type TrialCount struct {
	Model                    string
	Trials, Confirmed, Buggy int
	Explored                 bool // none did, but an execution that exploring led to
}

// A Finding is an error with how many executions ended in it.
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
	Loop       string `json:"loop,omitempty"` // the first in which one of these was
}

func newEnded(e interp.Outcomes) Ended {
	return Ended{e.Completed, e.Failed, e.Discarded, e.OutOfSteps, e.Loop.String()}
}

// Witnesses are what is known of the witnesses that a result shows.
type Witnesses struct {
	Files      map[*witness.Witness]string           // where they were written to
	Executions map[*witness.Witness]*graph.Execution // their executions, as far as they are to be shown

	drawn map[*graph.Execution]*Execution // those that were drawn, of which several errors may be told
}

// file returns the file that a witness was written to; "" if it was not.
func (w *Witnesses) file(of *witness.Witness) string { return w.Files[of] }

// path returns file as JSON has it.
func (w *Witnesses) path(of *witness.Witness) *string { return orNull(w.Files[of]) }

// execution returns the execution of a witness that shows an error; nil if it is not to
// be shown. Sites are those of the predicted cycle in it.
func (w *Witnesses) execution(s *Source, of *witness.Witness, sites []int32, e *Error) *Execution {
	g := w.Executions[of]
	if g == nil || len(g.Events) == 0 {
		return nil
	}
	if w.drawn[g] == nil {
		if w.drawn == nil {
			w.drawn = map[*graph.Execution]*Execution{}
		}
		w.drawn[g] = drawn(s, g)
	}
	return w.drawn[g].about(About{newModel(of.Model), of.Mapping(), sites, e})
}

// findings returns findings with their executions.
func (w *Witnesses) findings(s *Source, list []witness.Finding) []Finding {
	out := []Finding{}
	for _, f := range list {
		e := newError(s, f.Error)
		out = append(out, Finding{e, f.Count, w.path(f.Witness), w.execution(s, f.Witness, nil, e)})
	}
	return out
}

// orNull returns a text, or nil for none.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
