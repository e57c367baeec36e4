package tutor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fencepost/benchmarks/lessons"
)

// mend is the step in which the reader repairs the program.
type mend struct {
	ctx      context.Context
	lesson   *lessons.Lesson
	open     *lessons.OpenRepair
	chosen   []int
	cheapest []int
	least    int
	cursor   int
	trial    *lessons.Trial // result of the current choice; nil: not tried yet
	best     int            // cost of the cheapest repair so far; -1: none
	given    bool           // the answer was shown
}

func (m *mend) name() string { return "repair" }

func (m *mend) result() string {
	switch {
	case m.open == nil || m.best < 0 && !m.given:
		return ""
	case m.given:
		return "shown"
	}
	return fmt.Sprintf("%d for %d", m.best, m.least)
}

func (m *mend) help() string {
	if m.trial != nil && m.trial.Repaired {
		return "Enter go on   arrows change   c cheapest"
	}
	return "arrows change   Enter try   c cheapest"
}

// start makes the menus, once.
func (m *mend) start() (err error) {
	if m.open != nil {
		return nil
	}
	open, err := m.lesson.OpenRepair()
	if err != nil {
		return err
	}
	if m.cheapest, m.least, err = open.Cheapest(m.ctx); err != nil {
		return err
	}
	m.open, m.chosen, m.best = open, open.Menu.Written(), -1
	return nil
}

func (m *mend) draw(c *canvas) {
	if err := m.start(); err != nil {
		c.text(err.Error())
		return
	}
	c.text(m.lesson.Repair.Text)
	c.line(fmt.Sprintf("Model: %s   This costs %d.", m.lesson.Repair.Model, m.cost()), false)
	switch {
	case m.trial == nil:
		c.blank()
	case !m.trial.Repaired:
		c.heading("It can still happen.")
	case m.trial.Cost <= m.least:
		c.heading("It cannot happen any more, and nothing cheaper is known.")
	default:
		c.heading(fmt.Sprintf("It cannot happen any more. You pay %d; the cheapest repair costs %d.", m.trial.Cost, m.least))
	}
	slots := m.open.Menu.Slots
	from, to := window(m.cursor, len(slots), c.room())
	for i := from; i < to; i++ {
		s := &slots[i]
		what := short(s.Text)
		if s.Kind == "fence" && i > 0 && slots[i-1].Text == s.Text {
			what = "    fence behind it"
		} else if s.Kind == "fence" {
			what = "behind " + what
		}
		c.line(fmt.Sprintf("%-9s %2d  %-26s %s", clip(s.Func, 9), s.Line, clip(what, 26), bracketed(s.Options, m.chosen[i])), i == m.cursor)
	}
}

// short returns a short form of an atomic operation: store x, 1.
func short(text string) string {
	text = strings.TrimPrefix(text, "atomic_")
	text = strings.Replace(text, "_explicit", "", 1)
	if i := strings.Index(text, ", memory_order"); i >= 0 {
		text = text[:i] + ")"
	}
	return text
}

func (m *mend) cost() int {
	sum := 0
	for i := range m.open.Menu.Slots {
		sum += m.open.Menu.Slots[i].Costs[m.chosen[i]]
	}
	return sum
}

func (m *mend) key(k Key) (bool, error) {
	if err := m.start(); err != nil {
		return false, err
	}
	options := len(m.open.Menu.Slots[m.cursor].Options)
	switch k {
	case Up:
		m.cursor = max(0, m.cursor-1)
	case Down:
		m.cursor = min(len(m.chosen)-1, m.cursor+1)
	case Left:
		m.chosen[m.cursor], m.trial = max(0, m.chosen[m.cursor]-1), nil
	case Right, ' ':
		m.chosen[m.cursor], m.trial = min(options-1, m.chosen[m.cursor]+1), nil
	case 'c':
		copy(m.chosen, m.cheapest)
		m.given = m.given || m.best < 0
		return false, m.try()
	case Enter:
		if m.trial != nil && m.trial.Repaired {
			return true, nil
		}
		return false, m.try()
	}
	return false, nil
}

// try explores the program with the current choice.
func (m *mend) try() (err error) {
	if m.trial, err = m.open.Try(m.ctx, m.chosen); err != nil {
		return err
	}
	if m.trial.Repaired && !m.given && (m.best < 0 || m.trial.Cost < m.best) {
		m.best = m.trial.Cost
	}
	return nil
}

// bracketed returns options in one line, the one that is chosen in brackets.
func bracketed(options []string, chosen int) string {
	list := slices.Clone(options)
	list[chosen] = "[" + list[chosen] + "]"
	return strings.Join(list, " ")
}
