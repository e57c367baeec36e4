package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Lesson teaches what the models make of one litmus test.
type Lesson struct {
	Name     string
	Title    string // what the test is, in a sentence
	Question string
	Moral    string
	Observe  []string // variables, in the order of an outcome's values
	Asked    string   // the outcome that the question is about
	Threads  []ThreadText
	Models   []string // strongest first
	Outcomes []LessonOutcome
	// Shown is an execution with the outcome asked for, under the strongest model
	// that has it; nil if none has.
	Shown   *Explanation
	Repairs []Repair
	Style   Style
}

// A ThreadText is the source of one thread.
type ThreadText struct {
	Name  string
	Lines []string
}

// A LessonOutcome tells which models have an outcome.
type LessonOutcome struct {
	Values  string // separated by commas
	Allowed []bool // parallel to Lesson.Models
}

// A Repair is a variant of the test with fences, without the outcome.
type Repair struct {
	Models  []string // under which it is a cheapest one
	Name    string   // of the litmus test
	Threads []ThreadText
}

// WriteQuestion writes the program and the question.
func (l *Lesson) WriteQuestion(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s\n\n", l.Style.bold(l.Name), l.Title)
	writeThreads(w, l.Threads, l.Style)
	question := fmt.Sprintf("At the start all variables are 0. %s That is %s at the end.", l.Question, l.assigned(l.Asked))
	_, err := fmt.Fprintf(w, "\n%s", fill(question))
	return err
}

// fill breaks a text into lines.
func fill(text string) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		switch {
		case column == 0:
		case column+1+len(word) > textWidth:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String() + "\n"
}

// assigned returns an outcome as "r1 = 0, r2 = 0".
func (l *Lesson) assigned(values string) string {
	parts := strings.Split(values, ",")
	for i := range parts {
		parts[i] = l.Observe[i] + " = " + parts[i]
	}
	return strings.Join(parts, ", ")
}

// writeThreads writes the threads below each other; fences stand out.
func writeThreads(w io.Writer, list []ThreadText, st Style) {
	for _, t := range list {
		fmt.Fprintf(w, "  %s\n", t.Name)
		for _, line := range t.Lines {
			if strings.Contains(line, "fence") {
				line = st.good(line)
			}
			fmt.Fprintf(w, "      %s\n", line)
		}
	}
}

// WriteAnswer writes which model has which outcome, an execution that shows the
// one asked for, and the fences that forbid it.
func (l *Lesson) WriteAnswer(w io.Writer) error {
	t := newTable(1, append([]string{strings.Join(l.Observe, " ")}, append(slices.Clone(l.Models), "")...)...)
	for _, o := range l.Outcomes {
		row := []string{strings.ReplaceAll(o.Values, ",", " ")}
		for _, allowed := range o.Allowed {
			row = append(row, map[bool]string{true: "yes", false: "-"}[allowed])
		}
		mark := ""
		if o.Values == l.Asked {
			mark = "<-"
		}
		t.add(append(row, mark)...)
	}
	if err := t.write(w); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n(found by running every execution under each model)\n")
	if l.Shown == nil {
		_, err := fmt.Fprintf(w, "\n%s", fill(fmt.Sprintf("No model here has %s. %s", l.assigned(l.Asked), l.Moral)))
		return err
	}
	fmt.Fprintf(w, "\nHow %s has %s:\n\n", l.Shown.titled(), l.assigned(l.Asked))
	s := l.Shown.Story(0)
	x := NewExecution(l.Shown.Source, l.Shown.Execution)
	if err := x.WriteColumns(w, Columns{Marked: s.marked(), Style: l.Style}); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for i := range s.Steps {
		fmt.Fprintf(w, "%5d  %s\n", s.Steps[i].Event, l.Shown.sentence(&s.Steps[i]))
	}
	fmt.Fprintf(w, "\n%s", fill(l.Moral))
	for _, r := range l.Repairs {
		fmt.Fprintf(w, "\nUnder %s these fences forbid it (%s):\n\n", strings.Join(r.Models, ", "), r.Name)
		writeThreads(w, r.Threads, l.Style)
	}
	return nil
}

type lessonDocument struct {
	Document
	Name     string          `json:"name"`
	Title    string          `json:"title"`
	Question string          `json:"question"`
	Moral    string          `json:"moral"`
	Observe  []string        `json:"observe"`
	Asked    string          `json:"asked"`
	Outcomes []lessonOutcome `json:"outcomes"`
	Story    *Story          `json:"story"` // null if no model has the outcome asked for
	Repairs  []lessonRepair  `json:"repairs"`
}

type lessonOutcome struct {
	Values string   `json:"values"`
	Models []string `json:"models"`
}

type lessonRepair struct {
	Models []string `json:"models"`
	Test   string   `json:"test"`
}

// Document returns the lesson as a JSON document.
func (l *Lesson) Document() any {
	d := lessonDocument{
		Document: NewDocument("learn", OK), Name: l.Name, Title: l.Title, Question: l.Question, Moral: l.Moral,
		Observe: l.Observe, Asked: l.Asked, Outcomes: []lessonOutcome{}, Repairs: []lessonRepair{},
	}
	for _, o := range l.Outcomes {
		out := lessonOutcome{o.Values, []string{}}
		for i, allowed := range o.Allowed {
			if allowed {
				out.Models = append(out.Models, l.Models[i])
			}
		}
		d.Outcomes = append(d.Outcomes, out)
	}
	for _, r := range l.Repairs {
		d.Repairs = append(d.Repairs, lessonRepair{r.Models, r.Name})
	}
	if l.Shown != nil {
		d.Story = l.Shown.Story(0)
	}
	return d
}
