// Package lessons teaches relaxed memory: a course of lessons, and those that teachers
// write. A lesson is a program, C or a litmus test, whose header comment tells what to
// ask of it (header.go). It has steps:
//
//	predict   tick what you expect; Answer computes what is right
//	play      be the scheduler and the memory, with a goal: package interp/play
//	buffers   change a machine and see what becomes of classic tests
//	repair    choose orders and fences so that it cannot happen: package phase2/repair
//	transfer  say under which models real code with the same critical cycle goes wrong
//
// Nothing of what is right stands in a lesson: it is what the explorers of this project
// find. Nothing here prints or waits: a terminal and a page show the parts in their own
// ways.
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

// A Lesson is a program with what is to be learnt from it. It is immutable.
type Lesson struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	Text     []string      `json:"text"`   // paragraphs that come before the question
	File     string        `json:"file"`   // name of the program's file
	Source   string        `json:"source"` // the program, without the header
	Models   []string      `json:"models"` // of the table of outcomes, in order
	Predict  Predict       `json:"predict"`
	Play     Play          `json:"play"`
	Buffers  *Buffers      `json:"buffers"`  // null: no machine is changed
	Repair   *Repair       `json:"repair"`   // null: there is nothing to repair
	Transfer *Transfer     `json:"transfer"` // null: there is none
	Summary  []string      `json:"summary"`  // paragraphs that come after the answer
	Next     string        `json:"next"`     // name of the next lesson of the course; empty: none
	Program  *play.Program `json:"-"`

	observe []string // of a C program: globals that make its outcomes; nil: those of play
	expect  *expectation
}

// Predict is what is asked first. If Model is set, the options are outcomes, and those
// that the model has are right; if not, the options are models, and those that have the
// goal are right.
type Predict struct {
	Question string `json:"question"`
	Model    string `json:"model"`
	Goal     string `json:"goal"` // as play.Program.Game takes it
}

// Play is the game of a lesson.
type Play struct {
	Model string `json:"model"`
	Goal  string `json:"goal"`
	Text  string `json:"text"`
}

// Repair is a model under which the goal of Predict is to be made impossible.
type Repair struct {
	Model string `json:"model"`
	Text  string `json:"text"`
}

// Buffers is a machine with store buffers, which the reader changes: see TryBuffers.
type Buffers struct {
	Text string `json:"text"` // to read before
}

// Transfer is real code in which the same can happen, and the question under which
// models it goes wrong.
type Transfer struct {
	File     string   `json:"file"`
	Source   string   `json:"source"`
	Question string   `json:"question"`
	Models   []string `json:"models"` // the options
	Text     string   `json:"text"`   // that comes after the answer
}

//go:embed course
var course embed.FS

// load reads the lessons of the course once, and more those beside it.
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

// All returns the lessons of the course in the order in which they are best read.
func All() ([]*Lesson, error) { return load() }

// More returns lessons beside the course, about other classic tests: without a transfer.
func More() ([]*Lesson, error) { return more() }

// Find returns the lesson of All or More of a name, in any case.
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
