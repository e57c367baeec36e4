package opt

import (
	"slices"

	"fencepost/interp/llvm/ir"
)

// forward replaces loads of variables that are stored to once, before all of them.
func (w *work) forward() bool {
	vars := describe(w.f, nil).vars
	if len(vars) == 0 {
		return false
	}
	idom := dominators(w.f)
	type place struct{ block, at int }
	places := map[*ir.Instr]place{}
	for k, b := range w.f.Blocks {
		for at, i := range b.Code {
			places[i] = place{k, at}
		}
	}
	before := func(a, b *ir.Instr) bool {
		p, q := places[a], places[b]
		if p.block == q.block {
			return p.at < q.at
		}
		for x := q.block; ; x = idom[x] {
			if x == p.block {
				return true
			}
			if x == 0 {
				return false
			}
		}
	}
	gone := map[*ir.Instr]bool{}
	held := map[ir.Value]ir.Value{} // contents of removed variables
	for a, v := range vars {
		if v.Leaves || !v.Scalar {
			continue
		}
		switch len(v.Stores) {
		case 0:
			if len(v.Loads) > 0 {
				continue
			}
		case 1:
			ok := true
			for _, l := range v.Loads {
				ok = ok && before(v.Stores[0], l)
			}
			if !ok {
				continue
			}
			for _, l := range v.Loads {
				w.repl[l] = v.Stores[0].Args[0]
				gone[l] = true
			}
			held[a] = v.Stores[0].Args[0]
		default:
			if len(v.Loads) > 0 {
				continue
			}
		}
		for _, list := range [][]*ir.Instr{v.Stores, v.Begins, v.Ends} {
			for _, i := range list {
				gone[i] = true
			}
		}
		gone[a] = true
	}
	if len(gone) == 0 {
		return false
	}
	for _, b := range w.f.Blocks {
		b.Code = slices.DeleteFunc(b.Code, func(i *ir.Instr) bool { return gone[i] })
	}
	for k := range w.f.Declare {
		if d := &w.f.Declare[k]; held[d.Value] != nil {
			d.Value, d.Content = held[d.Value], true
		}
	}
	w.rewrite()
	return true
}
