package report

import (
	"fmt"
	"io"
	"slices"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
)

// stepsInFull is how many steps an explanation tells unless all is asked for.
const stepsInFull = 100

// An Explanation is one recorded execution, told from its end to its cause.
type Explanation struct {
	Run
	Mapping models.Mapping
	Path    string // of the witness
	All     bool   // tell every step
}

// Sites returns the sites of the cycle that the witness was made for; nil if it
// was made for none.
func (e *Explanation) Sites() []int32 {
	var sites []int32
	for _, name := range e.Cycle {
		i := slices.IndexFunc(e.Source.Sites, func(s trace.Site) bool { return s.String() == name })
		if i < 0 {
			return nil
		}
		sites = append(sites, int32(i))
	}
	return sites
}

// Story tells the execution, at most limit steps of it; 0 means all.
func (e *Explanation) Story(limit int) *Story {
	o := Telling{Model: e.Model, Mapping: e.Mapping, Sites: e.Sites(), Limit: limit}
	if err := e.failure(); err != nil && err.Kind == interp.DataRace {
		o.Race = err
	}
	return NewExecution(e.Source, e.Execution).Tell(o)
}

// failure returns the error that the execution ends in, or else the first race
// in it; nil if there is neither.
func (e *Explanation) failure() *interp.Error {
	if e.Result.Err == nil && len(e.Result.Races) > 0 {
		return e.Result.Races[0]
	}
	return e.Result.Err
}

// WriteText tells how the execution ended, which cycle it holds, and what
// happened step by step.
func (e *Explanation) WriteText(w io.Writer) error {
	limit := stepsInFull
	if e.All {
		limit = 0
	}
	s := e.Story(limit)
	x := NewExecution(e.Source, e.Execution)
	fmt.Fprintf(w, "%s, under %s\n\n", e.Program, e.titled())
	if err := e.WriteOutcome(w); err != nil {
		return err
	}
	if why := s.Why(); why != "" {
		fmt.Fprintf(w, "\n%s", fill(why))
	}
	fmt.Fprintln(w)
	if err := writeNodes(w, s.Cycle, e.Style); err != nil {
		return err
	}
	if len(s.Cycle) > 0 {
		fmt.Fprintln(w)
	}
	columns := Columns{Marked: s.marked(), Limit: limit, Style: e.Style, From: e.Model.Native}
	if err := x.WriteColumns(w, columns); err != nil {
		return err
	}
	if err := x.WriteRelations(w, e.All); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nStep by step:\n\n")
	if n := int(s.Steps[0].Event) - 1; n > 0 {
		fmt.Fprintf(w, "       %s before (-v tells them)\n", count(n, "event"))
	}
	for i := range s.Steps {
		fmt.Fprintf(w, "%5d  %s\n", s.Steps[i].Event, e.sentence(&s.Steps[i]))
	}
	if n := len(e.Events) - int(s.Steps[len(s.Steps)-1].Event); n > 0 {
		fmt.Fprintf(w, "       and %s more (-v tells them)\n", count(n, "event"))
	}
	_, err := fmt.Fprintf(w, "\nTo step through it:  fencepost explain --step %s\nTo replay it:        fencepost replay %s\n", e.Path, e.Path)
	return err
}

// titled returns the model's name with what it stands for.
func (e *Explanation) titled() string { return fmt.Sprintf("%s (%s)", e.Model.Name, e.Model.Title) }

// marked returns the events of the cycle, each at the place of its number.
func (s *Story) marked() []int32 {
	var ids []int32
	for _, n := range s.Cycle {
		for len(ids) < n.Mark {
			ids = append(ids, -1)
		}
		ids[n.Mark-1] = n.Event
	}
	return ids
}

// sentence returns what a step says, with its number in the cycle and its place.
func (e *Explanation) sentence(s *Step) string {
	text := s.Says
	if s.Mark > 0 {
		text = e.Style.bold(fmt.Sprintf("(%d) %s", s.Mark, text))
	}
	if s.Line > 0 && s.Kind != trace.Commit.String() {
		text += e.Style.dim(fmt.Sprintf("  [%s]", e.Source.Place(s.pos())))
	}
	return text
}

// Document returns the explanation as a JSON document.
func (e *Explanation) Document(status string) any {
	return struct {
		Document
		Program string     `json:"program"`
		Outcome string     `json:"outcome"`
		Error   *jsonError `json:"error"`
		Story   *Story     `json:"story"`
	}{NewDocument("explain", status), e.Program, e.Result.Outcome.String(), e.Source.jsonError(e.failure()), e.Story(0)}
}
