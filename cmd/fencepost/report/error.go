package report

import (
	"strings"

	"fencepost/interp"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// maxJSONFrames bounds the calls of a stack in a result.
const maxJSONFrames = 100

// An Error is an error of the program under test. Positions occur twice: in short form for
// people, and in full, which the JSON does not have.
type Error struct {
	Kind string `json:"kind"`
	At   string `json:"at"` // file:line:col
	trace.Pos
	Message string   `json:"message"`
	Thread  int      `json:"thread"`
	Stack   []Frame  `json:"stack"` // innermost first, at most 100
	Depth   int      `json:"stack_depth"`
	Object  string   `json:"object,omitempty"`
	Alloc   string   `json:"allocated_at,omitempty"`
	Freed   string   `json:"freed_at,omitempty"`
	Waiting []Waiter `json:"waiting,omitempty"`
	Racers  []Racer  `json:"accesses,omitempty"` // of a data race, in execution order

	AllocPos trace.Pos `json:"-"`
	FreedPos trace.Pos `json:"-"`
}

// A Frame is a call of a stack.
type Frame struct {
	Func string `json:"func"`
	At   string `json:"at"`
	trace.Pos
}

// A Racer is one of the two accesses of a data race.
type Racer struct {
	Thread int    `json:"thread"`
	At     string `json:"at"`
	trace.Pos
	Writes bool    `json:"writes"`
	Atomic bool    `json:"atomic"`
	Stack  []Frame `json:"stack"`
	Depth  int     `json:"-"` // length of the whole stack
	Event  int32   `json:"-"` // its ID

	volatile bool // the access is of a volatile object
}

// A Waiter is a thread that waits for ever.
type Waiter struct {
	Thread int    `json:"thread"`
	For    string `json:"for"`
	At     string `json:"at"`
	trace.Pos
}

// newError converts an error; it returns nil for nil.
func newError(s *Source, e *interp.Error) *Error {
	if e == nil {
		return nil
	}
	out := &Error{
		Kind: string(e.Kind), At: e.Pos.String(), Pos: e.Pos, Message: e.Message, Thread: int(e.Thread), Object: e.Object,
		Stack: newStack(e.Stack), Depth: len(e.Stack), AllocPos: e.Alloc, FreedPos: e.Freed,
	}
	for _, r := range e.Racers() {
		p := r.Called(s.Sites)
		out.Racers = append(out.Racers, Racer{int(r.Thread), p.String(), p, r.Writes, r.Atomic, newStack(r.Stack), len(r.Stack), r.Event, s.volatile(r.Site)})
		if r.Thread == e.Thread {
			out.At, out.Pos = p.String(), p
		} else {
			out.Message = strings.ReplaceAll(out.Message, r.Pos.String(), p.String())
		}
	}
	if e.Alloc != (trace.Pos{}) {
		out.Alloc = e.Alloc.String()
	}
	if e.Freed != (trace.Pos{}) {
		out.Freed = e.Freed.String()
	}
	out.Waiting = lists.Map(e.Waiting, func(t interp.Waiter) Waiter { return Waiter{int(t.Thread), t.For, t.Pos.String(), t.Pos} })
	return out
}

func newStack(stack []interp.Frame) []Frame {
	return lists.Map(stack[:min(len(stack), maxJSONFrames)], func(f interp.Frame) Frame { return Frame{f.Func, f.Pos.String(), f.Pos} })
}

// What returns the error in words without its position: kind: message.
func (e *Error) What() string {
	if e.Message == "" {
		return e.Kind
	}
	return e.Kind + ": " + e.Message
}

// whatFrom is What with file names below dir relative to it.
func (e *Error) whatFrom(dir string) string {
	text := e.What()
	for _, r := range e.Racers {
		text = strings.ReplaceAll(text, r.Pos.String(), trace.Pos{File: pathFrom(dir, r.Pos.File), Line: r.Pos.Line, Col: r.Pos.Col}.String())
	}
	return text
}

// Headline returns the error in one line: file:line:col: kind: message.
func (e *Error) Headline() string { return e.At + ": " + e.What() }

// race returns the events of a data race; nil for other errors.
func (e *Error) race() []int32 {
	if e == nil || len(e.Racers) != 2 {
		return nil
	}
	return []int32{e.Racers[0].Event, e.Racers[1].Event}
}
