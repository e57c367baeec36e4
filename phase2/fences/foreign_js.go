package fences

import (
	"fencepost/interp/cfront"
	"fencepost/interp/code"
)

// isForeign is false: a browser has no compiler of C++.
func isForeign(*code.Program) bool { return false }

// writeForeign is not called.
func writeForeign(p *code.Program, _ []OrderChange, _ cfront.Options) *Change {
	return &Change{Files: p.Files, Program: p}
}
