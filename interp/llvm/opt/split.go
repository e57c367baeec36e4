package opt

import (
	"cmp"
	"slices"

	"fencepost/interp/llvm/ir"
)

// An access is a load or a store at a constant offset in a variable.
type access struct {
	*ir.Instr
	pointer int // the number of its operand
	off     int64
}

func (x access) end() int64 { return x.off + x.Elem.Size() }

// split makes variables of parts of other variables, whose addresses do not escape. All accesses of such
// a part are of the whole part, and on every path a store precedes each load.
func (w *work) split() (changed bool) {
	vars := describe(w.f, nil).vars
	inside := map[*ir.Instr][]access{}
	for _, b := range w.f.Blocks {
		for _, i := range b.Code {
			for k, arg := range i.Args {
				base, off, known := Base(arg)
				a := alloca(base)
				switch v := vars[a]; {
				case v == nil || v.Scalar || v.Leaves:
				case known && (i.Op == "load" || i.Op == "store" && k == 1) && !i.Vol:
					inside[a] = append(inside[a], access{i, k, off})
				case k == 0 && (i.Op == "getelementptr" || i.Op == "bitcast"), slices.Contains(v.Begins, i), slices.Contains(v.Ends, i):
				default:
					v.Leaves = true
				}
			}
		}
	}
	added := map[*ir.Instr][]*ir.Instr{} // by alloca and by mark of its life: those of the parts
	for a, list := range inside {
		if v := vars[a]; !v.Leaves {
			for _, part := range parts(list) {
				changed = w.separate(a, v, part, added) || changed
			}
		}
	}
	if changed {
		for _, b := range w.f.Blocks {
			code := make([]*ir.Instr, 0, len(b.Code))
			for _, i := range b.Code {
				code = append(append(code, i), added[i]...)
			}
			b.Code = code
		}
	}
	return changed
}

// Base returns the address from which getelementptrs compute an address. known reports whether all their
// indices are constant. off is then the offset.
func Base(v ir.Value) (base ir.Value, off int64, known bool) {
	known = true
	for {
		i, ok := v.(*ir.Instr)
		switch {
		case ok && i.Op == "getelementptr":
			n, constant := ConstantOffset(i.Elem, i.Args[1:])
			off, known = off+n, known && constant
		case !ok || i.Op != "bitcast":
			return v, off, known
		}
		v = i.Args[0]
	}
}

// ConstantOffset returns the offset that the indices of a getelementptr make, if all are constant.
func ConstantOffset(t *ir.Type, indices []ir.Value) (off int64, ok bool) {
	for k, v := range indices {
		c, ok := v.(*ir.Const)
		if !ok || c.Kind != ir.ConstInt && c.Kind != ir.ConstNull {
			return 0, false
		}
		n := int64(c.Low)
		switch {
		case k == 0:
			off += n * t.Size()
		case t.Kind == ir.Struct:
			off += t.Offset(int(n))
			t = t.Fields[n]
		default:
			t = t.Elem
			off += n * t.Size()
		}
	}
	return off, true
}

// parts returns the accesses of each part of a variable. No access of one overlaps one of another.
func parts(list []access) (all [][]access) {
	slices.SortStableFunc(list, func(x, y access) int { return cmp.Compare(x.off, y.off) })
	first, end := 0, int64(0)
	for k, x := range list {
		if k > 0 && x.off >= end {
			all, first = append(all, list[first:k]), k
		}
		end = max(end, x.end())
	}
	return append(all, list[first:])
}

// separate makes a variable of a part of variable v, which is alloca a, if that is possible.
func (w *work) separate(a *ir.Instr, v *Variable, part []access, added map[*ir.Instr][]*ir.Instr) bool {
	x := part[0]
	if x.Elem.IsAggregate() || slices.ContainsFunc(part, func(y access) bool { return y.off != x.off || y.Elem.Size() != x.Elem.Size() || !alike(y.Elem, x.Elem) }) {
		return false
	}
	var stores, loads []*ir.Instr
	for _, y := range part {
		if y.Op == "load" {
			loads = append(loads, y.Instr)
		} else {
			stores = append(stores, y.Instr)
		}
	}
	if !written(w.f, append([]*ir.Instr{a}, v.Begins...), stores, loads) {
		return false
	}
	own := &ir.Instr{Op: "alloca", T: a.T, Name: a.Name, Elem: x.Elem, Loc: a.Loc, Pos: a.Pos}
	added[a] = append(added[a], own)
	for _, list := range [][]*ir.Instr{v.Begins, v.Ends} {
		for _, mark := range list {
			c := *mark
			c.Args = slices.Clone(c.Args)
			c.Args[len(c.Args)-2] = own
			added[mark] = append(added[mark], &c)
		}
	}
	for _, y := range part {
		y.Args[y.pointer] = own
	}
	return true
}
