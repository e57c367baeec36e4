package fences

import (
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/trace"
)

// IsForeign returns false: there is no compiler of C++ in a browser.
func IsForeign(*code.Program) bool { return false }

// writeForeign is never called.
func writeForeign(p *code.Program, _ [][]OrderChange, _ cfront.Options) *Change {
	return &Change{Files: p.Files, Program: p}
}

// orderName returns the name of an order in C.
func orderName(_ string, o trace.Order) string { return "memory_order_" + o.String() }
