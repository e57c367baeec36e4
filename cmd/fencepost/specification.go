package main

import (
	"fencepost/cmd/fencepost/failure"
	"fencepost/interp/code"
	"fencepost/interp/machine/linearize"
	"fencepost/trace/input"

	"github.com/spf13/pflag"
)

// specificationFlag adds the flag that names a specification of linearizability.
func specificationFlag(f *pflag.FlagSet, spec *string) {
	f.StringVar(spec, "linearizable", "", "check the operations marked by <fencepost/method.h> against `SPEC`: queue, stack, set, register, deque, lock, or a C file with a function for each")
}

// specification returns the specification of a name or file for a program, nil if the name
// is empty.
func (a *app) specification(name string, p *code.Program) (*linearize.Spec, error) {
	if name == "" {
		return nil, nil
	}
	read := func(path string) ([]byte, error) { return input.Read(a.reading(), path, input.Text) }
	if a.job != nil {
		own := read
		read = func(path string) ([]byte, error) { return a.readInput(path, own) }
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

// specificationError returns what turned out to be wrong with a specification, which may
// be nil.
func specificationError(s *linearize.Spec) error {
	if s != nil && s.Err() != nil {
		return failure.Usagef("--linearizable: %v", s.Err())
	}
	return nil
}
