// Package failure has the errors that end a command before it has a result, each with an exit
// status.
package failure

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/suggest"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/trace"
	"fencepost/trace/input"
	"fencepost/trace/lists"
)

// An Error ends a command.
type Error struct {
	Status      int // exit status
	Diagnostics []trace.Diagnostic
	Help        bool // --help may tell more
}

// Error returns one line for each diagnostic.
func (e *Error) Error() string {
	return strings.Join(lists.Map(e.Diagnostics, report.Line), "\n")
}

// Verdict returns the verdict of the command that the error ends.
func (e *Error) Verdict() report.Verdict {
	if e.Status == exit.Incomplete {
		return report.Incomplete
	}
	return report.Failure
}

// Usagef returns the error of a wrong command line.
func Usagef(format string, args ...any) *Error {
	return &Error{exit.Usage, []trace.Diagnostic{{Message: fmt.Sprintf(format, args...)}}, true}
}

// Inputf returns the error of an input that cannot be used.
func Inputf(file, format string, args ...any) *Error {
	return &Error{exit.Usage, []trace.Diagnostic{{Pos: trace.Pos{File: file}, Message: fmt.Sprintf(format, args...)}}, false}
}

// Unsupportedf returns the error of an input that is right, but not supported.
func Unsupportedf(file, format string, args ...any) *Error {
	e := Inputf(file, format, args...)
	e.Status = exit.Unsupported
	return e
}

// Latef returns the error of work that a limit or an interrupt cut short. The file may be empty.
func Latef(file, format string, args ...any) *Error {
	e := Inputf(file, format, args...)
	e.Status = exit.Incomplete
	return e
}

// OrLate returns the error of what a limit or an interrupt ended before something was done, or
// err if it has another reason.
func OrLate(ctx context.Context, err error, done string) error {
	if why := witness.Limit(ctx); why != "" {
		return Latef("", "%s before %s", why, done)
	}
	return err
}

// Unread returns the error of an input that cannot be read, or was not in time.
func Unread(name string, err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return Latef(name, "%s before the file was read", witness.TimeLimit)
	case errors.Is(err, context.Canceled):
		return Latef(name, "%s before the file was read", witness.Interrupted)
	}
	e := Inputf(name, "%v", input.Reason(err))
	if near := suggest.File(name); near != "" && errors.Is(err, fs.ErrNotExist) {
		e = Inputf(name, "%v: did you mean %s?", input.Reason(err), near)
	}
	if isShort(err) {
		e.Status = exit.Short
	}
	return e
}

// Unwritten returns the error of a file that cannot be written.
func Unwritten(file string, err error) *Error {
	e := Inputf(file, "%v", input.Reason(err))
	e.Status = OfWrite(err)
	return e
}

// OfWrite returns the exit status of a file that cannot be written: the system did not do it, or
// this program refuses to.
func OfWrite(err error) int {
	var system syscall.Errno
	switch {
	case isShort(err):
		return exit.Short
	case errors.As(err, &system) && system != syscall.ENOENT && system != syscall.ENOTDIR:
		return exit.Output
	}
	return exit.Usage
}

// isShort reports whether the system has no more memory or descriptors for this process.
func isShort(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}

// Of returns the Error that an error of a command stands for. It panics with the fault of a
// search: that is an internal error.
func Of(err error) *Error {
	var e *Error
	var fault *explore.Fault
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &fault):
		panic(err)
	}
	list, unsupported := report.Diagnose(err)
	if list == nil {
		list = []trace.Diagnostic{{Message: err.Error()}}
	}
	e = &Error{Status: exit.Usage, Diagnostics: list}
	if unsupported {
		e.Status = exit.Unsupported
	}
	return e
}
