package opt

import (
	"fencepost/interp/c/library"
	"fencepost/interp/llvm/ir"
)

// A Variable describes the uses of an alloca.
type Variable struct {
	Stores []*ir.Instr
	Loads  []*ir.Instr
	Begins []*ir.Instr // calls of llvm.lifetime.start
	Scalar bool        // all accesses are plain, of the whole variable, and of one type
	Leaves bool        // the address escapes
}

// maxPrivateCopy bounds the bytes that are copied at once to or from memory that no other thread
// can see.
const maxPrivateCopy = 512

// Variables returns the descriptions of the allocas of a function.
func Variables(f *ir.Function) map[*ir.Instr]*Variable {
	vars := map[*ir.Instr]*Variable{}
	root := map[ir.Value]*ir.Instr{}
	for _, b := range f.Blocks {
		for _, i := range b.Code {
			if i.Op == "alloca" {
				v := &Variable{Scalar: len(i.Args) == 0 || isOne(i.Args[0])}
				vars[i], root[i] = v, i
				if len(i.Args) > 0 && !isOne(i.Args[0]) {
					v.Leaves = true
				}
			}
		}
	}
	for changed := true; changed; { // addresses within them; a loop may bring one before its base
		changed = false
		for _, b := range f.Blocks {
			for _, i := range b.Code {
				if i.Op == "getelementptr" || i.Op == "bitcast" {
					if a := root[i.Args[0]]; a != nil && root[i] == nil {
						root[i], changed = a, true
					}
				}
			}
		}
	}
	for _, b := range f.Blocks {
		for _, i := range b.Code {
			for k, arg := range i.Args {
				a := root[arg]
				if a == nil {
					continue
				}
				vars[a].use(a, i, k, arg == ir.Value(a))
			}
		}
	}
	return vars
}

func isOne(v ir.Value) bool {
	c, ok := constant(v)
	return ok && c.Low == 1
}

// use records that argument k of i is an address in alloca a.
func (v *Variable) use(a, i *ir.Instr, k int, whole bool) {
	name := ""
	if f := Callee(i); f != nil {
		name = f.Name
	}
	switch {
	case i.Op == "load":
		v.Loads = append(v.Loads, i)
		v.access(a, i, whole)
	case i.Op == "store" && k == 1:
		v.Stores = append(v.Stores, i)
		v.access(a, i, whole)
	case i.Op == "getelementptr" && k == 0, i.Op == "bitcast":
	case hasPrefix(name, "llvm.lifetime.start"):
		v.Begins = append(v.Begins, i)
	case (hasPrefix(name, "llvm.memcpy.") || hasPrefix(name, "llvm.memmove.") || hasPrefix(name, "llvm.memset.")) && k <= 1 && (k == 0 || !hasPrefix(name, "llvm.memset.")):
		v.Scalar = false
		if n, ok := constant(i.Args[2]); !ok || n.Low > maxPrivateCopy {
			v.Leaves = true
		}
	case takesResult(i, k):
		v.Scalar = false
	default:
		v.Scalar, v.Leaves = false, true
	}
}

// takesResult reports whether i calls a library function that stores its result through argument k,
// and does not keep the address.
func takesResult(i *ir.Instr, k int) bool {
	f := Callee(i)
	if f == nil || !f.Declared {
		return false
	}
	l, ok := library.Lookup(f.Name)
	return ok && l.Kind == library.System && l.Out == k
}

func (v *Variable) access(a, i *ir.Instr, whole bool) {
	if i.Atomic {
		v.Leaves = true
	}
	t := i.Elem
	if !whole || i.Vol || i.Atomic || t.Size() != a.Elem.Size() || t.IsAggregate() {
		v.Scalar = false
		return
	}
	for _, list := range [][]*ir.Instr{v.Stores, v.Loads} {
		if len(list) > 0 && !alike(list[0].Elem, t) {
			v.Scalar = false
		}
	}
}

// alike reports whether registers hold values of both types in one way.
func alike(a, b *ir.Type) bool {
	word := func(t *ir.Type) bool { return t.Kind == ir.Ptr || t.Kind == ir.Int && t.Bits == 64 }
	return a == b || a.Kind == b.Kind && a.Bits == b.Bits && !a.IsAggregate() && a.Kind != ir.Vector || word(a) && word(b)
}

// forward replaces loads of variables that are stored to once, before all of them.
func (w *work) forward() bool {
	vars := Variables(w.f)
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
		for _, i := range v.Stores {
			gone[i] = true
		}
		for _, i := range v.Begins {
			gone[i] = true
		}
		gone[a] = true
	}
	if len(gone) == 0 {
		return false
	}
	for _, b := range w.f.Blocks {
		kept := b.Code[:0]
		for _, i := range b.Code {
			if !gone[i] {
				kept = append(kept, i)
			}
		}
		b.Code = kept
	}
	for k := range w.f.Declare {
		if d := &w.f.Declare[k]; held[d.Value] != nil {
			d.Value, d.Content = held[d.Value], true
		}
	}
	w.rewrite()
	return true
}
