package litmus

import (
	"fmt"

	"fencepost/trace"
)

// errorf reports wrong input; only the first report counts, and what is left
// of the file is not read.
func (s *scanner) errorf(pos trace.Pos, format string, args ...any) {
	s.report(&trace.Diagnostic{Pos: pos, Message: fmt.Sprintf(format, args...)})
}

// unsupportedf reports input that is not supported, as errorf does.
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
