package engine

import (
	"errors"

	"fencepost/benchmarks/lessons"
	"fencepost/cmd/fencepost/report"
	"fencepost/trace/lists"
)

// A Lesson is a lesson as it is asked: without what is right.
type Lesson struct {
	*lessons.Lesson
	Options         []string `json:"options"` // of the question
	TransferOptions []string `json:"transfer_options"`
	Menu            *Menu    `json:"menu"` // null: there is nothing to repair

	Settings []lessons.Setting `json:"settings"` // of a machine
}

// Marked is what is right in a question.
type Marked struct {
	Options []lessons.Option `json:"options"`
	Score   int              `json:"score"` // options that are ticked as they should be
	Answer  *lessons.Answer  `json:"answer,omitempty"`
}

// lessons lists the course.
func (s *session) lessons() (*Answer, error) {
	all, err := lessons.All()
	if err != nil {
		return nil, err
	}
	out := s.ok("learn")
	out.Lessons = lists.Map(all, func(l *lessons.Lesson) report.LessonTitle { return report.LessonTitle{Name: l.Name, Title: l.Title} })
	return out, nil
}

// find returns the lesson that the request is about.
func (s *session) find() (*lessons.Lesson, error) {
	if s.Lesson != "" {
		return lessons.Find(s.Lesson)
	}
	return lessons.Parse(s.name(), []byte(s.Source), nothing)
}

// answered returns the lesson and the answer to its question.
func (s *session) answered() (*lessons.Lesson, *lessons.Answer, error) {
	l, err := s.find()
	if err != nil {
		return nil, nil, err
	}
	a, err := l.Answer(s.ctx)
	return l, a, err
}

// lesson asks the questions of a lesson.
func (s *session) lesson() (*Answer, error) {
	l, a, err := s.answered()
	if err != nil {
		return nil, err
	}
	asked := &Lesson{Lesson: l, Options: lists.Map(a.Options, func(o lessons.Option) string { return o.Text }), TransferOptions: []string{}}
	if l.Buffers != nil {
		asked.Settings = lessons.Settings
	}
	if l.Transfer != nil {
		asked.TransferOptions = l.Transfer.Models
	}
	if l.Repair != nil {
		r, err := l.OpenRepair()
		if err != nil {
			return nil, err
		}
		asked.Menu = &Menu{Slots: r.Menu.Slots, Written: r.Menu.Written()}
	}
	out := s.ok("learn")
	out.Lesson = asked
	return out, nil
}

// predict marks the question, and shows an execution with what it is about.
func (s *session) predict() (*Answer, error) {
	l, a, err := s.answered()
	if err != nil {
		return nil, err
	}
	out := s.ok("learn")
	out.Marked = &Marked{a.Options, lessons.Score(a.Options, s.Ticks), a}
	if a.Shown == nil {
		return out, nil
	}
	part := Part{Title: a.Shown.Model.Name}
	err = part.explain(report.ExplainShown(l.Program.Code, a.Shown.Model, a.Shown.Execution), s.Number)
	out.Parts = []Part{part}
	return out, err
}

// trial tells what a choice from the menu of a lesson comes to, and the cheapest.
func (s *session) trial() (*Answer, error) {
	l, err := s.find()
	if err != nil {
		return nil, err
	}
	if l.Repair == nil || s.Repair == nil {
		return nil, errors.New("there is nothing to repair")
	}
	r, err := l.OpenRepair()
	if err != nil {
		return nil, err
	}
	out := s.ok("learn")
	if out.Trial, err = r.Try(s.ctx, s.Repair.Chosen); err != nil {
		return nil, err
	}
	if out.Trial.Repaired {
		out.Choice = &Choice{}
		out.Choice.Chosen, out.Choice.Cost, err = r.Cheapest(s.ctx)
	}
	return out, err
}

// buffers tells what becomes of classic tests under a machine.
func (s *session) buffers() (*Answer, error) {
	trial, err := lessons.TryBuffers(s.ctx, s.Request.Buffers)
	if err != nil {
		return nil, err
	}
	out := s.ok("learn")
	out.Buffers = trial
	return out, nil
}

// transfer marks the question about real code.
func (s *session) transfer() (*Answer, error) {
	l, err := s.find()
	if err != nil {
		return nil, err
	}
	if l.Transfer == nil {
		return nil, errors.New("the lesson asks nothing of real code")
	}
	options, err := l.Transfer.Answer(s.ctx)
	if err != nil {
		return nil, err
	}
	out := s.ok("learn")
	out.Marked = &Marked{Options: options, Score: lessons.Score(options, s.Ticks)}
	return out, nil
}
