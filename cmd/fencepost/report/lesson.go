package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/benchmarks/lessons"
	"fencepost/phase2/repair"
	"fencepost/trace/lists"
)

// A Lesson teaches the behaviour of one program under the models.
type Lesson struct {
	Name     string          `json:"name"`
	Title    string          `json:"title"`
	Text     []string        `json:"text"` // text before the question
	Question string          `json:"question"`
	Summary  string          `json:"summary"` // text after the answer
	File     string          `json:"file"`
	Source   string          `json:"source"`  // the program
	Models   ModelNames      `json:"models"`  // columns of the outcomes
	Observe  []string        `json:"observe"` // variables, in the order of an outcome's values
	Asked    string          `json:"asked"`   // the first outcome of the goal; empty if there is no goal
	Goal     string          `json:"goal"`
	Outcomes []LessonOutcome `json:"outcomes"`
	Options  []LessonOption  `json:"options"`     // of the question
	Steps    *Explanation    `json:"explanation"` // null if no model with a machine allows the goal
	Play     LessonPlay      `json:"play"`
	Buffers  *LessonBuffers  `json:"buffers"`  // null if no machine is changed
	Repair   *LessonRepair   `json:"repair"`   // null if there is nothing to repair
	Transfer *LessonTransfer `json:"transfer"` // null if there is none
	Next     string          `json:"next"`     // name of the next lesson; empty if there is none
	// Models that allow the goal, and those that forbid it.
	Allowing   ModelNames `json:"allowing"`
	Forbidding ModelNames `json:"forbidding"`

	Execution *Execution `json:"-"` // the execution of Steps
	Litmus    bool       `json:"-"` // the program is a litmus test
}

// Table returns the outcomes as a table; nil if there are none.
func (b *Lesson) Table() *PageTable {
	if len(b.Observe) == 0 {
		return nil
	}
	return &PageTable{b.Models, lists.Map(b.Outcomes, func(o LessonOutcome) PageOutcomes {
		row := PageOutcomes{Executions: yesIn(b.Models, o.Models)}
		for i, v := range strings.Split(o.Values, ",") {
			row.State += b.Observe[i] + "=" + v + " "
		}
		return row
	})}
}

// yesIn returns yes for each name that some have, and a dash for each other one.
func yesIn(names, some []string) []string {
	return lists.Map(names, func(name string) string {
		if slices.Contains(some, name) {
			return "yes"
		}
		return "-"
	})
}

// Paragraphs returns the text after the answer.
func (b *Lesson) Paragraphs() []string { return strings.Split(b.Summary, "\n\n") }

// Changes describes the changes of the cheapest choice.
func (r *LessonRepair) Changes() (list []string) {
	for i, m := range r.Menus {
		if k := r.Cheapest[i]; k != m.Written {
			what := "fence " + m.Options[k] + " behind"
			if m.Kind == "order" {
				what = "order " + m.Options[k] + " of"
			}
			list = append(list, fmt.Sprintf("%s %s, %s, line %d", what, m.Text, m.Func, m.Line))
		}
	}
	return list
}

// A LessonOutcome is an outcome with the models that allow it.
type LessonOutcome struct {
	Values string     `json:"values"` // separated by commas
	Models ModelNames `json:"models"`
	Goal   bool       `json:"goal"` // it is an outcome of the goal
}

// A LessonOption is a possible answer to a question.
type LessonOption struct {
	Text  string `json:"text"`
	Right bool   `json:"right"`
}

// A LessonPlay is a game: the reader is the scheduler and the memory.
type LessonPlay struct {
	Model string `json:"model"`
	Goal  string `json:"goal"`
	Text  string `json:"text"`
	Moves []int  `json:"moves"` // moves that reach the goal; empty if no execution does
}

// LessonBuffers are machines with store buffers, and their results in classic tests.
type LessonBuffers struct {
	Text     string       `json:"text"`
	Machines []string     `json:"machines"`
	Tests    []LessonTest `json:"tests"`
}

// A LessonTest is a classic test.
type LessonTest struct {
	Name     string   `json:"name"`
	Asks     string   `json:"asks"`     // the outcome asked about
	Machines []string `json:"machines"` // machines that allow it
}

// A LessonRepair is a program's menus of orders and fences, with a cheapest choice.
type LessonRepair struct {
	Model    string       `json:"model"`
	Text     string       `json:"text"`
	Menus    []LessonMenu `json:"menus"`
	Cheapest []int        `json:"cheapest"` // by menu: the option
	Cost     int          `json:"cost"`     // of the cheapest choice
}

// A LessonMenu is a place in the program with its options.
type LessonMenu struct {
	Kind    string   `json:"kind"` // order or fence
	Func    string   `json:"func"`
	Line    int      `json:"line"`
	Text    string   `json:"text"` // the access with the order, or before the fence
	Options []string `json:"options"`
	Costs   []int    `json:"costs"`
	Written int      `json:"written"` // the option in the program as written
}

// A LessonTransfer is a question about a real program.
type LessonTransfer struct {
	File     string         `json:"file"`
	Source   string         `json:"source"`
	Question string         `json:"question"`
	Options  []LessonOption `json:"options"`
	Text     string         `json:"text"` // text after the answer
}

// Lessons are all lessons.
type Lessons struct {
	Lessons []LessonTitle `json:"lessons"` // of the course, in order
	More    []LessonTitle `json:"more"`    // lessons outside the course
}

// A LessonTitle is the title of a lesson.
type LessonTitle struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// FromLessons returns the result that lists the lessons of the course, and those beside it.
func FromLessons(list, more []*lessons.Lesson) *Result {
	title := func(l *lessons.Lesson) LessonTitle { return LessonTitle{l.Name, l.Title} }
	return WithBody("learn", OK, &Lessons{lists.Map(list, title), lists.Map(more, title)})
}

// FromLesson returns the result of a lesson with all its right answers.
func FromLesson(l *lessons.Learnt) *Result {
	out := New("learn", OK)
	a := l.Answer
	summary := strings.Join(l.Summary, "\n\n")
	body := &Lesson{
		Name: l.Name, Title: l.Title, Text: l.Text, Question: l.Predict.Question, Summary: summary,
		File: l.File, Source: l.Source, Models: l.Models, Observe: notNil(a.Observe), Goal: l.Predict.Goal,
		Outcomes: []LessonOutcome{}, Options: newLessonOptions(a.Options), Next: l.Next,
		Play:     LessonPlay{l.Play.Model, l.Play.Goal, l.Play.Text, notNil(l.Moves)},
		Allowing: a.Has, Forbidding: a.Lacks, Litmus: l.Program.Test != nil,
	}
	if body.Goal == "" && body.Litmus {
		body.Goal = l.Program.Test.Condition.String()
	}
	body.Play.Goal = cmp.Or(body.Play.Goal, body.Goal)
	for _, o := range a.Outcomes {
		values := strings.Join(o.Values, ",")
		if o.Goal && body.Asked == "" {
			body.Asked = values
		}
		body.Outcomes = append(body.Outcomes, LessonOutcome{values, slices.Clone(o.Models), o.Goal})
	}
	if b := l.Lesson.Buffers; b != nil {
		body.Buffers = &LessonBuffers{b.Text, lessons.BufferMachines, lists.Map(l.Buffers, func(t lessons.BufferTest) LessonTest { return LessonTest(t) })}
	}
	if l.Menu != nil {
		body.Repair = newLessonRepair(l)
	}
	if t := l.Lesson.Transfer; t != nil {
		body.Transfer = &LessonTransfer{t.File, t.Source, t.Question, newLessonOptions(l.Transfer), t.Text}
	}
	if x := a.Shown; x != nil {
		out.Source = NewSource(l.Program.Code)
		body.Execution = NewExecution(out.Source, x.Execution, About{Model: newModel(x.Model)})
		body.Steps = body.Execution.Explain(0, false)
	}
	out.Body = body
	return out
}

func newLessonOptions(list []lessons.Option) []LessonOption {
	return lists.Map(list, func(o lessons.Option) LessonOption { return LessonOption(o) })
}

func newLessonRepair(l *lessons.Learnt) *LessonRepair {
	menus := lists.Map(l.Menu.Slots, func(s repair.Slot) LessonMenu {
		return LessonMenu{s.Kind, s.Func, s.Line, s.Text, s.Options, s.Costs, s.Written}
	})
	return &LessonRepair{Model: l.Repair.Model, Text: l.Repair.Text, Menus: menus, Cheapest: notNil(l.Cheapest), Cost: l.Cost}
}
