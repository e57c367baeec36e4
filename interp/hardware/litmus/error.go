package litmus

import (
	"fmt"

	"fencepost/trace"
)

// errorf reports an error in the input. Only the first report counts; the rest of the file
// is not read.
func (s *scanner) errorf(pos trace.Pos, format string, args ...any) {
	s.report(&trace.Diagnostic{Pos: pos, Message: fmt.Sprintf(format, args...)})
}

// unsupportedf reports unsupported input in the same way.
func (s *scanner) unsupportedf(pos trace.Pos, format string, args ...any) {
	s.report(&trace.Diagnostic{Pos: pos, Message: fmt.Sprintf(format, args...) + " not supported", Unsupported: true})
}

func (s *scanner) report(e *trace.Diagnostic) {
	if s.err == nil {
		s.err = e
	}
	s.offset = len(s.src)
	s.tok = token{kind: endToken, start: len(s.src), pos: e.Pos}
}
