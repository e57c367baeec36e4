package vm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
)

// Outcome says how an execution ended.
type Outcome uint8

// The outcomes.
const (
	Completed   Outcome = iota // main returned or the program called exit
	Failed                     // with Result.Err
	Discarded                  // an assumption did not hold; the execution is ignored
	OutOfSteps                 // a limit was reached
	Interrupted                // the context ended
	Unsupported                // the program did what is not supported, as Result.Err says
)

var outcomeNames = [...]string{"completed", "failed", "discarded", "out of steps", "interrupted", "unsupported"}

// String returns a short lower-case name.
func (o Outcome) String() string { return outcomeNames[o] }

// ErrorKind classifies the errors of the program under test.
type ErrorKind string

// The kinds of errors.
const (
	AssertionFailed ErrorKind = "assertion failed"
	Panicked        ErrorKind = "panic"
	NullPointer     ErrorKind = "null pointer"
	WildPointer     ErrorKind = "wild pointer"
	OutOfBounds     ErrorKind = "out of bounds"
	UseAfterFree    ErrorKind = "use after free"
	DoubleFree      ErrorKind = "double free"
	InvalidFree     ErrorKind = "invalid free"
	NeverWritten    ErrorKind = "read of never-written memory"
	ReadOnlyMemory  ErrorKind = "write to read-only memory"
	DivisionByZero  ErrorKind = "division by zero"
	DivisionTooBig  ErrorKind = "overflow of a division"
	SignedOverflow  ErrorKind = "signed overflow"
	BadShift        ErrorKind = "shift out of range"
	BadCall         ErrorKind = "bad call"
	DataRace        ErrorKind = "data race"
	Deadlock        ErrorKind = "deadlock"
	Livelock        ErrorKind = "livelock"
	Starvation      ErrorKind = "starvation"
	LockMisuse      ErrorKind = "misuse of a lock"
	StackOverflow   ErrorKind = "stack overflow"
	Aborted         ErrorKind = "abort"
	ReachedError    ErrorKind = "error reached"
	NotLinearizable ErrorKind = "not linearizable"
	NotSupported    ErrorKind = "not supported"
)

// A Frame is a call in progress.
type Frame struct {
	Func string    `json:"func"`
	Pos  trace.Pos `json:"pos"`
}

// An Error is an error of the program under test.
type Error struct {
	Kind    ErrorKind
	Message string         // what happened, without the position
	Thread  trace.ThreadID // the thread that caused it
	Pos     trace.Pos      // where: the access, the call, the condition
	Stack   []Frame        // innermost first
	// Memory errors.
	Object string    // what the object is called, if it is a variable
	Alloc  trace.Pos // where the object was defined or allocated
	Freed  trace.Pos // where it was freed
	// Uses after free: the access came before the free, but nothing orders the two.
	Unordered bool
	// Data races: the two accesses, in execution order.
	First, Second *Racer
	// Deadlocks and livelocks: where each thread waits.
	Waiting []Waiter
}

// A Racer is one of the accesses of a data race.
type Racer struct {
	Thread trace.ThreadID `json:"thread"`
	Event  int32          `json:"event"` // ID
	Site   int32          `json:"site"`
	Pos    trace.Pos      `json:"pos"`
	Stack  []Frame        `json:"stack"` // empty unless Machine.RaceStacks was called
	Writes bool           `json:"writes"`
	Atomic bool           `json:"atomic"`
}

// Racers returns the accesses of a data race, and nil for other errors.
func (e *Error) Racers() []*Racer {
	if e.Kind != DataRace {
		return nil
	}
	return []*Racer{e.First, e.Second}
}

// Called returns where the program makes the access, or calls the function of the language's library
// that makes it, as far as sites and stack tell.
func (r *Racer) Called(sites []trace.Site) trace.Pos {
	if len(r.Stack) > 0 && (r.Pos.System() || r.Site >= 0 && sites[r.Site].InLibrary()) {
		return r.Stack[0].Pos
	}
	return r.Pos
}

// A Waiter is a thread that cannot go on.
type Waiter struct {
	Thread trace.ThreadID `json:"thread"`
	For    string         `json:"for"`
	Spins  bool           `json:"spins"` // re-reads in a loop, rather than being blocked
	Pos    trace.Pos      `json:"pos"`
	Stack  []Frame        `json:"stack"`
	Joins  bool           `json:"-"` // it waits for a thread to end
	Addr   uint64         `json:"-"` // of the mutex, condition variable, ... that blocks it; 0 if none does
}

// Key identifies the error across executions: its kind, its place and that of
// the allocation. A livelock's place is where threads spin, a deadlock's where
// threads are blocked.
func (e *Error) Key() string {
	if e.Kind == DataRace {
		a, b := e.First.Pos.String(), e.Second.Pos.String()
		return string(e.Kind) + "|" + min(a, b) + "|" + max(a, b)
	}
	key := string(e.Kind) + "|" + e.Pos.String() + "|" + e.Alloc.String()
	for _, w := range e.Waiting {
		if e.Kind == Livelock && !w.Spins {
			continue
		}
		key += "|" + w.Pos.String()
	}
	return key
}

// Same reports whether two errors have the same key. It does not build the keys of data races.
func (e *Error) Same(o *Error) bool {
	switch {
	case e == o:
		return true
	case e.Kind != o.Kind:
		return false
	case e.Kind != DataRace:
		return e.Key() == o.Key()
	}
	a, b, c, d := &e.First.Pos, &e.Second.Pos, &o.First.Pos, &o.Second.Pos
	return samePos(a, c) && samePos(b, d) || samePos(a, d) && samePos(b, c)
}

// samePos reports whether two positions have the same text.
func samePos(a, b *trace.Pos) bool {
	if a.Line != 0 && a.Col != 0 && b.Line != 0 && b.Col != 0 {
		return *a == *b
	}
	return a.String() == b.String()
}

// Name describes the error by the source text at its place, without line numbers. So it stays the
// same when other lines change.
func (e *Error) Name(p *code.Program) string {
	if e.Kind == DataRace {
		at := func(r *Racer) string {
			if r.Site < 0 || int(r.Site) >= len(p.Sites) {
				return "another access"
			}
			return p.Sites[r.Site].Text + " in " + p.Sites[r.Site].Func
		}
		a, b := at(e.First), at(e.Second)
		return fmt.Sprintf("%s: %s, and %s", e.Kind, min(a, b), max(a, b))
	}
	name := string(e.Kind)
	if len(e.Stack) > 0 {
		name += " in " + e.Stack[0].Func
	}
	if text := p.Line(e.Pos); text != "" {
		name += ": " + text
	}
	return name
}

// Error returns "file:line:col: kind: message".
func (e *Error) Error() string {
	s := string(e.Kind)
	if e.Message != "" {
		s += ": " + e.Message
	}
	return strings.TrimPrefix(e.Pos.String()+": "+s, ": ")
}

// WaitForEver sets the thread, the place and the message of a deadlock or livelock from e.Waiting. It
// blames the first thread that spins or, if there is none, the first that does not wait for another
// to end.
func (e *Error) WaitForEver() {
	i := slices.IndexFunc(e.Waiting, func(w Waiter) bool { return w.Spins })
	if i < 0 {
		i = slices.IndexFunc(e.Waiting, func(w Waiter) bool { return !w.Joins })
	}
	w := e.Waiting[max(i, 0)]
	e.Thread, e.Pos, e.Stack = w.Thread, w.Pos, w.Stack
	e.Message = fmt.Sprintf("%d threads wait for ever", len(e.Waiting))
	if len(e.Waiting) == 1 {
		e.Message = "1 thread waits for ever"
	}
}

// String describes the access in words.
func (r *Racer) String() string {
	s := "load"
	if r.Writes {
		s = "store"
	}
	if r.Atomic {
		s = "atomic " + s
	}
	return s + " by thread " + strconv.Itoa(int(r.Thread))
}

// Conflict returns the message of a data race of r with an earlier access.
func (r *Racer) Conflict(earlier *Racer) string {
	s := r.String() + " conflicts with " + earlier.String() + " at " + earlier.Pos.String()
	if r.Atomic && earlier.Atomic {
		s += ", of another size"
	}
	return s
}
