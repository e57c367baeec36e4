package tutor

import (
	"strings"

	"fencepost/benchmarks/lessons"
)

// reading is the first step: the introduction and the program.
type reading struct {
	lesson *lessons.Lesson
	scroll scroll
}

func (r *reading) name() string   { return "read" }
func (r *reading) result() string { return "" }
func (r *reading) help() string   { return "Enter go on   Up, Down scroll" }

func (r *reading) draw(c *canvas) {
	var lines []string
	for _, text := range r.lesson.Text {
		lines = append(append(lines, wrap(text, c.width-1)...), "")
	}
	lines = append(lines, source(r.lesson.Source)...)
	for _, line := range r.scroll.show(lines, c.room()) {
		c.line(line, false)
	}
}

func (r *reading) key(k Key) (bool, error) {
	r.scroll.key(k)
	return k == Enter || k == Right, nil
}

// ending is the last step: the summary and the results.
type ending struct {
	tutor  *Tutor
	lesson *lessons.Lesson
	scroll scroll
}

func (e *ending) name() string   { return "end" }
func (e *ending) result() string { return "" }
func (e *ending) help() string {
	if e.tutor.at+1 < len(e.tutor.list) {
		return "Enter next lesson"
	}
	return "Enter end"
}

func (e *ending) draw(c *canvas) {
	var lines []string
	for _, text := range e.lesson.Summary {
		lines = append(append(lines, wrap(text, c.width-1)...), "")
	}
	if s := e.tutor.summary(); s != "" {
		lines = append(append(lines, wrap("You: "+s+".", c.width-1)...), "")
	}
	if n := e.tutor.at + 1; n < len(e.tutor.list) {
		next := e.tutor.list[n]
		lines = append(lines, "Next: "+strings.TrimSpace(next.Name+", "+next.Title))
	}
	for _, line := range e.scroll.show(lines, c.room()) {
		c.line(line, false)
	}
}

func (e *ending) key(k Key) (bool, error) {
	e.scroll.key(k)
	return k == Enter || k == Right, nil
}
