//go:build !js

package fences

import (
	"context"
	"time"

	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/llvm/reorder"
)

// isForeign reports whether a program is no C one.
func isForeign(p *code.Program) bool { return reorder.Is(p) }

// compileTime bounds how long a compiler may take for one source that is changed.
const compileTime = time.Minute

// writeForeign is WriteOrders for C++.
func writeForeign(p *code.Program, list []OrderChange, o cfront.Options) *Change {
	var changes []reorder.Change
	var of [][]OrderChange
	for i, oc := range list {
		if i > 0 && list[i-1].Site == oc.Site {
			of[len(of)-1] = append(of[len(of)-1], oc)
			continue
		}
		of = append(of, []OrderChange{oc})
	}
	for _, same := range of {
		to := ApplyOrders(p, same).Access[same[0].Site]
		changes = append(changes, reorder.Change{Site: same[0].Site, Order: to.Order, Fail: to.Fail})
	}
	ctx, cancel := context.WithTimeout(context.Background(), compileTime)
	defer cancel()
	r := reorder.Write(ctx, p, changes, o, func(done []int) *code.Program {
		var part []OrderChange
		for _, i := range done {
			part = append(part, of[i]...)
		}
		return ApplyOrders(p, part)
	})
	c := &Change{Diff: r.Diff, Files: r.Files, Program: r.Program}
	for _, i := range r.Failed {
		c.Failed = append(c.Failed, of[i]...)
		for _, oc := range of[i] {
			site := &p.Sites[oc.Site]
			c.note("%s: %s has to become %s, in %s, whose text other accesses share or which names no order", site, oc.words(), orderName(oc.To), site.Text)
		}
	}
	return c
}
