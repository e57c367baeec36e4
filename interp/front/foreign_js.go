package front

import (
	"context"
	"errors"
	"path"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
)

// A browser has no compiler of C++ and Rust.

func isForeign(name string) bool {
	switch path.Ext(name) {
	case ".cpp", ".cc", ".cxx", ".c++", ".C", ".ll", ".rs":
		return true
	}
	return false
}

func compileForeign(context.Context, []cfront.Source, cfront.Options) (*code.Program, error) {
	return nil, errors.New("C++ and Rust need a compiler, which a browser does not have: fencepost playground takes them, on a machine that has clang or rustc")
}

func compilers() []string { return nil }
