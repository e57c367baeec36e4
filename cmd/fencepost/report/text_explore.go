package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"fencepost/interp/search"
	"fencepost/interp/search/candidates"
	"fencepost/trace/lists"
)

// explore writes the exploration of one program in full, of several as a table.
func (t *printer) explore(b *Explore) {
	switch {
	case b.Herd:
		t.logs(b)
		return
	case t.Quiet:
		for i := range b.Files {
			t.printf("%s: %s\n", b.Files[i].Program, b.Files[i].Headline)
		}
	case len(b.Files) == 1 && len(t.result.Diagnostics) == 0 && !t.All:
		t.exploredOnScreen(&b.Files[0])
	case len(b.Files) == 1 && len(t.result.Diagnostics) == 0:
		t.exploredFile(&b.Files[0])
	default:
		t.exploredTable(b)
		t.incomplete(b.Incomplete)
	}
	if !t.Quiet {
		t.whys(b)
	}
}

// logs writes the logs of litmus tests in herd's format.
func (t *printer) logs(b *Explore) {
	var text strings.Builder
	for i := range b.Files {
		for k := range b.Files[i].Models {
			_ = b.Files[i].Models[k].litmus.WriteLog(&text) // a Builder never fails
		}
	}
	t.verbatim(text.String())
}

// whys writes why programs cannot end in the given state.
func (t *printer) whys(b *Explore) {
	for i := range b.Files {
		for k := range b.Files[i].Models {
			if why := b.Files[i].Models[k].why; why != "" {
				t.verbatim("\n" + Fold(why, t.Width))
			}
		}
	}
}

// markOf returns the style of a program's headline.
func (t *printer) markOf(x *ExploredFile) func(string) string {
	switch {
	case x.HasBug:
		return t.Style.bad
	case x.Verdict == Incomplete:
		return t.Style.note
	}
	return t.Style.good
}

// modelTable counts executions by model.
func (t *printer) modelTable(x *ExploredFile) {
	rows := newTable(1, "model", "executions", "blocked", "bounded", "outcomes", "errors")
	for _, m := range x.Models {
		rows.add(string(m.Model), fmt.Sprint(m.Executions), fmt.Sprint(m.Blocked), fmt.Sprint(m.Bounded),
			fmt.Sprint(len(m.Outcomes)), fmt.Sprint(len(m.Errors)))
	}
	t.table(rows)
}

func (t *printer) exploredFile(x *ExploredFile) {
	t.printf("%s: %s\n\n", x.Program, t.markOf(x)(x.Headline))
	t.modelTable(x)
	if x.observes() {
		t.printf("\n")
		t.outcomes(x, maxOutcomes)
	}
	for _, n := range x.notes() {
		t.printf("\nnote: %s\n", n)
	}
	if len(x.Warnings) > 0 {
		t.printf("\n")
		t.warnings(&x.Answer)
	}
	t.condition(x)
	for i := range x.Models {
		m := &x.Models[i]
		for k := range m.Errors {
			e := &m.Errors[k]
			t.printf("\n%s\n\n", t.Style.bold(fmt.Sprintf("Bug %d of %d under %s, in %s", k+1, len(m.Errors), m.Model, Count(int(e.Executions), "execution"))))
			t.exploredError(x.Source, e.Error, e.Execution, 0)
			if e.Witness != nil {
				t.replay(*e.Witness)
			}
		}
	}
}

// maxOutcomes bounds the outcomes that a table shows.
const maxOutcomes = 200

// outcomes writes a table of at most this many outcomes by model.
func (t *printer) outcomes(x *ExploredFile, most int) {
	all := x.states()
	header := []string{"outcome"}
	if x.Test != nil {
		header = []string{"", "outcome"}
	}
	marks := len(header) - 1
	header = append(header, x.modelNames()...)
	rows := newTable(marks+1, header...)
	for _, o := range all[:min(len(all), most)] {
		row := make([]string, marks, len(header))
		if o.Satisfies {
			row[0] = "*"
		}
		rows.add(append(append(row, o.State), x.executions(o.State)...)...)
	}
	t.table(rows)
	t.more(len(all)-most, "  and %s more", "")
	for _, m := range x.Models {
		if m.Others > 0 {
			t.printf("  and those of %d more executions under %s\n", m.Others, m.Model)
		}
	}
}

// states returns the outcomes of all models, each once, in the order of the first model
// that has it.
func (x *ExploredFile) states() []Outcome {
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

// observes reports whether final states are told.
func (x *ExploredFile) observes() bool {
	all := x.states()
	return len(all) > 1 || len(all) == 1 && all[0].State != ""
}

// pageTable returns the matrix of outcomes by model; nil if nothing is observed.
func (x *ExploredFile) pageTable() *PageTable {
	if !x.observes() {
		return nil
	}
	all := x.states()
	return &PageTable{x.modelNames(), lists.Map(all[:min(len(all), maxOutcomes)], func(o Outcome) PageOutcomes {
		return PageOutcomes{o.State, x.executions(o.State)}
	})}
}

// WriteLitmusPage writes the page of a litmus test: its verdict, the table of its
// outcomes, and pictures.
func WriteLitmusPage(w io.Writer, x *search.Exploration, sections []candidates.Section) error {
	t, file := &printer{}, newExploredFile(x)
	t.exploredFile(&file)
	first := candidates.Section{Heading: "Outcomes", Text: t.String()}
	return writeSections(w, x.Test.Name, x.Test.Program.Files[0].Text, append([]candidates.Section{first}, sections...))
}

func (x *ExploredFile) modelNames() []string {
	return lists.Map(x.Models, func(m ExploredModel) string { return string(m.Model) })
}

// executions returns how many executions end in a state, by model.
func (x *ExploredFile) executions(state string) []string {
	return lists.Map(x.Models, func(m ExploredModel) string { return m.executions(state) })
}

// executions returns how many executions end in a state, or a dash.
func (m *ExploredModel) executions(state string) string {
	for _, o := range m.Outcomes {
		if o.State == state {
			return fmt.Sprint(o.Executions)
		}
	}
	return "-"
}

// condition says of a litmus test under which models its condition holds.
func (t *printer) condition(x *ExploredFile) {
	if x.Test == nil {
		return
	}
	judged := lists.Map(x.Models, func(m ExploredModel) string {
		return fmt.Sprintf("%s %s (%s)", m.Model, m.judged(), strings.ToLower(*m.Observation))
	})
	t.printf("\n%s: %s\nStates marked * satisfy what is in brackets.\n", *x.Condition, strings.Join(judged, ", "))
}

// judged returns the verdict on a litmus test's condition.
func (m *ExploredModel) judged() string {
	if m.Verdict == nil {
		return string(Incomplete)
	}
	return *m.Verdict
}

// exploredError explains an error and draws its smallest execution. One of more
// events than limit is drawn in part; 0 means no limit.
func (t *printer) exploredError(s *Source, e *Error, x *Execution, limit int) {
	t.error(s, e)
	if x == nil {
		return
	}
	t.printf("\nThe smallest execution found (%s):\n\n", Count(len(x.Events), "event"))
	t.columns(x, columns{limit: limit, from: true})
}

func (t *printer) exploredRun(b *ExploredRun) {
	if t.Quiet {
		t.printf("%s\n", b.Error.Headline())
		return
	}
	t.exploredError(t.result.Source, b.Error, b.Execution, t.limit(eventsInFull))
}

// exploredTable writes a line for each program and model.
func (t *printer) exploredTable(b *Explore) {
	if len(b.Files) == 0 {
		return
	}
	rows := newTable(3, "program", "model", "verdict", "outcomes", "executions", "blocked")
	tally := map[string]int{}
	for i := range b.Files {
		f := &b.Files[i]
		name := f.Program
		if f.Test != nil {
			name = *f.Test
		}
		for k := range f.Models {
			m := &f.Models[k]
			word := f.word(m)
			tally[word]++
			rows.add(name, string(m.Model), word, fmt.Sprint(len(m.Outcomes)), fmt.Sprint(m.Executions), fmt.Sprint(m.Blocked))
			name = ""
		}
	}
	t.table(rows)
	text := ""
	for _, word := range words {
		if n := tally[word]; n > 0 {
			text = joined(", ", text, fmt.Sprintf("%d %s", n, word))
		}
	}
	t.printf("\n%s: %s\n", Count(len(b.Files), "program"), text)
}

// words are what is said of a program under a model in a table.
var words = []string{"Ok", "No", "Undef", "correct", string(Bug), string(Incomplete)}

// word says what was found of a program under a model.
func (x *ExploredFile) word(m *ExploredModel) string {
	switch {
	case x.Test != nil:
		return m.judged()
	case len(m.Errors) > 0:
		return string(Bug)
	case m.Incomplete != nil:
		return string(Incomplete)
	}
	return "correct"
}

// notes returns the notes on the models, each once.
func (x *ExploredFile) notes() (list []string) {
	for i := range x.Models {
		if n := x.Models[i].Note; n != "" && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}
