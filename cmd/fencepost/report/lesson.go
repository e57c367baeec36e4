package report

import (
	"fencepost/benchmarks/lessons"
	"fencepost/models"
)

// A Lesson teaches what the models make of one litmus test.
type Lesson struct {
	Name     string          `json:"name"`
	Title    string          `json:"title"`
	Question string          `json:"question"`
	Summary  string          `json:"summary"`
	Moral    string          `json:"moral"`   // Deprecated: summary.
	Observe  []string        `json:"observe"` // variables, in the order of an outcome's values
	Asked    string          `json:"asked"`   // the outcome that the question is about
	Outcomes []LessonOutcome `json:"outcomes"`
	Steps    *Explanation    `json:"explanation"` // null if no model has the outcome asked for
	Story    *Explanation    `json:"story"`       // Deprecated: explanation.
	Repairs  []LessonRepair  `json:"repairs"`
	// Models of the language and of machines of today, of which C is compiled for
	// the last ones: those that have the outcome asked for, and those that do not.
	Allowing   []string `json:"allowing"`
	Forbidding []string `json:"forbidding"`

	Models    []string         `json:"-"` // strongest first
	Threads   []lessons.Thread `json:"-"`
	Execution *Execution       `json:"-"` // that Steps explains
}

func (*Lesson) commands() []string { return []string{"learn"} }

// A LessonOutcome tells which models have an outcome.
type LessonOutcome struct {
	Values string   `json:"values"` // separated by commas
	Models []string `json:"models"`
}

// A LessonRepair is a variant of the test with fences, without the outcome.
type LessonRepair struct {
	Models []string `json:"models"` // under which it is a cheapest one
	Test   string   `json:"test"`

	Threads []lessons.Thread `json:"-"`
}

// Lessons are all lessons.
type Lessons struct {
	Lessons []LessonTitle `json:"lessons"`
}

func (*Lessons) commands() []string { return []string{"learn"} }

// A LessonTitle is what a lesson is about.
type LessonTitle struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// FromLessons returns the result that lists the lessons, with the tests they are about.
func FromLessons(tests []*lessons.Test) *Result {
	out := New("learn", OK)
	body := &Lessons{}
	for _, t := range tests {
		body.Lessons = append(body.Lessons, LessonTitle{Name: t.Name, Title: t.Title})
	}
	out.Body = body
	return out
}

// FromLesson returns the result of a lesson; without an answer it has the question alone.
func FromLesson(l *lessons.Lesson, t *lessons.Test, a *lessons.Answer) *Result {
	out := New("learn", OK)
	if a == nil {
		a = &lessons.Answer{}
	}
	body := &Lesson{
		Name: l.Name, Title: t.Title, Question: l.Question, Summary: l.Summary, Moral: l.Summary, Observe: t.Observe, Asked: l.Asked,
		Outcomes: []LessonOutcome{}, Repairs: []LessonRepair{}, Models: models.Names(), Threads: t.Threads,
		Allowing: append([]string{}, a.Allowing...), Forbidding: append([]string{}, a.Forbidding...),
	}
	for _, o := range a.Outcomes {
		body.Outcomes = append(body.Outcomes, LessonOutcome{o.Values, append([]string{}, o.Models...)})
	}
	for _, r := range a.Repairs {
		body.Repairs = append(body.Repairs, LessonRepair{r.Models, r.Test.Name, r.Test.Threads})
	}
	if x := a.Shown; x != nil {
		out.Source = NewSource(t.Program)
		body.Execution = NewExecution(out.Source, x.Execution, About{Model: newModel(x.Model), Mapping: x.Mapping})
		body.Steps = body.Execution.Explain(0).aliased()
		body.Story = body.Steps
	}
	out.Body = body
	return out
}
