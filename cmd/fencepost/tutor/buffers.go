package tutor

import (
	"context"
	"fmt"

	"fencepost/benchmarks/lessons"
)

// buffers is the step in which the reader changes a machine.
type buffers struct {
	ctx    context.Context
	lesson *lessons.Lesson
	chosen []int // by setting
	cursor int
	trial  *lessons.BufferTrial // result of the current choice; nil: not tried yet
	tried  int
}

func (b *buffers) name() string { return "buffers" }

func (b *buffers) result() string {
	if b.tried == 0 {
		return ""
	}
	return fmt.Sprintf("%d tried", b.tried)
}

func (b *buffers) help() string {
	if b.trial != nil {
		return "Enter go on   arrows change"
	}
	return "arrows change   Enter try"
}

func (b *buffers) draw(c *canvas) {
	b.start()
	c.text(b.lesson.Buffers.Text)
	c.blank()
	for i, s := range lessons.Settings {
		c.line(fmt.Sprintf("%-14s %s", s.Name, bracketed(s.Options, b.chosen[i])), i == b.cursor)
	}
	switch {
	case b.trial == nil:
	case b.trial.Wrong != "":
		c.text("There is no such machine: " + b.trial.Wrong + ".")
	default:
		for _, t := range b.trial.Tests {
			c.line(fmt.Sprintf("%s %-24s %s", map[bool]string{true: "yes", false: " no"}[len(t.Machines) > 0], t.Name, t.Asks), false)
		}
	}
}

func (b *buffers) start() {
	if b.chosen == nil {
		b.chosen = make([]int, len(lessons.Settings))
	}
}

func (b *buffers) key(k Key) (over bool, err error) {
	b.start()
	switch k {
	case Up:
		b.cursor = max(0, b.cursor-1)
	case Down:
		b.cursor = min(len(b.chosen)-1, b.cursor+1)
	case Left:
		b.chosen[b.cursor], b.trial = max(0, b.chosen[b.cursor]-1), nil
	case Right, ' ':
		b.chosen[b.cursor], b.trial = min(len(lessons.Settings[b.cursor].Options)-1, b.chosen[b.cursor]+1), nil
	case Enter:
		if b.trial != nil && b.trial.Wrong == "" {
			return true, nil
		}
		b.trial, err = lessons.TryBuffers(b.ctx, b.chosen)
		b.tried++
	}
	return false, err
}
