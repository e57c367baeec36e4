package report

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

	Models    []string     `json:"-"` // strongest first
	Threads   []ThreadText `json:"-"`
	Execution *Execution   `json:"-"` // that Steps explains
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

	Threads []ThreadText `json:"-"`
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

// A Taught is what the models make of one litmus test, as FromLesson is given it.
type Taught struct {
	Name     string
	Title    string // what the test is, in a sentence
	Question string
	Summary  string
	Observe  []string // variables, in the order of an outcome's values
	Asked    string   // the outcome that the question is about
	Threads  []ThreadText
	Models   []string // strongest first
	Outcomes []TaughtOutcome
	// Shown is an execution with the outcome asked for, under the strongest model
	// that has it; nil if none has.
	Shown   *Finished
	Repairs []Repair
	// Of the models in cat, those that have the outcome asked for and those that do not.
	Allowing, Forbidding []string
}

// A ThreadText is the source of one thread.
type ThreadText struct {
	Name  string
	Lines []string
}

// A TaughtOutcome tells which models have an outcome.
type TaughtOutcome struct {
	Values  string // separated by commas
	Allowed []bool // parallel to Lesson.Models
}

// A Repair is a variant of the test with fences, without the outcome.
type Repair struct {
	Models  []string // under which it is a cheapest one
	Name    string   // of the litmus test
	Threads []ThreadText
}

// FromLesson returns the result of a lesson.
func FromLesson(l *Taught) *Result {
	out := New("learn", OK)
	body := &Lesson{
		Name: l.Name, Title: l.Title, Question: l.Question, Summary: l.Summary, Moral: l.Summary, Observe: l.Observe, Asked: l.Asked,
		Outcomes: []LessonOutcome{}, Repairs: []LessonRepair{}, Models: l.Models, Threads: l.Threads,
		Allowing: append([]string{}, l.Allowing...), Forbidding: append([]string{}, l.Forbidding...),
	}
	for _, o := range l.Outcomes {
		outcome := LessonOutcome{o.Values, []string{}}
		for i, allowed := range o.Allowed {
			if allowed {
				outcome.Models = append(outcome.Models, l.Models[i])
			}
		}
		body.Outcomes = append(body.Outcomes, outcome)
	}
	for _, r := range l.Repairs {
		body.Repairs = append(body.Repairs, LessonRepair{r.Models, r.Name, r.Threads})
	}
	if f := l.Shown; f != nil {
		out.Source = NewSource(f.Program)
		body.Execution = NewExecution(out.Source, f.Execution, About{Model: newModel(f.Model), Mapping: f.Mapping})
		body.Steps = body.Execution.Explain(0).aliased()
		body.Story = body.Steps
	}
	out.Body = body
	return out
}
