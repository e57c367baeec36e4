package report

import (
	"fmt"
	"io"
	"strings"

	"fencepost/interp"
	"fencepost/interp/candidates"
	"fencepost/interp/explore"
	"fencepost/interp/litmus"
	"fencepost/interp/witness"
	"fencepost/models/axiom"
	"fencepost/trace/graph"
)

// Explorations are what exhaustive searches of some programs found, to be shown.
type Explorations struct {
	Files       []*Exploration
	Incomplete  string       // why files were left out; empty if none was
	Diagnostics []Diagnostic // of inputs that could not be used
	Traces      bool         // the document of one program holds its page
	Style       Style
}

// An Exploration is what was found of one program.
type Exploration struct {
	Name   string
	Test   *litmus.Test // nil: a C program
	Source *Source
	Models []ModelExploration
	// Files are the files that witnesses were written to.
	Files map[*explore.Finding]string
	// Runs are runs of the machine that end in the errors, as far as there are any.
	Runs   map[*explore.Finding]*witness.Witness
	Replay func(*witness.Witness) *graph.Execution
}

// A ModelExploration is what was found of one program under one model.
type ModelExploration struct {
	Model      *axiom.Model
	Report     *explore.Report
	Outcomes   []Outcome        // distinct ones, in order
	Litmus     *litmus.Outcomes // of a litmus test
	Incomplete string           // why the search was cut short; empty if it was not
	Why        *candidates.Why  // of a litmus test, if it was asked for
}

// An Outcome is a final state with the number of executions that end in it.
type Outcome struct {
	State      string
	Executions int64
	Satisfies  bool // a litmus test's condition
}

// HasBug reports whether an execution ends in an error, or a litmus test's
// condition says that an outcome never or always occurs, and it does not hold.
func (x *Exploration) HasBug() bool {
	for i := range x.Models {
		m := &x.Models[i]
		if len(m.Report.Errors) > 0 || x.violated(m) || m.undefined() {
			return true
		}
	}
	return false
}

// undefined reports whether the behaviour of a litmus test is undefined and no error
// tells why: the model raises a flag.
func (m *ModelExploration) undefined() bool {
	return m.Litmus != nil && m.Litmus.Race && len(m.Report.Errors) == 0
}

// violated reports whether m breaks the condition of a litmus test. One that
// begins with exists asks, and cannot be broken.
func (x *Exploration) violated(m *ModelExploration) bool {
	return x.Test != nil && x.Test.Quantifier != litmus.Exists && m.Incomplete == "" && m.Litmus.Verdict() == litmus.No
}

// HasBug reports whether any program has a bug.
func (x *Explorations) HasBug() bool {
	for _, f := range x.Files {
		if f.HasBug() {
			return true
		}
	}
	return false
}

// IsIncomplete reports whether any search was cut short.
func (x *Explorations) IsIncomplete() bool {
	for _, f := range x.Files {
		for i := range f.Models {
			if f.Models[i].Incomplete != "" {
				return true
			}
		}
	}
	return x.Incomplete != ""
}

// WriteText writes one program's exploration in full, several as a table.
func (x *Explorations) WriteText(w io.Writer) error {
	if len(x.Files) == 1 && x.Diagnostics == nil {
		return x.Files[0].writeText(w, x.Style)
	}
	if err := x.writeTable(w); err != nil {
		return err
	}
	return writeIncomplete(w, x.Incomplete)
}

// WriteQuiet writes one line for each program.
func (x *Explorations) WriteQuiet(w io.Writer) error {
	for _, f := range x.Files {
		if _, err := fmt.Fprintf(w, "%s: %s\n", f.Name, f.verdict()); err != nil {
			return err
		}
	}
	return nil
}

// verdict says in one line what was found of a program.
func (x *Exploration) verdict() string {
	keys := map[string]bool{}
	violated, undefined, incomplete := "", "", ""
	for i := range x.Models {
		m := &x.Models[i]
		for _, f := range m.Report.Errors {
			keys[f.Error.Key()] = true
		}
		if x.violated(m) {
			violated = joinList(violated, m.Model.Name)
		}
		if m.undefined() {
			undefined = joinList(undefined, m.Model.Name)
		}
		if m.Incomplete != "" && incomplete == "" {
			incomplete = "; incomplete: " + m.Incomplete
		}
	}
	var parts []string
	if len(keys) > 0 {
		parts = append(parts, count(len(keys), "bug"))
	}
	if violated != "" {
		parts = append(parts, "the condition does not hold under "+violated)
	}
	if undefined != "" {
		parts = append(parts, "undefined behaviour (a data race) under "+undefined)
	}
	switch {
	case len(parts) > 0:
	case incomplete != "":
		parts = append(parts, "no bug found")
	case x.Test != nil:
		parts = append(parts, "all executions explored")
	default:
		parts = append(parts, "no execution has a bug")
	}
	return strings.Join(parts, ", ") + incomplete
}

func joinList(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

func (x *Exploration) writeText(w io.Writer, st Style) error {
	mark := st.good
	if x.HasBug() {
		mark = st.bad
	} else if strings.Contains(x.verdict(), "incomplete") {
		mark = st.note
	}
	fmt.Fprintf(w, "%s: %s\n\n", x.Name, mark(x.verdict()))
	t := newTable(1, "model", "executions", "blocked", "bounded", "outcomes", "errors")
	for i := range x.Models {
		m := &x.Models[i]
		t.add(m.Model.Name, fmt.Sprint(m.Report.Executions), fmt.Sprint(m.Report.Blocked), fmt.Sprint(m.Report.Bounded),
			fmt.Sprint(len(m.Outcomes)), fmt.Sprint(len(m.Report.Errors)))
	}
	if err := t.write(w); err != nil {
		return err
	}
	if err := x.writeOutcomes(w); err != nil {
		return err
	}
	x.writeCondition(w)
	for i := range x.Models {
		if err := x.writeErrors(w, &x.Models[i], st); err != nil {
			return err
		}
	}
	return nil
}

// maxOutcomes is how many outcomes a table shows.
const maxOutcomes = 200

// states returns the outcomes of all models, each once, in the order of the
// first model that has it.
func (x *Exploration) states() []Outcome {
	var all []Outcome
	seen := map[string]bool{}
	for i := len(x.Models) - 1; i >= 0; i-- {
		for _, o := range x.Models[i].Outcomes {
			if !seen[o.State] {
				seen[o.State] = true
				all = append(all, o)
			}
		}
	}
	return all
}

// writeOutcomes writes the matrix of outcomes by model.
func (x *Exploration) writeOutcomes(w io.Writer) error {
	all := x.states()
	if len(all) == 0 || len(all) == 1 && all[0].State == "" {
		return nil
	}
	header := []string{"outcome"}
	if x.Test != nil {
		header = []string{"", "outcome"}
	}
	marks := len(header) - 1
	for i := range x.Models {
		header = append(header, x.Models[i].Model.Name)
	}
	t := newTable(marks+1, header...)
	for _, o := range all[:min(len(all), maxOutcomes)] {
		row := make([]string, marks, len(header))
		if o.Satisfies {
			row[0] = "*"
		}
		row = append(row, o.State)
		for i := range x.Models {
			row = append(row, x.Models[i].executions(o.State))
		}
		t.add(row...)
	}
	fmt.Fprintln(w)
	if err := t.write(w); err != nil {
		return err
	}
	if n := len(all) - maxOutcomes; n > 0 {
		fmt.Fprintf(w, "  and %d more\n", n)
	}
	return nil
}

// executions returns how many executions end in a state, or a dash.
func (m *ModelExploration) executions(state string) string {
	for _, o := range m.Outcomes {
		if o.State == state {
			return fmt.Sprint(o.Executions)
		}
	}
	return "-"
}

// writeCondition says of a litmus test under which models its condition holds.
func (x *Exploration) writeCondition(w io.Writer) {
	if x.Test == nil {
		return
	}
	text := ""
	for i := range x.Models {
		m := &x.Models[i]
		text = joinList(text, fmt.Sprintf("%s %s (%s)", m.Model.Name, m.judged(), strings.ToLower(m.Litmus.Observation())))
	}
	fmt.Fprintf(w, "\n%s (%s): %s\nStates marked * satisfy what is in brackets.\n", x.Test.Quantifier, x.Test.Condition, text)
}

// judged returns the verdict on a litmus test's condition.
func (m *ModelExploration) judged() string {
	if m.Incomplete != "" {
		return "incomplete"
	}
	return string(m.Litmus.Verdict())
}

// writeErrors explains the errors found under a model.
func (x *Exploration) writeErrors(w io.Writer, m *ModelExploration, st Style) error {
	for i := range m.Report.Errors {
		f := &m.Report.Errors[i]
		fmt.Fprintf(w, "\n%s\n\n", st.bold(fmt.Sprintf("Bug %d of %d under %s, in %s", i+1, len(m.Report.Errors), m.Model.Name, count(int(f.Executions), "execution"))))
		if err := x.Source.writeExplored(w, f, eventsInFull, st); err != nil {
			return err
		}
		if path, ok := x.Files[f]; ok {
			fmt.Fprintf(w, "\nTo replay it: fencepost replay %s\n", path)
		}
	}
	return nil
}

// writeExplored explains an error and draws its smallest execution. One of more
// events than limit is drawn in part; 0 means no limit.
func (s *Source) writeExplored(w io.Writer, f *explore.Finding, limit int, st Style) error {
	if err := s.WriteError(w, f.Error, st); err != nil || f.Witness == nil {
		return err
	}
	x := NewExecution(s, f.Witness.Execution())
	fmt.Fprintf(w, "\nThe smallest execution found (%s):\n\n", count(len(x.Events), "event"))
	return x.WriteColumns(w, Columns{Limit: limit, From: true, Style: st})
}

// An ExploredError is an error of an execution that was made again, to be shown.
type ExploredError struct {
	Program string
	Model   *axiom.Model
	Source  *Source
	Finding *explore.Finding
	Style   Style
}

// WriteText explains the error and draws the execution, in full if asked to.
func (x *ExploredError) WriteText(w io.Writer, full bool) error {
	limit := eventsInFull
	if full {
		limit = 0
	}
	return x.Source.writeExplored(w, x.Finding, limit, x.Style)
}

// writeTable writes a line for each program and model.
func (x *Explorations) writeTable(w io.Writer) error {
	if len(x.Files) == 0 {
		return nil
	}
	t := newTable(3, "program", "model", "verdict", "outcomes", "executions", "blocked")
	tally := map[string]int{}
	for _, f := range x.Files {
		name := f.title()
		for i := range f.Models {
			m := &f.Models[i]
			word := f.word(m)
			tally[word]++
			t.add(name, m.Model.Name, word, fmt.Sprint(len(m.Outcomes)), fmt.Sprint(m.Report.Executions), fmt.Sprint(m.Report.Blocked))
			name = ""
		}
	}
	if err := t.write(w); err != nil {
		return err
	}
	text := ""
	for _, word := range words {
		if n := tally[word]; n > 0 {
			text = joinList(text, fmt.Sprintf("%d %s", n, word))
		}
	}
	_, err := fmt.Fprintf(w, "\n%s: %s\n", count(len(x.Files), "program"), text)
	return err
}

// words are what is said of a program under a model in a table.
var words = []string{"Ok", "No", "Undef", "correct", "bug", "incomplete"}

// word says what was found of a program under a model.
func (x *Exploration) word(m *ModelExploration) string {
	switch {
	case x.Test != nil:
		return m.judged()
	case len(m.Report.Errors) > 0:
		return "bug"
	case m.Incomplete != "":
		return "incomplete"
	}
	return "correct"
}

// title returns what the program is called in a table.
func (x *Exploration) title() string {
	if x.Test != nil {
		return x.Test.Name
	}
	return x.Name
}

// WriteHerd writes litmus tests' outcomes in herd's log format.
func (x *Explorations) WriteHerd(w io.Writer) error {
	for _, f := range x.Files {
		for i := range f.Models {
			if err := f.Models[i].Litmus.WriteLog(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// Races reports whether any of the errors is a data race.
func Races(r *explore.Report) bool {
	for _, f := range r.Errors {
		if f.Error.Kind == interp.DataRace {
			return true
		}
	}
	return false
}

// WriteGraphDOT draws an execution in Graphviz's language, under a comment that says
// what it is.
func (s *Source) WriteGraphDOT(w io.Writer, title string, g *explore.Graph) error {
	if _, err := fmt.Fprintf(w, "// %s\n", title); err != nil {
		return err
	}
	return g.Execution().WriteDOT(w, graph.Drawing{Sites: s.Sites})
}
