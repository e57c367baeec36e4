// Package tutor gives the lessons of package lessons on a terminal: one screen at a time,
// which fits 80 columns and 24 lines, controlled by keys. A Tutor does not depend on a
// terminal: Key takes a key, Screen returns the lines to show. Run connects it to a
// terminal.
package tutor

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"fencepost/benchmarks/lessons"
)

// A Tutor is the state of a reader of lessons.
type Tutor struct {
	ctx    context.Context
	list   []*lessons.Lesson
	cursor int            // index in the list
	scores map[int]string // by lesson, in this run
	at     int            // index of the open lesson; -1: the list is shown
	steps  []step
	step   int
	wrong  string // an error message
	quit   bool
}

// A step is a part of a lesson.
type step interface {
	name() string
	draw(c *canvas)
	// key handles a key; it reports whether the step is over.
	key(k Key) (over bool, err error)
	help() string
	result() string // the reader's result; empty if there is no score
}

// New returns a tutor of lessons. A single lesson is opened at once; of several the list is
// shown.
func New(ctx context.Context, list []*lessons.Lesson) *Tutor {
	t := &Tutor{ctx: ctx, list: list, at: -1, scores: map[int]string{}}
	if len(list) == 1 {
		t.open(0)
	}
	return t
}

// Open opens the lesson with a number in the list.
func (t *Tutor) Open(n int) { t.open(n) }

// Done reports whether the reader has left.
func (t *Tutor) Done() bool { return t.quit }

func (t *Tutor) open(n int) {
	l := t.list[n]
	t.at, t.cursor, t.step, t.wrong = n, n, 0, ""
	t.steps = []step{&reading{lesson: l}, &predict{ctx: t.ctx, lesson: l}, &game{ctx: t.ctx, lesson: l}}
	if l.Buffers != nil {
		t.steps = append(t.steps, &buffers{ctx: t.ctx, lesson: l})
	}
	if l.Repair != nil {
		t.steps = append(t.steps, &mend{ctx: t.ctx, lesson: l})
	}
	if l.Transfer != nil {
		t.steps = append(t.steps, &transfer{ctx: t.ctx, lesson: l})
	}
	t.steps = append(t.steps, &ending{tutor: t, lesson: l})
}

// Key handles a key. It may take a second, while all executions of a program are explored.
func (t *Tutor) Key(k Key) {
	t.wrong = ""
	switch {
	case k == Quit:
		t.quit = true
	case t.at < 0:
		t.choose(k)
	case k == Escape && len(t.list) > 1:
		t.at = -1
	case k == Escape:
		t.quit = true
	case k == Tab:
		t.next()
	case k == BackTab:
		t.step = max(0, t.step-1)
	default:
		over, err := t.steps[t.step].key(k)
		if err != nil {
			t.wrong = err.Error()
		}
		if over {
			t.next()
		}
	}
}

// choose handles a key while the list is shown.
func (t *Tutor) choose(k Key) {
	switch k {
	case Up:
		t.cursor = max(0, t.cursor-1)
	case Down:
		t.cursor = min(len(t.list)-1, t.cursor+1)
	case Enter, Right:
		t.open(t.cursor)
	case Escape, 'q':
		t.quit = true
	}
}

// next goes on to the next step, or the next lesson.
func (t *Tutor) next() {
	if t.step+1 < len(t.steps) {
		t.step++
		if t.step == len(t.steps)-1 {
			t.scores[t.at] = t.summary()
		}
		return
	}
	switch {
	case t.at+1 < len(t.list):
		t.open(t.at + 1)
	case len(t.list) > 1:
		t.at = -1
	default:
		t.quit = true
	}
}

// summary describes the reader's results in the lesson.
func (t *Tutor) summary() string {
	var parts []string
	for _, s := range t.steps {
		if r := s.result(); r != "" {
			parts = append(parts, s.name()+" "+r)
		}
	}
	return strings.Join(parts, ", ")
}

// Screen returns the lines to show on a screen of this size: exactly height lines, none
// longer than width. Marked lines are in bold or reverse video.
func (t *Tutor) Screen(width, height int) []string {
	c := &canvas{width: max(width, minWidth), height: max(height, minHeight)}
	if t.at < 0 {
		t.drawList(c)
	} else {
		l := t.list[t.at]
		c.title = fmt.Sprintf("%s: %s", l.Name, l.Title)
		for i, s := range t.steps {
			name := s.name()
			if i == t.step {
				name = "[" + name + "]"
			}
			c.right += " " + name
		}
		s := t.steps[t.step]
		s.draw(c)
		c.foot = s.help() + "   Tab skip   Esc " + map[bool]string{true: "list", false: "quit"}[len(t.list) > 1]
	}
	if t.wrong != "" {
		c.foot = t.wrong
	}
	return c.lines()
}

func (t *Tutor) drawList(c *canvas) {
	c.title = "Relaxed memory in lessons"
	c.right = fmt.Sprintf("%d of %d done in this run", len(t.scores), len(t.list))
	c.blank()
	from, to := window(t.cursor, len(t.list), c.room())
	for i := from; i < to; i++ {
		l := t.list[i]
		c.line(fmt.Sprintf(" %2d  %-16s %s", i+1, l.Name, cmp.Or(t.scores[i], l.Title)), i == t.cursor)
	}
	c.foot = "Up, Down choose   Enter open   q quit"
}
