package front

import (
	"context"
	"errors"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
)

// A browser has no compiler of C++.

func isForeign(string) bool { return false }

func compileForeign(context.Context, []cfront.Source, cfront.Options) (*code.Program, error) {
	return nil, errors.New("C++ is not taken here")
}
