package litmus

import (
	"fmt"

	"fencepost/trace"
)

// An Error says what is wrong with a litmus file. Unsupported tells what is
// correct but not supported from input that is wrong.
type Error struct {
	trace.Pos
	Message     string
	Unsupported bool
}

// Error returns file:line:col: message.
func (e *Error) Error() string { return e.Pos.String() + ": " + e.Message }

// errorf reports wrong input; only the first report counts, and what is left
// of the file is not read.
func (s *scanner) errorf(pos trace.Pos, format string, args ...any) {
	s.report(&Error{Pos: pos, Message: fmt.Sprintf(format, args...)})
}

// unsupportedf reports input that is not supported, as errorf does.
func (s *scanner) unsupportedf(pos trace.Pos, format string, args ...any) {
	s.report(&Error{Pos: pos, Message: fmt.Sprintf(format, args...) + " not supported", Unsupported: true})
}

func (s *scanner) report(e *Error) {
	if s.err == nil {
		s.err = e
	}
	s.offset = len(s.src)
	s.tok = token{kind: endToken, start: len(s.src), pos: e.Pos}
}
