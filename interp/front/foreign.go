//go:build !js

package front

import (
	"context"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/llvm"
)

func isForeign(name string) bool { return llvm.Takes(name) }

func compileForeign(ctx context.Context, sources []cfront.Source, o cfront.Options) (*code.Program, error) {
	return llvm.Compile(ctx, sources, o)
}
