// Package front compiles a program with the front end for its language: C by cfront, C++,
// Rust and LLVM's text by package llvm.
package front

import (
	"context"
	"errors"
	"slices"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
)

// IsForeign reports whether a program has sources other than C.
func IsForeign(sources []cfront.Source) bool {
	return slices.ContainsFunc(sources, func(s cfront.Source) bool { return isForeign(s.Name) })
}

// Compilers returns the file extensions of C++ and Rust whose compilers are installed.
func Compilers() []string { return compilers() }

// Compile compiles and links the sources of a program. The error is a *cfront.Error, or
// cfront.ErrLate if ctx ends first.
func Compile(ctx context.Context, sources []cfront.Source, o cfront.Options) (*code.Program, error) {
	if !IsForeign(sources) {
		return cfront.CompileWithin(ctx, sources, o)
	}
	p, err := compileForeign(ctx, sources, o)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return nil, cfront.ErrLate
	}
	return p, err
}
