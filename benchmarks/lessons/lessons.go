// Package lessons teaches relaxed memory: a course of lessons, and lessons that teachers
// write. A lesson is a program, C or a litmus test, whose header comment defines its
// questions (header.go). It has steps:
//
//	predict   tick what you expect; Answer computes what is right
//	play      be the scheduler and the memory, with a goal: package interp/play
//	buffers   change a machine and see the results of classic tests
//	repair    choose orders and fences so that it cannot happen: package phase2/repair
//	transfer  say under which models real code with the same critical cycle goes wrong
//
// A lesson does not contain its right answers: the explorers of this project compute them.
// Nothing here prints or waits: a terminal and a page show the parts in their own ways.
//
//	l, err := lessons.Find("SB")
//	a, err := l.Answer(ctx)                  // a.Options, a.Outcomes
//	a.Score([]int{0, 3})                     // ticks: numbers of options
//	g, err := l.Program.Game(l.Play.Model, l.Play.Goal)
//	r, err := l.OpenRepair()                 // r.Menu.Slots
//	v, err := r.Try(ctx, []int{0, 2, 1, 0})  // v.Repaired, v.Cost
//	t, err := l.Transfer.Answer(ctx)
package lessons

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"fencepost/benchmarks"
	"fencepost/interp/play"
)

// A Lesson is a program with questions about it. It is immutable.
type Lesson struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	Text     []string      `json:"text"`   // paragraphs before the question
	File     string        `json:"file"`   // name of the program's file
	Source   string        `json:"source"` // the program, without the header
	Models   []string      `json:"models"` // of the table of outcomes, in order
	Predict  Predict       `json:"predict"`
	Play     Play          `json:"play"`
	Buffers  *Buffers      `json:"buffers"`  // null: the lesson has no such step
	Repair   *Repair       `json:"repair"`   // null: the lesson has no such step
	Transfer *Transfer     `json:"transfer"` // null: the lesson has no such step
	Summary  []string      `json:"summary"`  // paragraphs after the answer
	Next     string        `json:"next"`     // name of the next lesson of the course; empty if there is none
	Program  *play.Program `json:"-"`

	observe []string // of a C program: globals of its outcomes; nil: those of play
	expect  *expectation
}

// Predict is the first question. If Model is set, the options are outcomes, and those that
// the model allows are right. Otherwise the options are models, and those that allow the
// goal are right.
type Predict struct {
	Question string `json:"question"`
	Model    string `json:"model"`
	Goal     string `json:"goal"` // in the syntax of play.Program.Game
}

// Play is the game of a lesson.
type Play struct {
	Model string `json:"model"`
	Goal  string `json:"goal"`
	Text  string `json:"text"`
}

// Repair names the model under which the goal of Predict is to be made impossible.
type Repair struct {
	Model string `json:"model"`
	Text  string `json:"text"`
}

// Buffers is the step in which the reader changes a machine with store buffers: see
// TryBuffers.
type Buffers struct {
	Text string `json:"text"` // text before it
}

// Transfer is real code in which the same can happen. The question is under which models it
// goes wrong.
type Transfer struct {
	File     string   `json:"file"`
	Source   string   `json:"source"`
	Question string   `json:"question"`
	Models   []string `json:"models"` // the options
	Text     string   `json:"text"`   // text after the answer
}

//go:embed course
var course embed.FS

// load reads the lessons of the course once, and more reads the others.
var (
	load = sync.OnceValues(func() ([]*Lesson, error) {
		list, err := parseAll("course/*-*")
		for n, l := range list {
			if n > 0 {
				list[n-1].Next = l.Name
			}
		}
		return list, err
	})
	more = sync.OnceValues(func() ([]*Lesson, error) { return parseAll("course/more/*") })
)

// parseAll reads the lessons of a pattern, in order of name.
func parseAll(pattern string) ([]*Lesson, error) {
	files, err := fs.Glob(course, pattern)
	if err != nil {
		return nil, err
	}
	var list []*Lesson
	for _, file := range files {
		text, err := course.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := path.Base(file)
		if _, short, numbered := strings.Cut(name, "-"); numbered {
			name = short
		}
		l, err := Parse(name, text, bundled)
		if err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	return list, nil
}

// bundled returns a file of the course or of the benchmarks.
func bundled(name string) ([]byte, error) {
	text, err := course.ReadFile("course/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		return benchmarks.Files.ReadFile(name)
	}
	return text, err
}

// All returns the lessons of the course in reading order.
func All() ([]*Lesson, error) { return load() }

// More returns the lessons outside the course, about other classic tests, without a
// transfer.
func More() ([]*Lesson, error) { return more() }

// Find returns the lesson of All or More with this name, in any case.
func Find(name string) (*Lesson, error) {
	list, err := load()
	if err != nil {
		return nil, err
	}
	others, err := more()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, l := range slices.Concat(list, others) {
		if strings.EqualFold(l.Name, name) {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return nil, fmt.Errorf("there is no lesson %s: there are %s", name, strings.Join(names, ", "))
}
