//go:build !js

package fences

import (
	"context"
	"path/filepath"
	"time"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/llvm/reorder"
	"fencepost/interp/llvm/rustc"
	"fencepost/trace"
)

// IsForeign reports whether a program was not compiled from C.
func IsForeign(p *code.Program) bool { return reorder.Is(p) }

// compileTime bounds the time of a compiler for one changed source.
const compileTime = time.Minute

// writeForeign is WriteOrders for C++ and Rust. of has the changes of each site.
func writeForeign(p *code.Program, of [][]OrderChange, o cfront.Options) *Change {
	var changes []code.Ordering
	for _, same := range of {
		to := ApplyOrders(p, same).Access[same[0].Site]
		changes = append(changes, code.Ordering{Site: same[0].Site, Order: to.Order, Fail: to.Fail})
	}
	ctx, cancel := context.WithTimeout(context.Background(), compileTime)
	defer cancel()
	r := reorder.Write(ctx, p, changes, o, func(done []int) *code.Program { return applied(p, of, done) })
	c := &Change{Diff: r.Diff, Files: r.Files, Program: r.Program}
	for _, n := range r.Failed {
		why := "whose text other accesses share or which names no order"
		if !reorder.Own(p, p.Sites[changes[n].Site].Pos.File) {
			why = "which is in a file of another crate"
		}
		c.failed(p, of, []int{n}, why)
	}
	return c
}

// orderName returns the name of an order in a source file.
func orderName(file string, o trace.Order) string {
	if filepath.Ext(file) == ".rs" {
		return "Ordering::" + rustc.OrderName(o)
	}
	return "memory_order_" + o.String()
}
