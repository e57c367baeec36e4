package tutor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"fencepost/benchmarks/lessons"
	"fencepost/cmd/fencepost/report"
)

// A question is a list of options to tick.
type question struct {
	options  []lessons.Option
	cursor   int
	ticked   []int
	answered bool
}

func (q *question) key(k Key) {
	switch k {
	case Up:
		q.cursor = max(0, q.cursor-1)
	case Down:
		q.cursor = min(len(q.options)-1, q.cursor+1)
	case ' ':
		if i := slices.Index(q.ticked, q.cursor); i >= 0 {
			q.ticked = slices.Delete(q.ticked, i, i+1)
		} else {
			q.ticked = append(q.ticked, q.cursor)
		}
	case Enter:
		q.answered = true
	}
}

func (q *question) result() string {
	if !q.answered {
		return ""
	}
	return fmt.Sprintf("%d of %d", lessons.Score(q.options, q.ticked), len(q.options))
}

// draw draws the options beside a text, which scrolls.
func (q *question) draw(c *canvas, text []string, s *scroll) {
	widest := 0
	for _, o := range q.options {
		widest = max(widest, len(o.Text))
	}
	right := min(widest+len("[x]   right"), c.width/2)
	left := c.width - right - 1
	room := c.room()
	part := s.show(text, room)
	from, to := window(q.cursor, len(q.options), room)
	for i := range max(len(part), to-from) {
		line := ""
		if i < len(part) {
			line = part[i]
		}
		line = pad(line, left) + " "
		if from+i >= to {
			c.line(line, false)
			continue
		}
		n := from + i
		o, ticked := &q.options[n], slices.Contains(q.ticked, n)
		option := "[ ] "
		if ticked {
			option = "[x] "
		}
		option += o.Text
		switch {
		case q.answered && o.Right == ticked:
			option += "  right"
		case q.answered:
			option += "  wrong"
		}
		if n == q.cursor && !q.answered {
			option = reverse + clip(option, right) + plain
		} else {
			option = clip(option, right)
		}
		c.body = append(c.body, line+option)
	}
}

const questionHelp = "Up, Down, Space tick   Enter answer   PgDn scroll"

// predict is the step in which the reader predicts outcomes.
type predict struct {
	ctx      context.Context
	lesson   *lessons.Lesson
	answer   *lessons.Answer
	question question
	page     int // 0: the question, 1: the table, 2: an execution
	scroll   scroll
}

func (p *predict) name() string   { return "predict" }
func (p *predict) result() string { return p.question.result() }

func (p *predict) help() string {
	switch {
	case !p.question.answered:
		return questionHelp
	case p.page < 2:
		return "Enter go on"
	}
	return "Enter go on   Up, Down scroll"
}

// find explores the program, once.
func (p *predict) find() (err error) {
	if p.answer == nil {
		if p.answer, err = p.lesson.Answer(p.ctx); err == nil {
			p.question.options = p.answer.Options
		}
	}
	return err
}

func (p *predict) draw(c *canvas) {
	if err := p.find(); err != nil {
		c.text(err.Error())
		return
	}
	switch p.page {
	case 0:
		c.text(p.lesson.Predict.Question)
		if p.question.answered {
			c.heading("You have " + p.question.result() + " right. Every execution was explored.")
		} else {
			c.blank()
		}
		p.question.draw(c, brief(p.lesson.Source), &p.scroll)
	case 1:
		p.table(c)
	default:
		p.execution(c)
	}
}

// table draws the outcomes by model.
func (p *predict) table(c *canvas) {
	a := p.answer
	if len(a.Observe) > 0 && len(a.Outcomes) > 0 {
		width := len(a.Outcomes[0].Text(a.Observe))
		for i := range a.Outcomes {
			width = max(width, len(a.Outcomes[i].Text(a.Observe)))
		}
		head := pad("", width+1)
		for _, m := range p.lesson.Models {
			head += " " + m
		}
		c.heading(head)
		for _, o := range a.Outcomes {
			line := pad(o.Text(a.Observe), width+1)
			for _, m := range p.lesson.Models {
				mark := "-"
				if slices.Contains(o.Models, m) {
					mark = "x"
				}
				line += " " + pad(mark, len(m))
			}
			if o.Goal {
				line += " <-"
			}
			if c.room() > 4 {
				c.line(line, o.Goal)
			}
		}
		c.blank()
	}
	c.text("Have it: " + listed(a.Has) + ".")
	c.text("Do not: " + listed(a.Lacks) + ".")
}

func listed(names []string) string { return cmp.Or(strings.Join(names, ", "), "none") }

// execution draws an execution that reaches the goal, step by step.
func (p *predict) execution(c *canvas) {
	x := p.answer.Shown
	if x == nil {
		c.text("No machine here has an execution with it: only models on paper do, or none.")
		return
	}
	c.heading("How " + x.Model.Name + " has it:")
	if p.lesson.Program.Test != nil {
		c.text("(P0 is thread 1, P1 thread 2, and so on.)")
	}
	shown := report.ExplainShown(p.lesson.Program.Code, x.Model, x.Execution)
	var lines []string
	for _, s := range shown.Steps {
		if p.lesson.Program.Test == nil || s.Thread > 0 && s.Kind != "exit" {
			for k, line := range wrap(s.Sentence, c.width-5) {
				lines = append(lines, map[bool]string{true: "  * ", false: "    "}[k == 0]+line)
			}
		}
	}
	for _, line := range p.scroll.show(lines, c.room()) {
		c.line(line, false)
	}
}

func (p *predict) key(k Key) (bool, error) {
	if err := p.find(); err != nil {
		return false, err
	}
	if p.page == 0 && !p.question.answered && k != PageUp && k != PageDown {
		p.question.key(k)
		return false, nil
	}
	if k == Enter || k == Right {
		p.page++
		p.scroll = scroll{}
		if p.page > 2 {
			p.page = 2
			return true, nil
		}
		return false, nil
	}
	p.scroll.key(k)
	return false, nil
}

// transfer is the step in which the reader finds the same in real code.
type transfer struct {
	ctx      context.Context
	lesson   *lessons.Lesson
	question question
	scroll   scroll
}

func (t *transfer) name() string   { return "transfer" }
func (t *transfer) result() string { return t.question.result() }

func (t *transfer) help() string {
	if t.question.answered {
		return "Enter go on"
	}
	return questionHelp
}

func (t *transfer) find() (err error) {
	if t.question.options == nil {
		t.question.options, err = t.lesson.Transfer.Answer(t.ctx)
	}
	return err
}

func (t *transfer) draw(c *canvas) {
	if err := t.find(); err != nil {
		c.text(err.Error())
		return
	}
	if t.question.answered {
		c.heading("You have " + t.question.result() + " right.")
		c.text(t.lesson.Transfer.Text)
	} else {
		c.text(t.lesson.Transfer.Question)
		c.blank()
	}
	t.question.draw(c, brief(t.lesson.Transfer.Source), &t.scroll)
}

func (t *transfer) key(k Key) (bool, error) {
	if err := t.find(); err != nil {
		return false, err
	}
	switch {
	case k == PageUp || k == PageDown:
		t.scroll.key(k)
	case !t.question.answered:
		t.question.key(k)
	case k == Enter || k == Right:
		return true, nil
	default:
		t.scroll.key(k)
	}
	return false, nil
}
