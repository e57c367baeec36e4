// Package play runs a program with a person as the scheduler and the memory: the machine of
// package interp with a strategy that asks. The only state of a game is the list of the
// moves made. It is played again from the start for each question. So a page, a terminal or
// a test may hold it, and undo removes the last move.
//
//	p, err := play.Open("SB.litmus", text)
//	g, err := p.Game("tso", "0:r0=0 /\\ 1:r0=0")
//	s, err := g.Play(ctx, []int{0, 1})   // s.Enabled: what may come next
//	s, err = g.Play(ctx, []int{0, 1, s.Enabled[0].Number})
//
// A move answers a choice of the machine with more than one alternative. Choices with one
// alternative are answered automatically, and so are the steps of strategy.Unnoticed: the
// start, the end and the join of threads. The machine offers only what the model allows,
// and an execution that has ended is kept as an ordinary witness, which the replay command
// accepts. So no false alarm follows.
package play

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

// Bounds of a game.
const (
	MaxSource = 1 << 20 // bytes of the program
	MaxMoves  = 100_000
	MaxSteps  = 200_000  // operations and commits, including automatic ones
	MaxShown  = 200      // moves listed at a time, and cells of memory
	maxMemory = 64 << 20 // bytes of an execution: a quarter of the machine's bound
	maxOutput = 1 << 16  // bytes that the program prints
)

// Bug is the goal that an execution ends in an error or has a data race.
const Bug = "bug"

// A Program is a program to play with. It is immutable.
type Program struct {
	Name string
	Code *code.Program
	Test *litmus.Test // nil: a C program

	observed []explore.Observed // for a C program
}

// Open compiles a litmus test, if the name says that it is one, or a C program of one file.
// The program can include the embedded headers, but no file of the machine.
func Open(name string, text []byte) (*Program, error) {
	if len(text) > MaxSource {
		return nil, fmt.Errorf("%s: the program is larger than %d bytes", name, MaxSource)
	}
	if litmus.IsFile(name) {
		t, err := litmus.Parse(name, text)
		if err != nil {
			return nil, err
		}
		return FromTest(t)
	}
	p, err := cfront.Compile(name, text, cfront.Options{ReadFile: none})
	if err != nil {
		return nil, err
	}
	return FromCode(p)
}

func none(path string) ([]byte, error) {
	return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

// FromTest returns a litmus test to play with. It is an error if no machine runs it.
func FromTest(t *litmus.Test) (*Program, error) {
	if !t.Arch.Runs() {
		return nil, fmt.Errorf("%s: there is no machine to play a test of %s on", t.Program.Name, t.Arch)
	}
	return &Program{Name: t.Program.Name, Code: t.Program, Test: t}, nil
}

// FromCode returns a compiled C program to play with.
func FromCode(p *code.Program) (*Program, error) {
	observed, err := explore.Observe(p, nil)
	return &Program{Name: p.Name, Code: p, observed: observed}, err
}

// Models returns the names of the models with machines, strongest first.
func Models() []string {
	return slices.DeleteFunc(c11.Models().Names(), func(n string) bool { return n == c11.CXX20.Name })
}

// Lookup returns the model with this name.
func Lookup(name string) (*models.Model, error) {
	if m, ok := c11.Models().Lookup(name); ok {
		return m, nil
	}
	return nil, fmt.Errorf("there is no machine of %q to play on: choose from %s", name, strings.Join(Models(), ", "))
}

// A Game is a program under a model, with a goal. It is not safe for concurrent use.
type Game struct {
	program *Program
	model   *models.Model
	goal    goal
	options interp.Options
	machine *interp.Machine
	output  limited
	rec     trace.Recorder
}

// Game returns the game of a program under one of Models. The goal is Bug, or a proposition
// about the final state in the syntax of a litmus test's condition, for a C program about
// its globals: r1=0 /\ r2=0. If it is empty the goal is a litmus test's own condition; a C
// program has none.
func (p *Program) Game(model, goalText string) (*Game, error) {
	m, err := Lookup(model)
	if err != nil {
		return nil, err
	}
	g := &Game{program: p, model: m}
	if g.goal, err = p.goal(goalText); err != nil {
		return nil, err
	}
	g.options = interp.Options{Semantics: interp.Semantics{MaxSteps: MaxSteps}, Memory: vm.NewMemory(4 * maxMemory), Output: &g.output}
	g.options.WeakFail = p.Test != nil
	g.machine = interp.New(p.Code, m, g.options)
	return g, nil
}

// Machine returns the machine, which holds the execution of the latest Play.
func (g *Game) Machine() *interp.Machine { return g.machine }

// A MoveError says that a move is impossible.
type MoveError struct {
	Index   int // in the list of moves
	Message string
}

func (e *MoveError) Error() string { return fmt.Sprintf("move %d: %s", e.Index+1, e.Message) }

// Play makes the moves and returns the resulting state. If the execution ends before all
// moves are made, the error is a *MoveError.
func (g *Game) Play(ctx context.Context, moves []int) (*State, error) {
	if len(moves) > MaxMoves {
		return nil, &MoveError{MaxMoves, fmt.Sprintf("a game has at most %d moves", MaxMoves)}
	}
	p := &player{moves: moves, rec: &g.rec}
	res, err := g.run(ctx, g.machine, p)
	switch {
	case err != nil:
		return nil, err
	case p.wrong != nil:
		return nil, p.wrong
	case p.next < len(moves):
		return nil, &MoveError{p.next, "the execution has ended before it"}
	}
	return g.state(res, p)
}

// run runs an execution. The error is that of ctx, or says that the program met unsupported
// C.
func (g *Game) run(ctx context.Context, m *interp.Machine, s interp.Strategy) (*interp.Result, error) {
	g.output.reset()
	res := m.Run(ctx, s, &g.rec)
	switch {
	case res.Outcome == interp.Interrupted:
		return nil, context.Cause(ctx)
	case res.Outcome == interp.Unsupported:
		return nil, &interp.UnsupportedError{Err: res.Err}
	}
	return res, nil
}

// A player is the strategy that makes the moves, and gives up when there are none left.
type player struct {
	moves []int
	next  int
	rec   *trace.Recorder
	since int             // number of events before the last move
	rest  interp.Strategy // answers when there are no moves left; nil: the player gives up

	asked *question // the question at which it gave up
	wrong *MoveError
}

// A question is a choice to be answered.
type question struct {
	kind   interp.ChoiceKind
	n      int
	thread trace.ThreadID
	steps  []models.Step
	stores []models.StoreID // at most MaxShown
	op     models.Op
}

// Begin allows one execution.
func (p *player) Begin(run int) bool { return run == 0 }

// Choose makes the next move.
func (p *player) Choose(c *interp.Choice) int {
	unnoticed := -1
	if c.Kind == interp.Schedule {
		unnoticed = strategy.Unnoticed(c)
	}
	switch {
	case p.next == len(p.moves) && p.rest != nil:
		k := p.rest.Choose(c)
		if k != interp.GiveUp && unnoticed < 0 {
			p.moves = append(p.moves, k)
			p.next++
		}
		return k
	case unnoticed >= 0:
		return unnoticed
	case p.next < len(p.moves):
		k := p.moves[p.next]
		if k < 0 || k >= c.N {
			p.wrong = &MoveError{p.next, fmt.Sprintf("there is no move %d: choose from 0 to %d", k, c.N-1)}
			p.next = len(p.moves)
			return interp.GiveUp
		}
		p.next++
		p.since = len(p.rec.Events)
		return k
	}
	p.asked = &question{kind: c.Kind, n: c.N, thread: c.Thread, steps: slices.Clone(c.Actions)}
	if c.Op != nil {
		p.asked.op = *c.Op
	}
	if c.Kind == interp.ReadFrom {
		for k := range min(c.N, MaxShown) {
			p.asked.stores = append(p.asked.stores, c.Store(k))
		}
	}
	return interp.GiveUp
}

// limited is a writer that keeps only the beginning of the text.
type limited struct{ text []byte }

var _ io.Writer = (*limited)(nil)

func (w *limited) Write(b []byte) (int, error) {
	w.text = append(w.text, b[:min(len(b), maxOutput-len(w.text))]...)
	return len(b), nil
}

func (w *limited) reset() { w.text = w.text[:0] }
