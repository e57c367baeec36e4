package interp

import (
	"strings"

	"fencepost/interp/machine/vm"
	"fencepost/trace"
)

// Package vm finds the errors of programs. Its types are part of the interface of this
// package.
type (
	Semantics = vm.Semantics
	Outcome   = vm.Outcome
	Error     = vm.Error
	ErrorKind = vm.ErrorKind
	Frame     = vm.Frame
	Racer     = vm.Racer
	Waiter    = vm.Waiter
)

// The outcomes.
const (
	Completed   = vm.Completed
	Failed      = vm.Failed
	Discarded   = vm.Discarded
	OutOfSteps  = vm.OutOfSteps
	Interrupted = vm.Interrupted
	Unsupported = vm.Unsupported
)

// The kinds of errors.
const (
	AssertionFailed = vm.AssertionFailed
	Panicked        = vm.Panicked
	NullPointer     = vm.NullPointer
	WildPointer     = vm.WildPointer
	OutOfBounds     = vm.OutOfBounds
	UseAfterFree    = vm.UseAfterFree
	DoubleFree      = vm.DoubleFree
	InvalidFree     = vm.InvalidFree
	NeverWritten    = vm.NeverWritten
	ReadOnlyMemory  = vm.ReadOnlyMemory
	DivisionByZero  = vm.DivisionByZero
	DivisionTooBig  = vm.DivisionTooBig
	SignedOverflow  = vm.SignedOverflow
	BadShift        = vm.BadShift
	BadCall         = vm.BadCall
	DataRace        = vm.DataRace
	Deadlock        = vm.Deadlock
	Livelock        = vm.Livelock
	LockMisuse      = vm.LockMisuse
	StackOverflow   = vm.StackOverflow
	Aborted         = vm.Aborted
	ReachedError    = vm.ReachedError
	NotLinearizable = vm.NotLinearizable
	Starvation      = vm.Starvation
	NotSupported    = vm.NotSupported
)

// A Result is the end of one execution. It is valid until the machine's next Run.
type Result struct {
	Outcome  Outcome
	Err      *Error
	Exit     int64 // exit status of a completed execution
	Steps    int   // operations and commits performed
	Events   int
	Work     int64     // units of work, see Units
	Races    []*Error  // data races, each pair of sites once, at most 1024; read-only. They do not end an execution
	Loop     trace.Pos // the loop in which the execution ran out of steps; its line is 0 if there is none or it is not known
	Overflow trace.Pos // the first signed arithmetic that overflowed an int; its line is 0 if none did

	machine *Machine
}

// Choices returns the schedule: the answers to all choices with more than one alternative.
// It is valid as long as the result. The first call takes O(answers).
func (r *Result) Choices() []int32 { return r.machine.schedule() }

// MixedSizes begins the message of an error of kind NotSupported. InLanguage ends it under a model of the
// language.
const (
	MixedSizes = "a race between accesses of different sizes to the same bytes"
	InLanguage = ", which the language does not describe (--model tso, pso or pslo does, for up to 8 bytes)"
)

// RacesInSizes reports whether an execution is not supported because of MixedSizes. e may be nil.
func RacesInSizes(e *Error) bool {
	return e != nil && e.Kind == NotSupported && strings.HasPrefix(e.Message, MixedSizes)
}

// UnsupportedError says that an execution met unsupported C.
type UnsupportedError struct{ Err *Error }

func (e *UnsupportedError) Error() string { return e.Err.Error() }
