//go:build !js

package front

import (
	"context"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/llvm"
	"fencepost/interp/llvm/clang"
	"fencepost/interp/llvm/rustc"
)

func isForeign(name string) bool { return llvm.Takes(name) }

func compileForeign(ctx context.Context, sources []cfront.Source, o cfront.Options) (*code.Program, error) {
	return llvm.Compile(ctx, sources, o)
}

func compilers() (list []string) {
	if _, ok := clang.Find(); ok {
		list = append(list, ".cpp")
	}
	if _, ok := rustc.Find(); ok {
		list = append(list, ".rs")
	}
	return list
}
