package inputs

import (
	"context"

	"fencepost/cmd/fencepost/failure"
	"fencepost/interp/code"
	"fencepost/interp/machine/linearize"
	"fencepost/trace/input"
)

// Specification returns the specification of a name or file for a program, nil if the name
// is empty.
func (r *Reader) Specification(ctx context.Context, name string, p *code.Program) (*linearize.Spec, error) {
	if name == "" {
		return nil, nil
	}
	read := func(path string) ([]byte, error) { return input.Read(ctx, path, input.Text) }
	if r.Job != nil {
		own := read
		read = func(path string) ([]byte, error) { return r.readInput(path, own) }
	}
	s, err := linearize.Load(name, read)
	switch {
	case err != nil:
		return nil, failure.Usagef("--linearizable: %v", err)
	case !linearize.Marks(p):
		return nil, failure.Inputf(p.Name, "--linearizable: no operation is marked: method_begin and method_end of <fencepost/method.h> do that")
	}
	return s, nil
}

// SpecificationError returns what turned out to be wrong with a specification, which may
// be nil.
func SpecificationError(s *linearize.Spec) error {
	if s != nil && s.Err() != nil {
		return failure.Usagef("--linearizable: %v", s.Err())
	}
	return nil
}
