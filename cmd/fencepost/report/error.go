package report

import (
	"strings"

	"fencepost/interp"
	"fencepost/trace"
)

// maxJSONFrames bounds the calls of a stack in a result.
const maxJSONFrames = 100

// An Error is an error of the program under test. Positions occur twice: in short form for
// people, and in full, which the JSON does not have.
type Error struct {
	Kind string `json:"kind"`
	At   string `json:"at"` // file:line:col
	Location
	Message string   `json:"message"`
	Thread  int      `json:"thread"`
	Stack   []Frame  `json:"stack"` // innermost first, at most 100
	Depth   int      `json:"stack_depth"`
	Object  string   `json:"object,omitempty"`
	Alloc   string   `json:"allocated_at,omitempty"`
	Freed   string   `json:"freed_at,omitempty"`
	Waiting []Waiter `json:"waiting,omitempty"`
	Racers  []Racer  `json:"accesses,omitempty"` // of a data race, in execution order

	Pos      trace.Pos `json:"-"`
	AllocPos trace.Pos `json:"-"`
	FreedPos trace.Pos `json:"-"`
}

// A Location is a position in the source; the file has the path as given.
type Location struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

func newLocation(p trace.Pos) Location { return Location{p.File, p.Line, p.Col} }

// A Frame is a call of a stack.
type Frame struct {
	Func string `json:"func"`
	At   string `json:"at"`
	Location
	Pos trace.Pos `json:"-"`
}

// A Racer is one of the two accesses of a data race.
type Racer struct {
	Thread int    `json:"thread"`
	At     string `json:"at"`
	Location
	Writes bool      `json:"writes"`
	Atomic bool      `json:"atomic"`
	Stack  []Frame   `json:"stack"`
	Depth  int       `json:"-"` // length of the whole stack
	Pos    trace.Pos `json:"-"`
	Event  int32     `json:"-"` // its ID

	volatile bool // the access is of a volatile object
}

// A Waiter is a thread that waits for ever.
type Waiter struct {
	Thread int    `json:"thread"`
	For    string `json:"for"`
	At     string `json:"at"`
	Location
	Pos trace.Pos `json:"-"`
}

// newError converts an error; it returns nil for nil.
func newError(s *Source, e *interp.Error) *Error {
	if e == nil {
		return nil
	}
	out := &Error{
		Kind: string(e.Kind), Message: e.Message, Thread: int(e.Thread), Object: e.Object,
		Stack: newStack(s, e.Stack), Depth: len(e.Stack), AllocPos: e.Alloc, FreedPos: e.Freed,
	}
	out.setPos(s, e.Pos)
	for _, r := range e.Racers() {
		p := r.Called(s.Sites)
		out.Racers = append(out.Racers, Racer{int(r.Thread), s.Pos(p), newLocation(p), r.Writes, r.Atomic, newStack(s, r.Stack), len(r.Stack), p, r.Event, s.volatile(r.Site)})
		if r.Thread == e.Thread {
			out.setPos(s, p)
		} else {
			out.Message = strings.ReplaceAll(out.Message, r.Pos.String(), p.String())
		}
	}
	if e.Alloc != (trace.Pos{}) {
		out.Alloc = s.Pos(e.Alloc)
	}
	if e.Freed != (trace.Pos{}) {
		out.Freed = s.Pos(e.Freed)
	}
	for _, t := range e.Waiting {
		out.Waiting = append(out.Waiting, Waiter{int(t.Thread), t.For, s.Pos(t.Pos), newLocation(t.Pos), t.Pos})
	}
	return out
}

func (e *Error) setPos(s *Source, p trace.Pos) {
	e.At, e.Location, e.Pos = s.Pos(p), newLocation(p), p
}

func newStack(s *Source, stack []interp.Frame) []Frame {
	frames := []Frame{}
	for _, f := range stack[:min(len(stack), maxJSONFrames)] {
		frames = append(frames, Frame{f.Func, s.Pos(f.Pos), newLocation(f.Pos), f.Pos})
	}
	return frames
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
