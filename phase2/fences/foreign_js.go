package fences

import (
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/trace"
)

// isForeign is false: a browser has no compiler of C++.
func isForeign(*code.Program) bool { return false }

// writeForeign is not called.
func writeForeign(p *code.Program, _ []OrderChange, _ cfront.Options) *Change {
	return &Change{Files: p.Files, Program: p}
}

// orderName returns an order as a source of C has it.
func orderName(_ string, o trace.Order) string { return "memory_order_" + o.String() }
